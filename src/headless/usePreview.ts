import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { api } from './api.ts'

/** What a batch would do: how many records and how much, and which are left out and why. */
export interface Preview {
  count: number
  ids: string[]
  /** Sums of the resource's `list.totals` over the records that count. */
  totals: Record<string, string | number>
  excluded: { id: string; name: string; reason: string }[]
}

/** Asked before a batch is decided; a server that does not know the question leaves `data` empty. */
export function usePreview(resource: Resource, action: string, ids: readonly string[]) {
  return useQuery({
    queryKey: [resource.name, 'preview', action, ids],
    queryFn: async () =>
      (await api.envelope<Preview>('POST', `${resource.path}/preview`, { body: { action, ids }, quiet: true })).result,
    enabled: ids.length > 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}
