import type { Field, FieldKind } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import type { Params } from './api.ts'

/** By field name; a range is two entries, `{field}_begin` and `{field}_end`. Several chosen values are comma-joined. */
export type Filters = Readonly<Record<string, string>>

/** One line of the advanced query (contract.md §5.3). */
export interface QueryLine {
  field: string
  rule: string
  val: string
  type?: string
  [more: string]: unknown
}

export interface ListQuery {
  page: number
  size: number
  /** `-createTime`: minus is descending. */
  sort: string
  filters: Filters
  superQuery?: { match: 'and' | 'or'; lines: readonly QueryLine[] }
}

export const PAGE_SIZES = [10, 20, 30] as const
const SIZES: readonly number[] = [...PAGE_SIZES, 5, 50, 100]
const OWN = ['pageNo', 'pageSize', 'column', 'order', 'superQueryParams', 'superQueryMatchType']

/** Several values in one column: dictionaries and people that may be chosen more than once. */
export const isMultiple = (field: Field): boolean =>
  field.kind === 'refs' || ('multiple' in field && Boolean(field.multiple))

const whole = (text: string | null, fallback: number) => (text && /^[1-9]\d{0,7}$/.test(text) ? Number(text) : fallback)

/** What an address says; whatever does not belong to this resource is left out. */
export function readQuery(resource: Resource, search: URLSearchParams): ListQuery {
  const column = search.get('column') ?? ''
  const size = whole(search.get('pageSize'), PAGE_SIZES[0])
  const filters: Record<string, string> = {}
  for (const [name, value] of search) {
    const field = fieldOf(resource, name.replace(/_(begin|end)$/, ''))
    if (value && field && !OWN.includes(name) && kinds[field.kind].rules.length) filters[name] = value
  }
  const lines = linesIn(search.get('superQueryParams'))
  return {
    page: whole(search.get('pageNo'), 1),
    size: SIZES.includes(size) ? size : PAGE_SIZES[0],
    sort: fieldOf(resource, column) ? `${search.get('order') === 'asc' ? '' : '-'}${column}` : resource.list.sort,
    filters,
    ...(lines.length && {
      superQuery: { match: search.get('superQueryMatchType') === 'or' ? ('or' as const) : ('and' as const), lines },
    }),
  }
}

function linesIn(text: string | null): QueryLine[] {
  try {
    const lines: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(lines) ? (lines as QueryLine[]) : []
  } catch {
    return []
  }
}

/** The address of a list in that state; what is as usual is not written. */
export function writeQuery(resource: Resource, { page, size, sort, filters, superQuery }: ListQuery): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  if (superQuery?.lines.length) {
    search.set('superQueryMatchType', superQuery.match)
    search.set('superQueryParams', JSON.stringify(superQuery.lines))
  }
  if (sort !== resource.list.sort) {
    search.set('column', columnOf(sort))
    search.set('order', orderOf(sort))
  }
  if (page > 1) search.set('pageNo', String(page))
  if (size !== PAGE_SIZES[0]) search.set('pageSize', String(size))
  return search
}

const columnOf = (sort: string) => sort.replace(/^-/, '')
const orderOf = (sort: string) => (sort.startsWith('-') ? 'desc' : 'asc')

/** 440000 stands for the whole province and 440300 for the whole city. */
const areaPrefix = (code: string) => {
  const short = code.replace(/(0000|00)$/, '')
  return short === code ? code : `${short}*`
}

const several = (value: string, field: Field) => (isMultiple(field) ? `,${value},` : value)

/** What was chosen or typed → the value form of contract.md §5.2. */
const forms: { [K in FieldKind]: (value: string, field: Field) => string } = {
  text: (value) => `*${value}*`,
  longText: (value) => `*${value}*`,
  serial: (value) => `*${value}*`,
  integer: (value) => value,
  decimal: (value) => value,
  money: (value) => value,
  percent: (value) => value,
  date: (value) => value,
  dateTime: (value) => value,
  switch: (value) => value,
  dict: several,
  ref: (value) => value,
  refs: several,
  refByType: (value) => value,
  user: several,
  department: several,
  area: areaPrefix,
  image: (value) => value,
  images: (value) => value,
  json: (value) => value,
  lines: (value) => value,
}

/** The filters alone, as the server reads them: for lists, exports and trees. */
export function filterParams(resource: Resource, { filters, superQuery }: Pick<ListQuery, 'filters' | 'superQuery'>) {
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(filters)) {
    const text = value.trim()
    const field = fieldOf(resource, name)
    if (text) params[name] = field ? forms[field.kind](text, field) : text
  }
  if (superQuery?.lines.length) {
    // The server decodes once more, so `+` and `%` must be escaped a second time.
    params.superQueryParams = encodeURIComponent(JSON.stringify(superQuery.lines))
    params.superQueryMatchType = superQuery.match
  }
  return params
}

/** The parameters of a list request (acceptance E04). */
export function listParams(resource: Resource, query: ListQuery): Params {
  return {
    ...filterParams(resource, query),
    column: columnOf(query.sort),
    order: orderOf(query.sort),
    field: ['id', ...resource.list.columns].join(','),
    pageNo: query.page,
    pageSize: query.size,
  }
}
