import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Modal, Progress, Switch, Upload } from 'antd'
import { useState } from 'react'
import type { ImportResult } from '#headless/exchange.ts'
import { fileUrl } from '#headless/files.ts'
import type { List } from '#headless/useList.ts'
import type { Resource } from '#model/resource.ts'

interface Props {
  resource: Resource
  list: Pick<List, 'importFile'>
  onClose: () => void
}

/** Takes .xls and .xlsx files, one after the other, and says what became of each. */
export default function ImportDialog({ resource, list, onClose }: Props) {
  const { message, modal } = App.useApp()
  const [files, setFiles] = useState<readonly File[]>([])
  const [validate, setValidate] = useState(true)
  const [percent, setPercent] = useState<number>()
  const [failures, setFailures] = useState<readonly string[]>([])

  function partly({ msg, fileUrl: address, fileName }: NonNullable<ImportResult['partly']>) {
    modal.warning({
      title: '导入成功，但有错误数据',
      okText: '知道了',
      content: (
        <>
          <p>{msg}</p>
          {address && (
            <p>
              具体详情请{' '}
              <a href={fileUrl(address)} download={fileName} target="_blank" rel="noopener noreferrer">
                点击下载{fileName}
              </a>
            </p>
          )}
        </>
      ),
    })
  }

  async function start() {
    setFailures([])
    const failed: { file: File; text: string }[] = []
    for (const file of files) {
      setPercent(0)
      try {
        const result = await list.importFile(file, { validate, onProgress: setPercent })
        if (result.partly) partly(result.partly)
        else void message.success(result.message || `${file.name} 导入成功`)
      } catch (error) {
        failed.push({ file, text: (error as Error).message })
      }
    }
    setPercent(undefined)
    setFiles(failed.map(({ file }) => file))
    setFailures(failed.map(({ text }) => text))
    if (!failed.length) onClose()
  }

  return (
    <Modal
      open
      title={`导入${resource.label}`}
      okText="开始上传"
      cancelText="关闭"
      okButtonProps={{ disabled: !files.length }}
      confirmLoading={percent !== undefined}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Upload.Dragger
        accept=".xls,.xlsx"
        multiple
        fileList={files.map((file, index) => ({ uid: String(index), name: file.name, size: file.size }))}
        beforeUpload={(file) => {
          if (/\.xlsx?$/i.test(file.name)) setFiles((before) => [...before, file])
          else void message.warning(`${file.name} 不是 .xls 或 .xlsx 文件`)
          return false
        }}
        onRemove={({ uid }) => setFiles((before) => before.filter((_, index) => String(index) !== uid))}
      >
        <p>
          <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
        </p>
        <p>点击或拖拽 .xls、.xlsx 文件到这里</p>
      </Upload.Dragger>
      <div className="setting">
        <span>是否校验</span>
        <Switch
          checked={validate}
          onChange={setValidate}
          aria-label="是否校验"
          checkedChildren="是"
          unCheckedChildren="否"
        />
      </div>
      {percent !== undefined && <Progress percent={percent} aria-label="上传进度" />}
      {failures.map((text) => (
        <Alert key={text} type="error" showIcon title={text} />
      ))}
    </Modal>
  )
}
