import type { BatchPreview } from '#model/batch.ts'
import type { Resource } from '#model/resource.ts'
import { api } from '../session/api.ts'

/** Everything a query finds, by the parameters it is asked with, and how many that was. */
export interface ByQuery {
  query: Readonly<Record<string, string>>
  count: number
}

/** Records that were ticked; with `versions`, in their order, as they were seen. */
export interface Chosen {
  ids: readonly string[]
  versions?: readonly number[]
}

export const previewBatch = (resource: Resource, action: string, whom: Chosen | ByQuery): Promise<BatchPreview> =>
  api.post<BatchPreview>(`${resource.path}/preview`, { action, ...whom }, { quiet: true })
