/** Work on everything a query finds, as its person chose it: the records of it, and `POST {path}/deleteByQuery`. */
import { createHash } from 'node:crypto'
import { and, asc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_BY_QUERY } from '#model/batch.ts'
import { isLines, matches, permissionOf, type Resource, knownField } from '#model/resource.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { filtersOf, LIST_PARAMETERS, type Query } from './filters.ts'
import { hooksOf, type Row } from './hooks.ts'
import { once } from './once.ts'
import { scopeOf } from './scope.ts'
import { oneOf } from '../db/one-of.ts'
import { lineTablesOf, tableOf } from '../db/table.ts'
import { trace } from './trace.ts'
import { toWire, wireRow } from './wire.ts'
import { titleOf } from './words.ts'
import { deleteRows, localTime, refuseChanged, refuseReferenced, touched, type Writing } from './write.ts'

const AT_ONCE = 500

/** What narrows a list; pages and orders have no say in what is found. */
const NARROWING = new Set<string>(['superQueryParams', 'superQueryMatchType'])
const POINTLESS: readonly string[] = LIST_PARAMETERS.filter((name) => !NARROWING.has(name))

/**
 * What narrows a list, how many its person saw it find, and which these were: a digest of `POST {path}/found` or of a preview.
 * Clients of other makes know only how many.
 */
export const byQueryShape = (list: z.ZodObject<z.ZodRawShape>) => ({
  query: z.strictObject(Object.fromEntries(Object.entries(list.shape).filter(([name]) => !POINTLESS.includes(name))), {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : '缺少 query'),
  }),
  count: z
    .number({ error: 'count 应为整数' })
    .int('count 应为整数')
    .min(1, '没有符合条件的记录')
    .max(MOST_BY_QUERY, `一次最多处理 ${MOST_BY_QUERY} 条，请缩小查询范围`),
  digest: z
    .string({ error: 'digest 应为文本' })
    .regex(/^[0-9a-f]{64}$/, 'digest 应为查询时给出的摘要')
    .optional(),
})

export interface Found {
  query: Query
  count: number
  digest?: string | undefined
}

/**
 * Which records, not as they stand: most of them nobody has looked at, and who chooses by a condition means what fulfils it.
 * What does not any more is not among them.
 */
export const digestOf = (ids: readonly unknown[]): string =>
  createHash('sha256').update(ids.map(String).sort().join()).digest('hex')

export const foundRoute = (resource: Resource, list: z.ZodObject<z.ZodRawShape>): Route =>
  route({
    method: 'POST',
    path: `${resource.path}/found`,
    logged: false,
    lane: 'wide',
    permission: `${resource.permission}:list`,
    summary: `选择查询到的全部${resource.label}时的摘要；处理时带上它，换过记录就不处理`,
    tag: resource.label,
    body: z.strictObject(byQueryShape(list)),
    handler: async ({ services, caller, body: { query, count, digest } }) => {
      const { id } = tableOf(resource)
      const found = await services.db
        .select({ id })
        .from(tableOf(resource))
        .where(whichFound(caller, resource, query as Query))
        .orderBy(asc(id))
        .limit(MOST_BY_QUERY + 1)
      refuseOthers(found, { count, digest })
      return { count, digest: digestOf(found.map((one) => one.id)) }
    },
  })

export const deleteByQueryRoute = (resource: Resource, list: z.ZodObject<z.ZodRawShape>): Route =>
  route({
    method: 'POST',
    path: `${resource.path}/deleteByQuery`,
    lane: 'wide',
    permission: permissionOf(resource, 'delete'),
    summary: `删除查询到的全部${resource.label}；条数或摘要与确认时不同则不删`,
    tag: resource.label,
    body: z.strictObject(byQueryShape(list)),
    handler: async ({ services, caller, request, body: { query, count, digest } }) => {
      await once(services, caller, request, async (tx) => {
        const records = await rowsFound(tx, caller, resource, { query: query as Query, count, digest }, true)
        await deleteAll({ tx, caller, services }, resource, records)
        return null
      })
      return said(`已删除 ${count} 条`, { count })
    },
  })

/** The records, in the order of their ids; refused when they are not as many as were confirmed, or others. */
export async function rowsFound(
  db: Database | Tx,
  caller: Caller,
  resource: Resource,
  { query, count, digest }: Found,
  lock = false,
): Promise<Row[]> {
  const table = tableOf(resource)
  const found = db
    .select()
    .from(table)
    .where(whichFound(caller, resource, query))
    .orderBy(asc(table.id))
    .limit(MOST_BY_QUERY + 1)
  if (lock) for (const hook of hooksOf(resource)) await hook.locksFirst?.(db as Tx)
  const records = await (lock ? found.for('update') : found)
  refuseOthers(records, { count, digest })
  return records.map((record) => wireRow(resource, record))
}

const whichFound = (caller: Caller, resource: Resource, query: Query) =>
  and(scopeOf(caller, resource), filtersOf(resource, query, caller))

function refuseOthers(records: readonly { id?: unknown }[], { count, digest }: Omit<Found, 'query'>): void {
  if (records.length !== count)
    throw conflict(
      records.length > MOST_BY_QUERY
        ? `符合条件的记录已超过 ${MOST_BY_QUERY} 条，请缩小查询范围`
        : `符合条件的记录已由 ${count} 条变为 ${records.length} 条，请重新确认`,
      { count: records.length },
    )
  if (digest !== undefined && digest !== digestOf(records.map(({ id }) => id)))
    throw conflict(`符合条件的 ${count} 条记录已不是确认时的那些，请重新确认`, { count })
}

/** Where a record has a say in its own end, and where one lies above another, they go one by one. */
const goOneByOne = (resource: Resource): boolean =>
  Boolean(resource.contract || resource.tree) || hooksOf(resource).some((hook) => hook.beforeDelete)

/** `deleteRows` for many: a thousand in a few statements. */
export async function deleteMany(
  writing: Writing,
  resource: Resource,
  ids: readonly string[],
  seen?: ReadonlyMap<string, number>,
): Promise<void> {
  if (ids.length === 1 || goOneByOne(resource)) return deleteRows(writing, resource, ids, seen)
  const { tx, caller } = writing
  const table = tableOf(resource)
  for (const hook of hooksOf(resource)) await hook.locksFirst?.(tx)
  const records = await tx
    .select()
    .from(table)
    .where(and(oneOf(table.id, ids), scopeOf(caller, resource)))
    .orderBy(asc(table.id))
    .for('update')
  if (seen) await refuseChanged(writing, resource, seen)
  if (records.length < ids.length) throw notFound(resource.label)
  await deleteAll(
    writing,
    resource,
    records.map((record) => wireRow(resource, record)),
  )
}

async function deleteAll(writing: Writing, resource: Resource, rows: Row[]): Promise<void> {
  const ids = rows.map((row) => String(row.id))
  if (goOneByOne(resource)) return deleteRows(writing, resource, ids)
  const { tx, caller, services } = writing
  const kept = rows.find((row) => !matches(row, resource.when.delete))
  if (kept) throw refused(`${resource.label}“${await titleOf(writing.tx, resource, kept)}”当前状态不能删除`)
  const table = tableOf(resource)
  const now = localTime(services)
  const goes = new Map([[resource.name, ids]])
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    if (!resource.contract) await refuseReferenced(tx, resource, some, goes)
    await addLines(tx, resource, some)
    await tx
      .update(table)
      .set({ deleteTime: now, updateBy: caller.username, updateTime: now, version: sql`${table.version} + 1` })
      .where(inArray(table.id, ids.slice(from, from + AT_ONCE)))
    await trace(
      tx,
      caller,
      resource,
      some.map((row) => ({
        operation: 'delete',
        id: String(row.id),
        version: Number(row.version) + 1,
        before: row,
      })),
    )
  }
  touched(resource)
}

/** For the log: what is deleted can be read there in whole. */
async function addLines(tx: Tx, resource: Resource, rows: readonly Row[]): Promise<void> {
  for (const [name, table] of Object.entries(lineTablesOf(resource))) {
    const field = knownField(resource, name)
    if (!isLines(field)) continue
    const linesOf = new Map(rows.map((row): [string, Row[]] => [String(row.id), []]))
    for (const row of rows) row[name] = linesOf.get(String(row.id))
    const lines = await tx
      .select()
      .from(table)
      .where(inArray(table.mainId, [...linesOf.keys()]))
      .orderBy(asc(table.orderNum))
    for (const line of lines)
      linesOf.get(String(line.mainId))?.push({
        id: line.id,
        ...Object.fromEntries(Object.entries(field.of).map(([key, of]) => [key, toWire(of, line[key])])),
      })
  }
}
