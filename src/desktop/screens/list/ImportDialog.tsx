import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Modal, Progress, Switch, Upload } from 'antd'
import { useState } from 'react'
import { fileOfImport, importResultOf, sendImport, type ImportResult } from '#headless/exchange.ts'
import { fileUrl } from '#headless/files.ts'
import { forgetResource } from '#headless/queries.ts'
import { confirmTask, followTask, taskLink } from '#headless/tasks.ts'
import type { Resource } from '#model/resource.ts'
import { percentOf, type Task } from '#model/tasks.ts'
import { CheckedFiles } from './CheckedFiles.tsx'

interface Props {
  resource: Resource
  /** Records that exist may be brought up to date. */
  mayUpdate: boolean
  onClose: () => void
}

type Doing = { what: 'upload' | 'check' | 'write'; percent: number }
const TITLES: Readonly<Record<Doing['what'], string>> = { upload: '正在上传', check: '正在检查', write: '正在导入' }

const worth = ({ counts }: Task) => (counts?.added ?? 0) + (counts?.changed ?? 0)

/** Takes .xls and .xlsx files, shows what each would do, and writes when the person says so. */
export default function ImportDialog({ resource, mayUpdate, onClose }: Props) {
  const { message, modal } = App.useApp()
  const [files, setFiles] = useState<readonly File[]>([])
  const [validate, setValidate] = useState(true)
  const [update, setUpdate] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const [checked, setChecked] = useState<readonly Task[]>()
  const [failures, setFailures] = useState<readonly string[]>([])
  const ready = checked?.filter((task) => worth(task) > 0 && (!validate || !task.counts?.wrong)) ?? []

  function told({ message: text, partly }: ImportResult) {
    if (!partly) return void message.success(text || '导入成功')
    modal.warning({
      title: '导入成功，但有错误数据',
      okText: '知道了',
      content: (
        <>
          <p>{partly.msg}</p>
          {partly.fileUrl && (
            <p>
              具体详情请{' '}
              <a href={partly.fileUrl} download={partly.fileName} target="_blank" rel="noopener noreferrer">
                点击下载{partly.fileName}
              </a>
            </p>
          )}
        </>
      ),
    })
  }

  const follow = (what: Doing['what'], task: Task) =>
    followTask(task, (now) => setDoing({ what, percent: percentOf(now) ?? 0 }))

  async function check() {
    setFailures([])
    setDoing({ what: 'upload', percent: 0 })
    try {
      const sent = await sendImport(resource, files, {
        validate,
        update,
        onProgress: (percent) => setDoing({ what: 'upload', percent }),
      })
      if (!('tasks' in sent)) {
        // A server without checking has written them already.
        const { partly } = sent
        told(partly?.fileUrl ? { ...sent, partly: { ...partly, fileUrl: fileUrl(partly.fileUrl) } } : sent)
        await forgetResource(resource)
        return onClose()
      }
      const ended: Task[] = []
      for (const task of sent.tasks) ended.push(await follow('check', task))
      const failed = ended.filter(({ state }) => state !== 'checked')
      setFailures(failed.map((task) => `${fileOfImport(task)} ${task.message ?? '文件上传失败'}`))
      setFiles((before) => before.filter((_, index) => failed.includes(ended[index]!)))
      const good = ended.filter(({ state }) => state === 'checked')
      setChecked(good.length ? good : undefined)
    } catch (error) {
      setFailures([(error as Error).message])
    } finally {
      setDoing(undefined)
    }
  }

  async function write() {
    setFailures([])
    const failed: string[] = []
    for (const task of ready) {
      setDoing({ what: 'write', percent: 0 })
      try {
        const ended = await follow('write', await confirmTask(task.id, !validate))
        const result = importResultOf(ended)
        if (result.partly && ended.faultName) {
          const { href, name } = await taskLink(ended.id, 'faults')
          result.partly = { ...result.partly, fileUrl: href, fileName: name }
        }
        told(result)
      } catch (error) {
        failed.push((error as Error).message)
      }
    }
    await forgetResource(resource)
    setDoing(undefined)
    setFailures(failed)
    setChecked(undefined)
    if (!failed.length && !files.length) onClose()
  }

  return (
    <Modal
      open
      title={`导入${resource.label}`}
      width={checked ? 720 : undefined}
      okText={checked ? '确认导入' : '开始上传'}
      cancelText={doing && doing.what !== 'upload' ? '后台继续' : '关闭'}
      okButtonProps={{ disabled: checked ? !ready.length : !files.length }}
      confirmLoading={Boolean(doing)}
      onOk={() => void (checked ? write() : check())}
      onCancel={onClose}
    >
      {checked ? (
        <CheckedFiles tasks={checked} validate={validate} />
      ) : (
        <Upload.Dragger
          accept=".xls,.xlsx"
          multiple
          disabled={Boolean(doing)}
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
      )}
      <Choice label="是否校验" hint="有错误行时整个文件都不导入" value={validate} onChange={setValidate} />
      {mayUpdate && !checked && (
        <Choice label="更新已存在的记录" hint="否则已存在的行算作错误" value={update} onChange={setUpdate} />
      )}
      {doing && (
        <>
          <div role="status">{TITLES[doing.what]}</div>
          <Progress percent={doing.percent} aria-label={`${TITLES[doing.what]}进度`} />
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
