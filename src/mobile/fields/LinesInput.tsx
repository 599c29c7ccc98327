import { Button, Popup } from 'antd-mobile'
import { useState, type ComponentType } from 'react'
import { newLine } from '#headless/useForm.ts'
import type { Values } from './Cell.tsx'
import type { FieldLineProps, InputProps } from './Input.tsx'
import { LineCard } from './LineCard.tsx'
import LinePage from './LinePage.tsx'
import { LineTotals } from './LineTotals.tsx'
import { confirm } from '../frame/ask.ts'
import './lines.css'

type Line = Values & { id: string }

interface Props extends InputProps<'lines'> {
  /** Draws one field of a line. */
  Line: ComponentType<FieldLineProps>
}

/** Rows of a record as cards; each is filled in on a page of its own. What is typed there is in the form at once. */
export default function LinesInput({ field, name, value, errors = {}, disabled, onChange, onLeave, Line }: Props) {
  const rows = (Array.isArray(value) ? value : []) as Line[]
  /** What is filled in, and the rows as they were before. */
  const [open, setOpen] = useState<{ id: string; before: readonly Line[]; adds: boolean }>()
  const index = open ? rows.findIndex(({ id }) => id === open.id) : -1

  function add() {
    const line = newLine(field.of) as Line
    setOpen({ id: line.id, before: rows, adds: true })
    onChange([...rows, line])
  }
  function done() {
    setOpen(undefined)
    // After what was typed last is in the form.
    setTimeout(onLeave)
  }
  async function leave() {
    if (!open) return
    const same = !open.adds && JSON.stringify(open.before) === JSON.stringify(rows)
    if (!same && !(await confirm({ title: '放弃已填写的内容？', yes: '放弃', no: '继续填写', danger: true }))) return
    onChange(open.before)
    setOpen(undefined)
  }
  async function remove(at: number) {
    if (!(await confirm({ title: '确定要删除这 1 项吗?', yes: '删除', danger: true }))) return
    onChange(rows.filter((_, place) => place !== at))
  }
  function move(at: number, by: number) {
    const next = [...rows]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
  }

  return (
    <>
      {rows.length > 0 && (
        <ol className="vd-line-cards" aria-label={field.label}>
          {rows.map((row, at) => (
            <LineCard
              key={row.id}
              field={field}
              row={row}
              index={at}
              last={at === rows.length - 1}
              errors={errorsOf(errors, `${name}.${at}.`)}
              disabled={disabled ?? false}
              onOpen={() => setOpen({ id: row.id, before: rows, adds: false })}
              onMove={(by) => move(at, by)}
              onRemove={() => void remove(at)}
            />
          ))}
        </ol>
      )}
      <LineTotals fields={field.of} rows={rows} />
      <Button block size="small" disabled={disabled ?? false} onClick={add}>
        添加一行
      </Button>
      <Popup visible={index >= 0} bodyClassName="vd-sheet vd-line-page" destroyOnClose>
        {index >= 0 && (
          <LinePage
            title={`${field.label} ${index + 1}`}
            fields={field.of}
            row={rows[index]!}
            errors={errorsOf(errors, `${name}.${index}.`)}
            Line={Line}
            onChange={(values) => onChange(rows.map((row, at) => (at === index ? { ...row, ...values } : row)))}
            onLeave={() => void leave()}
            onDone={done}
          />
        )}
      </Popup>
    </>
  )
}

/** The sentences below one path, by what is left of it. */
const errorsOf = (errors: Readonly<Record<string, string>>, path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([key]) => key.startsWith(path))
      .map(([key, message]) => [key.slice(path.length), message]),
  )
