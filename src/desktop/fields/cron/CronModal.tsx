import { Alert, Input, Modal, Tabs } from 'antd'
import { useId, useState } from 'react'
import { PARTS, type PartName } from '#cron/parts.ts'
import { partText } from '#headless/forms/cronEditor/modes.ts'
import { EXPRESSION, partTitles, runsWords } from '#headless/forms/cronEditor/sentences.ts'
import { useCronEditor, type CronEditor } from '#headless/forms/cronEditor/useCronEditor.ts'
import { PartPane } from './PartPane.tsx'
import './cron.css'

const WIDTH_PX = 608

interface Props {
  title: string
  value: string
  onClose(): void
  onDone(expression: string): void
}

/** Seven parts, the expression they make, and when it will run. */
export default function CronModal({ title, value, onClose, onDone }: Props) {
  const editor = useCronEditor(value)
  return (
    <Modal
      open
      title={`${title}编辑器`}
      width={WIDTH_PX}
      className="tall-modal cron-modal"
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: Boolean(editor.problem) }}
      onOk={() => onDone(editor.result)}
      onCancel={onClose}
    >
      <Tabs
        type="card"
        size="small"
        activeKey={editor.part}
        onChange={(key) => editor.show(key as CronEditor['part'])}
        items={PARTS.map((name) => ({
          key: name,
          label: partTitles[name],
          children: <PartPane editor={editor} name={name} />,
        }))}
      />
      <Texts editor={editor} />
      <Preview editor={editor} />
    </Modal>
  )
}

function Texts({ editor }: { editor: CronEditor }) {
  const id = useId()
  return (
    <>
      <div className="cron-parts">
        {PARTS.map((name) => (
          <PartText key={name} editor={editor} name={name} />
        ))}
      </div>
      <label className="cron-whole" htmlFor={id}>
        {EXPRESSION}
        <Input
          id={id}
          value={editor.expression}
          spellCheck={false}
          {...(editor.problem && { status: 'error' as const })}
          onChange={({ target }) => editor.type(target.value)}
        />
      </label>
      {editor.problem ? (
        <Alert role="alert" type="error" showIcon title={editor.problem} />
      ) : (
        <p className="cron-words">{editor.words}</p>
      )}
    </>
  )
}

/** While it is typed it stays as typed; afterwards it is as the mode writes it. */
function PartText({ editor, name }: { editor: CronEditor; name: PartName }) {
  const [typed, setTyped] = useState<string>()
  return (
    <label>
      {partTitles[name]}
      <Input
        size="small"
        value={typed ?? partText(name, editor.parts[name])}
        spellCheck={false}
        onFocus={() => editor.show(name)}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          editor.typePart(name, target.value)
        }}
      />
    </label>
  )
}

const Preview = ({ editor: { runs, problem, outdated, zone } }: { editor: CronEditor }) =>
  problem ? null : (
    <section className="cron-runs" aria-label={runsWords.label} aria-busy={outdated}>
      <h3>{runsWords.heading(zone)}</h3>
      {runs.length ? (
        <ol>
          {runs.map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      ) : (
        !outdated && <p>{runsWords.none}</p>
      )}
    </section>
  )
