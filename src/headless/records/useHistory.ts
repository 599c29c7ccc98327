import { useQuery } from '@tanstack/react-query'
import { sameValue } from '#model/emptiness.ts'
import { fieldOf, shownFields, type Resource } from '#model/resource.ts'
import { api } from '../session/api.ts'
import { speaksContractOnly } from '../session/capabilities.ts'
import { textOf } from './formats.ts'
import { pageOf, type Row } from './rows.ts'

export interface Version {
  id: string
  version: number
  what: string
  who: string
  when: string
  changes: readonly { label: string; before: string; after: string }[]
}

export type Values = Record<string, unknown> | null
const read = (value: unknown): Values => {
  if (typeof value !== 'string') return (value as Values | undefined) ?? null
  try {
    return JSON.parse(value) as Values
  } catch {
    return null
  }
}
const written = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

function changesOf(resource: Resource, before: Values, after: Values): Version['changes'] {
  const names = shownFields(resource).filter((name) => !sameValue(before?.[name], after?.[name]))
  return names.map((name) => {
    const field = fieldOf(resource, name)!
    const texts = { before: textOf(field, before ?? {}, name), after: textOf(field, after ?? {}, name) }
    // What is read in short may have changed where the short text does not say it.
    const whole = { before: written(before?.[name]), after: written(after?.[name]) }
    return { label: field.label, ...(texts.before === texts.after ? whole : texts) }
  })
}

/** The record as it stood then; null before it was made and after it was deleted. */
export const contentOf = (row: Row): Values => read(row.dataContent)

export const versionOf = (resource: Resource, row: Row): Version => ({
  id: row.id,
  version: Number(row.dataVersion),
  what: String(row.operation_dictText ?? ''),
  who: String(row.createName ?? row.createBy ?? ''),
  when: String(row.createTime ?? ''),
  changes: changesOf(resource, read(row.before), read(row.dataContent)),
})

/** A server of the contract says only how the record stood: what was changed is seen beside the version before. */
const beside = (row: Row, older: Row | undefined): Row =>
  speaksContractOnly() ? { ...row, before: older?.dataContent ?? row.dataContent } : row

export const VERSIONS_A_PAGE = 10

/** Who changed a record, newest first. Fails quietly for those who may not know. */
export function useHistory(resource: Resource, id: string, page: number) {
  return useQuery({
    queryKey: [resource.name, 'history', id, page],
    queryFn: async ({ signal }) => {
      const sent = await api.get<Parameters<typeof pageOf>[0]>(
        '/sys/dataLog/list',
        { dataTable: resource.table, dataId: id, pageNo: page, pageSize: VERSIONS_A_PAGE },
        { quiet: true, signal },
      )
      const { rows, total } = pageOf(sent)
      return { versions: rows.map((row, at) => versionOf(resource, beside(row, rows[at + 1]))), total }
    },
    retry: false,
    placeholderData: (before) => before,
  })
}
