import type { Resource } from '#model/resource.ts'
import { api } from './api.ts'

/** What a batch would do, before anybody presses the button. */
export interface BatchPreview {
  action: string
  label: string
  count: number
  /** Those that can be decided. */
  ids: string[]
  /** Sum of the first of `list.totals`; null when there is none. */
  total: string | null
  totals: Record<string, string>
  excluded: { id: string; name: string; reason: string }[]
}

/** The most the server takes at a time. */
export const MOST_AT_ONCE = 200

export const previewBatch = (resource: Resource, action: string, ids: readonly string[]): Promise<BatchPreview> =>
  api.post<BatchPreview>(`${resource.path}/preview`, { action, ids }, { quiet: true })
