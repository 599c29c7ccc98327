import { Button } from 'antd-mobile'
import { useContext, useEffectEvent, useLayoutEffect, useState, type ComponentType } from 'react'
import { say } from '#headless/notices.ts'
import { UnfinishedUploads } from '#headless/unfinished.ts'
import { checkOf } from '#model/checks.ts'
import type { Fields } from '#model/fields.ts'
import { decidedBy, filledIn } from '#model/lines.ts'
import { holdBack } from '../frame/back.ts'
import type { Values } from './Cell.tsx'
import type { FieldLineProps } from './Input.tsx'

interface Props {
  title: string
  fields: Fields
  row: Values
  /** What the form, or the server, found in this row. */
  errors: Readonly<Record<string, string>>
  Line: ComponentType<FieldLineProps>
  onChange(values: Values): void
  /** Away without taking what was typed. */
  onLeave(): void
  onDone(): void
}

/** One row of a sub-table over the whole screen. */
export default function LinePage({ title, fields, row, errors, Line, onChange, onLeave, onDone }: Props) {
  useAskedBack(onLeave)
  const uploads = useContext(UnfinishedUploads)
  const [found, setFound] = useState<Record<string, string>>({ ...errors })
  const messageOf = (name: string, value: unknown) => {
    const result = checkOf(fields[name]!).safeParse(value)
    return result.success ? '' : (result.error.issues[0]?.message ?? '格式不正确')
  }

  function change(name: string, value: unknown) {
    const cleared = row[name] === value ? [] : decidedBy(fields, name)
    onChange({ [name]: value, ...Object.fromEntries(cleared.map((key) => [key, null])) })
    setFound((before) => ({ ...before, [name]: '' }))
  }
  function finish() {
    const wrong = filledIn(fields).map(([name]) => [name, messageOf(name, row[name])] as const)
    setFound(Object.fromEntries(wrong))
    if (wrong.some(([, message]) => message)) return
    const [waiting] = uploads?.values() ?? []
    if (waiting) return say('warning', waiting)
    onDone()
  }

  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onLeave}>
          返回
        </Button>
        <h2 className="vd-sheet-title">{title}</h2>
        <Button fill="none" color="primary" onClick={finish}>
          确定
        </Button>
      </div>
      <div className="vd-sheet-body vd-line-body">
        {filledIn(fields).map(([name, field]) => (
          <Line
            key={name}
            field={field}
            name={name}
            value={row[name]}
            values={row}
            error={found[name]}
            onChange={(value) => change(name, value)}
            onLeave={() => setFound((before) => ({ ...before, [name]: messageOf(name, row[name]) }))}
          />
        ))}
      </div>
    </>
  )
}

/** The back key asks as the arrow does; its entry is laid again under the question. */
function useAskedBack(leave: () => void): void {
  const leaveNow = useEffectEvent(leave)
  useLayoutEffect(() => {
    let letGo: () => void
    const hold = () => {
      letGo = holdBack(() => {
        hold()
        leaveNow()
      })
    }
    hold()
    return () => letGo()
  }, [])
}
