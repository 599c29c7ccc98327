import { Button, Popup, SearchBar } from 'antd-mobile'
import { useState, type ComponentType } from 'react'
import { placesOf } from '#headless/grid/finding.ts'
import { removalOfRows } from '#headless/grid/removal.ts'
import { CUT } from '#headless/grid/store.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { useLines } from '#headless/grid/useLines.ts'
import { say } from '#headless/connection/notices.ts'
import type { FieldLineProps, InputProps } from './types.ts'
import { LineCard } from './LineCard.tsx'
import LinePage from './LinePage.tsx'
import { LineTotals } from './LineTotals.tsx'
import { askRemoval } from '../layout/removal.ts'
import './lines.css'

interface Props extends InputProps<'lines'> {
  /** Draws one field of a line. */
  Line: ComponentType<FieldLineProps>
}

const NONE = {}
/** Cards that no longer fit on the screen. */
const MANY = 5

/** Rows of a record as cards; each is filled in on a page of its own. What is typed there is in the form at once. */
export default function LinesInput(props: Props) {
  // Who may not type has other rows, not the same ones with less in them.
  return <Lines key={String(Boolean(props.disabled))} {...props} />
}

function Lines({ field, name, value, errors = NONE, disabled = false, onChange, onLeave, Line }: Props) {
  const store = useLines({ field, name, value, errors, readOnly: disabled, onChange, say })
  useSignal(store, 'state')
  useSignal(store, 'draft')
  useSignal(store, 'cut')
  const [open, setOpen] = useState<{ id: string; adds: boolean }>()
  const [wanted, look] = useState('')
  const rows = store.drafted()
  const found = new Set(placesOf(store, wanted).map(({ id }) => id))
  const isWrong = (at: number) => Object.keys(errors).some((path) => path.startsWith(`${name}.${at}.`))
  // What is wrong is seen, whatever is looked for.
  const cards = rows
    .map((row, at) => ({ row, at }))
    .filter(({ row, at }) => !wanted.trim() || found.has(row.id) || isWrong(at))
  const index = open ? store.rows.indexOf(open.id) : -1

  function add() {
    const [row] = store.add([{}])
    look('')
    if (row) setOpen({ id: row.id, adds: true })
  }
  function close() {
    setOpen(undefined)
    // After what was typed last is in the form.
    setTimeout(onLeave)
  }

  return (
    <>
      {store.isCut && (
        <p className="vd-cut" role="status">
          {CUT}
        </p>
      )}
      {(rows.length > MANY || wanted !== '') && (
        <SearchBar placeholder={`查找${field.label}`} value={wanted} onChange={look} />
      )}
      {wanted.trim() && (
        <p className="vd-weak" role="status">
          {cards.length ? `显示 ${cards.length} / ${rows.length} 行` : '没有找到'}
        </p>
      )}
      {cards.length > 0 && (
        <ol className="vd-line-cards" aria-label={field.label}>
          {cards.map(({ row, at }) => (
            <LineCard
              key={row.id}
              store={store}
              field={field}
              row={row}
              index={at}
              last={at === rows.length - 1}
              errors={errorsOf(errors, `${name}.${at}.`)}
              disabled={disabled}
              onOpen={() => setOpen({ id: row.id, adds: false })}
              onMove={(by) => store.move(row.id, at + by)}
              onRemove={() => void askRemoval(removalOfRows(store, [row.id]))}
            />
          ))}
        </ol>
      )}
      <LineTotals fields={field.of} rows={rows} />
      <Button block size="small" disabled={disabled} onClick={add}>
        添加一行
      </Button>
      <Popup visible={index >= 0} bodyClassName="vd-sheet vd-line-page" destroyOnClose>
        {open && index >= 0 && (
          <LinePage
            key={open.id}
            title={`${field.label} ${index + 1}`}
            fields={field.of}
            store={store}
            id={open.id}
            adds={open.adds}
            errors={errorsOf(errors, `${name}.${index}.`)}
            Line={Line}
            onClose={close}
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
