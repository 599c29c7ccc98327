import { useCallback, useState } from 'react'
import type { Resource } from '#model/resource.ts'
import type { ByQuery } from '../records/batch.ts'
import { sendOnce } from '../session/idempotency.ts'
import { filterParams, type Narrowing } from './listQuery.ts'
import { forgetResource } from '../session/queries.ts'

export interface WholeQuery {
  /** How many were found when everything was chosen; 0: it is not. */
  count: number
  choose(count: number): void
  clear(): void
  /** For an action on all of them. */
  target(): ByQuery
  /** Deletes all of them; rejects, with nothing deleted, when they are not as many any more. */
  remove(): Promise<string>
}

/** Everything a query finds, chosen at once. Another query ends the choice; another page or order does not. */
export function useWholeQuery(resource: Resource, { filters, superQuery, broken }: Narrowing): WholeQuery {
  const now = JSON.stringify([resource.name, filters, superQuery, broken])
  const [chosen, setChosen] = useState({ query: '', count: 0 })
  const count = chosen.query === now ? chosen.count : 0
  const clear = useCallback(() => setChosen({ query: '', count: 0 }), [])
  const target = () => ({
    query: filterParams(resource, { filters, ...(superQuery && { superQuery }), ...(broken && { broken }) }),
    count,
  })
  return {
    count,
    choose: (found) => setChosen({ query: now, count: found }),
    clear,
    target,
    async remove() {
      try {
        const { message } = await sendOnce({ method: 'POST', url: `${resource.path}/deleteByQuery`, body: target() })
        return message
      } finally {
        // Also after a refusal: how many there are has probably changed.
        clear()
        await forgetResource(resource)
      }
    },
  }
}
