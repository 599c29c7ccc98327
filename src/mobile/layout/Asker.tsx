import { ActionSheet, Button, Dialog, Popup, TextArea } from 'antd-mobile'
import { useState, type ReactNode } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { reasonProblem } from '#headless/records/decision.ts'
import { LONGEST } from '#model/lengths.ts'
import { overPages } from './overPages.tsx'
import { useAskedBack } from './back.ts'
import {
  backOut,
  useQuestions,
  type ChoiceQuestion,
  type Confirmation,
  type InputQuestion,
  type Question,
  type ReasonQuestion,
} from './ask.ts'
import { askToDiscard } from './discard.ts'
import './sheet.css'

/**
 * Open until answered; the answer goes out when the person has given it, the drawing leaves a moment later. `leave` gives
 * none, as the back key does; what was `typed` is asked about first.
 */
function useAnswer<A>(question: { answer(value: A): void }, nothing: A, typed = false) {
  const [visible, setVisible] = useState(true)
  const answer = (value: A) => {
    if (!visible) return
    setVisible(false)
    question.answer(value)
  }
  const leave = async () => {
    if (!typed || (await askToDiscard())) answer(nothing)
  }
  useAskedBack(() => void leave(), visible)
  return { visible, answer, leave: () => void leave() }
}

// Every kind of input hangs on it, and few actions ask.
const InputSheet = overPages(() => importWithTimeout(import('../fields/InputSheet.tsx')), backOut)

const gone = (question: Question) =>
  useQuestions.setState(({ queue }) => ({ queue: queue.filter((other) => other !== question) }))

/** Which record, and what follows. */
const Above = ({ content, warning }: Pick<Confirmation, 'content' | 'warning'>) => (
  <>
    {content !== undefined && <div className="vd-asked">{content}</div>}
    {warning !== undefined && <p className="vd-asked">{warning}</p>}
  </>
)

function Confirm({ question }: { question: Confirmation }) {
  const { visible, answer } = useAnswer(question, false)
  return (
    <Dialog
      visible={visible}
      // Beside the sheets, so that it lies above one that asks.
      getContainer={() => document.body}
      title={question.title}
      content={question.warning === undefined ? question.content : <Above {...question} />}
      // The second of two quick taps lands beside the dialog and must not close it.
      closeOnMaskClick={false}
      onClose={() => answer(false)}
      afterClose={() => gone(question)}
      actions={[
        [
          { key: 'no', text: question.no ?? '取消', onClick: () => answer(false) },
          {
            key: 'yes',
            text: question.yes,
            bold: true,
            danger: question.danger ?? false,
            onClick: () => answer(true),
          },
        ],
      ]}
    />
  )
}

function Reason({ question }: { question: ReasonQuestion }) {
  const [text, setText] = useState(question.text ?? '')
  const { visible, answer, leave } = useAnswer(question, null, text.trim() !== '')
  const [problem, setProblem] = useState<string>()
  const write = (value: string) => {
    setText(value)
    setProblem(undefined)
    question.onText?.(value)
  }
  /** Below what was written already. */
  const add = (phrase: string) => {
    const before = text.trim().replace(/[，。；、,.;]$/, '')
    if (!before.includes(phrase)) write(before ? `${before}；${phrase}` : phrase)
  }
  const send = () => {
    const found = reasonProblem(text, question.required ? '请输入原因' : undefined)
    setProblem(found)
    if (!found) answer(text.trim())
  }
  return (
    <Popup visible={visible} afterClose={() => gone(question)} bodyClassName="vd-sheet" aria-label={question.title}>
      <h2 className="vd-sheet-title">{question.title}</h2>
      <div className="vd-sheet-body">
        <Above {...question} />
        <div className="vd-phrases">
          {question.phrases.map((phrase) => (
            <button type="button" key={phrase} className="vd-chip" onClick={() => add(phrase)}>
              {phrase}
            </button>
          ))}
        </div>
        <TextArea
          className={problem ? 'vd-reason vd-wrong' : 'vd-reason'}
          aria-label="原因"
          placeholder={question.required ? '请输入原因（必填）' : '请输入原因（选填）'}
          value={text}
          onChange={write}
          showCount={(length) => <div className="adm-text-area-count">{`${length}/${LONGEST.text}`}</div>}
          rows={3}
        />
        {problem && (
          // What stands above it may fill the sheet.
          <p role="alert" className="vd-error" ref={(said) => said?.scrollIntoView?.({ block: 'nearest' })}>
            {problem}
          </p>
        )}
      </div>
      <div className="vd-buttons">
        <Button size="large" onClick={leave}>
          取消
        </Button>
        <Button size="large" color={question.danger ? 'danger' : 'primary'} onClick={send}>
          {question.yes}
        </Button>
      </div>
    </Popup>
  )
}

function Choose({ question }: { question: ChoiceQuestion }) {
  const { visible, answer } = useAnswer(question, null)
  return (
    <ActionSheet
      visible={visible}
      extra={question.title}
      actions={question.choices.map(({ key, text, danger }) => ({ key, text, danger: danger ?? false }))}
      cancelText="取消"
      onAction={({ key }) => answer(String(key))}
      onClose={() => answer(null)}
      afterClose={() => gone(question)}
      safeArea
    />
  )
}

function AskInput({ question }: { question: InputQuestion }) {
  const [typed, setTyped] = useState(false)
  const { visible, answer, leave } = useAnswer(question, null, typed)
  return (
    <Popup visible={visible} afterClose={() => gone(question)} bodyClassName="vd-sheet">
      <InputSheet {...question} onChanged={setTyped} onCancel={leave} onDone={answer} />
    </Popup>
  )
}

const draw: { [K in Question['kind']]: (props: { question: Extract<Question, { kind: K }> }) => ReactNode } = {
  confirm: Confirm,
  reason: Reason,
  choice: Choose,
  input: AskInput,
}

/** All open questions. Loaded with the first one, or when the page has time for it. */
export default function Asker() {
  const queue = useQuestions((state) => state.queue)
  return queue.map((question) => {
    const Draw = draw[question.kind] as (props: { question: Question }) => ReactNode
    return <Draw key={question.id} question={question} />
  })
}
