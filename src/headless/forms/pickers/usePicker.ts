import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../records/formats.ts'
import type { Row } from '../../records/rows.ts'
import type { PickerQuery, PickerSource } from './source.ts'

export interface Chosen {
  value: string
  text: string
  /** What it was chosen from; absent until it is loaded. */
  row?: Row
}

export interface Picker {
  rows: readonly Row[]
  total: number
  loading: boolean
  error: Error | null
  page: number
  size: number
  words: Readonly<Record<string, string>>
  departId: string | undefined
  /** Further pages are shown below the first: for shells that scroll. */
  turn(page: number, size?: number): void
  find(words: Readonly<Record<string, string>>): void
  within(departId: string | undefined): void
  chosen: readonly Chosen[]
  has(row: Row): boolean
  /** One more may not be chosen. */
  full: boolean
  toggle(row: Row): void
  /** Chosen now, of the rows on this page; those of other pages stay chosen. */
  choose(rows: readonly Row[]): void
  drop(value: string): void
  clear(): void
}

interface Options {
  source: PickerSource
  /** What the field holds at the start. */
  values: readonly string[]
  /** The column whose value is kept: `id` when not said. */
  store?: string | undefined
  /** The column that is read: the source's own when not said. */
  text?: string | undefined
  multiple: boolean
  max?: number | undefined
  size: number
}

const valueIn = (row: Row, store: string) => String(row[store] ?? row.id)

/** One selection modal: searched and paged on the server, chosen across pages. */
export function usePicker({ source, values, store = 'id', text, multiple, max, size: firstSize }: Options): Picker {
  const named = text ?? source.text
  const field = source.columns.find(({ name }) => name === named)?.field
  const [query, setQuery] = useState<Omit<PickerQuery, 'departId'>>({ page: 1, size: firstSize, words: {} })
  const [departId, setDepartId] = useState<string>()
  const [picked, setPicked] = useState<readonly Chosen[]>(() => values.map((value) => ({ value, text: value })))
  const page = useQuery({
    queryKey: ['picker', source.key, query, departId ?? ''],
    queryFn: ({ signal }) => source.ask({ ...query, departId }, signal),
    placeholderData: keepPreviousData,
  })
  const echo = useQuery({
    queryKey: ['picker', source.key, 'named', store, values.join(',')],
    queryFn: () => source.named(store, values),
    enabled: values.length > 0,
  })
  const textIn = (row: Row) => (field ? textOf(field, row, named) : '') || valueIn(row, store)
  const known = new Map((echo.data ?? []).map((row) => [valueIn(row, store), row]))
  const chosenOf = (row: Row): Chosen => ({ value: valueIn(row, store), text: textIn(row), row })
  const chosen = picked.map((one) => {
    const row = one.row ?? known.get(one.value)
    return row ? chosenOf(row) : one
  })
  const has = (row: Row) => picked.some(({ value }) => value === valueIn(row, store))
  const full = multiple && max !== undefined && picked.length >= max
  const rows = page.data?.rows ?? []
  return {
    rows,
    total: page.data?.total ?? 0,
    loading: page.isFetching,
    error: page.error ?? echo.error,
    ...query,
    departId,
    turn: (to, size = query.size) => setQuery({ ...query, page: size === query.size ? to : 1, size }),
    find: (words) => setQuery({ ...query, page: 1, words }),
    within: (id) => {
      setDepartId(id)
      setQuery({ ...query, page: 1 })
    },
    chosen,
    has,
    full,
    toggle(row) {
      const value = valueIn(row, store)
      if (has(row)) return setPicked(picked.filter((one) => one.value !== value))
      if (!multiple) return setPicked([chosenOf(row)])
      if (!full) setPicked([...picked, chosenOf(row)])
    },
    choose(now) {
      if (!multiple) return setPicked(now.slice(-1).map(chosenOf))
      const here = new Set(rows.map((row) => valueIn(row, store)))
      const elsewhere = picked.filter(({ value }) => !here.has(value))
      const before = picked.filter(({ value }) => here.has(value) && now.some((row) => valueIn(row, store) === value))
      const fresh = now.filter((row) => !has(row)).map(chosenOf)
      setPicked([...elsewhere, ...before, ...fresh].slice(0, max ?? Infinity))
    },
    drop: (value) => setPicked(picked.filter((one) => one.value !== value)),
    clear: () => setPicked([]),
  }
}
