import { useEffect, useRef } from 'react'
import { session, useSession } from '../session.ts'
import { cellTypes } from './cellTypes.ts'
import type { GivenRow, Values } from './column.ts'
import { GridLine, type SyncedTable } from './line.ts'
import { isTemporary } from './rows.ts'
import type { GridStore } from './store.ts'

/**
 * Connects a grid to others that show the same rows. `fetchMissed`: the rows as they are saved, for who was not connected
 * for a while, be it that the line was cut or that the grid was left (`leftAt`, ms).
 */
export function syncGrid(
  store: GridStore,
  line: GridLine,
  socketKey: string,
  fetchMissed?: () => Promise<readonly GivenRow[]>,
  leftAt?: number,
): () => void {
  const table: SyncedTable = {
    merge: (row) => void store.merge(row),
    missed: async () => {
      // Not there either: the next cut, or the save, will tell.
      const rows = await fetchMissed?.().catch(() => undefined)
      if (rows) store.catchUp(rows)
    },
    refused: (why) => store.say('warning', why),
    cut: (isCut) => store.tellCut(isCut),
  }
  const member = line.join(socketKey, table, leftAt)
  const stop = store.onChange((changes) => {
    for (const { id, after } of changes) {
      const row = store.rows.get(id)
      if (!row || isTemporary(id)) continue
      const fields = Object.keys(after).filter((field) => field !== store.orderField)
      const sent = fields.map((field) => [field, asSent(store, row, field)] as const)
      if (sent.length) member.send({ ...(Object.fromEntries(sent) as Values), id })
    }
  })
  return () => {
    stop()
    member.leave()
    store.tellCut(false)
  }
}

/** Of files their paths. */
const asSent = (store: GridStore, row: Values, field: string): unknown => {
  const column = store.byField.get(field)
  const of = column && cellTypes[column.type].sent
  return of ? of(row[field]) : row[field]
}

let shared: { line: GridLine; users: number; of: string } | undefined

/** The line of this page; the last to leave closes it. */
function sharedLine(userId: string, token: string): { line: GridLine; leave: () => void } {
  const of = `${userId} ${token}`
  if (shared?.of !== of) shared = { line: new GridLine({ userId, token }), users: 0, of }
  const mine = shared
  mine.users++
  return {
    line: mine.line,
    leave() {
      if (--mine.users) return
      mine.line.close()
      if (shared === mine) shared = undefined
    },
  }
}

/** Keeps a grid in step with others under this key while somebody is signed in. Without a key it stays alone. */
export function useGridSync(
  store: GridStore,
  socketKey: string | undefined,
  fetchMissed?: () => Promise<readonly GivenRow[]>,
): void {
  const userId = useSession((state) => state.info?.id)
  const token = useSession((state) => state.token)
  const missed = useRef(fetchMissed)
  /** A page that is put aside for another one leaves its tables and comes back to them. */
  const left = useRef<{ store: GridStore; key: string; at: number }>(undefined)
  useEffect(() => {
    missed.current = fetchMissed
  }, [fetchMissed])
  useEffect(() => {
    if (!socketKey || !userId || !token) return undefined
    const { line, leave } = sharedLine(userId, session().token)
    const before = left.current
    const leftAt = before?.store === store && before.key === socketKey ? before.at : undefined
    const stop = syncGrid(store, line, socketKey, () => missed.current?.() ?? Promise.resolve([]), leftAt)
    return () => {
      left.current = { store, key: socketKey, at: Date.now() }
      stop()
      leave()
    }
  }, [store, socketKey, userId, token])
}
