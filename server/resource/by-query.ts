/** Work on everything a query finds, as its person saw it counted: the records of it, and `POST {path}/deleteByQuery`. */
import { and, asc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_BY_QUERY } from '#model/batch.ts'
import { isLines, matches, permissionOf, type Resource, knownField } from '#model/resource.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { filtersOf, LIST_PARAMETERS, type Query } from './filters.ts'
import { hooksOf, type Row } from './hooks.ts'
import { once } from './once.ts'
import { scopeOf } from './scope.ts'
import { lineTablesOf, tableOf } from '../db/table.ts'
import { trace } from './trace.ts'
import { toWire, wireRow } from './wire.ts'
import { titleOf } from './words.ts'
import { deleteRows, localTime, refuseReferenced, touched, type Writing } from './write.ts'

const AT_ONCE = 500

/** What narrows a list; pages and orders have no say in what is found. */
const NARROWING = new Set<string>(['superQueryParams', 'superQueryMatchType'])
const POINTLESS: readonly string[] = LIST_PARAMETERS.filter((name) => !NARROWING.has(name))

/** What narrows a list, and how many its person saw it find. */
export const byQueryShape = (list: z.ZodObject<z.ZodRawShape>) => ({
  query: z.strictObject(Object.fromEntries(Object.entries(list.shape).filter(([name]) => !POINTLESS.includes(name))), {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : '缺少 query'),
  }),
  count: z
    .number({ error: 'count 应为整数' })
    .int('count 应为整数')
    .min(1, '没有符合条件的记录')
    .max(MOST_BY_QUERY, `一次最多处理 ${MOST_BY_QUERY} 条，请缩小查询范围`),
})

export const deleteByQueryRoute = (resource: Resource, list: z.ZodObject<z.ZodRawShape>): Route =>
  route({
    method: 'POST',
    path: `${resource.path}/deleteByQuery`,
    lane: 'wide',
    permission: permissionOf(resource, 'delete'),
    summary: `删除查询到的全部${resource.label}；条数与确认时不同则不删`,
    tag: resource.label,
    body: z.strictObject(byQueryShape(list)),
    handler: async ({ services, caller, request, body: { query, count } }) => {
      await once(services, caller, request, async (tx) => {
        const records = await rowsFound(tx, caller, resource, query as Query, count, true)
        await deleteAll({ tx, caller, services }, resource, records)
        return null
      })
      return said(`已删除 ${count} 条`, { count })
    },
  })

/** The records, in the order of their ids; refused when they are not as many as were confirmed. */
export async function rowsFound(
  db: Database | Tx,
  caller: Caller,
  resource: Resource,
  query: Query,
  count: number,
  lock = false,
): Promise<Row[]> {
  const table = tableOf(resource)
  const found = db
    .select()
    .from(table)
    .where(and(scopeOf(caller, resource), filtersOf(resource, query, caller)))
    .orderBy(asc(table.id))
    .limit(MOST_BY_QUERY + 1)
  if (lock) for (const hook of hooksOf(resource)) await hook.locksFirst?.(db as Tx)
  const records = await (lock ? found.for('update') : found)
  if (records.length !== count)
    throw conflict(
      records.length > MOST_BY_QUERY
        ? `符合条件的记录已超过 ${MOST_BY_QUERY} 条，请缩小查询范围`
        : `符合条件的记录已由 ${count} 条变为 ${records.length} 条，请重新确认`,
      { count: records.length },
    )
  return records.map((record) => wireRow(resource, record))
}

async function deleteAll(writing: Writing, resource: Resource, rows: Row[]): Promise<void> {
  const ids = rows.map((row) => String(row.id))
  // Where a record has a say in its own end, and where one lies above another, they go one by one.
  if (resource.tree || hooksOf(resource).some((hook) => hook.beforeDelete)) return deleteRows(writing, resource, ids)
  const { tx, caller, services } = writing
  const kept = rows.find((row) => !matches(row, resource.when.delete))
  if (kept) throw refused(`${resource.label}“${await titleOf(writing.tx, resource, kept)}”当前状态不能删除`)
  const table = tableOf(resource)
  const now = localTime(services)
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    if (!resource.contract) await refuseReferenced(tx, resource, some)
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
