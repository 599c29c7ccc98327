/** Counts anew the hours that have changed, a day of one tenant at a time, and never today. */
import { and, eq, gte, inArray, like, lt, ne, or, sql } from 'drizzle-orm'
import { columnOf, tableOf } from '../db/table.ts'
import { figureHour, figureKnown, figureStale } from '../db/tables.ts'
import { live } from '../db/live.ts'
import { sqlState } from '../db/sql-state.ts'
import { restWhileOthersAsk } from '../db/turns.ts'
import type { Tx } from '../kernel/database.ts'
import type { Services } from '../kernel/services.ts'
import { grainOf, keptBy, keptFigures, keptTogether, type Kept } from './kept.ts'
import { added, counts, valueBy } from './terms.ts'

interface Day {
  resource: string
  at: string
  tenantId: number
  day: string
}

/** So that a run ends before its job is given up after 15 minutes, also while it rests behind others; the next one goes on. */
const MOST_DAYS = 500
/** Somebody else counted the same hours. */
const SERIALIZATION_FAILURE = '40001'

/** How many days were counted. One node at a time; what is cut off is found again by its notes. */
export async function rollUp(services: Services, today: string): Promise<number> {
  const release = await services.leases.take('figures')
  if (!release) return 0
  try {
    const { rows } = await services.db.execute<{ resource: string; at: string; tenant_id: number; day: string }>(sql`
      select resource, at, tenant_id, to_char(hour, 'YYYY-MM-DD') as day from ${figureStale}
      where hour < ${today}::timestamptz group by 1, 2, 3, 4 order by day desc limit ${MOST_DAYS}`)
    let done = 0
    for (const { resource, at, tenant_id: tenantId, day } of rows) {
      const began = performance.now()
      if (await countDay(services, { resource, at, tenantId, day })) done += 1
      await restWhileOthersAsk(services.pool, performance.now() - began)
    }
    return done
  } finally {
    await release()
  }
}

async function countDay({ db }: Services, day: Day): Promise<boolean> {
  try {
    // Notes and records of one moment: a note that comes meanwhile stays.
    await db.transaction((tx) => count(tx, day), { isolationLevel: 'repeatable read' })
    return true
  } catch (error) {
    if (sqlState(error)?.code === SERIALIZATION_FAILURE) return false
    throw error
  }
}

/** Nodes of two versions count by two definitions: whoever does not know all figures of a resource leaves their notes alone. */
async function isOurs(tx: Tx, resource: string): Promise<boolean> {
  const known = await tx
    .select()
    .from(figureKnown)
    .where(like(figureKnown.figure, `${resource}.%`))
  const own = keptFigures.filter((one) => one.resource.name === resource)
  return known.length === own.length && known.every(({ figure }) => own.some(({ id }) => id === figure))
}

async function count(tx: Tx, { resource, at, tenantId, day }: Day): Promise<void> {
  if (!(await isOurs(tx, resource))) return
  const from = sql`${day}::timestamptz`
  const until = sql`(${day}::timestamptz + interval '1 day')`
  const notes = await tx.execute<{ hour: string }>(sql`
    with seen as (
      delete from ${figureStale} where resource = ${resource} and at = ${at} and tenant_id = ${tenantId}
        and hour >= ${from} and hour < ${until} returning hour
    ) select distinct hour from seen`)
  const hours = notes.rows.map(({ hour }) => hour)
  const group = keptTogether().get(`${resource} ${at}`) ?? []
  if (!group.length || !hours.length) return
  await tx.delete(figureHour).where(
    and(
      inArray(
        figureHour.figure,
        group.map(({ id }) => id),
      ),
      eq(figureHour.tenantId, tenantId),
      gte(figureHour.hour, from),
      lt(figureHour.hour, until),
      or(ne(figureHour.by, ''), inArray(figureHour.hour, hours)),
    ),
  )
  for (const kept of group)
    for (const by of ['', ...keptBy(kept.figure)]) await tx.execute(counting(kept, by, { tenantId, hours, day }))
}

/** For the whole tenant and for each department. */
function counting(
  { id, resource, figure, at }: Kept,
  by: string,
  { tenantId, hours, day }: { tenantId: number; hours: readonly string[]; day: string },
) {
  const table = tableOf(resource)
  const time = columnOf(table, at)
  const hour = sql`date_trunc(${grainOf(Boolean(by))}, ${time})`
  const value = by ? valueBy(resource, by) : sql`''::text`
  const org = sql`coalesce(${table.sysOrgCode}, '')`
  const found = and(
    live(table),
    eq(table.tenantId, tenantId),
    counts(resource, figure),
    sql`${time} >= ${day}::timestamptz and ${time} < ${day}::timestamptz + interval '1 day'`,
    by
      ? undefined
      : sql`${hour} in (${sql.join(
          hours.map((one) => sql`${one}::timestamptz`),
          sql`, `,
        )})`,
  )
  return sql`
    with hours as (
      select ${hour} as hour, ${org} as org, ${value} as value, count(*) as count, ${added(resource, figure)} as sum
      from ${table} where ${found} group by 1, 2, 3
    )
    insert into ${figureHour} (figure, by, whole, tenant_id, hour, org_code, value, count, sum)
    select ${id}::text, ${by}::text, true, ${tenantId}::int, hour, '', value, sum(count), sum(sum) from hours group by hour, value
    union all
    select ${id}::text, ${by}::text, false, ${tenantId}::int, hour, org, value, count, sum from hours`
}
