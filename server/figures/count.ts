/**
 * What a figure comes to for a reader. Whole hours before today that nothing has changed since are read as they were counted;
 * the rest is counted now. One statement, so that what is kept and what is counted are of one moment.
 */
import { and, gte, lt, lte, not, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { DEPARTMENTS, type Figure } from '#model/figure.ts'
import { filtersOfFigure, parametersOfFigure, type Period } from '#model/figures.ts'
import type { Resource } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import { columnOf, tableOf } from '../db/table.ts'
import { figureHour, figureKnown, figureStale } from '../db/tables.ts'
import { filtersOf } from '../resource/filters.ts'
import type { Reading } from '../resource/list.ts'
import { branchOf, scopeOf, type Branch } from '../resource/scope.ts'
import { grainOf, keptOf, type Kept } from './kept.ts'
import { added, counts, valueBy } from './terms.ts'

export interface Wanted {
  resource: Resource
  figure: Figure
  /** Of a figure that counts by a time. */
  period?: Period
  /** A field, or `day` for each day of the period. */
  by?: string
  /** Of `DEPARTMENTS`: how much of their codes; what is below counts with them. */
  width?: number
}

/** Of one value of what it is divided by, or of one day YYYY-MM-DD; `key` is empty when it is not divided. */
export interface Counted {
  key: string
  count: number
  /** 分 */
  sum: bigint
}

/** The day of a period's moment. */
export const dayOf = (moment: string): string => moment.slice(0, 10)
const isDay = (moment: string) => moment.length === 10

export async function countFigure(reading: Reading, wanted: Wanted, today: string): Promise<Counted[]> {
  const { resource, figure, period } = wanted
  const kept = keptOf(resource, figure)
  const branch = branchOf(reading.caller, resource)
  const statement =
    kept && period && branch
      ? fromHours(reading, { ...wanted, kept, period, branch }, today)
      : fromRows(reading, wanted)
  const { rows } = await reading.services.db.execute<{ key: string; count: number; sum: string }>(statement)
  return rows.map(({ key, count, sum }) => ({ key, count: Number(count), sum: BigInt(sum) }))
}

const day = (time: SQL | AnyPgColumn) => sql`to_char(${time}, 'YYYY-MM-DD')`

const cutCode = (code: SQL | AnyPgColumn, width = 0): SQL => sql`left(coalesce(${code}, ''), ${width}::int)`

function keyOf({ resource, figure, by, width }: Wanted): SQL {
  if (!by) return sql`''::text`
  if (by === DEPARTMENTS) return cutCode(tableOf(resource).sysOrgCode, width)
  return by === 'day' && figure.at ? day(columnOf(tableOf(resource), figure.at)) : valueBy(resource, by)
}

/** Exactly what the list finds by the filters of the figure. */
function fromRows({ caller }: Reading, wanted: Wanted): SQL {
  const { resource, figure, period } = wanted
  const filters = filtersOfFigure(figure, period && { period })
  const where = allOf(scopeOf(caller, resource), filtersOf(resource, parametersOfFigure(resource, filters), caller))
  return sql`select ${keyOf(wanted)} as key, count(*)::int as count, (${added(resource, figure)})::text as sum
    from ${tableOf(resource)} where ${where} group by 1`
}

/** Looked up in a hash: as a plain condition it becomes a join, and one that takes far too few hours for granted. */
const isStale = (hour: SQL): SQL => sql`(${hour} in (select hour from stale)) is true`

type FromHours = Wanted & { kept: Kept; period: Period; branch: Branch }

function fromHours({ caller }: Reading, wanted: FromHours, today: string): SQL {
  const { resource, figure, kept, period, branch, by, width } = wanted
  const table = tableOf(resource)
  const at = columnOf(table, kept.at)
  const moment = (text: string) => sql`${text}::timestamptz`
  const from = moment(period.from)
  const until = isDay(period.to) ? sql`(${moment(period.to)} + interval '1 day')` : moment(period.to)
  const before = isDay(period.to) ? lt(at, until) : lte(at, until)
  const byDepartment = by === DEPARTMENTS
  const divided = Boolean(by) && by !== 'day' && !byDepartment
  const grain = grainOf(divided)
  // What is over, and not of today; nothing for a figure that nodes of another version keep otherwise.
  const whole = sql`case when exists (select from ${figureKnown} where figure = ${kept.id})
    then least(date_trunc(${grain}, ${until}), ${moment(today)}) else ${from} end`
  const key = keyOf(wanted)
  const counted = sql`count(*) as count, ${added(resource, figure)} as sum`
  const where = allOf(scopeOf(caller, resource), counts(resource, figure))
  const { orgCode } = branch
  return sql`
    with stale as materialized (
      select distinct date_trunc(${grain}, hour) as hour from ${figureStale}
      where resource = ${resource.name} and at = ${kept.at} and tenant_id = ${branch.tenantId} and hour >= ${from} and hour < ${whole}
    )
    select key, sum(count)::int as count, sum(sum)::text as sum from (
      select ${by === 'day' ? day(sql`hour`) : byDepartment ? cutCode(sql`org_code`, width) : sql`value`} as key, count, sum from ${figureHour} as kept
      where ${and(
        sql`figure = ${kept.id} and by = ${divided ? by : ''} and whole = ${orgCode === undefined && !byDepartment}`,
        sql`tenant_id = ${branch.tenantId} and hour >= ${from} and hour < ${whole}`,
        orgCode === undefined ? undefined : sql`org_code like ${`${orgCode}%`}`,
        not(isStale(sql`hour`)),
      )}
      union all
      select ${key}, ${counted} from ${table}
      where ${and(
        where,
        sql`${at} >= (select min(hour) from stale) and ${at} < (select max(hour) + ('1 ' || ${grain})::interval from stale)`,
        isStale(sql`date_trunc(${grain}, ${at})`),
      )} group by 1
      union all
      select ${key}, ${counted} from ${table} where ${and(where, gte(at, sql`greatest(${from}, ${whole})`), before)} group by 1
    ) as parts group by key`
}

/** The oldest record of a figure by its `since`; undefined when there is none. */
export async function oldestOf(reading: Reading, { resource, figure }: Wanted): Promise<string | undefined> {
  if (!figure.since) return undefined
  const where = allOf(scopeOf(reading.caller, resource), counts(resource, figure))
  const { rows } = await reading.services.db.execute<{ oldest: string | null }>(
    sql`select min(${columnOf(tableOf(resource), figure.since)}) as oldest from ${tableOf(resource)} where ${where}`,
  )
  return rows[0]?.oldest ?? undefined
}
