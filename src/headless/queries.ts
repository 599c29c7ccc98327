import { QueryClient } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { ApiError } from './api.ts'
import { reloadAccess } from './access.ts'
import { loadDictionaries } from './dictionary.ts'

/** A refusal stays one; a server that is busy or out of reach is asked again. */
const worthAnother = (count: number, error: Error) =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthAnother, staleTime: 0, gcTime: 10 * 60_000 } },
})

/** What is kept outside the query cache and follows from these records. */
const followUps: Partial<Record<string, () => Promise<void>>> = {
  sysDict: loadDictionaries,
  sysDictItem: loadDictionaries,
  sysPermission: reloadAccess,
}

/** Everything known about a resource, and what is waiting for somebody, is asked again. */
export const forgetResource = (resource: Pick<Resource, 'name'>): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [resource.name] }),
    queryClient.invalidateQueries({ queryKey: ['todo'] }),
    followUps[resource.name]?.(),
  ])
