/** The list parameters of contract.md §5.2 and §5.3 as conditions. What is unknown or broken is refused, never skipped. */
import { and, or, type SQL } from 'drizzle-orm'
import { listed } from '#model/listed.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { MOST_LINES, problemOf, ruleNamed } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput } from '../kernel/errors.ts'
import { columnNamed, comparisons, holdsAny, list, type Column } from './conditions.ts'
import { hooksOf } from './hooks.ts'
import { mayUnmask } from './wire.ts'

/** Parameters every list understands besides its fields. */
export const LIST_PARAMETERS = [
  'pageNo',
  'pageSize',
  'column',
  'order',
  'field',
  'superQueryParams',
  'superQueryMatchType',
  'sortInfoString',
  'defSortString',
  'selections',
  'exportFields',
  'format',
  // Of the newer client's pickers: what is looked for was chosen, several values joined by commas, as a filter reads them anyway.
  'isMultiTranslate',
] as const

/** Names the contract never takes for filters. */
const NEVER = new Set(['class', 'ids', 'page', 'rows', 'sort', 'order'])

export type Query = Readonly<Record<string, string | undefined>>

/** Every condition of a list request, joined by "and". */
export function filtersOf(resource: Resource, query: Query, caller: Caller): SQL | undefined {
  const unmasked = mayUnmask(caller, resource)
  const own = new Map(hooksOf(resource).flatMap((hook) => Object.entries(hook.filters ?? {})))
  const conditions: (SQL | undefined)[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || (LIST_PARAMETERS as readonly string[]).includes(name)) continue
    const filter = own.get(name)
    if (filter) conditions.push(value === '' ? undefined : filter(value, caller))
    else conditions.push(filterOf(resource, name, value, unmasked))
  }
  conditions.push(superQuery(resource, query, unmasked))
  return and(...conditions)
}

const SUFFIX = /^(.+)_(begin|end|MultiString)$/
const BY_SUFFIX: Readonly<Record<string, Rule>> = { begin: 'ge', end: 'le', MultiString: 'in' }

function filterOf(resource: Resource, parameter: string, value: string, unmasked: boolean): SQL | undefined {
  const [, name = parameter, suffix] = SUFFIX.exec(parameter) ?? []
  const column = columnNamed(resource, name)
  if (!column || NEVER.has(parameter) || !kindOf(column.field).rules.length)
    throw badInput(`未知参数：${listed([parameter])}`)
  if (value === '' || value === '**') return undefined
  if (column.field.mask && !unmasked) return exactly(column, value)
  const rule = BY_SUFFIX[suffix ?? '']
  if (!rule) return kindOf(column.field).search === 'range' ? plainFilter(column, value) : textFilter(column, value)
  return comparisons[rule](column, value)
}

/** A reader who sees `138****5678` may find a record by the whole number but not feel for it digit by digit. */
function exactly(column: Column, value: string): SQL {
  const whole = value.replace(/^\*|\*$/g, '')
  if (/[*%<>!]/.test(whole)) throw badInput(`${column.field.label}已脱敏，只能按完整内容查询`)
  return comparisons.eq(column, whole)
}

/** Numbers, dates: a plain value, or several with commas. */
const plainFilter = (column: Column, value: string): SQL =>
  comparisons[value.includes(',') ? 'in' : 'eq'](column, value)

const SIGNS: readonly [RegExp, Rule][] = [
  [/^>= (.*)$/s, 'ge'],
  [/^<= (.*)$/s, 'le'],
  [/^> (.*)$/s, 'gt'],
  [/^< (.*)$/s, 'lt'],
  [/^= (.*)$/s, 'eq'],
  [/^!=?(.+)$/s, 'ne'],
  [/^=(.+)$/s, 'eq'],
]

/** The value forms of contract.md §5.2, in its order. */
function textFilter(column: Column, value: string): SQL {
  for (const [pattern, rule] of SIGNS) {
    const [, operand] = pattern.exec(value) ?? []
    if (operand !== undefined) return comparisons[rule](column, operand)
  }
  if (/^,.*,$/s.test(value) && value.length > 2) return holdsAny(column.column, value)
  if (value.length > 1 && value.startsWith('*') && value.endsWith('*'))
    return comparisons.like(column, value.slice(1, -1))
  if (value.length > 1 && value.startsWith('*')) return comparisons.left_like(column, value.slice(1))
  if (value.length > 1 && value.endsWith('*')) return comparisons.right_like(column, value.slice(0, -1))
  if (value.includes('++')) return comparisons.eq(column, value.replaceAll('++', ','))
  if (value.includes(',')) return comparisons.in(column, value)
  return comparisons.eq(column, value)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** superQueryParams: URI-encoded JSON lines, all or any of which must hold. */
function superQuery(resource: Resource, query: Query, unmasked: boolean): SQL | undefined {
  const match = (query.superQueryMatchType || 'and').toLowerCase()
  if (match !== 'and' && match !== 'or') throw badInput('参数 superQueryMatchType：应为 and 或 or')
  if (!query.superQueryParams) return undefined
  const conditions = linesOf(query.superQueryParams).flatMap((line, index) => {
    const [field, text, val] = [line.field, line.rule, line.val].map((part) => (part == null ? '' : String(part)))
    // A line without field, rule or value counts as empty (contract.md §5.3).
    if (!field || !text || !val) return []
    const problem = problemOf(resource, { field, rule: text }, unmasked)
    const [column, rule] = [columnNamed(resource, field), ruleNamed(text)]
    if (problem || !column || !rule) throw badInput(`高级查询第${index + 1}行：${problem ?? `没有字段 ${field}`}`)
    if (line.type === 'date' && column.field.kind === 'dateTime' && !DAY.test(val.slice(0, 10)))
      throw badInput(`高级查询第${index + 1}行：日期格式应为 YYYY-MM-DD`)
    return [comparisons[rule](column, val)]
  })
  return match === 'and' ? and(...conditions) : or(...conditions)
}

function linesOf(text: string): Record<string, unknown>[] {
  const parsed = [text, decoded(text)].map(jsonOf).find(Array.isArray)
  const lines = parsed as unknown[] | undefined
  if (
    !lines ||
    lines.length > MOST_LINES ||
    lines.some((line) => typeof line !== 'object' || line === null || Array.isArray(line))
  )
    throw badInput(`参数 superQueryParams：应为最多 ${MOST_LINES} 行的 JSON 数组`)
  return lines as Record<string, unknown>[]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export { list }
