/**
 * Which row stands at place 700,000? Walking an index that far takes as long as reading that many entries. So the whole
 * order is walked once, some 2,000 keys on the way are remembered with their places, and a page starts at the key before it.
 *
 * What a page shows are always rows that exist, match and follow each other in the order asked for. Only its beginning can
 * be out of date, by the rows that came and went before it in the last `LAG_MS`, and only while the table keeps changing.
 */
import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Resource, Scope } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import type { Services } from '../kernel/services.ts'
import { LOOK } from './changes.ts'
import { joined, subjectOf } from './count.ts'
import { Remembered } from './remembered.ts'
import { onlyRow } from '../db/only-row.ts'
import { tableOf } from '../db/table.ts'

export interface Sort {
  column: AnyPgColumn
  down: boolean
}

/** What is asked for, and last the id. */
export type Sorts = readonly [Sort, ...Sort[]]
/** By one column and the id: an order that an index may hold. */
type Indexed = readonly [Sort, Sort]

export const orderOf = (sorts: readonly Sort[]): SQL[] =>
  sorts.map(({ column, down }) => (down ? desc(column) : asc(column)))

const KEYS = 2000
const LEAST_STEP = 50
/** Orders remembered; one takes about 300 KB. */
const MOST = 50

/** Rows without a value stand apart from the others: first going down, last going up. In each part one comparison is enough. */
type Part = 'all' | 'filled' | 'empty'

interface Place {
  /** How many rows stand before, in the whole order. */
  at: number
  part: Part
  /** The last row before; absent where the part begins. */
  after?: { value: string | null; id: string }
}

const known = new Remembered<Place[]>(MOST)

/** Scopes under which every row asked for belongs to one tenant, the first column of every index. */
const IN_A_TENANT: ReadonlySet<Scope> = new Set(['tenant', 'department', 'own'])

/** Is there an index that holds the rows in this order? Without one, every key would cost a sort of its own. */
export function hasPlaces(resource: Resource, sorts: Sorts): sorts is Indexed {
  const [first, id] = sorts
  if (sorts.length !== 2 || !IN_A_TENANT.has(resource.scope) || first.down !== id?.down) return false
  return getTableConfig(tableOf(resource) as PgTable).indexes.some(({ config }) => {
    const columns = config.columns.map((column) => ('name' in column ? column.name : undefined))
    return columns.length === 3 && columns[0] === 'tenant_id' && columns[1] === first.column.name && columns[2] === 'id'
  })
}

export interface Ordered {
  resource: Resource
  where: SQL
  sorts: Indexed
  /** How many rows there are, more or less. */
  count: number
}

/** The conditions and offsets under which the rows from `offset` on are found, to be tried in turn until the page is full. */
export async function startsAt(
  services: Services,
  ordered: Ordered,
  offset: number,
): Promise<{ where: SQL; offset: number }[]> {
  const places = await placesOf(services, ordered)
  const start = places.findLastIndex(({ at }) => at <= offset)
  const starts = places.slice(start).filter(({ after }, index) => index === 0 || !after)
  return starts.map((place, index) => ({
    where: allOf(ordered.where, rowsAfter(ordered.sorts, place)),
    offset: index === 0 ? offset - place.at : 0,
  }))
}

/** The rows of the part that come after the key. Exact because no value of the part is null, or all are. */
function rowsAfter(sorts: Indexed, { part, after }: Place): SQL | undefined {
  const [{ column, down }, { column: id }] = sorts
  const sign = sql.raw(down ? '<' : '>')
  const type = sql.raw(column.getSQLType())
  if (part === 'empty') return and(sql`${column} is null`, after && sql`${id} ${sign} ${after.id}`)
  return after
    ? sql`(${column}, ${id}) ${sign} (${after.value}::${type}, ${after.id})`
    : part === 'filled'
      ? sql`${column} is not null`
      : undefined
}

async function placesOf(services: Services, ordered: Ordered): Promise<Place[]> {
  const { resource, where, sorts } = ordered
  const { table, key } = subjectOf(resource, where)
  const [{ column, down }] = sorts
  const { value: places } = await known.answer(services, {
    table,
    key: `${key}|${column.name} ${down ? 'down' : 'up'}`,
    mayLag: () => true,
    async workOut() {
      const { rows } = await services.pool.query<{ look: string }>(`select ${LOOK} as look`)
      return { value: await walk(services, ordered), look: onlyRow(rows).look }
    },
  })
  return places
}

async function walk({ db, lists }: Services, { resource, where, sorts, count }: Ordered): Promise<Place[]> {
  const [{ column, down }, { column: id }] = sorts
  const table = tableOf(resource)
  const step = Math.max(LEAST_STEP, Math.ceil(count / KEYS))
  const stride = step * Math.ceil(lists.stride / step)
  const parts: Part[] = column.notNull ? ['all'] : down ? ['empty', 'filled'] : ['filled', 'empty']
  const places: Place[] = []
  let at = 0
  for (const part of parts) {
    let from: Place = { at, part }
    places.push(from)
    for (let rows = stride; rows === stride; at += rows) {
      const order = joined(orderOf(sorts))
      const stretch = sql`(select ${column}, ${id}, row_number() over (order by ${order}) as place from ${table}
        where ${and(where, rowsAfter(sorts, from))} order by ${order} limit ${stride}) as ${table}`
      const kept = sql`filter (where place % ${step} = 0)`
      const { rows: found } = await db.execute<{
        rows: number
        kepts: [place: string, value: string, id: string][] | null
      }>(
        sql`select count(*)::int as rows, array_agg(array[place::text, ${column}::text, ${id}]) ${kept} as kepts from ${stretch}`,
      )
      const { kepts, rows: read } = onlyRow(found)
      rows = read
      const stops = (kepts ?? []).map(([place, value, id]): Place => ({
        at: at + Number(place),
        part,
        after: { value, id },
      }))
      places.push(...stops.sort((a, b) => a.at - b.at))
      from = places.at(-1) ?? from
    }
  }
  return places
}
