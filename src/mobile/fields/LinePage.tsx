import { Button } from 'antd-mobile'
import { useContext, useLayoutEffect, useState, type ComponentType } from 'react'
import { Pasting } from '#headless/grid/paste.ts'
import type { GridStore } from '#headless/grid/store.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { say } from '#headless/connection/notices.ts'
import { UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import { checkOf } from '#model/checks.ts'
import type { Fields } from '#model/fields.ts'
import { filledIn } from '#model/lines.ts'
import { choose, confirm } from '../layout/ask.ts'
import { askToDiscard } from '../layout/discard.ts'
import { useAskedBack } from '../layout/back.ts'
import type { FieldLineProps } from './types.ts'

interface Props {
  title: string
  fields: Fields
  store: GridStore
  id: string
  /** The row was just added: leaving takes it away again. */
  adds: boolean
  /** What the form, or the server, found in this row. */
  errors: Readonly<Record<string, string>>
  Line: ComponentType<FieldLineProps>
  onClose(): void
}

/** One row of a sub-table over the whole screen. What others do to the row meanwhile is seen here too. */
export default function LinePage({ title, fields, store, id, adds, errors, Line, onClose }: Props) {
  useSignal(store, `row:${id}`)
  const uploads = useContext(UnfinishedUploads)
  /** On its way before this page came: it goes on below. */
  const [others] = useState(() => new Set([...(uploads?.keys() ?? []), ...(uploads?.stops.keys() ?? [])]))
  /** What I changed here, with what stood there before; it is mine for as long as it still stands. */
  const [mine] = useState(() => new Map<string, { before: unknown; written: unknown }>())
  useLayoutEffect(
    () =>
      store.onChange((changes) => {
        for (const { before, after } of changes.filter((change) => change.id === id))
          for (const name of Object.keys(after)) {
            const known = mine.get(name)
            const first = known && known.written === before[name] ? known.before : before[name]
            mine.set(name, { before: first, written: after[name] })
          }
      }),
    [store, id, mine],
  )
  const [found, setFound] = useState<Record<string, string>>({ ...errors })
  const draft = store.draft?.id === id ? store.draft : undefined
  const row = { ...store.rows.get(id), ...(draft && { [draft.field]: draft.value }) }
  const messageOf = (name: string) => {
    const result = checkOf(fields[name]!).safeParse(store.rows.get(id)?.[name])
    return result.success ? '' : (result.error.issues[0]?.message ?? '格式不正确')
  }

  function change(name: string, value: unknown) {
    store.fill({ id, field: name }, value)
    setFound((now) => ({ ...now, [name]: '' }))
  }
  /** Left the field: what was written counts, and is judged. */
  function check(name: string) {
    store.commit()
    setFound((now) => ({ ...now, [name]: messageOf(name) }))
  }
  function finish() {
    store.commit()
    const wrong = filledIn(fields).map(([name]) => [name, messageOf(name)] as const)
    setFound(Object.fromEntries(wrong))
    if (wrong.some(([, message]) => message)) return
    const waiting = uploads?.why(others)
    if (waiting) return say('warning', waiting)
    onClose()
  }
  const below = store.rows.count - store.rows.indexOf(id) - 1
  /** What stands in one of these fields goes into the same field of all rows below. */
  async function copyDown() {
    store.commit()
    const source = store.rows.get(id)
    if (!source) return
    const columns = store.shown.filter((column) => store.editable(source, column))
    const choices = columns.map(({ field, title }) => ({ key: field, text: title }))
    const chosen = await choose({ title: `复制到下面 ${below} 行`, choices })
    const column = columns.find(({ field }) => field === chosen)
    if (!column) return
    const text = store.textOf(source, column)
    const title = `把下面 ${below} 行的“${column.title}”都改为${text ? `“${text}”` : '空'}？`
    if (!(await confirm({ title, yes: '复制' }))) return
    // While that was asked, others may have added rows and deleted some, this one too.
    const top = store.rows.indexOf(id) + 1
    if (!top) return
    const cells = Array.from({ length: store.rows.count - top }, () => [{ row: source, column }])
    const place = { top, left: store.shown.indexOf(column) }
    if (await new Pasting(store).fill(cells, place)) say('success', `已复制到下面 ${cells.length} 行`)
  }
  /** What is still mine, as it was before. */
  function mineBefore() {
    const now = store.rows.get(id) ?? { id }
    const still = [...mine].filter(
      ([name, { before, written }]) => now[name] === written && (written ?? null) !== (before ?? null),
    )
    return Object.fromEntries(still.map(([name, { before }]) => [name, before ?? null]))
  }
  /** Away without taking what was typed; what others typed stays. */
  async function leave() {
    const typed = draft && (draft.value ?? null) !== (store.rows.get(id)?.[draft.field] ?? null)
    const changed = typed || Object.keys(mineBefore()).length > 0
    const ours = [...(uploads?.keys() ?? [])].some((input) => !others.has(input))
    if ((changed || ours) && !(await askToDiscard())) return
    uploads?.throwAway(others)
    store.cancel()
    if (adds) await store.remove([id])
    else store.change([{ id, values: mineBefore() }])
    onClose()
  }
  useAskedBack(() => void leave())

  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={() => void leave()}>
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
            onLeave={() => check(name)}
          />
        ))}
        {below > 0 && (
          <Button block fill="none" color="primary" onClick={() => void copyDown()}>
            复制到下面各行
          </Button>
        )}
      </div>
    </>
  )
}
