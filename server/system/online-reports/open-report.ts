/** What any report answers with, whoever wrote it (contract.md §8.1, §8.2). */
import type { DictItem } from '../../db/dictionary-items.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Services } from '../../kernel/services.ts'

export interface Reader {
  services: Services
  caller: Caller
}

export interface SentColumn {
  title: string
  dataIndex: string
  align: 'left' | 'center' | 'right'
  sorter: boolean
  fieldType: string
  /** Code of its dictionary. */
  customRender?: string
  fieldWidth?: number
  isTotal?: '1'
}

export interface SentColumns {
  cgRpConfigId: string
  cgRpConfigName: string
  columns: SentColumn[]
  dictOptions: Record<string, DictItem[]>
  /** Ours besides the contract: how the report is drawn, and what stands above it. */
  chart?: { kind: 'bar' | 'line'; label: string; value: string }
  content?: string
}

export interface QueryField {
  label: string
  field: string
  view: 'text' | 'list' | 'date' | 'datetime' | 'number'
  mode: 'single' | 'group'
  dictCode?: string
  config?: '1'
}

export interface Parameter {
  paramName: string
  paramTxt: string
  paramValue: string
}

export interface ReportPage {
  records: Record<string, unknown>[]
  total: number
  /** Sums over everything the query finds. */
  totals?: Record<string, string>
}

export type ReportQuery = Readonly<Record<string, string | undefined>>

export interface OpenReport {
  columns(): Promise<SentColumns>
  queryFields(): QueryField[]
  parameters(): Parameter[]
  page(query: ReportQuery): Promise<ReportPage>
}

export const align = (type: string): SentColumn['align'] => (['Integer', 'Number'].includes(type) ? 'right' : 'left')
