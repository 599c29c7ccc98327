/** A report as a page of the menu: what it is narrowed by, its rows, sums and chart. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { date, dateTime, decimal, dict, text, type Field } from '#model/fields.ts'
import { say } from '../connection/notices.ts'
import type { ChartLine } from '../figures/panels.ts'
import { REPORT_API, REPORT_CACHE_MS, reportKey, type SentColumns, type SentField } from '../forms/pickers/reportApi.ts'
import { askedFilters } from '../lists/filled.ts'
import { PAGE_SIZES } from '../lists/listQuery.ts'
import { api, type Download, type Params } from '../session/api.ts'

export const REPORT = {
  search: '查询',
  none: '没有符合条件的数据',
  empty: '这份报表目前没有数据，有新数据后请刷新',
  refresh: '刷新',
  export: '导出',
  total: '合计',
} as const
/** Points of a chart: as many bars as have room for their names, and a line of two months. */
const MOST_POINTS = { bar: 12, line: 60 } as const

export interface ReportColumn {
  name: string
  title: string
  field: Field
  isNumber: boolean
  sorter: boolean
  width?: number
  total: boolean
}

export type ReportRow = Record<string, unknown> & { key: string }
export type ReportFilters = Readonly<Record<string, string>>
export interface ReportSort {
  column: string
  order: 'asc' | 'desc'
}
interface SentPage {
  records: Record<string, unknown>[] | null
  total: number
  totals?: Record<string, string>
}
interface SentParameter {
  paramName: string
  paramTxt: string
  paramValue: string
}

const NUMBERS = ['Integer', 'Number']
const kept = { staleTime: REPORT_CACHE_MS, refetchOnWindowFocus: false, retry: false } as const
const quiet = { quiet: true }

/** 12345.5 → 12,345.5; what is no number stays. */
export const numberText = (value: unknown): string => {
  const written = String(value ?? '')
  return /^-?\d+(\.\d+)?$/.test(written)
    ? written.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
    : written
}

export const cellText = ({ name, isNumber }: ReportColumn, row: Readonly<Record<string, unknown>>): string => {
  const value = row[`${name}_dictText`] ?? row[name]
  if (value === null || value === undefined) return ''
  return isNumber ? numberText(value) : typeof value === 'string' ? value : JSON.stringify(value)
}

const columnOf = (sent: SentColumns['columns'][number]): ReportColumn => ({
  name: sent.dataIndex,
  title: sent.title,
  field: sent.customRender ? dict(sent.title, sent.customRender) : text(sent.title),
  isNumber: !sent.customRender && NUMBERS.includes(sent.fieldType ?? ''),
  sorter: sent.sorter === true || sent.sorter === 'true',
  ...(sent.fieldWidth && { width: sent.fieldWidth }),
  total: sent.isTotal === '1',
})

const filterOf = ({ label, view, dictCode }: SentField): Field => {
  if (dictCode) return dict(label, dictCode)
  if (view === 'date') return date(label)
  if (view === 'datetime') return dateTime(label)
  return view === 'number' ? decimal(label, { scale: 2 }) : text(label)
}

const PARAMETER = 'self_'

/** What is typed, as the contract has it: words anywhere in a text, parameters under their prefix. */
const sentFilters = (fields: Readonly<Record<string, Field>>, filters: ReportFilters): Params =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const word = value.trim()
      if (!word) return []
      const isText = !name.startsWith(PARAMETER) && fields[name]?.kind === 'text'
      return [[name, isText ? `*${word}*` : word]]
    }),
  )

export function useReport(code: string) {
  const [filters, setFilters] = useState<ReportFilters>({})
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const [sort, setSort] = useState<ReportSort>()
  const part = <T>(name: string, enabled = true, params?: Params) => {
    const url = `${REPORT_API}/${name}/${encodeURIComponent(code)}`
    return {
      queryKey: reportKey(code, url, params),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(url, params, { ...quiet, signal }),
      enabled,
      ...kept,
    }
  }
  const head = useQuery(part<SentColumns>('getRpColumns'))
  const ready = head.isSuccess
  const asked = useQuery(part<SentField[]>('getQueryInfo', ready))
  const parameters = useQuery(part<SentParameter[]>('getParamsInfo', ready))
  // Its rows are there all the same.
  const failed = asked.error ?? parameters.error
  useEffect(() => {
    if (failed) say('warning', failed.message)
  }, [failed])

  const fields = useMemo<Record<string, Field>>(
    () => ({
      ...Object.fromEntries(
        (parameters.data ?? []).map(({ paramName, paramTxt }) => [`${PARAMETER}${paramName}`, text(paramTxt)]),
      ),
      ...Object.fromEntries(
        (asked.data ?? []).filter(({ hidden }) => hidden !== '1').map((one) => [one.field, filterOf(one)]),
      ),
    }),
    [asked.data, parameters.data],
  )
  // What holds while nothing is typed; a parameter that stands for nothing is why there may be no rows.
  const defaults = Object.fromEntries(
    (parameters.data ?? []).flatMap(({ paramName, paramValue }) =>
      paramValue ? [[`${PARAMETER}${paramName}`, `默认 ${paramValue}`]] : [],
    ),
  )
  const missing = (parameters.data ?? []).filter(
    ({ paramName, paramValue }) => !paramValue && !filters[`${PARAMETER}${paramName}`]?.trim(),
  )
  const columns = useMemo(() => (head.data?.columns ?? []).map(columnOf), [head.data])
  const narrowing = { ...sentFilters(fields, filters), ...sort }
  const data = useQuery({
    ...part<SentPage | null>('getData', ready, { ...narrowing, pageNo: page, pageSize: size }),
    placeholderData: keepPreviousData,
  })
  const chart = head.data?.chart
  const sortable = columns.some(({ name, sorter }) => name === chart?.value && sorter)
  const mostFirst = chart?.kind === 'bar' && sortable
  const points = useQuery(
    part<SentPage | null>('getData', ready && Boolean(chart), {
      ...sentFilters(fields, filters),
      ...(mostFirst && { column: chart?.value, order: 'desc' }),
      pageNo: 1,
      pageSize: MOST_POINTS[chart?.kind ?? 'bar'],
    }),
  )
  const rows = useMemo(
    // A report need not have an id of its own.
    () => (data.data?.records ?? []).map((row, at): ReportRow => ({ ...row, key: `${page} ${at}` })),
    [data.data, page],
  )
  const named = (name: string | undefined) => columns.find((column) => column.name === name)
  const [label, value] = [named(chart?.label), named(chart?.value)]
  const totals = data.data?.totals ?? {}
  const narrowed = Object.values(filters).filter((one) => one.trim()).length
  const drawn = points.data?.records?.length ?? 0
  const every = points.data?.total ?? 0
  return {
    ...{ code, filters, fields, columns, rows, page, size, sort },
    title: head.data?.cgRpConfigName ?? '',
    content: head.data?.content ?? '',
    total: data.data?.total ?? 0,
    sums: columns.flatMap(({ name, title }) =>
      totals[name] === undefined ? [] : [{ name, title, text: numberText(totals[name]) }],
    ),
    chart:
      chart && label && value
        ? {
            kind: chart.kind === 'line' ? ('line' as const) : ('bars' as const),
            title: value.title,
            head: label.title,
            lines: (points.data?.records ?? []).map((row, at): ChartLine => ({
              label: cellText(label, row) || `第 ${at + 1} 行`,
              value: Number(row[value.name]) || 0,
              text: cellText(value, row),
            })),
            ...(every > drawn && { note: `以上是${mostFirst ? '最多' : '最前'}的 ${drawn} 项，共 ${every} 项` }),
          }
        : undefined,
    error: head.error ?? data.error,
    loading: head.isPending || (ready && data.isPending),
    fetching: head.isFetching || data.isFetching,
    narrowed,
    defaults,
    /** Why there are no rows. */
    empty: missing.length
      ? `参数${missing.map(({ paramTxt }) => `“${paramTxt}”`).join('、')}没有填写，请填写后再查询`
      : narrowed
        ? REPORT.none
        : REPORT.empty,
    /** What is asked now; undefined when it cannot be, which the person is told: what was typed is to be put right. */
    setFilters(next: ReportFilters): ReportFilters | undefined {
      const asking = askedFilters((name) => fields[name], next)
      if (!asking) return undefined
      setFilters(asking)
      setPage(1)
      return asking
    },
    turn(nextPage: number, nextSize: number) {
      setPage(nextSize === size ? nextPage : 1)
      setSize(nextSize)
    },
    setSort(next: ReportSort | undefined) {
      setSort(next)
      setPage(1)
    },
    /** Whatever the cache holds. */
    again: () => Promise.all([head.refetch(), data.refetch(), ...(chart ? [points.refetch()] : [])]),
    async file(format: string): Promise<Required<Download>> {
      const file = await api.download(
        `${REPORT_API}/exportXls/${encodeURIComponent(code)}`,
        { ...narrowing, format },
        quiet,
      )
      return { ...file, name: file.name ?? `${head.data?.cgRpConfigName ?? '报表'}.${format}` }
    },
  }
}

export type Report = ReturnType<typeof useReport>
