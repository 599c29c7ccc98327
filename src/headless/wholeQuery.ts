import { useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { sendOnce } from './intent.ts'
import { filterParams, type Narrowing } from './listQuery.ts'
import { forgetResource } from './queries.ts'

/** The most that can be chosen by a query. */
export const MOST_BY_QUERY = 10_000

export interface WholeQuery {
  /** How many were found when everything was chosen; 0: it is not. */
  count: number
  choose(count: number): void
  clear(): void
  /** Deletes all of them; rejects, with nothing deleted, when they are not as many any more. */
  remove(): Promise<string>
}

/** Everything a query finds, chosen at once. Another query ends the choice; another page or order does not. */
export function useWholeQuery(resource: Resource, { filters, superQuery, broken }: Narrowing): WholeQuery {
  const now = JSON.stringify([resource.name, filters, superQuery, broken])
  const [chosen, setChosen] = useState({ query: '', count: 0 })
  const count = chosen.query === now ? chosen.count : 0
  const clear = () => setChosen({ query: '', count: 0 })
  return {
    count,
    choose: (found) => setChosen({ query: now, count: found }),
    clear,
    async remove() {
      const query = filterParams(resource, { filters, ...(superQuery && { superQuery }), ...(broken && { broken }) })
      try {
        const { message } = await sendOnce('POST', `${resource.path}/deleteByQuery`, { query, count })
        return message
      } finally {
        // Also after a refusal: how many there are has probably changed.
        clear()
        await forgetResource(resource)
      }
    },
  }
}
