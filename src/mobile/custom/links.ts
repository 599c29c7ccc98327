import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { queryClient } from '#headless/session/queries.ts'
import { fetchRecord, recordKey } from '#headless/records/useRecord.ts'
import { bringDefinition } from '#resources/catalogue.ts'
import type { RecordLink } from '#resources/recordLink.ts'

const FRESH_MS = 5000

/** The record is on its way while the code that shows it is still being loaded. Rejects when its definition does not come. */
export async function prefetchRecord({ of, id }: RecordLink): Promise<void> {
  const resource = await importWithTimeout(bringDefinition(of.name))
  const queryKey = recordKey(resource, id)
  // Asked already, and refused: that is said by the page, which can ask anew.
  if (queryClient.getQueryState(queryKey)?.status === 'error') return
  // The page finds it fresh, or refused, and does not ask a second time.
  queryClient.setQueryDefaults(queryKey, { staleTime: FRESH_MS, retryOnMount: false })
  await queryClient.prefetchQuery({ queryKey, queryFn: ({ signal }) => fetchRecord(resource, id, signal) })
  // Later it is asked for whenever it is opened.
  setTimeout(() => queryClient.setQueryDefaults(queryKey, {}), FRESH_MS)
}
