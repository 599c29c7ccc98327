/**
 * Our own data as a report may read it: each table stands behind its own name as what its list would show the reader, so a
 * report is no second door to rows and values that the list keeps back.
 */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { maskEnds } from '#model/masks.ts'
import { isLines, permissionOf, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { columnOf, tableOf } from '../../db/table.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { forbidden, refused } from '../../kernel/errors.ts'
import { scopeOf } from '../../resource/scope.ts'
import { mayUnmask } from '../../resource/wire.ts'
import type { ReadSql } from '../data-sources/dialect.ts'

/** Of the system's own records those that name people and places. Settings may hold what nobody should read. */
const NAMES = ['sysDepart', 'sysUser', 'sysPosition', 'sysCategory']
const CLOSED = ['appConfig', 'configChange']

const isOpen = ({ name, path }: Resource) =>
  NAMES.includes(name) || (path.startsWith('/rental/') && !CLOSED.includes(name))

let byTable: ReadonlyMap<string, Resource> | undefined
export const reportTables = (): ReadonlyMap<string, Resource> =>
  (byTable ??= new Map(
    allResources()
      .filter(isOpen)
      .map((resource) => [resource.table, resource]),
  ))

const SYSTEM = ['id', 'sysOrgCode', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const

/** The same as `masks` of the model, in SQL. */
export function maskedIn(mask: NonNullable<Field['mask']>, value: SQL): SQL {
  if (mask === 'name') return sql`left(${value}, 1) || repeat('*', greatest(1, length(${value}) - 1))`
  const [head, tail] = maskEnds[mask].map((one) => sql.raw(String(one))) as [SQL, SQL]
  return sql`case when length(${value}) <= ${head} + ${tail} then repeat('*', length(${value}))
    else left(${value}, ${head}) || '****' || right(${value}, ${tail}) end`
}

/** Amounts in 元 and percent as people know them: with two decimals, not in hundredths. */
function valueIn(field: Field, column: SQL, unmasked: boolean): SQL {
  if (kindOf(field).stored(field) === 'hundredths') return sql`round(${column} / 100.0, 2)`
  if (field.mask && !unmasked) return sql`case when ${column} = '' then '' else ${maskedIn(field.mask, column)} end`
  return sql`${column}`
}

function shownOf(caller: Caller, resource: Resource): SQL {
  const table = tableOf(resource)
  const unmasked = mayUnmask(caller, resource)
  const fields = Object.entries(resource.fields).flatMap(([name, field]): SQL[] => {
    if (isLines(field) || field.computed || field.hidden || !(name in table)) return []
    const column = columnOf(table, name)
    return [sql`${valueIn(field, sql`${column}`, unmasked)} as ${sql.identifier(column.name)}`]
  })
  const system = SYSTEM.map((name) => sql`${table[name]}`)
  // `offset 0`: the conditions of the report are asked of what the scope left only. Otherwise the planner may ask them first,
  // and an error would tell of a row that is not the reader's.
  return sql`select ${sql.join([...system, ...fields], sql`, `)} from ${table} where ${scopeOf(caller, resource)} offset 0`
}

export interface Around {
  before: string
  after: string
  values: unknown[]
}

/**
 * What stands around the statement of a report: every name in it that is no part of itself is one of these queries, so none
 * of them reaches a table. Two steps, so that a scope that looks into another table finds the table.
 */
export function ownTables(caller: Caller, { names, qualified, own }: ReadSql): Around {
  const known = reportTables()
  if (qualified.length) throw refused(`SQL 中的表名前不要写模式：${qualified[0]}`)
  const strange = names.find((name) => !known.has(name) && !own.has(name))
  if (strange !== undefined) throw refused(`SQL 不能读取表 ${strange}`)
  const tables = names.flatMap((name) => known.get(name) ?? [])
  const closed = tables.find((resource) => !may(caller, permissionOf(resource, 'list')))
  if (closed) throw forbidden(`没有查看${closed.label}的权限，不能查看使用它的报表`)
  // A name of a part that is used where that part is not seen would otherwise be whatever the database has by that name.
  const nothing = names.filter((name) => !known.has(name))
  const outer = tables.map((resource, at) => sql`report_own_${sql.raw(String(at))} as (${shownOf(caller, resource)})`)
  const inner = [
    ...tables.map(
      ({ table }, at) => sql`${sql.identifier(table)} as (select * from report_own_${sql.raw(String(at))})`,
    ),
    ...nothing.map((name) => sql`${sql.identifier(name)} as (select 1 where false)`),
  ]
  const withAll = (parts: SQL[]) => (parts.length ? sql`with ${sql.join(parts, sql`, `)} ` : sql``)
  const query = new PgDialect().sqlToQuery(sql`${withAll(outer)}select * from (${withAll(inner)}select * from (`)
  return { before: `${query.sql}\n`, after: '\n) as report_body) as report', values: query.params }
}
