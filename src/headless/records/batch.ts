import type { BatchPreview } from '#model/batch.ts'
import type { Resource } from '#model/resource.ts'
import { api, ApiError } from '../session/api.ts'

/** Everything a query finds, by the parameters it is asked with, and how many and which that was. */
export interface ByQuery {
  query: Readonly<Record<string, string>>
  count: number
  /** In the server's words; one of an older make says none. */
  digest?: string
}

/** Records that were ticked; with `versions`, in their order, as they were seen. */
export interface Chosen {
  ids: readonly string[]
  versions?: readonly number[]
}

export const previewBatch = (resource: Resource, action: string, whom: Chosen | ByQuery): Promise<BatchPreview> =>
  api.post<BatchPreview>(`${resource.path}/preview`, { action, ...whom }, { quiet: true })

/** Rejects when there are not as many any more. */
export async function digestOf({ path }: Resource, whom: ByQuery): Promise<string | undefined> {
  try {
    return (await api.post<{ digest: string }>(`${path}/found`, whom, { quiet: true })).digest
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
