import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import type { PartName } from '#cron/parts.ts'
import { clamped } from '#headless/forms/cronEditor/limits.ts'
import { modesOf, type Mode } from '#headless/forms/cronEditor/options.ts'
import {
  choicesOf,
  partTitles,
  sentenceOf,
  ticksLabel,
  typedWords,
  weekdays,
  type Setting,
} from '#headless/forms/cronEditor/sentences.ts'
import type { CronEditor } from '#headless/forms/cronEditor/useCronEditor.ts'
import { figureIn } from '#model/kinds/base/typedNumber.ts'

interface Props {
  editor: CronEditor
  name: PartName
}

/** The modes of one part. What is set beside a mode chooses it. */
export function PartPane({ editor, name }: Props) {
  const { cronEvery } = editor.parts[name]
  return (
    <Radio.Group
      className="cron-modes"
      value={cronEvery}
      onChange={({ target }) => editor.choose(name, target.value as Mode)}
    >
      {modesOf[name].map((mode) => (
        <div key={mode} className="cron-mode">
          <Sentence editor={editor} name={name} mode={mode} />
        </div>
      ))}
    </Radio.Group>
  )
}

function Sentence({ editor, name, mode }: Props & { mode: Mode }) {
  const [first, ...rest] = sentenceOf(name, mode)
  return (
    <>
      <Radio value={mode}>{first}</Radio>
      {rest.map((piece, index) =>
        typeof piece === 'string' ? (
          <span key={index}>{piece}</span>
        ) : (
          <Value key={piece.option} editor={editor} name={name} mode={mode} setting={piece} />
        ),
      )}
      {mode === 'specific' && <Ticks editor={editor} name={name} />}
      {mode === 'typed' && <Typed editor={editor} name={name} />}
    </>
  )
}

function Value({ editor, name, mode, setting }: Props & { mode: Mode; setting: Setting }) {
  const { option, label, span, weekday } = setting
  const set = (value: number) => editor.change(name, { cronEvery: mode, [option]: clamped(span, value) })
  const common = {
    size: 'small',
    'aria-label': `${partTitles[name]}${label}`,
    value: editor.parts[name][option],
  } as const
  if (weekday) return <Select {...common} options={[...weekdays]} onChange={set} popupMatchSelectWidth={false} />
  return (
    <InputNumber<number | string>
      {...common}
      parser={figureIn}
      min={span.min}
      max={span.max}
      precision={0}
      onChange={(value) => value !== null && set(Number(value))}
    />
  )
}

const MANY = 60

function Ticks({ editor, name }: Props) {
  const choices = choicesOf(name)
  const chosen = [...editor.parts[name].specificSpecific]
  const label = ticksLabel(name)
  const set = (values: number[]) => editor.change(name, { cronEvery: 'specific', specificSpecific: values })
  if (choices.length > MANY)
    return (
      <Select
        mode="multiple"
        size="small"
        className="cron-years"
        aria-label={label}
        placeholder="请选择"
        value={chosen}
        options={[...choices]}
        onChange={set}
      />
    )
  return (
    <Checkbox.Group
      className={name === 'week' ? 'cron-ticks cron-weekdays' : 'cron-ticks'}
      role="group"
      aria-label={label}
      options={[...choices]}
      value={chosen}
      onChange={set}
    />
  )
}

function Typed({ editor, name }: Props) {
  const { cronEvery, typed } = editor.parts[name]
  return (
    <Input
      size="small"
      className="cron-typed"
      aria-label={typedWords.label(name)}
      value={cronEvery === 'typed' ? typed : ''}
      placeholder={typedWords.example}
      spellCheck={false}
      onChange={({ target }) => editor.change(name, { cronEvery: 'typed', typed: target.value.trim() })}
    />
  )
}
