import { queryClient } from '#headless/session/queries.ts'
import { fetchRecord, recordKey } from '#headless/records/useRecord.ts'
import type { RecordLink } from '#resources/menu.ts'

const FRESH_MS = 5000

/** The record is on its way while the code that shows it is still being loaded. */
export function prefetchRecord({ resource, id }: RecordLink): void {
  const queryKey = recordKey(resource, id)
  // The page finds it fresh and does not ask a second time.
  queryClient.setQueryDefaults(queryKey, { staleTime: FRESH_MS })
  void queryClient.prefetchQuery({ queryKey, queryFn: ({ signal }) => fetchRecord(resource, id, signal) })
}
