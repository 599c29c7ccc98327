/** The rows of one page, by whichever way does not look at the whole table. */
import { getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Resource } from '#model/resource.ts'
import { onlineCode } from '#resources/onlineResource.ts'
import { allOf } from '../db/all-of.ts'
import type { Services } from '../kernel/services.ts'
import { LOOK } from './changes.ts'
import { joined, subjectOf, type Summary } from './count.ts'
import type { Row } from './hooks.ts'
import {
  empty,
  filled,
  hasPlaces,
  orderApart,
  orderOf,
  startsAt,
  type Indexed,
  type Ordered,
  type Sorts,
} from './positions.ts'
import { onlyRow } from '../db/only-row.ts'
import { Remembered, type Answer } from './remembered.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'

export interface PageWanted {
  resource: Resource
  where: SQL
  sorts: Sorts
  size: number
  offset: number
  /** Is `where` more than what this reader may see? */
  filtered: boolean
  summary: Promise<Answer<Summary>>
}

/**
 * The column of the order whose ends among the rows found are worth knowing, for `summary`. The planner believes that what a
 * filter finds lies evenly along the order; people filter by days what they sort by time, and it would walk over all the
 * days before.
 */
export function alongOf(resource: Resource, sorts: Sorts, filtered: boolean): AnyPgColumn | undefined {
  const [{ column }] = sorts
  return filtered && hasPlaces(resource, sorts) && column.dataType !== 'boolean' ? column : undefined
}

/** First pages are asked for again and again; what they hold is kept until the table changes. */
const pages = new Remembered<Row[]>(500)
const MOST_KEPT = 100

/** What is kept of one publication of an online form is no row of another: its fields may stand in other columns. */
function keptIn(resource: Resource): string {
  if (onlineCode(resource.name) === undefined) return ''
  const columns = Object.entries(getTableColumns(tableOf(resource)) as Record<string, AnyPgColumn>)
  return columns.map(([name, column]) => `${name}=${column.name}`).join()
}

/** The rows are shared: whoever changes one takes a copy. */
export async function pageRows(services: Services, page: PageWanted): Promise<readonly Row[]> {
  const { resource, where, sorts, size, offset } = page
  if (offset >= services.lists.near || size > MOST_KEPT) return findPage(services, page)
  const { table, key } = subjectOf(resource, where)
  const order = sorts.map(({ column, down }) => `${column.name} ${down ? 'down' : 'up'}`)
  const { value } = await pages.answer(services, {
    table,
    key: `${key}|${order.join()}|${size}|${offset}|${keptIn(resource)}`,
    mayLag: () => false,
    async workOut() {
      const rows = await findPage(services, page)
      return { value: rows, look: rows[0]?.look as string | undefined }
    },
  })
  return value
}

async function findPage(services: Services, page: PageWanted): Promise<Row[]> {
  const { resource, offset, sorts, filtered, summary } = page
  const { deep, large } = services.lists
  if (filtered) {
    const { value, exact, settled } = await summary
    // Rows that came meanwhile may lie outside.
    if (offset < deep && exact) {
      const rows = await walked(services, { ...page, where: allOf(page.where, within(page, value)) })
      // So may those of who was writing when the ends were found; what was seen without them is not kept.
      return settled ? rows : rows.map(({ look: _, ...row }) => row)
    }
  }
  if (offset < deep) return walked(services, page)
  const { count } = (await summary).value
  return count >= large && hasPlaces(resource, sorts)
    ? fromPlace(services, page, { resource, where: page.where, sorts, count })
    : walked(services, page)
}

function within({ sorts }: PageWanted, { between }: Summary): SQL | undefined {
  const [{ column }] = sorts
  const type = sql.raw(column.getSQLType())
  return between && sql`${column} between ${between[0]}::${type} and ${between[1]}::${type}`
}

/** Indexes hold rows without a value first going down: there the page is put together of two walks. */
const walked = (services: Services, page: PageWanted): Promise<Row[]> => {
  const { resource, sorts } = page
  const [{ column, down }] = sorts
  return down && !column.notNull && hasPlaces(resource, sorts)
    ? filledFirst(services, { ...page, sorts })
    : walkedOnce(services, page, orderOf(sorts))
}

async function filledFirst(services: Services, page: PageWanted & { sorts: Indexed }): Promise<Row[]> {
  const { resource, where, sorts, size, offset } = page
  const order = orderApart(sorts)
  const first = { ...page, where: allOf(where, filled(sorts)) }
  const rows = await walkedOnce(services, first, order)
  if (rows.length === size) return rows
  let left = 0
  if (offset && !rows.length) {
    const table = tableOf(resource)
    const counted = services.db
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(first.where)
    left = Math.max(0, offset - onlyRow(await counted).count)
  }
  const last = { ...page, where: allOf(where, empty(sorts)), size: size - rows.length, offset: left }
  const others = await walkedOnce(services, last, order)
  if (rows.length) return [...rows, ...others]
  // What the first walk saw is older than what these saw: not kept.
  return others.map(({ look: _, ...row }) => row)
}

const walkedOnce = (services: Services, page: PageWanted, order: readonly SQL[]): Promise<Row[]> =>
  page.offset < services.lists.near ? inOrder(services, page, order) : byId(services, page, idsInOrder(page, order))

/** Whole rows, with what the statement saw: see `LOOK`. */
const selected = ({ db }: Services, table: ResourceTable) =>
  db.select({ ...(getTableColumns(table) as Record<string, AnyPgColumn>), look: sql`${sql.raw(LOOK)}` }).from(table)

const inOrder = async (
  services: Services,
  { resource, where, size, offset }: PageWanted,
  order: readonly SQL[],
): Promise<Row[]> =>
  selected(services, tableOf(resource))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(offset)

const idsInOrder = ({ resource, where, size, offset }: PageWanted, order: readonly SQL[]) => sql`(
  select ${tableOf(resource).id} from ${tableOf(resource)} where ${where}
  order by ${joined(order)} limit ${size} offset ${offset})`

const byId = async (services: Services, { resource, sorts }: PageWanted, ids: SQL): Promise<Row[]> =>
  selected(services, tableOf(resource))
    .where(inArray(tableOf(resource).id, ids))
    .orderBy(...orderOf(sorts))

async function fromPlace(services: Services, page: PageWanted, ordered: Ordered): Promise<Row[]> {
  const rows: Row[] = []
  for (const start of await startsAt(services, ordered, page.offset)) {
    const rest = { ...page, ...start, size: page.size - rows.length }
    rows.push(...(await byId(services, rest, idsInOrder(rest, orderApart(ordered.sorts)))))
    if (rows.length === page.size) break
  }
  return rows
}
