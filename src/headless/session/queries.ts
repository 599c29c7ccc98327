import { QueryClient } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { ApiError } from './api.ts'
import { refreshAccess } from './access.ts'
import { loadDictionaries } from './dictionary.ts'

/** A refusal stays one; a server that is out of reach is asked again. One that is busy has been (`api.ts`). */
const worthAnother = (count: number, error: Error) => count < 2 && error instanceof ApiError && error.status === 0

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthAnother,
      staleTime: 0,
      gcTime: 10 * 60_000,
      // Asked without a line too: what would otherwise wait for it in silence fails, and is said.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

/** What is kept outside the query cache and follows from these records. */
const followUps: Partial<Record<string, () => Promise<void>>> = {
  sysDict: loadDictionaries,
  sysDictItem: loadDictionaries,
  sysPermission: refreshAccess,
  // What is published or put there has its place in the menu.
  onlineForm: refreshAccess,
  onlineReport: refreshAccess,
}

/** What was done is done, whether or not the lists can be read again: nobody waits longer for them. */
const WAIT_MS = 3000

/** A channel, a device or another office takes about so long. ms */
const ENDS_AFTER_MS = [2000, 6000, 20_000]

/** What was ordered ends by itself somewhat later: lists on the screen look again, so that nobody needs to press 刷新. */
export function lookAgain({ name }: Pick<Resource, 'name'>): void {
  looking.get(name)?.forEach(clearTimeout)
  const look = () => {
    for (const lists of ['list', 'endless']) void queryClient.invalidateQueries({ queryKey: [name, lists] })
  }
  looking.set(
    name,
    ENDS_AFTER_MS.map((ms) => setTimeout(look, ms)),
  )
}
/** By list: what was ordered last is waited for. */
const looking = new Map<string, ReturnType<typeof setTimeout>[]>()

/**
 * Everything known about a resource, and what is waiting for somebody, is asked again. Resolves when the answers are
 * there, or after 3 s without them; never rejects.
 */
export async function forgetResource(resource: Pick<Resource, 'name'>): Promise<void> {
  const asked = [
    queryClient.invalidateQueries({ queryKey: [resource.name] }),
    queryClient.invalidateQueries({ queryKey: ['todo'] }),
    followUps[resource.name]?.() ?? Promise.resolve(),
  ]
  let over: ReturnType<typeof setTimeout> | undefined
  const longEnough = new Promise((resolve) => (over = setTimeout(resolve, WAIT_MS)))
  await Promise.race([Promise.allSettled(asked), longEnough])
  clearTimeout(over)
}
