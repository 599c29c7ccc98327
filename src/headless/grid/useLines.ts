import { useContext, useEffect, useLayoutEffect, useState, useRef } from 'react'
import type { FieldOf } from '#model/fields.ts'
import { MOST_LINES } from '#model/lines.ts'
import { dictItems } from '../session/dictionary.ts'
import { UnfinishedUploads } from '../forms/unfinishedUploads.ts'
import { startValues } from '../forms/startValues.ts'
import { fetchRecord } from '../records/useRecord.ts'
import { cellTypes } from './cellTypes.ts'
import type { GridRow, Values } from './column.ts'
import { EditedRecord } from '../forms/editedRecord.ts'
import { columnsOf } from './fieldColumns.ts'
import { unfinished } from '../records/fileValues.ts'
import type { GridOptions } from './options.ts'
import type { GridStore } from './store.ts'
import { useGridSync } from './sync.ts'
import { useGrid } from './useGrid.ts'

/** Column of the database that keeps the order of lines; the place in the list says it. */
const ORDER = 'orderNum'

export interface LinesOptions extends Pick<GridOptions, 'say'> {
  field: FieldOf<'lines'>
  name: string
  value: unknown
  readOnly?: boolean
  /** Sentences by `0.name`, such as the server's. */
  errors?: Readonly<Record<string, string>>
  onChange?(rows: readonly Values[]): void
}

/** The grid of one field of a form. What is typed there is in the form at once, also while the cell is still open. */
export function useLines({ field, name, value, readOnly = false, errors, onChange, say }: LinesOptions): GridStore {
  const rows = (Array.isArray(value) ? value : NO_ROWS) as readonly GridRow[]
  const [first] = useState(rows)
  const store = useGrid(
    {
      columns: columnsOf(field.of, { readOnly }),
      name: `lines:${name}`,
      readOnly,
      dragSort: !readOnly,
      dragSortKey: ORDER,
      ...(readOnly && { selection: 'none' as const }),
      most: MOST_LINES,
      newValues: () => startValues(field.of),
      sources: { dict: dictItems },
      ...(say && { say }),
    },
    first,
  )
  /** What the form shows, and behind it what it was told since: it may draw an earlier one after a later one was told. */
  const told = useRef<readonly (readonly Values[])[]>([rows])
  /** What comes from the form is no news to it. */
  const loads = useRef(false)
  const seen = useRef<{ store: GridStore; rows: readonly GridRow[] }>(undefined)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  useEffect(() => learnTexts(store, first), [store, first])
  // Before anything else is heard and told to the form as if these rows had not come.
  useLayoutEffect(() => {
    const at = told.current.indexOf(rows)
    told.current = at < 0 ? [rows] : told.current.slice(at)
    if (at >= 0) return
    // Thrown away, taken up again, or another version: not typed here.
    learnTexts(store, rows)
    loads.current = true
    store.load(rows)
    loads.current = false
  }, [store, rows])

  useEffect(() => {
    if (readOnly) return undefined
    const kept = new WeakMap<GridRow, Values>()
    const asTold = (row: GridRow): Values => {
      const known = kept.get(row) ?? toForm(store, row)
      kept.set(row, known)
      return known
    }
    const asRead = (row: Values) => JSON.stringify(asTold(row as GridRow))
    const hear = () => {
      const drafted = store.drafted()
      seen.current = { store, rows: [...drafted] }
      if (loads.current) return
      const now = drafted.map(asTold)
      const before = told.current.at(-1)!
      // Rows of the form carry the number of their place, which is no part of what is typed.
      const isTold = (row: Values, at: number) => row === before[at] || asRead(row) === asRead(before[at]!)
      if (now.length === before.length && now.every(isTold)) return
      told.current = [...told.current, now]
      tell.current?.(now)
    }
    // A page that was put aside heard nothing: an upload or a long paste may have ended meanwhile.
    const { current: before } = seen
    const drafted = store.drafted()
    if (before?.store !== store) seen.current = { store, rows: [...drafted] }
    else if (drafted.length !== before.rows.length || drafted.some((row, at) => row !== before.rows[at])) hear()
    const stops = [store.signals.listen('state', hear), store.signals.listen('draft', hear)]
    return () => stops.forEach((stop) => stop())
  }, [store, readOnly])

  // The same sentences come as another object with every drawing of the form.
  const sentences = JSON.stringify(errors ?? {})
  useEffect(() => {
    const found = byRow(store.rows.list, JSON.parse(sentences) as Record<string, string>)
    store.problems.tell(found)
    const first = [...found].find(([id]) => !store.visible.hides(id))
    // Shown where it is, unless the person is in the middle of something; to a hidden row its sentence leads.
    if (first && !store.draft) store.cursor.go({ id: first[0], field: Object.keys(first[1])[0]! })
  }, [store, sentences])

  const waiting = useContext(UnfinishedUploads)
  useEffect(() => {
    const key = {}
    const drop = () => store.tellProgress(undefined)
    const look = () => {
      const why = store.busy ?? unfinishedIn(store)
      if (store.busy) waiting?.stops.set(key, drop)
      else waiting?.stops.delete(key)
      if (why !== waiting?.get(key))
        if (why) waiting?.set(key, why)
        else waiting?.delete(key)
    }
    look()
    const stops = [store.signals.listen('state', look), store.signals.listen('progress', look)]
    return () => {
      stops.forEach((stop) => stop())
      waiting?.stops.delete(key)
      waiting?.delete(key)
    }
  }, [store, waiting])

  const record = useContext(EditedRecord)
  useGridSync(
    store,
    record && !readOnly ? `${record.resource.name}:${record.id}:${name}` : undefined,
    async () => {
      const saved = await fetchRecord(record!.resource, record!.id)
      return (saved[name] as GridRow[] | null) ?? []
    },
    record?.thrownAway,
  )
  return store
}

const NO_ROWS: readonly GridRow[] = []

/** Paths instead of what is known about an upload; without the number of the place and words of what was chosen before. */
function toForm(store: GridStore, row: GridRow): Values {
  const paths = store.columns.flatMap(({ field, type }) => {
    const path = cellTypes[type].sent?.(row[field])
    return path === undefined || path === (row[field] ?? null) ? [] : [[field, path] as const]
  })
  const old = store.columns.flatMap((column) => {
    const words = column.choiceSource && row[wordsOf(column.field)]
    return typeof words === 'string' && words !== store.textOf(row, column) ? [wordsOf(column.field)] : []
  })
  const { orderField } = store
  if (orderField !== undefined && !store.byField.has(orderField) && orderField in row) old.push(orderField)
  if (!paths.length && !old.length) return row
  const kept = { ...row, ...Object.fromEntries(paths) }
  return Object.fromEntries(Object.entries(kept).filter(([field]) => !old.includes(field)))
}

const wordsOf = (field: string) => `${field}_dictText`

/** Lines come with the words of what they refer to. */
function learnTexts(store: GridStore, rows: readonly GridRow[]): void {
  for (const column of store.columns) {
    if (!column.choiceSource) continue
    for (const row of rows) {
      const [value, text] = [row[column.field], row[wordsOf(column.field)]]
      if (typeof value !== 'string' || typeof text !== 'string' || !text) continue
      const [values, texts] = [value.split(','), text.split(',')]
      if (values.length !== texts.length) continue
      const choices = values.map((one, at) => ({ value: one, text: texts[at]! }))
      store.looks.learn(column, choices, column.choiceSource.of(row))
    }
  }
}

function byRow(rows: readonly GridRow[], errors: Readonly<Record<string, string>>) {
  const found = new Map<string, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [index, field] = path.split('.')
    const id = rows[Number(index)]?.id
    if (id !== undefined && field) found.set(id, { ...found.get(id), [field]: message })
  }
  return found
}

function unfinishedIn(store: GridStore): string | undefined {
  const fields = store.columns.filter(({ type }) => cellTypes[type].enters === 'files').map(({ field }) => field)
  for (const row of store.rows.list)
    for (const field of fields) {
      const why = unfinished(row[field])
      if (why) return why
    }
  return undefined
}
