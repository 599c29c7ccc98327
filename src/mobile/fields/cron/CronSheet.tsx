import { Button, Input, Popup } from 'antd-mobile'
import { PARTS } from '#cron/parts.ts'
import { partText } from '#headless/forms/cronEditor/modes.ts'
import { EXPRESSION, partTitles, runsWords } from '#headless/forms/cronEditor/sentences.ts'
import { useCronEditor, type CronEditor } from '#headless/forms/cronEditor/useCronEditor.ts'
import { useBackToClose } from '../../layout/back.ts'
import { PartModes } from './PartModes.tsx'
import '../../layout/sheet.css'
import './cron.css'

interface Props {
  title: string
  value: string
  onClose(): void
  onDone(expression: string): void
}

/** The whole screen: seven parts, the expression they make, and when it will run. */
export default function CronSheet(props: Props) {
  useBackToClose(true, props.onClose)
  return (
    <Popup visible bodyClassName="vd-sheet vd-cron" onMaskClick={props.onClose}>
      <Editor {...props} />
    </Popup>
  )
}

function Editor({ title, value, onClose, onDone }: Props) {
  const editor = useCronEditor(value)
  const { part, problem } = editor
  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          取消
        </Button>
        <h2 className="vd-sheet-title">{title}</h2>
        <Button fill="none" color="primary" disabled={Boolean(problem)} onClick={() => onDone(editor.result)}>
          确定
        </Button>
      </div>
      <div className="vd-cron-body">
        <Input
          className="vd-cron-whole"
          aria-label={EXPRESSION}
          value={editor.expression}
          onChange={editor.type}
          autoCapitalize="off"
        />
        {problem ? (
          <p role="alert" className="vd-error">
            {problem}
          </p>
        ) : (
          <p className="vd-cron-words">{editor.words}</p>
        )}
        <div className="vd-cron-parts" role="tablist" aria-label="表达式各段">
          {PARTS.map((name) => (
            <button
              type="button"
              role="tab"
              key={name}
              aria-selected={part === name}
              aria-controls="vd-cron-modes"
              onClick={() => editor.show(name)}
            >
              {partTitles[name]}
              <small>{partText(name, editor.parts[name])}</small>
            </button>
          ))}
        </div>
        <div role="tabpanel" id="vd-cron-modes" aria-label={partTitles[part]}>
          <PartModes key={part} editor={editor} name={part} />
        </div>
        {!problem && <Preview editor={editor} />}
      </div>
    </>
  )
}

const Preview = ({ editor: { runs, outdated, zone } }: { editor: CronEditor }) => (
  <section className="vd-cron-runs" aria-label={runsWords.label} aria-busy={outdated}>
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
