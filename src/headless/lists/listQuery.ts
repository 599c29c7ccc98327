import { sortParams, USUAL_SIZE, usualList } from '#model/entrances.ts'
import { areaPrefix } from '#model/kinds/area/index.ts'
import { kindOf } from '#model/kinds/index.ts'
import { MOST_LINES, problemOf, ruleNamed, type Match } from '#model/query.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import type { Params } from '../session/api.ts'

/** By field name; a range is two entries, `{field}_begin` and `{field}_end`. Several chosen values are comma-joined. */
export type Filters = Readonly<Record<string, string>>

const END = /_(begin|end)$/
/** The field that a filter is about. */
export const fieldOfFilter = (key: string): string => key.replace(END, '')

/** One condition of the advanced query (contract.md §5.3); what else it carries the editor of other clients needs. */
export interface QueryLine {
  field: string
  rule: string
  val: string
  [more: string]: unknown
}
export interface SuperQuery {
  match: Match
  lines: readonly QueryLine[]
}

export interface ListQuery {
  page: number
  size: number
  /** `-createTime`: minus is descending. */
  sort: string
  filters: Filters
  superQuery?: SuperQuery
  /** The advanced query of the address as it stands there, and why it cannot be run. A list that ignored it would show too much. */
  broken?: { match: string | null; lines: string; problem: string }
}

export const PAGE_SIZES = [USUAL_SIZE, 20, 30] as const
const SIZES: readonly number[] = [...PAGE_SIZES, 5, 50, 100]
const OWN = ['pageNo', 'pageSize', 'column', 'order', 'superQueryParams', 'superQueryMatchType']

const whole = (text: string | null, fallback: number) => (text && /^[1-9]\d{0,7}$/.test(text) ? Number(text) : fallback)

/** What an address says; whatever does not belong to this resource is left out, and told by `unknownFilters`. */
export function readQuery(resource: Resource, search: URLSearchParams): ListQuery {
  const column = search.get('column') ?? ''
  const size = whole(search.get('pageSize'), PAGE_SIZES[0])
  const filters: Record<string, string> = {}
  for (const [name, value] of search) {
    const field = fieldOf(resource, fieldOfFilter(name))
    if (value && field && !OWN.includes(name) && kindOf(field).rules.length) filters[name] = value
  }
  return {
    page: whole(search.get('pageNo'), 1),
    size: SIZES.includes(size) ? size : PAGE_SIZES[0],
    sort: fieldOf(resource, column) ? `${search.get('order') === 'asc' ? '' : '-'}${column}` : resource.list.sort,
    filters,
    ...readSuperQuery(resource, search.get('superQueryMatchType'), search.get('superQueryParams')),
  }
}

/** What DingTalk writes into the address of a page that it opens, and WeChat into one that is passed on. */
const OF_HOSTS = /^(corpid|dd_?\w*|_dt\w*|from|isappinstalled)$/i

/** What an address asks for that this list cannot be asked: it shows more than whoever made the link saw, and says so. */
export const unknownFilters = (resource: Resource, search: URLSearchParams): string[] => {
  const { filters } = readQuery(resource, search)
  const named = [...search].filter(([name, value]) => value && !OWN.includes(name) && !OF_HOSTS.test(name))
  return [...new Set(named.map(([name]) => name).filter((name) => !Object.hasOwn(filters, name)))]
}

function readSuperQuery(
  resource: Resource,
  match: string | null,
  text: string | null,
): Pick<ListQuery, 'superQuery' | 'broken'> {
  if (!text) return {}
  const broken = (problem: string) => ({ broken: { match, lines: text, problem: `地址中的高级查询${problem}` } })
  if (match !== null && match !== 'and' && match !== 'or') return broken('：匹配模式应为 and 或 or')
  const given = linesIn(text)
  if (!given) return broken(`无法识别，应为最多 ${MOST_LINES} 行条件`)
  const lines = given.filter(isUsable)
  for (const [index, line] of given.entries()) {
    // Whether its value fits and what this person sees masked, the server says.
    const problem = isUsable(line) && problemOf(resource, line, true)
    if (problem) return broken(`第${index + 1}行：${problem}`)
  }
  return lines.length ? { superQuery: { match: match ?? 'and', lines } } : broken('没有条件')
}

/** A line without field, rule or value counts as empty. */
export const isUsable = ({ field, rule, val }: QueryLine): boolean => Boolean(field && rule && val.trim())

/** The lines of a text; undefined when it holds something else. */
export function linesIn(text: string): QueryLine[] | undefined {
  const sent = parsed(text)
  if (!Array.isArray(sent) || sent.length > MOST_LINES) return undefined
  const lines = sent.map((line: unknown) =>
    typeof line === 'object' && line !== null ? lineFrom(line as Record<string, unknown>) : undefined,
  )
  return lines.every((line) => line !== undefined) ? lines : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Other clients send several values as a list and numbers as numbers. */
function lineFrom({ field, rule, val, ...more }: Record<string, unknown>): QueryLine | undefined {
  const [name, by, value] = [field, rule, val].map((part) =>
    part === null || part === undefined ? '' : Array.isArray(part) ? part.join(',') : part,
  )
  if ([name, by, value].some((part) => typeof part === 'object')) return undefined
  return { ...more, field: String(name), rule: ruleNamed(String(by)) ?? String(by), val: String(value) }
}

/** The address of a list in that state; what is as usual is not written. */
export function writeQuery(
  resource: Resource,
  { page, size, sort, filters, superQuery, broken }: ListQuery,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  if (superQuery?.lines.length) {
    search.set('superQueryMatchType', superQuery.match)
    search.set('superQueryParams', JSON.stringify(superQuery.lines))
  } else if (broken) {
    if (broken.match !== null) search.set('superQueryMatchType', broken.match)
    search.set('superQueryParams', broken.lines)
  }
  if (sort !== resource.list.sort) {
    const { column, order } = sortParams(sort)
    search.set('column', column)
    search.set('order', order)
  }
  if (page > 1) search.set('pageNo', String(page))
  if (size !== PAGE_SIZES[0]) search.set('pageSize', String(size))
  return search
}

/** The first page, in the usual order, of everything: what the page itself asks for (`src/ahead.ts`). */
export const isUsual = (resource: Resource, query: ListQuery): boolean => !writeQuery(resource, query).toString()

/** What a list is narrowed by. */
export type Narrowing = Pick<ListQuery, 'filters' | 'superQuery' | 'broken'>

/** “From the province on” is asked with the first digits of its code. */
const sentLine =
  (resource: Resource) =>
  (line: QueryLine): QueryLine =>
    line.rule === 'right_like' && fieldOf(resource, line.field)?.kind === 'area'
      ? { ...line, val: areaPrefix(line.val).replace('*', '') }
      : line

/** As the server reads the lines. It decodes once more, so `+` and `%` are escaped a second time. */
export const superQueryParams = (resource: Resource, lines: readonly QueryLine[]): string =>
  encodeURIComponent(JSON.stringify(lines.map(sentLine(resource))))

/** The filters alone, as the server reads them: for lists, exports and trees. Throws when the address holds a broken query. */
export function filterParams(resource: Resource, { filters, superQuery, broken }: Narrowing) {
  if (broken) throw new Error(broken.problem)
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(filters)) {
    const text = value.trim()
    const field = fieldOf(resource, name)
    if (text) params[name] = field ? kindOf(field).filter(text, field) : text
  }
  if (superQuery?.lines.length) {
    params.superQueryParams = superQueryParams(resource, superQuery.lines)
    params.superQueryMatchType = superQuery.match
  }
  return params
}

/** The parameters of a list request (acceptance E04). */
export function listParams(resource: Resource, query: ListQuery): Params {
  return {
    ...usualList(resource),
    ...filterParams(resource, query),
    ...sortParams(query.sort),
    pageNo: query.page,
    pageSize: query.size,
  }
}
