import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import type { Column, GridRow } from '#headless/grid/column.ts'
import type { FileValue } from '#headless/grid/files.ts'
import { chooseFiles } from './chooseFiles.ts'
import type { View } from './types.ts'

interface Props {
  view: View
  row: GridRow
  column: Column
  files: readonly FileValue[]
  onClose: () => void
}

const MOST_FILES = 9

/** All files of a cell: added, removed and put in order. Nothing changes before 确定. */
export default function FilesModal({ view, row, column, files, onClose }: Props) {
  const { store, sources } = view
  const { message } = App.useApp()
  const [list, setList] = useState<readonly FileValue[]>(files)
  const open = store.editable(row, column)
  const most = column.number ?? MOST_FILES

  const replace = (old: FileValue, next: FileValue) =>
    setList((before) => before.map((file) => (file === old ? next : file)))
  async function add() {
    const chosen = await chooseFiles(column.type === 'image' ? 'image/*' : undefined, true)
    await Promise.all(chosen.slice(0, most - list.length).map(upload))
  }
  async function upload(file: File) {
    if (column.type === 'image' && !file.type.startsWith('image/')) return void message.warning('请上传图片')
    let shown: FileValue = { name: file.name, type: file.type, size: file.size, status: 'uploading', percent: 0 }
    setList((before) => [...before, shown])
    const show = (next: FileValue) => {
      replace(shown, next)
      shown = next
    }
    try {
      const done = await sources.upload!(file, column, (percent) => show({ ...shown, percent: Math.round(percent) }))
      show({ ...shown, ...done, status: 'done', percent: 100 })
    } catch (error) {
      const why = error instanceof Error && error.message ? error.message : '未知错误'
      show({ ...shown, status: 'error', message: why })
      void message.error(`${file.name} 上传失败`)
    }
  }
  function move(index: number, by: -1 | 1) {
    const to = index + by
    if (to < 0) return void message.warning('未知的操作')
    if (to >= list.length) return void message.warning('已到最后~')
    const next = [...list]
    next.splice(to, 0, ...next.splice(index, 1))
    setList(next)
  }
  function confirm() {
    const done = list.filter(({ status }) => status === 'done')
    if (!done.length) return void message.warning('未上传任何文件')
    store.set(row.id, column.field, done)
    onClose()
  }

  return (
    <Modal
      open
      width={520}
      title={column.title}
      onCancel={onClose}
      onOk={open ? confirm : onClose}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: list.some(({ status }) => status === 'uploading') }}
    >
      <ul className="grid-files">
        {list.map((file, index) => (
          <li key={`${file.name} ${file.path ?? index}`}>
            <span className="grid-cut">{file.name}</span>
            <small>
              {file.status === 'uploading' ? `${file.percent ?? 0}%` : file.status === 'error' ? '上传失败' : ''}
            </small>
            {file.status === 'done' && sources.download && column.allowDownload !== false && (
              <Button size="small" type="link" onClick={() => void sources.download!(file, column)}>
                下载
              </Button>
            )}
            {open && (
              <>
                <Button size="small" type="link" aria-label={`上移${file.name}`} onClick={() => move(index, -1)}>
                  上移
                </Button>
                <Button size="small" type="link" aria-label={`下移${file.name}`} onClick={() => move(index, 1)}>
                  下移
                </Button>
                {column.allowRemove !== false && (
                  <Button size="small" type="link" danger onClick={() => setList(list.filter((one) => one !== file))}>
                    删除
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {open && sources.upload && (
        <Button block type="dashed" disabled={list.length >= most} onClick={() => void add()}>
          {column.btnText ?? '上传'}
        </Button>
      )}
    </Modal>
  )
}
