import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { api } from '../session/api.ts'
import { speaksContractOnly } from '../session/capabilities.ts'
import { changesBetween, type Change, type Values } from './changes.ts'
import { pageOf, type Row } from './rows.ts'

export interface Version {
  id: string
  version: number
  what: string
  who: string
  when: string
  changes: readonly Change[]
}

const read = (value: unknown): Values => {
  if (typeof value !== 'string') return (value as Values | undefined) ?? null
  try {
    return JSON.parse(value) as Values
  } catch {
    return null
  }
}

/** The record as it stood then; null before it was made and after it was deleted. */
export const contentOf = (row: Row): Values => read(row.dataContent)

/** What hangs on the record (roles, rights) and was given or taken; other servers say nothing of it. */
const linksOf = ({ links }: Row): Change[] | undefined =>
  Array.isArray(links) && links.length
    ? (links as Omit<Change, 'name'>[]).map((change, at) => ({ name: `link/${at}`, ...change }))
    : undefined

export const versionOf = (resource: Resource, row: Row): Version => ({
  id: row.id,
  version: Number(row.dataVersion),
  what: String(row.operation_dictText ?? ''),
  who: String(row.createName ?? row.createBy ?? ''),
  when: String(row.createTime ?? ''),
  changes: linksOf(row) ?? changesBetween(resource, read(row.before), read(row.dataContent)),
})

/** A server of the contract says only how the record stood: what was changed is seen beside the version before. */
const beside = (row: Row, older: Row | undefined): Row =>
  speaksContractOnly() ? { ...row, before: older?.dataContent ?? row.dataContent } : row

export const VERSIONS_A_PAGE = 10
/** A sub-table may change in hundreds of rows at once. */
const MOST_CHANGES = 50

const inShort = (version: Version): Version => {
  const rest = version.changes.length - MOST_CHANGES
  if (rest <= 0) return version
  const further: Change = { name: '', label: '其余', before: '', after: `${rest} 项变更` }
  return { ...version, changes: [...version.changes.slice(0, MOST_CHANGES), further] }
}

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
      return { versions: rows.map((row, at) => inShort(versionOf(resource, beside(row, rows[at + 1])))), total }
    },
    retry: false,
    placeholderData: (before) => before,
  })
}
