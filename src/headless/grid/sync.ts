import { useEffect, useRef } from 'react'
import type { Arrangement } from '#model/arrangement.ts'
import { session, useSession } from '../session/session.ts'
import { arrangementOf } from './arrangement.ts'
import { cellTypes } from './cellTypes.ts'
import type { GivenRow, GridRow, Values } from './column.ts'
import type { Change } from './history.ts'
import type { ThrownAway } from '../forms/editedRecord.ts'
import { GridLine, type SyncedTable } from './line.ts'
import type { GridStore } from './store.ts'
import { SharedEdits } from './sharedEdits.ts'

/** Since when (ms) nobody listened, and what this person changed meanwhile: an upload that ended, a long paste. */
export interface Left {
  at: number
  changes: readonly Change[]
  /** The rows as others knew them then. */
  known?: readonly GridRow[]
  told?: SharedEdits
  loads?: number
}

/** A grid that several people fill in. */
export interface Synced {
  /** What this person told and nobody has changed since is taken back for the others: it is thrown away here. */
  takeBack(): void
  told: SharedEdits
  stop(): void
}

/**
 * Connects a grid to others that show the same rows. `fetchMissed`: the rows as they are saved, for who was not connected
 * for a while, be it that the line was cut or that the grid was left.
 */
export function syncGrid(
  store: GridStore,
  line: GridLine,
  socketKey: string,
  fetchMissed?: () => Promise<readonly GivenRow[]>,
  left?: Left,
): Synced {
  const isSame = left?.loads === store.loads
  /** As the others know them. */
  let known = left?.known && isSame ? left.known : store.rows.list.slice()
  const told = (isSame && left?.told) || new SharedEdits()
  let { loads } = store
  const table: SyncedTable = {
    merge(row) {
      told.heard(row)
      store.merge(row)
    },
    arrange(arrangement, late) {
      const { back, gone, thrown = back ? gone : [] } = arrangement
      const before = idsOf(known)
      // Thrown away by who added them, but filled in here: they are this person's now.
      const kept = thrown.filter((id) => store.rows.get(id) && told.has(id))
      // Deleted by who throws that away, but saved like that here: they stay deleted.
      const added = back ? arrangement.added.filter(({ id }) => told.heardGone(id)) : arrangement.added
      const heard = { ...arrangement, added, gone: gone.filter((id) => !kept.includes(id)) }
      store.arrange(heard, late)
      told.heardArranged(heard, before, idsOf(store.rows.list))
      known = store.rows.list.filter(({ id }) => !kept.includes(id))
      if (kept.length) tell([])
      for (const one of back ?? []) {
        const row = store.rows.get(one.id)
        const values = row && told.stillTheirs(one, rowAsSent(store, row))
        if (values) table.merge(values)
      }
    },
    missed: async () => {
      // Not there either: the next cut, or the save, will tell.
      const rows = await fetchMissed?.().catch(() => undefined)
      if (rows) store.catchUp(rows)
    },
    refused: (why) => store.say('warning', why),
    cut: (isCut) => store.tellCut(isCut),
  }
  const member = line.join(socketKey, table, left?.at)
  function arrange(arrangement: Arrangement) {
    const gone = new Set(arrangement.gone)
    const left = known.filter(({ id }) => gone.has(id)).map((row) => rowAsSent(store, row))
    told.arranged(arrangement, idsOf(known), left)
    member.arrange(arrangement)
  }
  function tell(changes: readonly Change[]) {
    const arrangement = arrangementOf(idsOf(known), store.rows.list)
    if (arrangement) arrange({ ...arrangement, added: arrangement.added.map((row) => rowAsSent(store, row)) })
    known = store.rows.list.slice()
    for (const { id, before, after } of changes) {
      const row = store.rows.get(id)
      if (!row) continue
      const fields = Object.keys(after).filter((field) => field !== store.orderField)
      const sent = fields.map((field) => [field, asSent(store, row, field)] as const)
      if (!sent.length) continue
      const values = Object.fromEntries(sent) as Values
      const old = Object.fromEntries(fields.map((field) => [field, asSent(store, before, field)]))
      told.changed(id, old, values)
      member.send({ ...values, id })
    }
  }
  if (left) tell(left.changes)
  const stop = store.onChange(tell)
  // Other rows were loaded: nobody deleted those of before.
  const stopLoads = store.signals.listen('rows', () => {
    if (loads === store.loads) return
    ;({ loads } = store)
    known = store.rows.list.slice()
    told.clear()
  })
  return {
    takeBack() {
      const arrangement = told.takenBack(idsOf(known))
      if (arrangement) member.takeBack(arrangement)
    },
    told,
    stop() {
      stop()
      stopLoads()
      member.leave()
      store.tellCut(false)
    },
  }
}

const idsOf = (rows: readonly GridRow[]): string[] => rows.map(({ id }) => id)

const rowAsSent = (store: GridStore, row: GridRow): GridRow => {
  const fields = store.columns.map(({ field }) => field).filter((field) => field !== store.orderField)
  return { ...Object.fromEntries(fields.map((field) => [field, asSent(store, row, field)])), id: row.id }
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
  thrownAway?: ThrownAway,
): void {
  const userId = useSession((state) => state.info?.id)
  const token = useSession((state) => state.token)
  const missed = useRef(fetchMissed)
  /** A page that is put aside for another one leaves its tables and comes back to them. */
  const left = useRef<Left & { store: GridStore; key: string; stop(): void }>(undefined)
  useEffect(() => {
    missed.current = fetchMissed
  }, [fetchMissed])
  useEffect(() => {
    if (!socketKey || !userId || !token) return undefined
    const { line, leave } = sharedLine(userId, session().token)
    const before = left.current
    before?.stop()
    const same = before?.store === store && before.key === socketKey ? before : undefined
    const synced = syncGrid(store, line, socketKey, () => missed.current?.() ?? Promise.resolve([]), same)
    thrownAway?.add(synced.takeBack)
    return () => {
      thrownAway?.delete(synced.takeBack)
      const changes: Change[] = []
      const stopAside = store.onChange((more) => void changes.push(...more))
      left.current = {
        store,
        key: socketKey,
        at: Date.now(),
        changes,
        known: store.rows.list.slice(),
        told: synced.told,
        loads: store.loads,
        stop: stopAside,
      }
      synced.stop()
      leave()
    }
  }, [store, socketKey, userId, token, thrownAway])
}
