import type { Resource } from '#model/resource.ts'
import { indexedFields, tableOf } from '../db/table.ts'
import type { LaneName } from '../kernel/lanes.ts'

/** Begins with anything, so that no order of the rows helps to find it; `**` is no condition. */
const PART = /^\*[^*]/
/** In small letters: one client of the contract says `keyword`, another `keyWord`. */
const LOOKS_EVERYWHERE: ReadonlySet<string> = new Set(['keyword', 'superqueryparams'])

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '' && value !== '**'

const lane = (query: unknown, isFound: (name: string) => boolean): LaneName => {
  if (typeof query !== 'object' || query === null) return 'light'
  const wide = Object.entries(query).some(
    ([name, value]) =>
      isGiven(value) && (PART.test(value) || LOOKS_EVERYWHERE.has(name.toLowerCase()) || !isFound(name)),
  )
  return wide ? 'wide' : 'light'
}

/** The lane of a search of which only the words are known: for a part of a text, or by an advanced query. */
export const searchLane = (query: unknown): LaneName => lane(query, () => true)

/** The same of a list: also what is asked of a field without an index may take a look at every row. */
export function searchLaneOf(resource: Resource): (query: unknown) => LaneName {
  const table = tableOf(resource)
  const indexed = new Set(['id', ...indexedFields(resource)])
  return (query) =>
    lane(query, (parameter) => {
      const name = parameter.replace(/_(begin|end|MultiString)$/, '')
      return indexed.has(name) || !(name in table)
    })
}
