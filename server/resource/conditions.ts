/** One comparison of a field with a value from outside. Names become columns here and nowhere else; values only ever bind. */
import { eq, gt, gte, inArray, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { askedOf, DATE } from '#model/asked.ts'
import type { Field } from '#model/fields.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { isMultiple } from '#model/query.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { beginsWith, endsWith, hasPart, literally } from '../db/held-text.ts'
import { allOf } from '../db/all-of.ts'
import { badInput } from '../kernel/errors.ts'
import { isFoundByPart, pairsOf, tableOf } from '../db/table.ts'

export interface Column {
  name: string
  field: Field
  column: AnyPgColumn
}

/** The column behind a name; undefined when the resource has no such plain field. */
export function columnNamed(resource: Resource, name: string): Column | undefined {
  const field = fieldOf(resource, name)
  const column = field && field.kind !== 'lines' ? tableOf(resource)[name] : undefined
  return field && column ? { name, field, column } : undefined
}

export function readValue({ name, field }: Column, given: string): unknown {
  const text = given.trim()
  if (text.includes('\0')) throw badInput(`参数 ${name}：含有非法字符`)
  const asked = askedOf(field, text)
  if ('problem' in asked) throw badInput(`参数 ${name}（${field.label}）：${asked.problem}`)
  return asked.value
}

const isText = (column: AnyPgColumn) => column.dataType === 'string' && column.getSQLType() === 'text'
/** `like` on numbers and dates compares their text. */
const textOf = (column: AnyPgColumn) => (isText(column) ? sql`${column}` : sql`${column}::text`)

/** A comma-joined column holds the value as one of its own. */
const holds = (column: AnyPgColumn, value: string) => sql`(',' || ${column} || ',') like ${`%,${literally(value)},%`}`
/** Of nothing is nothing: an empty list of alternatives would be no condition at all. */
const holdsAny = (column: AnyPgColumn, text: string): SQL =>
  or(...list(text).map((value) => holds(column, value))) ?? sql`false`

export const list = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** A day of a time is all of it: from its beginning to before the next one's. Undefined for a moment, and for other fields. */
function dayOf({ field }: Column, text: string): { from: string; next: string } | undefined {
  const day = text.trim()
  if (field.kind !== 'dateTime' || !DATE.test(day)) return undefined
  return { from: `${day} 00:00:00`, next: `${day} 24:00:00` }
}

/** More of a text than this makes what is found no fewer, and its pairs cost the square of it. */
const MOST_CHARACTERS = 30

/**
 * What holds the text holds the pairs of its beginning, and those an index knows. A single character is in too many rows for
 * an index to be quicker than a look at all of them.
 */
const holdingPairs = ({ field, column }: Column, text: string, condition: SQL): SQL => {
  const beginning = [...text].slice(0, MOST_CHARACTERS)
  if (!isFoundByPart(field) || beginning.length < 2) return condition
  return allOf(condition, sql`${pairsOf(column)} @> ${pairsOf(sql`${beginning.join('')}::text`)}`)
}

type Compare = (column: Column, text: string) => SQL
/** Every rule of `model/kinds`, as SQL. */
export const comparisons: Record<Rule, Compare> = {
  eq: (c, text) => {
    if (isMultiple(c.field)) return holds(c.column, text)
    const day = dayOf(c, text)
    return day ? allOf(gte(c.column, day.from), lt(c.column, day.next)) : eq(c.column, readValue(c, text))
  },
  ne: (c, text) => {
    const day = dayOf(c, text)
    const other = day ? or(lt(c.column, day.from), gte(c.column, day.next)) : ne(c.column, readValue(c, text))
    return sql`(${other} or ${c.column} is null)`
  },
  gt: (c, text) => {
    const day = dayOf(c, text)
    return day ? gte(c.column, day.next) : gt(c.column, readValue(c, text))
  },
  ge: (c, text) => gte(c.column, readValue(c, text)),
  lt: (c, text) => lt(c.column, readValue(c, text)),
  le: (c, text) => {
    const day = dayOf(c, text)
    return day ? lt(c.column, day.next) : lte(c.column, readValue(c, text))
  },
  like: (c, text) => holdingPairs(c, text, hasPart(textOf(c.column), text)),
  right_like: (c, text) => holdingPairs(c, text, beginsWith(textOf(c.column), text)),
  left_like: (c, text) => holdingPairs(c, text, endsWith(textOf(c.column), text)),
  in: (c, text) => {
    if (isMultiple(c.field)) return holdsAny(c.column, text)
    const parts = list(text)
    if (parts.length > 1000) throw badInput(`参数 ${c.name}：最多 1000 个值`)
    const days = parts.filter((part) => dayOf(c, part))
    const values = parts.filter((part) => !days.includes(part)).map((part) => readValue(c, part))
    const any = [...days.map((day) => comparisons.eq(c, day)), ...(values.length ? [inArray(c.column, values)] : [])]
    return or(...any) ?? sql`false`
  },
}
export { holdsAny }
