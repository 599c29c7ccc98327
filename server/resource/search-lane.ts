import type { LaneName } from '../kernel/lanes.ts'

/** Begins with anything, so that no order of the rows helps to find it; `**` is no condition. */
const PART = /^\*[^*]/
const LOOKS_EVERYWHERE: ReadonlySet<string> = new Set(['keyword', 'superQueryParams'])

/** The lane of a list: looking for a part of a text, or by an advanced query, may take a look at every row. */
export function searchLane(query: unknown): LaneName {
  if (typeof query !== 'object' || query === null) return 'light'
  const wide = Object.entries(query).some(
    ([name, value]) => typeof value === 'string' && (PART.test(value) || (LOOKS_EVERYWHERE.has(name) && value !== '')),
  )
  return wide ? 'wide' : 'light'
}
