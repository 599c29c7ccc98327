import { useCallback, useRef, useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { digestOf, type ByQuery } from '../records/batch.ts'
import { sendOnce } from '../session/idempotency.ts'
import { filterParams, type Narrowing } from './listQuery.ts'
import { forgetResource } from '../session/queries.ts'

export interface WholeQuery {
  /** How many were found when everything was chosen; 0: it is not. */
  count: number
  /** On its way: what is done now would be done to less than what was chosen. */
  choosing: boolean
  /** Rejects, with nothing chosen, when they are not as many any more. Given up meanwhile, nothing is chosen either. */
  choose(count: number): Promise<void>
  clear(): void
  /** For an action on all of them. */
  target(): ByQuery
  /** Deletes all of them; rejects, with nothing deleted, when they are not those any more. */
  remove(): Promise<string>
}

const NOTHING = { query: '', count: 0 }

/** Everything a query finds, chosen at once. Another query ends the choice; another page or order does not. */
export function useWholeQuery(resource: Resource, { filters, superQuery, broken }: Narrowing): WholeQuery {
  const now = JSON.stringify([resource.name, filters, superQuery, broken])
  const [chosen, setChosen] = useState<{ query: string; count: number; digest?: string }>(NOTHING)
  const count = chosen.query === now ? chosen.count : 0
  const [choosing, setChoosing] = useState(false)
  const begun = useRef(0)
  const clear = useCallback(() => {
    begun.current += 1
    setChosen(NOTHING)
    setChoosing(false)
  }, [])
  const query = () => filterParams(resource, { filters, ...(superQuery && { superQuery }), ...(broken && { broken }) })
  const target = () => ({ query: query(), count, ...(chosen.digest && { digest: chosen.digest }) })
  return {
    count,
    choosing,
    async choose(found) {
      const own = (begun.current += 1)
      const isWanted = () => begun.current === own
      setChoosing(true)
      try {
        const digest = await digestOf(resource, { query: query(), count: found })
        if (isWanted()) setChosen({ query: now, count: found, ...(digest && { digest }) })
      } catch (error) {
        await forgetResource(resource)
        throw error
      } finally {
        if (isWanted()) setChoosing(false)
      }
    },
    clear,
    target,
    async remove() {
      try {
        const { message } = await sendOnce({ method: 'POST', url: `${resource.path}/deleteByQuery`, body: target() })
        return message
      } finally {
        // Also after a refusal: what there is has probably changed.
        clear()
        await forgetResource(resource)
      }
    },
  }
}
