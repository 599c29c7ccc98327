import { Button, ProgressBar, Switch } from 'antd-mobile'
import { useRef } from 'react'
import { fileOfImport, importTemplate, type ImportResult } from '#headless/lists/exchange.ts'
import { fileUrl } from '#headless/records/files.ts'
import { handedOver } from '#headless/session/handOver.ts'
import { say } from '#headless/connection/notices.ts'
import { taskFile } from '#headless/tasks/tasks.ts'
import {
  checkedAdvice,
  faultsSaid,
  IMPORT_ACCEPTS,
  IMPORT_FORMATS,
  importStepText,
  useImport,
  type ImportWork,
} from '#headless/lists/useImport.ts'
import type { Resource } from '#model/resource.ts'
import { sizeText } from '#model/storedFiles.ts'
import { countsText, importRemarks, type Task } from '#model/tasks.ts'
import { FullSheet } from '../../fields/pickers/FullSheet.tsx'
import { confirm } from '../../layout/ask.ts'
import { useHost } from '../../HostContext.ts'
import { wordsOf } from '../../layout/useRun.ts'
import '../../fields/upload.css'
import './import.css'

/** Some phones know spreadsheets by their type alone. */
const ACCEPTS = `${IMPORT_ACCEPTS},application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv`

interface Props {
  resource: Resource
  /** Records that exist may be brought up to date. */
  mayUpdate: boolean
  visible: boolean
  onClose(): void
}

/** Takes spreadsheets, shows what each would do, and writes when the person says so. */
export default function ImportSheet(props: Props) {
  return (
    <FullSheet visible={props.visible} onClose={props.onClose}>
      <ImportForm {...props} />
    </FullSheet>
  )
}

function ImportForm({ resource, mayUpdate, onClose }: Props) {
  const host = useHost()
  const work = useImport(resource, { told: (result, task) => void told(result, task), onEnd: onClose })
  const { checked, doing, files, ready } = work

  async function saveFaults(task: Task) {
    try {
      await host.saveFile(await taskFile(task.id, 'faults'))
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  async function saveTemplate() {
    try {
      await host.saveFile(handedOver(await importTemplate(resource)))
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  async function told({ message, partly }: ImportResult, task?: Task) {
    if (!partly) return say('success', message || '导入成功')
    const wanted = await confirm({
      title: '导入成功，但有错误数据',
      content: partly.msg,
      yes: '下载错误清单',
      no: '知道了',
    })
    if (!wanted) return
    if (task?.faultName) await saveFaults(task)
    else if (partly.fileUrl) host.openLink(fileUrl(partly.fileUrl))
  }
  const busy = Boolean(doing)
  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          {busy && doing?.what !== 'upload' ? '后台继续' : '关闭'}
        </Button>
        <h2 className="vd-sheet-title">导入{resource.label}</h2>
        <Button
          fill="none"
          color="primary"
          disabled={busy || !(checked ? ready : files).length}
          onClick={() => void (checked ? work.write() : work.check())}
        >
          {checked ? '确认导入' : '开始上传'}
        </Button>
      </div>
      <div className="vd-sheet-body vd-import">
        {checked ? (
          <>
            <Checked tasks={checked} validate={work.validate} onSave={(task) => void saveFaults(task)} />
            <Button block disabled={busy} onClick={work.again}>
              重新上传
            </Button>
          </>
        ) : (
          <Chosen work={work} busy={busy} onTemplate={() => void saveTemplate()} />
        )}
        {work.checks && (
          <Choice
            label="是否校验"
            hint="有错误行时整个文件都不导入"
            value={work.validate}
            onChange={work.setValidate}
          />
        )}
        {work.checks && mayUpdate && !checked && (
          <Choice
            label="更新已存在的记录"
            hint="否则已存在的行算作错误"
            value={work.update}
            onChange={work.setUpdate}
          />
        )}
        {doing && (
          <div className="vd-import-step">
            <span role="status">{importStepText(doing)}</span>
            <span role="progressbar" aria-label={`${importStepText(doing)}进度`} aria-valuenow={doing.percent}>
              <ProgressBar percent={doing.percent} text />
            </span>
          </div>
        )}
        {work.failures.map((text) => (
          <p key={text} role="alert" className="vd-error">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

function Chosen({ work, busy, onTemplate }: { work: ImportWork; busy: boolean; onTemplate(): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <div className="vd-upload-doors">
        <button type="button" disabled={busy} onClick={() => input.current?.click()}>
          选择表格文件
        </button>
        {work.checks && (
          <button type="button" onClick={onTemplate}>
            下载模板
          </button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={`选择 ${IMPORT_FORMATS} 文件`}
          accept={ACCEPTS}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // The same one may be chosen again after it was put right.
            target.value = ''
            for (const name of work.add(files)) say('warning', `${name} 不是 ${IMPORT_FORMATS} 文件`)
          }}
        />
      </div>
      {work.files.map((file, index) => (
        <div className="vd-upload-file" key={`${index} ${file.name}`}>
          <span>{file.name}</span>
          <small>{sizeText(file.size)}</small>
          <span className="vd-upload-actions">
            <button type="button" disabled={busy} aria-label={`删除${file.name}`} onClick={() => work.drop(index)}>
              删除
            </button>
          </span>
        </div>
      ))}
    </>
  )
}

interface CheckedProps {
  tasks: readonly Task[]
  validate: boolean
  onSave(task: Task): void
}

/** What each file would do; nothing is written yet. */
function Checked({ tasks, validate, onSave }: CheckedProps) {
  const { wrong, text } = checkedAdvice(tasks, validate)
  return (
    <>
      {tasks.map((task) => (
        <section className="vd-import-file" key={task.id} aria-label={fileOfImport(task)}>
          <b>{fileOfImport(task)}</b>
          <p>{countsText(task.counts ?? {})}</p>
          {importRemarks(task.counts ?? {}).map((text) => (
            <p key={text} className="vd-error">
              {text}
            </p>
          ))}
          {faultsSaid(task).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {task.faultName && (
            <Button size="small" onClick={() => onSave(task)}>
              下载错误清单
            </Button>
          )}
        </section>
      ))}
      <p role="status" className={wrong && validate ? 'vd-error' : undefined}>
        {text}
      </p>
    </>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  value: boolean
  onChange(value: boolean): void
}

const Choice = ({ label, hint, value, onChange }: ChoiceProps) => (
  <div className="vd-import-choice">
    <span>
      {label}
      <small>{hint}</small>
    </span>
    <Switch aria-label={label} checked={value} onChange={onChange} />
  </div>
)
