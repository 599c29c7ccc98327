/** A figure in SQL: which records, what is added up, what they are divided by. */
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Figure } from '#model/figure.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import { columnOf, tableOf } from '../db/table.ts'

/** The records that count, whoever asks and whenever that was. */
export const counts = (resource: Resource, figure: Figure): SQL =>
  allOf(
    ...Object.entries(figure.when ?? {}).map(([name, values = []]) =>
      inArray(columnOf(tableOf(resource), name), [...values]),
    ),
  )

/** 分; nothing where only records are counted. */
export const added = (resource: Resource, figure: Figure): SQL =>
  figure.sum ? sql`coalesce(sum(${columnOf(tableOf(resource), figure.sum)}), 0)::bigint` : sql`0::bigint`

/** The value a record belongs to, as text; empty when it has none. An area belongs to its city: four digits, then zeros. */
export function valueBy(resource: Resource, by: string): SQL {
  const value = sql`coalesce(${columnOf(tableOf(resource), by)}::text, '')`
  return knownField(resource, by).kind === 'area'
    ? sql`case when ${value} = '' then '' else rpad(left(${value}, 4), 6, '0') end`
    : value
}
