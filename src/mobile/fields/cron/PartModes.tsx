import { Input } from 'antd-mobile'
import { useState } from 'react'
import type { PartName } from '#cron/parts.ts'
import { clamped, isWithin } from '#headless/forms/cronEditor/limits.ts'
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

interface Props {
  editor: CronEditor
  name: PartName
}

/** The modes of one part. What is set beside a mode chooses it. */
export function PartModes({ editor, name }: Props) {
  return modesOf[name].map((mode) => (
    <div key={mode} className="vd-cron-mode">
      <Sentence editor={editor} name={name} mode={mode} />
    </div>
  ))
}

function Sentence({ editor, name, mode }: Props & { mode: Mode }) {
  const [first, ...rest] = sentenceOf(name, mode)
  const { cronEvery, typed } = editor.parts[name]
  return (
    <>
      <label className="vd-cron-radio">
        {/* The kit's own cannot be seen by a screen reader. */}
        <input
          type="radio"
          name={`cron-${name}`}
          checked={cronEvery === mode}
          onChange={() => editor.choose(name, mode)}
        />
        {first}
      </label>
      {rest.map((piece, index) =>
        typeof piece === 'string' ? (
          <span key={index}>{piece}</span>
        ) : (
          <Value key={piece.option} editor={editor} name={name} mode={mode} setting={piece} />
        ),
      )}
      {mode === 'specific' && cronEvery === mode && <Chips editor={editor} name={name} />}
      {mode === 'typed' && cronEvery === mode && (
        <Input
          className="vd-cron-box vd-cron-typed"
          aria-label={typedWords.label(name)}
          value={typed}
          placeholder={typedWords.example}
          onChange={(text) => editor.change(name, { cronEvery: 'typed', typed: text.trim() })}
        />
      )}
    </>
  )
}

function Value({ editor, name, mode, setting }: Props & { mode: Mode; setting: Setting }) {
  const { option, label, span, weekday } = setting
  const value = editor.parts[name][option]
  const [typed, setTyped] = useState<string>()
  const set = (next: number) => editor.change(name, { cronEvery: mode, [option]: next })
  const spoken = `${partTitles[name]}${label}`
  if (weekday)
    return (
      <select aria-label={spoken} value={value} onChange={({ target }) => set(Number(target.value))}>
        {weekdays.map((day) => (
          <option key={day.value} value={day.value}>
            {day.label}
          </option>
        ))}
      </select>
    )
  return (
    <Input
      className="vd-cron-box"
      aria-label={spoken}
      inputMode="numeric"
      value={typed ?? String(value)}
      onChange={(text) => {
        setTyped(text)
        if (/^\d+$/.test(text) && isWithin(span, Number(text))) set(Number(text))
      }}
      // Half a year is not corrected while it is typed.
      onBlur={() => {
        if (typed !== undefined && /^\d+$/.test(typed)) set(clamped(span, Number(typed)))
        setTyped(undefined)
      }}
    />
  )
}

function Chips({ editor, name }: Props) {
  const { specificSpecific } = editor.parts[name]
  return (
    <div className="vd-cron-chips" role="group" aria-label={ticksLabel(name)}>
      {choicesOf(name).map(({ value, label }) => {
        const on = specificSpecific.includes(value)
        return (
          <button
            type="button"
            key={value}
            className="vd-chip"
            aria-pressed={on}
            onClick={() =>
              editor.change(name, {
                specificSpecific: on ? specificSpecific.filter((one) => one !== value) : [...specificSpecific, value],
              })
            }
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}
