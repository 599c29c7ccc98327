import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dateTime, text, type Field } from '#model/fields.ts'
import { fieldOf, shownFields, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { onlineName } from '#resources/onlineResource.ts'
import { askedFilters } from '../lists/filled.ts'
import { PAGE_SIZES } from '../lists/listQuery.ts'
import { changesOfField, type Values } from '../records/changes.ts'
import { textOf } from '../records/formats.ts'
import { resourceCalled } from '../records/onlineForm.ts'
import { pageOf, type Row } from '../records/rows.ts'
import { contentOf, versionOf, type Version } from '../records/useHistory.ts'
import { useAccess, useMay } from '../session/access.ts'
import { api } from '../session/api.ts'

/** One write of one record. */
export interface LoggedChange extends Version {
  resource: Resource
  recordId: string
  recordName: string
  /** It is a version of the record, not something that hangs on it. */
  comparable: boolean
}

export type DataLogFilters = Readonly<Record<string, string>>

export const DATA_LOG = {
  title: '数据日志',
  resource: '业务',
  anyResource: '全部业务',
  record: '记录',
  time: '时间',
  person: '操作人',
  what: '操作',
  changes: '变更内容',
  compare: '版本对比',
  none: '没有符合条件的数据日志。更改任何记录后，这里会列出改了什么',
  older: '较早的版本',
  newer: '较新的版本',
  onlyDifferent: '只看不同',
  alike: '两个版本内容相同',
  field: '字段',
  deleted: '（已删除）',
  empty: '（空）',
  cannot: '该记录只有一个版本，无需对比',
}

/** What it is narrowed by besides the resource. */
export const dataLogFields: Readonly<Record<string, Field>> = {
  createBy: text(DATA_LOG.person),
  createTime: dateTime(DATA_LOG.time),
}

export const DATA_LOG_RIGHT = 'system:dataLog:list'
/** Changes told in a row of the list. */
const MOST_TOLD = 3

const changeOf = async (row: Row): Promise<LoggedChange[]> => {
  const resource = await resourceCalled(String(row.resource))
  if (!resource) return []
  return [
    {
      ...versionOf(resource, row),
      resource,
      recordId: String(row.dataId),
      recordName: String(row.recordName || row.dataId),
      comparable: row.whole !== false,
    },
  ]
}

/** `状态：待审核 → 待复核；…` */
export function gistOf({ changes }: Version): string {
  const told = changes
    .slice(0, MOST_TOLD)
    .map(({ label, before, after }) => `${label}：${before ? `${before} → ` : ''}${after || DATA_LOG.empty}`)
  return told.join('；') + (changes.length > MOST_TOLD ? `；等 ${changes.length} 项` : '')
}

/** Whose history the reader may ask for. */
export function useLoggedResources(): readonly { value: string; text: string }[] {
  const may = useMay()
  const routes = useAccess((state) => state.routes)
  return useMemo(
    () => [
      ...allResources()
        .filter(({ permission }) => may(`${permission}:list`))
        .map(({ table, label }) => ({ value: table, text: label })),
      // What a form is called and whether one may read it, its place in the menu says.
      ...routes
        .filter(({ screen, path }) => screen.kind === 'onlineForm' && !/[:@]/.test(path))
        .map(({ path, title }) => ({ value: onlineName(path.slice(path.lastIndexOf('/') + 1)), text: title })),
    ],
    [may, routes],
  )
}

/** Every write the reader may know of, newest first. */
export function useDataLogs() {
  const [filters, setFilters] = useState<DataLogFilters>({})
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['data logs', filters, page, size],
    queryFn: async ({ signal }) => {
      const sent = await api.get<Parameters<typeof pageOf>[0]>(
        '/sys/dataLog/list',
        { ...filters, pageNo: page, pageSize: size },
        { quiet: true, signal },
      )
      const { rows, total } = pageOf(sent)
      return { changes: (await Promise.all(rows.map(changeOf))).flat(), total }
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    filters,
    /** What is asked now; undefined when it cannot be, which the person is told: what was typed is to be put right. */
    setFilters(next: DataLogFilters): DataLogFilters | undefined {
      const asking = askedFilters((name) => dataLogFields[name], next)
      if (!asking) return undefined
      setFilters(asking)
      setPage(1)
      return asking
    },
    page,
    size,
    turn(nextPage: number, nextSize = size) {
      setPage(nextSize === size ? nextPage : 1)
      setSize(nextSize)
    },
    changes: data?.changes ?? [],
    total: data?.total ?? 0,
    error,
    loading: isPending,
    fetching: isFetching,
    again: () => refetch({ throwOnError: true }),
  }
}

export interface ComparedField {
  name: string
  label: string
  older: string
  newer: string
  differs: boolean
}

/** Every field that people see, of two versions, in the words of the definition; what differs in a sub-table row by row. */
export const compared = (resource: Resource, older: Values, newer: Values): ComparedField[] =>
  shownFields(resource).flatMap((name): ComparedField[] => {
    const changes = changesOfField(resource, name, older, newer)
    if (changes.length)
      return changes.map(({ before, after, ...change }) => ({ ...change, older: before, newer: after, differs: true }))
    const field = fieldOf(resource, name)!
    const [said, says] = [older, newer].map((values) => textOf(field, values ?? {}, name)) as [string, string]
    return [{ name, label: field.label, older: said, newer: says, differs: false }]
  })

interface StoredVersion {
  id: string
  number: number
  label: string
  content: Values
}

/** Two versions of a record field by field: the chosen one beside the one before it, or any two. */
export function useComparison({ resource, recordId, version }: LoggedChange) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['data log versions', resource.name, recordId],
    queryFn: async ({ signal }) => {
      const params = { dataTable: resource.table, dataId: recordId }
      const rows = await api.get<Row[]>('/sys/dataLog/queryDataVerList', params, { quiet: true, signal })
      return rows.map((row): StoredVersion => {
        const { id, version: number, when, who, what } = versionOf(resource, row)
        return { id, number, label: `版本 ${number}　${when}　${who} ${what}`, content: contentOf(row) }
      })
    },
    retry: false,
  })
  const versions = data ?? []
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === version),
  )
  const [chosen, setChosen] = useState<{ older?: string; newer?: string }>({})
  const [onlyDifferent, setOnlyDifferent] = useState(true)
  const newer = chosen.newer ?? versions[at]?.id
  const older = chosen.older ?? versions[Math.min(at + 1, versions.length - 1)]?.id
  const contentOfVersion = (id: string | undefined) => versions.find((one) => one.id === id)?.content ?? null
  const all = versions.length ? compared(resource, contentOfVersion(older), contentOfVersion(newer)) : []
  return {
    options: versions.map(({ id, label, content }) => ({
      value: id,
      text: content ? label : `${label}${DATA_LOG.deleted}`,
    })),
    older,
    newer,
    choose: (side: 'older' | 'newer', id: string) => setChosen((before) => ({ ...before, [side]: id })),
    onlyDifferent,
    setOnlyDifferent,
    fields: onlyDifferent ? all.filter(({ differs }) => differs) : all,
    error,
    loading: isPending,
    again: () => void refetch(),
  }
}
