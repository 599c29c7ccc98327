import {
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
  PaperClipOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { App, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { failureOf, filesIn, shortName, UPLOAD_FAILED, type FileValue } from '#headless/records/fileValues.ts'
import type { Column, GridRow } from '#headless/grid/column.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { uploadInto, type EditorSources } from '#headless/grid/sources.ts'
import type { Send } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { chooseFiles } from './chooseFiles.ts'
import type { View } from './types.ts'

const FilesModal = lazy(() => importWithTimeout(import('../FilesModal.tsx')))

const MOST_FILES = 9

const sendFor =
  (column: Column, upload: NonNullable<EditorSources['upload']>): Send =>
  (file, { onProgress }) =>
    upload(file, column, onProgress)

interface Props {
  view: View
  row: GridRow
  column: Column
}

/** Empty: a button. On its way: how far. There: its name and what can be done with it. */
export function FileCell({ view, row, column }: Props) {
  const { store, sources } = view
  const [listing, setListing] = useState(false)
  const close = () => {
    setListing(false)
    view.focus()
  }
  const files = filesIn(row[column.field])
  const open = store.editable(row, column)
  const first = files[0]
  const name = `${column.title}第${store.rows.indexOf(row.id) + 1}行`

  async function upload() {
    const [file] = await chooseFiles(column.type === 'image' ? 'image/*' : undefined)
    if (!file || !sources.upload) return
    if (column.type === 'image' && !file.type.startsWith('image/')) return store.say('warning', '请上传图片')
    await uploadInto(store, row.id, column, file, sources.upload)
  }

  if (!first)
    return open && sources.upload ? (
      <button type="button" className="grid-upload" tabIndex={-1} data-does="file" onClick={() => void upload()}>
        <UploadOutlined aria-hidden /> {column.btnText ?? '上传'}
        <span className="unseen">{name}</span>
      </button>
    ) : null

  return (
    <div className="grid-file">
      <State file={first} view={view} row={row} column={column} />
      <span className="grid-cut" title={first.name}>
        {shortName(first.name)}
        {files.length > 1 && ` 等${files.length}个`}
      </span>
      <span className="grid-file-actions">
        {first.status === 'done' && column.allowDownload !== false && sources.download && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`下载${name}`}
            onClick={() => void sources.download!(first, column)}
          >
            <DownloadOutlined />
          </button>
        )}
        {open && column.allowRemove !== false && first.status !== 'uploading' && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`删除${name}`}
            onClick={() => store.set(row.id, column.field, null)}
          >
            <DeleteOutlined />
          </button>
        )}
        <button
          type="button"
          tabIndex={-1}
          aria-label={`更多${name}`}
          data-does="file"
          onClick={() => setListing(true)}
        >
          <EllipsisOutlined />
        </button>
      </span>
      {listing && (
        <Suspense fallback={null}>
          <FilesModal
            title={column.title}
            files={files}
            wanted={{ pictures: column.type === 'image' }}
            most={column.number ?? MOST_FILES}
            readOnly={!open}
            keepsAll={column.allowRemove === false}
            uploadText={column.btnText}
            upload={sources.upload ? sendFor(column, sources.upload) : null}
            urlOf={sources.urlOf ?? ((path) => path)}
            download={
              sources.download && column.allowDownload !== false
                ? (file) => void sources.download!(file, column)
                : undefined
            }
            onClose={close}
            onConfirm={(done) => {
              store.set(row.id, column.field, done)
              close()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function State({ file, view, row, column }: Props & { file: FileValue }) {
  if (file.status === 'uploading')
    return (
      <Tooltip title={`上传中 ${file.percent ?? 0}%`}>
        <span role="status" aria-label={`上传中 ${file.percent ?? 0}%`}>
          <LoadingOutlined aria-hidden />
        </span>
      </Tooltip>
    )
  if (file.status === 'error') return <Failed file={file} view={view} row={row} column={column} />
  const address = file.url ?? (file.path && (view.sources.urlOf?.(file.path) ?? file.path))
  if (column.type === 'image' && address) {
    const picture = <img className="grid-thumb" src={address} alt={file.name} />
    if (column.allowDownload === false) return picture
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {picture}
      </a>
    )
  }
  return <PaperClipOutlined aria-hidden />
}

function Failed({ file, view: { store }, row, column }: Props & { file: FileValue }) {
  const { modal } = App.useApp()
  useSignal(store, 'problems')
  // The grid says by itself what is wrong with a cell; before it has checked, the button does.
  const told = store.problems.of(row)[column.field] !== undefined
  return (
    <Tooltip title={told ? undefined : failureOf(file)}>
      <button
        type="button"
        className="grid-file-failed"
        tabIndex={-1}
        aria-label={UPLOAD_FAILED}
        onClick={() =>
          column.type === 'image' && modal.error({ title: '上传出错', content: file.message ?? '未知错误' })
        }
      >
        <ExclamationCircleOutlined />
      </button>
    </Tooltip>
  )
}
