import { useCallback, useMemo, useState } from 'react'
import type { Row } from '../records/rows.ts'

export interface Selection {
  ids: readonly string[]
  rows: readonly Row[]
  count: number
  has(id: string): boolean
  /** The chosen ones as they were last seen: a page that is shown may have been asked for again since. */
  seenWith(onPage: readonly Row[]): Row[]
  /** Chosen now, of the rows on this page; those of other pages stay chosen. */
  choose(ids: readonly string[], onPage: readonly Row[]): void
  toggle(row: Row): void
  drop(ids: readonly string[]): void
  clear(): void
}

/** Chosen records, kept across pages. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(() => new Map())
  const choose = useCallback((ids: readonly string[], onPage: readonly Row[]) => {
    setChosen((before) => {
      const after = new Map(before)
      for (const row of onPage) after.delete(row.id)
      for (const row of onPage) if (ids.includes(row.id)) after.set(row.id, row)
      return after
    })
  }, [])
  const drop = useCallback((ids: readonly string[]) => {
    setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
  }, [])
  const toggle = useCallback((row: Row) => {
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(row.id)) after.set(row.id, row)
      return after
    })
  }, [])
  const clear = useCallback(() => setChosen(new Map()), [])
  return useMemo(
    () => ({
      ids: [...chosen.keys()],
      rows: [...chosen.values()],
      count: chosen.size,
      has: (id) => chosen.has(id),
      seenWith(onPage) {
        const shown = new Map(onPage.map((row) => [row.id, row]))
        return [...chosen].map(([id, row]) => shown.get(id) ?? row)
      },
      choose,
      toggle,
      drop,
      clear,
    }),
    [chosen, choose, toggle, drop, clear],
  )
}
