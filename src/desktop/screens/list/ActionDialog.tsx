import { Alert, App, Form, Input as AntInput, Modal } from 'antd'
import { useId, useState } from 'react'
import { ApiError } from '#headless/session/api.ts'
import { gist, reasonProblem } from '#headless/records/decision.ts'
import { textOf } from '#headless/records/formats.ts'
import { dropHalfDone, halfDone, keepHalfDone } from '#headless/session/interruptedDecision.ts'
import type { Row } from '#headless/records/rows.ts'
import { hasTyped, startWith } from '#headless/forms/startValues.ts'
import { Unfinished, UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import { usePreview } from '#headless/records/usePreview.ts'
import { UNKNOWN, useActions, type Target } from '#headless/records/useRecord.ts'
import { checkOf, isRequired } from '#model/checks.ts'
import { kinds } from '#model/kinds/index.ts'
import { LONGEST } from '#model/lengths.ts'
import { fieldOf, matches, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { Input } from '../../fields/Input.tsx'
import { useFocusBack } from '../../layout/focus.ts'
import { useDiscardQuestion } from '../../layout/useDiscardQuestion.ts'
import { BatchFacts } from './BatchFacts.tsx'

const SHORT_SECONDS = 3
/** As fast as people read what was left out of a batch. */
const SIGNS_A_SECOND = 8

interface Props {
  resource: Resource
  name: string
  target: Target
  onClose: () => void
  onDone?: () => void
}

/** What comes with a refusal. */
interface Said {
  fields?: Record<string, string>
  current?: Row
}

/** Asks what an action needs (a reason, its own fields, or only whether one is sure) and does it. */
export default function ActionDialog({ resource, name, target, onClose, onDone }: Props) {
  const { message } = App.useApp()
  const id = useId()
  const action = resource.actions[name]!
  const fields = action.input ?? {}
  const many = target && !('row' in target) && !('ids' in target && !target.ids.length) ? target : null
  const preview = usePreview(resource, name, many)
  const unclear = Boolean(preview.error) && many !== null && 'query' in many
  const data = unclear ? undefined : preview.data
  // Only what can be done is asked for; what cannot is named above the button. Too many to be named are found again.
  const whom = data && data.ids.length === data.count ? { ids: data.ids, versions: data.versions } : target
  const { act, sending } = useActions(resource)
  // Written meanwhile, and it may still be decided: the next press is about what the sentence and the page behind show now.
  const [current, setCurrent] = useState<Row>()
  // What was typed for one record outlives a page that must be left in the middle.
  const one = target && 'row' in target ? target.row.id : undefined
  const [before] = useState(() => (one ? halfDone(resource.name, one, name) : undefined))
  const [reason, setReason] = useState(before?.reason ?? '')
  const write = (text: string) => {
    setReason(text)
    if (one) keepHalfDone(resource.name, one, name, { reason: text })
  }
  const forget = () => {
    if (one) dropHalfDone(resource.name, one)
  }
  const [began] = useState(() => startWith(fields, target && 'row' in target ? target.row : undefined))
  const [values, setValues] = useState<Record<string, unknown>>(() => ({ ...began, ...before?.input }))
  const set = (key: string, value: unknown) => {
    setValues((others) => ({ ...others, [key]: value }))
    if (one) keepHalfDone(resource.name, one, name, { input: { [key]: value } })
  }
  const known = { ...(target && 'row' in target && target.row), ...values }
  const asked = Object.values(fields).map((field) => standing(field, known))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [uploads] = useState(() => new Unfinished())
  const askToDiscard = useDiscardQuestion()
  useFocusBack()
  const typed = () => Boolean(reason.trim()) || uploads.size > 0 || hasTyped(fields, values, began)
  const leave = () => {
    uploads.throwAway()
    forget()
    // Another count than the chosen one: it is to be chosen again.
    if (unclear) onDone?.()
    onClose()
  }

  async function submit() {
    const found: Record<string, string> = {}
    const input: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(fields)) {
      const parsed = checkOf(field, known).safeParse(values[key])
      if (parsed.success) input[key] = parsed.data
      else found[key] = parsed.error.issues[0]!.message
    }
    if (action.reason) {
      const problem = reasonProblem(reason, `请输入${action.label}原因`)
      if (problem) found.reason = problem
    }
    setErrors(found)
    const waiting = uploads.why()
    setProblem(waiting ?? '')
    if (waiting || Object.keys(found).length) return
    try {
      const said = await act(name, current ? { row: current } : whom, {
        ...(action.reason && { reason: reason.trim() }),
        ...input,
      })
      void message.success({ content: said, duration: Math.max(SHORT_SECONDS, said.length / SIGNS_A_SECOND) })
      forget()
      onDone?.()
      onClose()
    } catch (error) {
      const said = (error instanceof ApiError && (error.result as Said | null)) || {}
      if (said.fields) setErrors(said.fields)
      if (one && said.current && matches(said.current, action.when)) setCurrent(said.current)
      setProblem((error as Error).message)
    }
  }

  return (
    <Modal
      open
      title={action.label}
      width={many || asked.length > 2 || asked.some(({ kind }) => kinds[kind].wide) ? 640 : 480}
      okText={data ? `${action.label} ${data.count} 项` : `确定${action.label}`}
      okButtonProps={{
        danger: Boolean(action.danger),
        disabled: many !== null && (preview.isPending || unclear || data?.count === 0),
      }}
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={sending !== 'idle'}
      onOk={() => void submit()}
      onCancel={() => (typed() ? askToDiscard(leave) : leave())}
    >
      {data ? (
        <BatchFacts resource={resource} label={action.label} preview={data} />
      ) : (
        <p>{question(resource, action.label, target)}</p>
      )}
      {action.decide && target && 'row' in target && <Gist resource={resource} row={current ?? target.row} />}
      {action.confirm && <p>{action.confirm}</p>}
      <Form layout="vertical" onFinish={() => void submit()}>
        <UnfinishedUploads value={uploads}>
          {Object.entries(fields).map(([key, field]) => (
            <Form.Item
              key={key}
              label={field.label}
              htmlFor={`${id}-${key}`}
              required={isRequired(field, known)}
              {...(errors[key] && { validateStatus: 'error' as const, help: errors[key] })}
              extra={field.hint}
            >
              <Input
                field={field}
                name={key}
                id={`${id}-${key}`}
                value={values[key]}
                values={known}
                invalid={Boolean(errors[key])}
                onChange={(value) => set(key, value)}
              />
            </Form.Item>
          ))}
        </UnfinishedUploads>
        {action.reason && (
          <Form.Item
            label="原因"
            htmlFor={`${id}-reason`}
            required
            {...(errors.reason && { validateStatus: 'error' as const, help: errors.reason })}
          >
            <AntInput.TextArea
              id={`${id}-reason`}
              value={reason}
              rows={3}
              count={{ max: LONGEST.text, show: true }}
              autoFocus
              placeholder={`请输入${action.label}原因`}
              onChange={({ target: { value } }) => write(value)}
            />
          </Form.Item>
        )}
      </Form>
      {sending === 'unknown' && <Alert type="info" showIcon title={`${UNKNOWN}…`} />}
      {(problem || unclear) && <Alert type="warning" showIcon title={problem || preview.error?.message} />}
    </Modal>
  )
}

/** How much, about whom and to which account: a yes is given to these. */
function Gist({ resource, row }: { resource: Resource; row: Row }) {
  const { amount, about, payee } = gist(resource, row)
  return (
    <p>
      {amount && <b className="number">¥{amount} </b>}
      {about}
      {payee && (
        <>
          <br />
          收款 {payee}
        </>
      )}
    </p>
  )
}

function question(resource: Resource, label: string, target: Target) {
  if (!target) return null
  if (!('row' in target)) return `确定要对这 ${'ids' in target ? target.ids.length : target.count} 项执行“${label}”吗?`
  const title = textOf(fieldOf(resource, resource.title)!, target.row, resource.title)
  return `确定要对${resource.label}“${title || target.row.id}”执行“${label}”吗?`
}
