import { firstCalls } from '#model/entrances.ts'
import type { Resource } from '#model/resource.ts'
import { bringDefinition, entries } from '#resources/catalogue.ts'
import { API_BASE } from '../session/api.ts'
import { learnServer } from '../session/capabilities.ts'
import { wasAsked } from '../session/prefetched.ts'
import { queryClient } from '../session/queries.ts'
import { isUsual, readQuery } from './listQuery.ts'
import { listKey, readPage } from './useList.ts'

const FRESH_MS = 10_000

/**
 * The definition of a list, and the rows that the page has asked for by itself, before the menu has come: the list is drawn
 * with them and not once without and once with. Never rejects: whoever draws the list says what failed.
 */
export async function listAhead(path: string): Promise<void> {
  const entry = entries.find(({ url }) => url === path)
  if (entry)
    await bringDefinition(entry.name)
      .then(take)
      .catch(() => undefined)
}

async function take(resource: Resource): Promise<void> {
  if (!wasAsked(API_BASE + firstCalls.list(resource))) return
  const query = readQuery(resource, new URLSearchParams(location.search))
  if (!isUsual(resource, query)) return
  const queryKey = listKey(resource, query)
  // The list finds them fresh and does not ask a second time.
  queryClient.setQueryDefaults(queryKey, { staleTime: FRESH_MS })
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    await learnServer()
    return readPage(resource, query, signal)
  }
  await queryClient.prefetchQuery({ queryKey, queryFn })
  // Later it asks whenever it is opened.
  setTimeout(() => queryClient.setQueryDefaults(queryKey, {}), FRESH_MS)
}
