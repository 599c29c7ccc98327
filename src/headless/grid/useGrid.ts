import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { GivenRow } from './column.ts'
import type { GridOptions } from './options.ts'
import { GridStore } from './store.ts'
import type { Topic } from './signals.ts'

/**
 * The controller of one grid. Columns and settings are those of the first rendering, callbacks those of the latest. Another
 * array of rows replaces what is in it.
 */
export function useGrid(options: GridOptions, rows: readonly GivenRow[]): GridStore {
  const [grid] = useState(() => ({ store: new GridStore(options, rows), rows }))
  useEffect(() => {
    grid.store.options = options
  }, [grid, options])
  useEffect(() => {
    if (grid.rows === rows) return
    grid.rows = rows
    grid.store.load(rows)
  }, [grid, rows])
  return grid.store
}

/** Draws again when the topic is told. */
export function useSignal(store: GridStore, topic: Topic): number {
  const listen = useCallback((hear: () => void) => store.signals.listen(topic, hear), [store, topic])
  const version = useCallback(() => store.signals.version(topic), [store, topic])
  return useSyncExternalStore(listen, version)
}

/** Draws again only when what is read of the grid becomes another value. */
export function useOf<T extends string | number | boolean | undefined>(
  store: GridStore,
  topic: Topic,
  read: (store: GridStore) => T,
): T {
  const listen = useCallback((hear: () => void) => store.signals.listen(topic, hear), [store, topic])
  return useSyncExternalStore(listen, () => read(store))
}
