import type { GridRow } from './column.ts'

/** What somebody did to the rows of a table as a whole. */
export interface Arrangement {
  /** Rows that were not there before. */
  added: readonly GridRow[]
  /** Ids of rows that are no longer there. */
  gone: readonly string[]
  /** Ids of all rows as they stand. Empty: added at the end, the order follows. */
  order: readonly string[]
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * The ids that are here, in the wanted order. What it does not name was added by somebody else and stays behind what it
 * stands behind now. `late`: ids that everybody else hears of later, so they come behind others put in the same place.
 */
export function placed(now: readonly string[], wanted: readonly string[], fresh = NOBODY, late = NOBODY): string[] {
  const here = new Set([...now, ...fresh])
  const named = new Set(wanted)
  const order = wanted.filter((id) => here.has(id))
  let behind: string | undefined
  for (const id of [...now, ...fresh]) {
    if (!named.has(id)) {
      let place = behind === undefined ? 0 : order.indexOf(behind) + 1
      while (late.has(id) && fresh.has(order[place] ?? '')) place++
      order.splice(place, 0, id)
    }
    behind = id
  }
  return order
}

/** What became of rows; undefined when all stand as they stood. */
export function arrangementOf(before: readonly string[], rows: readonly GridRow[]): Arrangement | undefined {
  if (before.length === rows.length && rows.every(({ id }, at) => id === before[at])) return undefined
  const known = new Set(before)
  const now = new Set(rows.map(({ id }) => id))
  return {
    added: rows.filter(({ id }) => !known.has(id)),
    gone: before.filter((id) => !now.has(id)),
    order: [...now],
  }
}

/** Both, one after the other. */
export function joined(first: Arrangement | undefined, then: Arrangement): Arrangement {
  if (!first) return then
  const gone = new Set(then.gone)
  const added = [...first.added.filter(({ id }) => !gone.has(id)), ...then.added]
  const back = new Set(then.added.map(({ id }) => id))
  return { added, gone: [...first.gone.filter((id) => !back.has(id)), ...gone], order: then.order }
}

/** Characters of added rows in one message. */
const MOST_AT_ONCE = 30_000

/** In messages that are not too long; the last one has the order. */
export function inParts(whole: Arrangement): Arrangement[] {
  const parts: GridRow[][] = [[]]
  let size = 0
  for (const row of whole.added) {
    const long = JSON.stringify(row).length
    if (size + long > MOST_AT_ONCE && parts.at(-1)!.length) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(row)
    size += long
  }
  const last = parts.pop()!
  return [...parts.map((added) => ({ added, gone: [], order: [] })), { ...whole, added: last }]
}
