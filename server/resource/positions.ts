/**
 * Which row stands at place 700,000? Walking an index that far takes as long as reading that many entries. So the whole
 * order is walked once, some 2,000 keys on the way are remembered, and a page starts at the key before it.
 *
 * What a page shows are always rows that exist, match and follow each other in the order asked for. Only its beginning can
 * be out of date, by the rows that came and went before it in the last `LAG_MS`, and only while the table keeps changing.
 */
import { asc, desc, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Resource, Scope } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import type { Services } from '../kernel/services.ts'
import { LOOK } from './changes.ts'
import { joined, subjectOf } from './count.ts'
import { Remembered } from './remembered.ts'
import { onlyRow } from '../db/only-row.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'

export interface Sort {
  column: AnyPgColumn
  down: boolean
}

/** What is asked for, and last the id. */
export type Sorts = readonly [Sort, ...Sort[]]
/** By one column and the id: an order that an index may hold. */
export type Indexed = readonly [Sort, Sort]

/** Rows without a value come last in both directions: nobody sorts to see them. */
export const orderOf = (sorts: readonly Sort[]): SQL[] =>
  sorts.map((sort) => (sort.down && !sort.column.notNull ? sql`${desc(sort.column)} nulls last` : alongIndex(sort)))

/** As indexes hold them, where either every row found has a value in the first column or none has. */
export const orderApart = (sorts: Indexed): SQL[] => sorts.map(alongIndex)

const alongIndex = ({ column, down }: Sort): SQL => (down ? desc(column) : asc(column))

const KEYS = 2000
const LEAST_STEP = 50
/** A filter that few rows pass makes the way to the next key long; the embedded database does one statement at a time. */
const STATEMENT_MS = 50
/** How long it is shows the first statement, which is one of so many. */
const TRIED_WITH = 16
/** Orders remembered; one takes about 300 KB. */
const MOST = 50

/** Rows without a value stand apart and last. In each part one comparison is enough. */
type PartName = 'all' | 'filled' | 'empty'

interface Key {
  value: string | null
  id: string
}

interface Part {
  name: PartName
  rows: number
  /** Every `step`-th row, going up. */
  keys: readonly Key[]
}

/** Walked upwards, read both ways. */
interface Walk {
  step: number
  parts: readonly Part[]
}

const known = new Remembered<Walk>(MOST)

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
  const { where, sorts } = ordered
  const { step, parts } = await walkOf(services, ordered)
  const { down } = sorts[0]
  const inTurn = [...parts]
  let left = offset
  // Rows may have come behind the last part.
  while (inTurn.length > 1 && left >= inTurn[0]!.rows) left -= inTurn.shift()!.rows
  return inTurn.map((part, index) => {
    const { after, rows } = index === 0 ? keyBefore(part, step, down, left) : { rows: left }
    left = 0
    return { where: allOf(where, rowsAfter(sorts, part.name, after)), offset: rows }
  })
}

/** The last key before the row at place `left` of the part, and how many rows stand between them. */
function keyBefore({ keys, rows }: Part, step: number, down: boolean, left: number): { after?: Key; rows: number } {
  // Going up, `step` rows end with the first key; going down, `rows - step + 1` do.
  const passed = down
    ? Math.max(1, Math.ceil((rows + 1 - left) / step))
    : Math.min(keys.length, Math.floor(left / step))
  const after = keys[passed - 1]
  if (!after) return { rows: left }
  return { after, rows: left - (down ? rows - passed * step + 1 : passed * step) }
}

const typed = ({ column }: Sort, value: string | null) => sql`${value}::${sql.raw(column.getSQLType())}`

export const filled = ([{ column }]: Sorts): SQL => sql`${column} is not null`
export const empty = ([{ column }]: Sorts): SQL => sql`${column} is null`

/** The rows of the part that come after the key. Exact because no value of the part is null, or all are. */
function rowsAfter(sorts: Indexed, part: PartName, after: Key | undefined): SQL | undefined {
  if (after) return beyond(sorts, part, typed(sorts[0], after.value), sql`${after.id}`)
  if (part === 'all') return undefined
  return part === 'empty' ? empty(sorts) : filled(sorts)
}

function beyond([{ column, down }, { column: id }]: Indexed, part: PartName, value: SQL, after: SQL): SQL {
  const sign = sql.raw(down ? '<' : '>')
  if (part === 'empty') return sql`${column} is null and ${id} ${sign} ${after}`
  return sql`(${column}, ${id}) ${sign} (${value}, ${after})`
}

async function walkOf(services: Services, ordered: Ordered): Promise<Walk> {
  const { resource, where, sorts } = ordered
  const { table, key } = subjectOf(resource, where)
  const { value } = await known.answer(services, {
    table,
    key: `${key}|${sorts[0].column.name}`,
    mayLag: () => true,
    async workOut() {
      const { rows } = await services.pool.query<{ look: string }>(`select ${LOOK} as look`)
      return { value: await walk(services, ordered), look: onlyRow(rows).look }
    },
  })
  return value
}

async function walk(services: Services, { resource, where, sorts: [first, id], count }: Ordered): Promise<Walk> {
  const up: Indexed = [
    { column: first.column, down: false },
    { column: id.column, down: false },
  ]
  const step = Math.max(LEAST_STEP, Math.ceil(count / KEYS))
  const names: PartName[] = first.column.notNull ? ['all'] : ['filled', 'empty']
  const parts: Part[] = []
  for (const name of names) parts.push(await walkPart(services, { table: tableOf(resource), where, up, step, name }))
  return { step, parts }
}

interface Stretch {
  table: ResourceTable
  where: SQL
  up: Indexed
  step: number
  name: PartName
}

/** From key to key along the index, and what is left behind the last is counted. */
async function walkPart({ db, lists }: Services, { table, where, up, step, name }: Stretch): Promise<Part> {
  const [{ column }, { column: id }] = up
  const order = joined(orderApart(up))
  const most = Math.ceil(lists.stride / step)
  const stop = (after: SQL | undefined) =>
    sql`from ${table} where ${allOf(where, after)} order by ${order} offset ${step - 1} limit 1`
  const keys: Key[] = []
  let jumps = Math.ceil(most / TRIED_WITH)
  for (let isOver = false; !isOver;) {
    const before = keys.at(-1)
    const began = performance.now()
    const { rows } = await db.execute<{ value: string | null; id: string }>(sql`
      with recursive walked as (
        (select ${column} as value, ${id} as id, 1 as jump ${stop(rowsAfter(up, name, before))})
        union all
        select stop.value, stop.id, walked.jump + 1 from walked cross join lateral (
          select ${column} as value, ${id} as id ${stop(beyond(up, name, sql`walked.value`, sql`walked.id`))}
        ) as stop where walked.jump < ${jumps}
      ) select value::text, id from walked order by jump`)
    keys.push(...rows)
    isOver = rows.length < jumps
    jumps = Math.min(most, Math.max(1, Math.floor((jumps * STATEMENT_MS) / (performance.now() - began))))
  }
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${table} where ${allOf(where, rowsAfter(up, name, keys.at(-1)))}`,
  )
  return { name, rows: keys.length * step + onlyRow(rows).rows, keys }
}
