/** Several records at once. */

/** The most one request decides on, each record by its id. */
export const MOST_AT_ONCE = 200
/** The most that can be chosen by a query. */
export const MOST_BY_QUERY = 10_000

export interface Excluded {
  id: string
  name: string
  reason: string
}

const MOST_NAMED = 3

/** The first of those left out, with the reason; all of them are `count`. */
export function namedExcluded(excluded: readonly Excluded[], count: number): string {
  const named = excluded.slice(0, MOST_NAMED).map(({ name, reason }) => `${name}（${reason}）`)
  return named.join('、') + (count > named.length ? `等共 ${count} 条` : '')
}

/** What a batch would do, before anybody presses the button. */
export interface BatchPreview {
  action: string
  label: string
  /** Those that can be decided; their ids unless they are more than one request takes. */
  count: number
  ids: string[]
  /** Of these ids, in their order: what a decision is sent with. */
  versions: number[]
  /** Sum of the amount that is decided on, else of the first of `list.totals`; null when there is none. */
  total: string | null
  totals: Record<string, string>
  /** Left out and why; the first of them when they are many. */
  excluded: Excluded[]
  excludedCount: number
}
