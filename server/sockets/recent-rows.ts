/** What was said of rows lately, so that who was cut off can catch up. Kept in memory only: nothing of it is a saved row. */
import { MISSED, Parts, type Arrangement } from '#model/arrangement.ts'

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
/** When each was said, in ms. */
interface KeptArrangement {
  added: Map<string, { row: Arrangement['added'][number]; at: number }>
  gone: Map<string, { at: number; thrown: boolean }>
  order: readonly string[]
  at: number
}
interface Kept {
  said: RowSaid
  /** Who said each field last. */
  by: ReadonlyMap<string, string>
  /** ms */
  at: number
}

export const KEPT_MS = 10 * 60_000
const MOST_ROWS = 5000
const MOST_TABLES = 200

export class RecentRows {
  /** The one said longest ago first. */
  readonly #kept = new Map<string, Kept>()

  take(said: RowSaid, now: number): void {
    const key = `${said.tenant} ${said.socketKey} ${String(said.row.id)}`
    const before = this.#kept.get(key)
    const added = this.#arranged.get(`${said.tenant} ${said.socketKey}`)?.added.get(String(said.row.id))
    if (added) added.row = { ...added.row, ...said.row }
    this.#kept.delete(key)
    const by = new Map([...(before?.by ?? []), ...Object.keys(said.row).map((field) => [field, said.caseId] as const)])
    this.#kept.set(key, { said: { ...said, row: { ...before?.said.row, ...said.row } }, by, at: now })
    for (const [old, { at }] of this.#kept) {
      if (this.#kept.size <= MOST_ROWS && at > now - KEPT_MS) break
      this.#kept.delete(old)
    }
  }

  /** What came of the rows of each table. */
  readonly #arranged = new Map<string, KeptArrangement>()

  readonly #parts = new Parts()

  arrange({ tenant, socketKey, arrangement: part, caseId }: ArrangementSaid, now: number): void {
    const key = `${tenant} ${socketKey}`
    // Of one whose first parts were missed nothing is known.
    const whole = this.#parts.take(`${key} ${caseId}`, part)
    if (!whole || whole === MISSED) return
    const { added, gone, order, back } = whole
    for (const { id, was, is } of back ?? []) this.#takeBack(`${key} ${id}`, was, is, now)
    const kept = this.#arranged.get(key) ?? { added: new Map(), gone: new Map(), order: [], at: now }
    for (const id of gone) {
      kept.added.delete(id)
      kept.gone.set(id, { at: now, thrown: back !== undefined })
    }
    for (const row of added) {
      // Who takes back a deletion that was saved meanwhile does not bring the row back.
      if (back && !kept.gone.has(row.id)) continue
      kept.gone.delete(row.id)
      kept.added.set(row.id, { row, at: now })
    }
    kept.order = order.length ? order : [...kept.order, ...added.map(({ id }) => id)]
    kept.at = now
    this.#arranged.delete(key)
    this.#arranged.set(key, kept)
    for (const [old, { at }] of this.#arranged) {
      if (this.#arranged.size <= MOST_TABLES && at > now - KEPT_MS) break
      this.#arranged.delete(old)
    }
  }

  /** Where the newest that was said of a row is what is thrown away, it is what was before. */
  #takeBack(key: string, was: Values, is: Values, now: number): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    const { row } = kept.said
    const fields = Object.keys(is).filter((name) => name in row && row[name] === was[name])
    if (!fields.length) return
    const next = { ...row, ...Object.fromEntries(fields.map((name) => [name, is[name]])) }
    this.#kept.delete(key)
    this.#kept.set(key, { ...kept, said: { ...kept.said, row: next }, at: now })
  }

  /** Of the rows what came and went since, as they are now. Undefined when nothing did. */
  arrangedSince(tenant: number, socketKey: string, since: number): Arrangement | undefined {
    const kept = this.#arranged.get(`${tenant} ${socketKey}`)
    if (!kept || kept.at < since) return undefined
    const gone = [...kept.gone].filter(([, { at }]) => at >= since)
    const thrown = gone.filter(([, one]) => one.thrown).map(([id]) => id)
    return {
      added: [...kept.added.values()].filter(({ at }) => at >= since).map(({ row }) => row),
      gone: gone.map(([id]) => id),
      order: kept.order,
      ...(thrown.length && { thrown }),
    }
  }

  /** What was said of it is saved now, or in vain: whoever opens it from now on has it as it stands. */
  forget(tenant: number, resource: string, id: string): void {
    const prefix = `${tenant} ${resource}:${id}:`
    this.#parts.forget(prefix)
    for (const told of [this.#kept, this.#arranged])
      for (const key of told.keys()) if (key.startsWith(prefix)) told.delete(key)
  }

  /** Newest state of each row of a table that was said since, each field by who said it: nobody listens to their own. */
  since(tenant: number, socketKey: string, since: number): RowSaid[] {
    return [...this.#kept.values()]
      .filter(({ said, at }) => at >= since && said.tenant === tenant && said.socketKey === socketKey)
      .flatMap(({ said, by }) => {
        const told = Object.entries(said.row)
        const speakers = new Set(told.filter(([field]) => field !== 'id').map(([field]) => by.get(field)!))
        return [...speakers].map((caseId) => {
          const row = Object.fromEntries(told.filter(([field]) => field === 'id' || by.get(field) === caseId))
          return { ...said, row, caseId }
        })
      })
  }
}
