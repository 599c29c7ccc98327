/** What was said of rows lately, so that who was cut off can catch up. Kept in memory only: nothing of it is a saved row. */

export interface RowSaid {
  tenant: number
  socketKey: string
  row: Readonly<Record<string, unknown>>
  /** The instance of a table that said it. */
  caseId: string
}
interface Kept {
  said: RowSaid
  /** ms */
  at: number
}

export const KEPT_MS = 10 * 60_000
const MOST_ROWS = 5000

export class RecentRows {
  /** The one said longest ago first. */
  readonly #kept = new Map<string, Kept>()

  take(said: RowSaid, now: number): void {
    const key = `${said.tenant} ${said.socketKey} ${String(said.row.id)}`
    const before = this.#kept.get(key)
    this.#kept.delete(key)
    this.#kept.set(key, { said: { ...said, row: { ...before?.said.row, ...said.row } }, at: now })
    for (const [old, { at }] of this.#kept) {
      if (this.#kept.size <= MOST_ROWS && at > now - KEPT_MS) break
      this.#kept.delete(old)
    }
  }

  /** Newest state of each row of a table that was said since. */
  since(tenant: number, socketKey: string, since: number): RowSaid[] {
    return [...this.#kept.values()]
      .filter(({ said, at }) => at >= since && said.tenant === tenant && said.socketKey === socketKey)
      .map(({ said }) => said)
  }
}
