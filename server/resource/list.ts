/** Reading: pages, single records, options of a select, one level of a tree. */
import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { isOn } from '#model/kinds/switch/values.ts'
import { fromHundredths } from '#model/money.ts'
import {
  barrierTo,
  doableWith,
  isLines,
  permissionOf,
  type Barrier,
  type Resource,
  type Wire,
  knownField,
} from '#model/resource.ts'
import { totalsOf } from '#model/signed.ts'
import { allOf } from '../db/all-of.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { knownResource } from '#resources/index.ts'
import { oneOf } from '../db/one-of.ts'
import { lacking, may, type Caller } from '../kernel/caller.ts'
import { badInput, notFound } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import { columnNamed, comparisons, list as csv } from './conditions.ts'
import { countRows, summaryOf, type Summary } from './count.ts'
import { filtersOf, type Query } from './filters.ts'
import { hooksOf, type Row } from './hooks.ts'
import { offeredTo } from './offered.ts'
import { alongOf, pageRows } from './page-rows.ts'
import { MAX_PAGE_SIZE, MOST_ASKED, pageSizeRead } from './parameters.ts'
import { orderOf, type Sort, type Sorts } from './positions.ts'
import { scopeOf } from './scope.ts'
import { addParentPaths } from './tree-path.ts'
import { lineTablesOf, tableOf, columnOf } from '../db/table.ts'
import { addLineWords, addWords } from './words.ts'
import { mayUnmask, maskRows, toWire, wireRow } from './wire.ts'

export interface Page {
  records: Row[]
  total: number
  size: number
  current: number
  pages: number
  /** Sums over everything the query finds, for `list.totals`. */
  totals?: Record<string, string | number>
}

export interface Reading {
  services: Services
  caller: Caller
}

const whole = (name: string, text: string | undefined, fallback: number, max: number): number => {
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw badInput(`参数 ${name}：应为大于 0 的整数`)
  if (Number(text) > max) throw badInput(`参数 ${name}：不能大于 ${max}`)
  return Number(text)
}

export async function listRows({ services, caller }: Reading, resource: Resource, query: Query): Promise<Page> {
  const current = whole('pageNo', query.pageNo, 1, 100_000_000)
  const size = pageSizeRead(whole('pageSize', query.pageSize, 10, MOST_ASKED))
  const scope = scopeOf(caller, resource)
  const filters = filtersOf(resource, query, caller)
  const where = allOf(scope, filters)
  const sorts = sortsOf(resource, query, caller)
  const filtered = filters !== undefined
  const summary = summaryOf(services, resource, where, alongOf(resource, sorts, filtered))
  const page = { resource, where, sorts, size, offset: (current - 1) * size, filtered, summary }
  const [records, found] = await Promise.all([pageRows(services, page), summary])
  const { count: total, sums } = found.value
  const rows = records.map((record) => wireRow(resource, record))
  await finish({ services, caller }, resource, rows)
  if (filtered) await addParentPaths({ services, caller }, resource, rows)
  const totals = sumsOf(resource, sums)
  return { records: rows, total, size, current, pages: Math.ceil(total / size), ...(totals && { totals }) }
}

/** What every row gets before it leaves: words, decorations, what this reader may do, masks. */
export async function finish(reading: Reading, resource: Resource, rows: Row[]): Promise<void> {
  await worded(reading, resource, rows)
  await madeOwn(reading, resource, rows)
}

/** Worded rows as this reader gets them. */
async function madeOwn({ services, caller }: Reading, resource: Resource, rows: Row[]): Promise<void> {
  for (const hook of hooksOf(resource)) await hook.decorate?.(rows, { services, caller })
  for (const row of rows) row.may = mayOf(caller, resource, row)
  maskRows(resource, rows, caller)
  await addNamed({ services, caller }, resource, rows)
}

/** `{field}_id` beside a number of a record that this reader may see: where a client leads to. */
async function addNamed({ services, caller }: Reading, resource: Resource, rows: Row[]): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'text' || !field.names) continue
    const { by, to } = field.names
    for (const [value, target] of Object.entries(to)) {
      const own = rows.filter((row) => String(row[by]) === value && row[name])
      const found = own.length
        ? await byNumber(
            { services, caller },
            knownResource(target),
            own.map((row) => row[name]),
          )
        : undefined
      for (const row of own) if (found?.has(row[name])) row[`${name}_id`] = found.get(row[name])
    }
  }
}

async function byNumber({ services, caller }: Reading, target: Resource, numbers: readonly unknown[]) {
  const serial = Object.keys(target.fields).find((name) => knownField(target, name).kind === 'serial')
  if (!serial || !may(caller, permissionOf(target, 'list'))) return undefined
  const table = tableOf(target)
  const records = await services.db
    .select({ id: table.id, number: columnOf(table, serial) })
    .from(table)
    .where(and(oneOf(columnOf(table, serial), [...new Set(numbers)]), scopeOf(caller, target)))
  return new Map<unknown, unknown>(records.map(({ id, number }) => [number, id]))
}

/** Words beside codes and ids, those a definition cannot say included. */
export async function worded({ services, caller }: Reading, resource: Resource, rows: Row[]): Promise<void> {
  await addWords(services.db, resource, rows)
  if (rows.length) for (const hook of hooksOf(resource)) await hook.words?.(rows, { services, caller })
}

/** What keeps this reader from a verb or an action of this record: its state, a permission, or a rule in its own words. */
export function barrierOf(
  caller: Caller,
  resource: Resource,
  row: Row,
  name: string,
): Barrier | { rule: string } | undefined {
  const barrier = barrierTo(resource, row, name, (permission) => lacking(caller, permission))
  if (barrier) return barrier
  const rule = forbidden(resource, row, caller, name)
  return rule === undefined ? undefined : { rule }
}

/** What this reader may do with this record: verbs and actions that are permitted and possible in its state. */
export const mayOf = (caller: Caller, resource: Resource, row: Row): string[] =>
  doableWith(resource).filter((name) => !barrierOf(caller, resource, row, name))

/** Why a hook keeps this person from this action; undefined when none does. */
export const forbidden = (resource: Resource, row: Row, caller: Caller, action: string): string | undefined =>
  hooksOf(resource)
    .map((hook) => hook.forbids?.(row, caller, action))
    .find(Boolean)

/**
 * The record as it stands, lines included, without words or masks; undefined when this caller has no such record. Locked, it
 * can still be pointed at by what others write meanwhile, unless it is to be deleted.
 */
export async function findRow<R extends Resource>(
  db: Database | Tx,
  caller: Caller,
  resource: R,
  id: string,
  lock: boolean | 'to delete' = false,
): Promise<Wire<R> | undefined> {
  const table = tableOf<Resource>(resource)
  if (lock) for (const hook of hooksOf(resource)) await hook.locksFirst?.(db as Tx)
  const query = db
    .select()
    .from(table)
    .where(and(eq(table.id, id), scopeOf(caller, resource)))
  const [record] = await (lock ? query.for(lock === 'to delete' ? 'update' : 'no key update') : query)
  if (!record) return undefined
  const row = wireRow(resource, record)
  await addLines(db, resource, row)
  return row
}

/** Those of the records that this caller sees, in the order of the ids, as they stand and without lines. */
export async function rowsOf<R extends Resource>(
  db: Database | Tx,
  caller: Caller,
  resource: R,
  ids: readonly string[],
): Promise<Wire<R>[]> {
  const table = tableOf<Resource>(resource)
  const records = await db
    .select()
    .from(table)
    .where(and(inArray(table.id, [...ids]), scopeOf(caller, resource)))
  const byId = new Map(records.map((record) => [String(record.id), wireRow(resource, record)]))
  return [...new Set(ids)].map((id) => byId.get(id)).filter((row) => row !== undefined)
}

async function addLines(db: Database | Tx, resource: Resource, row: Row): Promise<void> {
  for (const [name, table] of Object.entries(lineTablesOf(resource))) {
    const field = knownField(resource, name)
    if (!isLines(field)) continue
    const records = await db.select().from(table).where(eq(table.mainId, row.id)).orderBy(asc(table.orderNum))
    row[name] = records.map((record) => ({
      id: record.id,
      ...Object.fromEntries(Object.entries(field.of).map(([key, of]) => [key, toWire(of, record[key])])),
    }))
  }
}

export async function readRow({ services, caller }: Reading, resource: Resource, id: string): Promise<Row> {
  const row = await findRow(services.db, caller, resource, id)
  if (!row) throw notFound(resource.label)
  for (const [name, field] of Object.entries(resource.fields))
    if (isLines(field)) await addLineWords(services.db, field.of, row[name] as Row[])
  await worded({ services, caller }, resource, [row])
  for (const hook of hooksOf(resource)) await hook.detail?.(row, { services, caller })
  await madeOwn({ services, caller }, resource, [row])
  return row
}

/** `id` always ends the order, so no row is shown twice or skipped between pages. */
function sortsOf(resource: Resource, query: Query, caller: Caller): Sorts {
  const wanted = sortsIn(query)
  const sorts = wanted.length
    ? wanted
    : [{ name: resource.list.sort.replace(/^-/, ''), down: resource.list.sort.startsWith('-') }]
  const parts = sorts.map(({ name, down }): Sort => {
    const column = columnNamed(resource, name.replace(/_dictText$/, ''))
    if (!column || !kindOf(column.field).sortable) throw badInput(`请注意，将要排序的列字段不存在：${name}`)
    if (column.field.mask && !mayUnmask(caller, resource)) throw badInput(`${column.field.label}已脱敏，不能排序`)
    return { column: column.column, down }
  })
  const { id } = tableOf(resource)
  const [first, ...others] = parts
  return first ? [first, ...others, { column: id, down: first.down }] : [{ column: id, down: true }]
}

export const sortOf = (resource: Resource, query: Query, caller: Caller): SQL[] =>
  orderOf(sortsOf(resource, query, caller))

function sortsIn(query: Query): { name: string; down: boolean }[] {
  if (query.sortInfoString) {
    const sorts = jsonSorts(query.sortInfoString)
    if (!sorts) throw badInput('参数 sortInfoString：应为 [{"column":"…","order":"asc"}]')
    return sorts
  }
  const order = (query.order || 'desc').toLowerCase()
  if (order !== 'asc' && order !== 'desc') throw badInput('参数 order：应为 asc 或 desc')
  return csv(query.column ?? '').map((name) => ({ name, down: order === 'desc' }))
}

function jsonSorts(text: string): { name: string; down: boolean }[] | undefined {
  try {
    const sorts: unknown = JSON.parse(text)
    if (!Array.isArray(sorts) || sorts.length > 5) return undefined
    return sorts.map(({ column, order }: { column: unknown; order: unknown }) => {
      if (typeof column !== 'string' || !['asc', 'desc'].includes(String(order).toLowerCase()))
        throw new TypeError('sort')
      return { name: column, down: String(order).toLowerCase() === 'desc' }
    })
  } catch {
    return undefined
  }
}

/** Kinds that travel as text with two decimals. */
export const isHundredths = (field: Field): boolean => kindOf(field).stored(field) === 'hundredths'

function sumsOf(resource: Resource, sums: Summary['sums']): Record<string, string | number> | undefined {
  const totals = totalsOf(resource)
  if (!totals.length) return undefined
  return Object.fromEntries(
    totals.map(({ key, field }) => {
      const sum = sums[key] ?? 0
      return [key, isHundredths(field) ? fromHundredths(BigInt(sum)) : Number(sum)]
    }),
  )
}

/** What is said beside the name of one that is chosen from: 指定金额、需审批. */
const besideTitle = ({ fields, list: { besideTitle: names = [] } }: Resource, row: Row): string =>
  names
    .flatMap((name) => {
      const field = knownField({ fields }, name)
      if (field.kind === 'switch') return isOn(field, row[name]) ? [field.label] : []
      return row[name] == null ? [] : [String(row[`${name}_dictText`] ?? row[name])]
    })
    .join('、')

/** Choices of a select: `ids` echoes chosen ones, otherwise the first that match the keyword. */
export async function optionsOf(
  { services, caller }: Reading,
  resource: Resource,
  { keyword, ids, pageSize, ...among }: Partial<Record<string, string>>,
) {
  const table = tableOf(resource)
  const title = columnNamed(resource, resource.title)!
  const chosen = ids === undefined ? undefined : csv(ids).slice(0, MAX_PAGE_SIZE)
  const narrowed = chosen
    ? inArray(table.id, chosen.length ? chosen : [''])
    : keyword
      ? comparisons.like(title, keyword)
      : undefined
  const belonging = Object.entries(among).map(([name, value]) => eq(columnOf(table, name), value))
  // Numbers that count on: who looks for one of many looks for one of the last.
  const order = title.field.kind === 'serial' ? desc : asc
  const shown = [resource.title, ...(resource.list.besideTitle ?? [])]
  const rows = await services.db
    .select({ id: table.id, ...Object.fromEntries(shown.map((name) => [name, columnOf(table, name)])) })
    .from(table)
    .where(and(offeredTo(caller, resource), narrowed, ...belonging))
    .orderBy(order(title.column), order(table.id))
    .limit(chosen ? MAX_PAGE_SIZE : whole('pageSize', pageSize, 30, 200))
  const named = rows as Row[]
  const fields = Object.fromEntries(shown.map((name) => [name, knownField(resource, name)]))
  await addWords(services.db, { ...resource, fields }, named)
  maskRows(resource, named, caller)
  return named.map((row) => {
    const name = String(row[`${resource.title}_dictText`] ?? row[resource.title] ?? row.id)
    const beside = chosen ? '' : besideTitle(resource, row)
    const text = beside ? `${name}（${beside}）` : name
    return { value: row.id, text, title: text, label: text }
  })
}

/** One level of a tree; `pid` empty or '0' is the top. A person who sees only a branch sees its root at the top. */
function levelOf({ services, caller }: Reading, resource: Resource, pid: string | undefined) {
  const parent = resource.tree && tableOf(resource)[resource.tree.parent]
  if (!parent) throw notFound('树形列表')
  const table = tableOf(resource)
  const scope = scopeOf(caller, resource)
  const mine = services.db.select({ id: table.id }).from(table).where(scope)
  const at =
    pid && pid !== '0'
      ? eq(parent, pid)
      : or(isNull(parent), eq(parent, ''), eq(parent, '0'), sql`${parent} not in ${mine}`)
  return { table, parent, scope, where: allOf(scope, at) }
}

/** The first of them; each says how many are below it, which may be more than its own level answers. */
export async function childRows(
  reading: Reading,
  resource: Resource,
  pid: string | undefined,
  query: Query,
): Promise<Row[]> {
  const { services, caller } = reading
  const { table, parent, scope, where } = levelOf(reading, resource, pid)
  const records = await services.db
    .select()
    .from(table)
    .where(where)
    .orderBy(...sortOf(resource, query, caller))
    .limit(MAX_PAGE_SIZE)
  const rows = records.map((record) => wireRow(resource, record))
  const ids = rows.map((row) => row.id)
  const counted = rows.length
    ? await services.db
        .select({ id: parent, count: sql<number>`count(*)::int` })
        .from(table)
        .where(and(scope, inArray(parent, ids)))
        .groupBy(parent)
    : []
  const below = new Map(counted.map(({ id, count }) => [id, count]))
  for (const row of rows) {
    const childCount = below.get(row.id) ?? 0
    Object.assign(row, { hasChildren: childCount > 0, hasChild: childCount ? '1' : '0', childCount })
  }
  await finish(reading, resource, rows)
  return rows
}

/** The top of a tree, and how many records stand there. */
export async function rootRows(reading: Reading, resource: Resource, query: Query): Promise<Page> {
  const records = await childRows(reading, resource, undefined, query)
  const size = records.length
  const total =
    size < MAX_PAGE_SIZE
      ? size
      : await countRows(reading.services, resource, levelOf(reading, resource, undefined).where)
  return { records, total, size, current: 1, pages: size ? Math.ceil(total / size) : 1 }
}
