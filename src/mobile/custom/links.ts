import { queryClient } from '#headless/queries.ts'
import { fetchRecord, recordKey } from '#headless/useRecord.ts'
import type { Resource } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'

export interface RecordLink {
  resource: Resource
  id: string
}

/** The record of one of these resources that an address names, known before the menu is. */
export function recordLink(pathname: string, among: readonly Resource[]): RecordLink | undefined {
  const resource = among.find((one) => one.menu && pathname.startsWith(`${menuUrl(one)}/`))
  const [id, more] = resource ? pathname.slice(menuUrl(resource).length + 1).split('/') : []
  return resource && id && id !== 'add' && !more ? { resource, id: decodeURIComponent(id) } : undefined
}

const FRESH_MS = 5000

/** The record is on its way while the code that shows it is still being loaded. */
export function askEarly({ resource, id }: RecordLink): void {
  const queryKey = recordKey(resource, id)
  // The page finds it fresh and does not ask a second time.
  queryClient.setQueryDefaults(queryKey, { staleTime: FRESH_MS })
  void queryClient.prefetchQuery({ queryKey, queryFn: ({ signal }) => fetchRecord(resource, id, signal) })
}
