/** Rows in memory, and how a list of the contract finds, orders and pages them (§5). */
import { randomUUID } from 'node:crypto'
import { dictionaries, entities, type EntityName, type Type } from './fields.ts'

export type Row = Record<string, unknown> & { id: string | number }

export const newId = () => randomUUID().replaceAll('-', '')
export const now = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Names a list takes in its query: the fields, their ranges and sets, and how it is ordered and paged. */
export const PAGING = ['pageNo', 'pageSize', 'column', 'order', 'field', 'superQueryParams', 'superQueryMatchType']
export const listNames = (entity: EntityName): string[] => [
  ...PAGING,
  ...Object.keys(entities[entity].fields).flatMap((name) => [
    name,
    `${name}_begin`,
    `${name}_end`,
    `${name}_MultiString`,
  ]),
]

export class Binding extends Error {}

function fits(value: unknown, wanted: string, type: Type): boolean {
  const text = textOf(value)
  if (type === 'number') {
    // Nothing but one number can be bound (§5.2).
    if (!/^-?\d+$/.test(wanted)) throw new Binding(`操作失败，Failed to convert property value "${wanted}"`)
    return text === wanted
  }
  if (wanted === '*' || wanted === '**') return true
  if (/^,.*,$/.test(wanted))
    return wanted
      .split(',')
      .filter(Boolean)
      .some((one) => text.includes(one))
  if (wanted.includes(',')) return wanted.split(',').filter(Boolean).includes(text)
  if (/^\*.*\*$/.test(wanted)) return text.includes(wanted.slice(1, -1))
  if (wanted.startsWith('*')) return text.endsWith(wanted.slice(1))
  if (wanted.endsWith('*')) return text.startsWith(wanted.slice(0, -1))
  return text === wanted
}

interface Condition {
  field?: string
  rule?: string
  val?: string
}
const rules: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  like: (value, wanted) => value.includes(wanted),
  in: (value, wanted) => wanted.split(',').includes(value),
  right_like: (value, wanted) => value.startsWith(wanted),
  left_like: (value, wanted) => value.endsWith(wanted),
  ge: (value, wanted) => value >= wanted,
  le: (value, wanted) => value <= wanted,
}

/** The rows a query finds. Throws a Binding for what its fields cannot take. */
export function found(entity: EntityName, rows: readonly Row[], query: Readonly<Record<string, string>>): Row[] {
  const fields: Readonly<Record<string, Type>> = entities[entity].fields
  let left = [...rows]
  for (const [name, wanted] of Object.entries(query)) {
    if (PAGING.includes(name) || wanted === '') continue
    const [, base = name, how] = /^(.*?)(?:_(begin|end|MultiString))?$/.exec(name)!
    const type = fields[base]
    if (!type) continue
    left = left.filter((row) => {
      if (how === 'begin') return textOf(row[base]) >= wanted
      if (how === 'end') return textOf(row[base]) !== '' && textOf(row[base]) <= wanted
      if (how === 'MultiString') return wanted.split(',').includes(textOf(row[base]))
      return fits(row[base], wanted, type)
    })
  }
  if (query.superQueryParams) {
    const conditions = (JSON.parse(decodeURIComponent(query.superQueryParams)) as Condition[]).filter(
      ({ field, rule, val }) => field && rule && val && fields[field],
    )
    const holds = (row: Row) => (one: Condition) => rules[one.rule!]?.(textOf(row[one.field!]), one.val!) ?? false
    left = left.filter((row) =>
      query.superQueryMatchType === 'or' ? conditions.some(holds(row)) : conditions.every(holds(row)),
    )
  }
  const column = (query.column ?? 'createTime').replace(/_dictText$/, '')
  if (!fields[column]) throw new Error(`请注意，将要排序的列字段不存在：${column}`)
  const sign = query.order === 'asc' ? 1 : -1
  const by = (row: Row) => (fields[column] === 'number' ? Number(row[column] ?? 0) : textOf(row[column]))
  return left.sort((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0))
}

/** Only pages have texts of dictionaries (§5.4). */
export function withWords(entity: EntityName, row: Row): Row {
  const { words = {} }: { fields: object; words?: Readonly<Record<string, string>> } = entities[entity]
  const texts = Object.entries(words).flatMap(([name, code]) => {
    const value = textOf(row[name])
    return value ? [[`${name}_dictText`, dictionaries[code]?.[value] ?? value]] : []
  })
  return { ...row, ...(Object.fromEntries(texts) as object) }
}

export function page(
  entity: EntityName,
  rows: readonly Row[],
  { pageNo = '1', pageSize = '10' }: Record<string, string>,
) {
  const size = Number(pageSize)
  const from = (Number(pageNo) - 1) * size
  const records = rows.slice(from, from + size).map((row) => withWords(entity, row))
  const pages = Math.ceil(rows.length / size)
  return {
    records,
    total: rows.length,
    size,
    current: Number(pageNo),
    pages,
    orders: [],
    optimizeCountSql: true,
    searchCount: true,
  }
}
