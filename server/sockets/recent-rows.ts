/**
 * What was said of rows lately, so that who was cut off can catch up. Kept in memory only: nothing of it is a saved row. What
 * does not fit is not told: who comes back reads the record.
 */
import { MISSED, Parts, type Arrangement } from '#model/arrangement.ts'
import { Weighed } from './weighed.ts'

export interface RowSaid {
  tenant: number
  socketKey: string
  row: Readonly<Record<string, unknown>>
  /** The instance of a table that said it. */
  caseId: string
}
/** Which rows of a table came, went and moved. */
export interface ArrangementSaid {
  tenant: number
  socketKey: string
  arrangement: Arrangement
  caseId: string
}
type Values = Readonly<Record<string, unknown>>
/** `at`: when it was said, in ms. */
interface Kept {
  said: RowSaid
  /** Who said each field last. */
  by: ReadonlyMap<string, string>
  at: number
}
interface KeptTable {
  rows: Weighed<Kept>
  /** What came of its rows. */
  added: Weighed<{ row: Arrangement['added'][number]; at: number }>
  gone: Weighed<{ at: number; thrown: boolean }>
  order: { ids: readonly string[]; bytes: number }
  arrangedAt: number
}

export const KEPT_MS = 10 * 60_000
/** Bytes of one row, of the ids of a table in their order, of a table, and of all. */
const MOST = { row: 64 * 1024, order: 768 * 1024, table: 1024 * 1024, all: 32 * 1024 * 1024 }
/** What a row or a table takes beside its text, and a field of a row. */
const AROUND_BYTES = 100
const FIELD_BYTES = 24

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + AROUND_BYTES
/** Most rows are of one person, whose name is there once: a large paste must find room. */
const bytesOfRow = (row: Values, by: Kept['by']): number =>
  [...new Set(by.values())].reduce(
    (sum, caseId) => sum + caseId.length + AROUND_BYTES,
    bytesOf(row) + by.size * FIELD_BYTES,
  )
const weightOf = ({ rows, added, gone, order }: KeptTable): number =>
  AROUND_BYTES + rows.bytes + added.bytes + gone.bytes + order.bytes

export class RecentRows {
  /** The one spoken of longest ago first. */
  readonly #tables = new Weighed<{ table: KeptTable; at: number }>()
  readonly #parts = new Parts()

  /** What all of it takes, as it is counted. */
  get bytes(): number {
    return this.#tables.bytes
  }

  take(said: RowSaid, now: number): void {
    const key = `${said.tenant} ${said.socketKey}`
    const table = this.#tableOf(key)
    const id = String(said.row.id)
    const added = table.added.get(id)
    if (added) this.#add(table, { ...added.row, ...said.row, id }, added.at)
    const before = table.rows.get(id)
    const by = Object.keys(said.row).map((field) => [field, said.caseId] as const)
    const whole = { said: { ...said, row: { ...before?.said.row, ...said.row } }, by: new Map([...(before?.by ?? []), ...by]) } // prettier-ignore
    if (!this.#keep(table, id, { ...whole, at: now })) this.#keep(table, id, { said, by: new Map(by), at: now })
    this.#settle(key, table, now)
  }

  #tableOf = (key: string): KeptTable =>
    this.#tables.get(key)?.table ?? {
      rows: new Weighed(),
      added: new Weighed(),
      gone: new Weighed(),
      order: { ids: [], bytes: 0 },
      arrangedAt: -Infinity,
    }

  /** False, and nothing of it is kept, when it is too long. */
  #keep({ rows }: KeptTable, id: string, kept: Kept): boolean {
    const bytes = bytesOfRow(kept.said.row, kept.by)
    rows.delete(id)
    if (bytes <= MOST.row) rows.set(id, kept, bytes)
    return bytes <= MOST.row
  }

  /** One that is too long stays as it was. */
  #add({ added }: KeptTable, row: Arrangement['added'][number], at: number): void {
    const bytes = bytesOf(row)
    if (bytes <= MOST.row) added.set(row.id, { row, at }, bytes)
  }

  /** Forgets what is over and what does not fit, the oldest first. */
  #settle(key: string, table: KeptTable, now: number): void {
    const { rows, added, gone } = table
    for (const told of [rows, added, gone]) told.dropWhile(({ at }) => at <= now - KEPT_MS)
    for (const told of [rows, added, gone]) told.dropWhile(() => weightOf(table) > MOST.table)
    this.#tables.delete(key)
    this.#tables.set(key, { table, at: now }, weightOf(table))
    this.#tables.dropWhile(({ at }) => this.#tables.bytes > MOST.all || at <= now - KEPT_MS)
  }

  arrange({ tenant, socketKey, arrangement: part, caseId }: ArrangementSaid, now: number): void {
    const key = `${tenant} ${socketKey}`
    // Of one whose first parts were missed nothing is known.
    const whole = this.#parts.take(`${key} ${caseId}`, part)
    if (!whole || whole === MISSED) return
    const { added, gone, order, back } = whole
    const table = this.#tableOf(key)
    for (const { id, was, is } of back ?? []) this.#takeBack(table, id, was, is, now)
    for (const id of gone) {
      table.added.delete(id)
      table.gone.set(id, { at: now, thrown: back !== undefined }, bytesOf(id))
    }
    for (const row of added) {
      // Who takes back a deletion that was saved meanwhile does not bring the row back.
      if (back && !table.gone.get(row.id)) continue
      table.gone.delete(row.id)
      this.#add(table, row, now)
    }
    const ids = order.length ? order : [...table.order.ids, ...added.map(({ id }) => id)]
    const bytes = bytesOf(ids)
    table.order = bytes > MOST.order ? { ids: [], bytes: 0 } : { ids, bytes }
    table.arrangedAt = now
    this.#settle(key, table, now)
  }

  /** Where the newest that was said of a row is what is thrown away, it is what was before. */
  #takeBack(table: KeptTable, id: string, was: Values, is: Values, now: number): void {
    const kept = table.rows.get(id)
    if (!kept) return
    const { row } = kept.said
    const fields = Object.keys(is).filter((name) => name in row && row[name] === was[name])
    if (!fields.length) return
    const next = { ...row, ...Object.fromEntries(fields.map((name) => [name, is[name]])) }
    this.#keep(table, id, { ...kept, said: { ...kept.said, row: next }, at: now })
  }

  /** Of the rows what came and went since, as they are now. Undefined when nothing did. */
  arrangedSince(tenant: number, socketKey: string, since: number): Arrangement | undefined {
    const table = this.#tables.get(`${tenant} ${socketKey}`)?.table
    if (!table || table.arrangedAt < since) return undefined
    const gone = [...table.gone].filter(([, { at }]) => at >= since)
    const thrown = gone.filter(([, one]) => one.thrown).map(([id]) => id)
    return {
      added: [...table.added].filter(([, { at }]) => at >= since).map(([, { row }]) => row),
      gone: gone.map(([id]) => id),
      order: table.order.ids,
      ...(thrown.length && { thrown }),
    }
  }

  /** What was said of it is saved now, or in vain: whoever opens it from now on has it as it stands. */
  forget(tenant: number, resource: string, id: string): void {
    const prefix = `${tenant} ${resource}:${id}:`
    this.#parts.forget(prefix)
    for (const [key] of this.#tables) if (key.startsWith(prefix)) this.#tables.delete(key)
  }

  /** Newest state of each row of a table that was said since, each field by who said it: nobody listens to their own. */
  since(tenant: number, socketKey: string, since: number): RowSaid[] {
    return [...(this.#tables.get(`${tenant} ${socketKey}`)?.table.rows ?? [])]
      .filter(([, { at }]) => at >= since)
      .flatMap(([, { said, by }]) => {
        const told = Object.entries(said.row)
        const speakers = new Set(told.filter(([field]) => field !== 'id').map(([field]) => by.get(field)!))
        return [...speakers].map((caseId) => {
          const row = Object.fromEntries(told.filter(([field]) => field === 'id' || by.get(field) === caseId))
          return { ...said, row, caseId }
        })
      })
  }
}
