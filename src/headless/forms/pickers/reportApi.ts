/** Reports as the contract has them (§8.1), asked once by all that stand in one group (acceptance P02). */
import { api, type Params } from '../../session/api.ts'
import { queryClient } from '../../session/queries.ts'

export const REPORT_API = '/online/cgreport/api'
/** So long an answer serves everybody of its group. */
export const REPORT_CACHE_MS = 30_000

export interface SentColumns {
  cgRpConfigId: string
  cgRpConfigName: string
  columns: {
    title: string
    dataIndex: string
    align?: 'left' | 'center' | 'right'
    sorter?: boolean | string
    fieldType?: string
    customRender?: string
    fieldWidth?: number
    isTotal?: string
  }[]
  chart?: { kind: 'bar' | 'line'; label: string; value: string }
  content?: string
}

export interface SentField {
  label: string
  field: string
  view: string
  mode?: string
  hidden?: string
  dictCode?: string
}

export const reportKey = (group: string, url: string, params: Params = {}) => ['report', group, url, params] as const

/** What failed is asked again at once. */
export const askReport = <T>(group: string, url: string, params: Params = {}, signal?: AbortSignal): Promise<T> =>
  queryClient.fetchQuery({
    queryKey: reportKey(group, url, params),
    queryFn: () => api.get<T>(url, params, { quiet: true, ...(signal && { signal }) }),
    staleTime: REPORT_CACHE_MS,
    retry: false,
  })
