import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal, Progress, Switch, Upload } from 'antd'
import { importTemplate, type ImportResult } from '#headless/lists/exchange.ts'
import { fileUrl } from '#headless/records/files.ts'
import { handedOver } from '#headless/session/handOver.ts'
import { taskLink } from '#headless/tasks/tasks.ts'
import { IMPORT_ACCEPTS, IMPORT_FORMATS, importStepText, useImport } from '#headless/lists/useImport.ts'
import type { Resource } from '#model/resource.ts'
import type { Task } from '#model/tasks.ts'
import { useHost } from '../../HostContext.ts'
import { CheckedFiles } from './CheckedFiles.tsx'

interface Props {
  resource: Resource
  /** Records that exist may be brought up to date. */
  mayUpdate: boolean
  onClose: () => void
}

/** Takes spreadsheets, shows what each would do, and writes when the person says so. */
export default function ImportDialog({ resource, mayUpdate, onClose }: Props) {
  const { message, modal } = App.useApp()
  const host = useHost()
  const work = useImport(resource, {
    told: (result, task) => void told(result, task),
    onEnd: onClose,
  })
  const { files, doing, checked, ready, failures } = work

  async function told({ message: text, partly }: ImportResult, task?: Task) {
    if (!partly) return void message.success(text || '导入成功')
    const link = task?.faultName
      ? await taskLink(task.id, 'faults').catch(() => undefined)
      : partly.fileUrl && { href: fileUrl(partly.fileUrl), name: partly.fileName ?? '' }
    modal.warning({
      title: '导入成功，但有错误数据',
      okText: '知道了',
      content: (
        <>
          <p>{partly.msg}</p>
          {link && (
            <p>
              具体详情请{' '}
              <a href={link.href} download={link.name} target="_blank" rel="noopener noreferrer">
                点击下载{link.name}
              </a>
            </p>
          )}
        </>
      ),
    })
  }

  async function saveTemplate() {
    try {
      await host.saveFile(handedOver(await importTemplate(resource)))
    } catch (error) {
      void message.error(error instanceof Error ? error.message : '文件下载失败')
    }
  }

  return (
    <Modal
      open
      title={`导入${resource.label}`}
      width={checked ? 720 : undefined}
      okText={checked ? '确认导入' : '开始上传'}
      cancelText={doing && doing.what !== 'upload' ? '后台继续' : '关闭'}
      // Not `confirmLoading`: the kit lets nobody leave under it, and this goes on without the dialog.
      okButtonProps={{ loading: Boolean(doing), disabled: checked ? !ready.length : !files.length }}
      mask={{ closable: false }}
      onOk={() => void (checked ? work.write() : work.check())}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {checked && (
            <Button disabled={Boolean(doing)} onClick={work.again}>
              重新上传
            </Button>
          )}
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {checked ? (
        <CheckedFiles tasks={checked} validate={work.validate} />
      ) : (
        <>
          {work.checks && (
            <p>
              <Button
                type="link"
                icon={<DownloadOutlined />}
                style={{ padding: 0 }}
                onClick={() => void saveTemplate()}
              >
                下载模板
              </Button>
            </p>
          )}
          <Upload.Dragger
            accept={IMPORT_ACCEPTS}
            multiple
            disabled={Boolean(doing)}
            fileList={files.map((file, index) => ({ uid: String(index), name: file.name, size: file.size }))}
            beforeUpload={(file) => {
              for (const name of work.add([file])) void message.warning(`${name} 不是 ${IMPORT_FORMATS} 文件`)
              return false
            }}
            onRemove={({ uid }) => work.drop(Number(uid))}
          >
            <p>
              <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
            </p>
            <p>点击或拖拽 {IMPORT_FORMATS} 文件到这里</p>
          </Upload.Dragger>
        </>
      )}
      {work.checks && (
        <Choice label="是否校验" hint="有错误行时整个文件都不导入" value={work.validate} onChange={work.setValidate} />
      )}
      {work.checks && mayUpdate && !checked && (
        <Choice label="更新已存在的记录" hint="否则已存在的行算作错误" value={work.update} onChange={work.setUpdate} />
      )}
      {doing && (
        <>
          <div role="status">{importStepText(doing)}</div>
          <Progress percent={doing.percent} aria-label={`${importStepText(doing)}进度`} />
        </>
      )}
      {failures.map((text) => (
        <Alert key={text} type="error" showIcon title={text} />
      ))}
    </Modal>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  value: boolean
  onChange: (value: boolean) => void
}

function Choice({ label, hint, value, onChange }: ChoiceProps) {
  return (
    <div className="setting">
      <span>
        {label} <small>{hint}</small>
      </span>
      <Switch checked={value} onChange={onChange} aria-label={label} checkedChildren="是" unCheckedChildren="否" />
    </div>
  )
}
