import { useQuery } from '@tanstack/react-query'
import { fieldOf, type Resource } from '#model/resource.ts'
import { api } from './api.ts'
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

type Values = Record<string, unknown> | null
const read = (value: unknown): Values => {
  if (typeof value !== 'string') return (value as Values | undefined) ?? null
  try {
    return JSON.parse(value) as Values
  } catch {
    return null
  }
}
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function changesOf(resource: Resource, before: Values, after: Values): Version['changes'] {
  const names = Object.keys(resource.fields).filter((name) => !same(before?.[name], after?.[name]))
  return names.map((name) => ({
    label: fieldOf(resource, name)!.label,
    before: textOf(fieldOf(resource, name)!, before ?? {}, name),
    after: textOf(fieldOf(resource, name)!, after ?? {}, name),
  }))
}

const versionOf = (resource: Resource, row: Row): Version => ({
  id: row.id,
  version: Number(row.dataVersion),
  what: String(row.operation_dictText ?? ''),
  who: String(row.createName ?? row.createBy ?? ''),
  when: String(row.createTime ?? ''),
  changes: changesOf(resource, read(row.before), read(row.dataContent)),
})

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
      return { versions: rows.map((row) => versionOf(resource, row)), total }
    },
    retry: false,
    placeholderData: (before) => before,
  })
}
