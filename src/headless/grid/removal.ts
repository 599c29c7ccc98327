import { removalOfSeveral, type Removal } from '../records/removal.ts'
import type { GridStore } from './store.ts'

/** Rows of a table. That they are gone is seen; a hook that refuses says so itself. */
export const removalOfRows = (store: GridStore, ids: readonly string[]): Removal =>
  removalOfSeveral(ids.length, async () => {
    await store.remove(ids)
    return ''
  })
