/** 关注: records a person keeps in sight, and what others changed of them since that person looked. */
import { and, count, desc, eq, gt, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { sameValue } from '#model/emptiness.ts'
import { permissionOf, shownFields, knownField, type Resource } from '#model/resource.ts'
import { allOf } from '../../db/all-of.ts'
import { oneOf } from '../../db/one-of.ts'
import { onlyRow } from '../../db/only-row.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { dataLog, followedRecord } from '../../db/tables.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { badInput, lacksRight, notFound } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import type { Row } from '../../resource/hooks.ts'
import { finish, rowsOf, type Reading } from '../../resource/list.ts'
import { resourceIn } from '../../resource/online.ts'
import { idText } from '../../resource/parameters.ts'
import { readAsWhoMay } from '../../resource/read-as.ts'
import { isOfAnother, operationName } from '../../resource/trace.ts'
import { about } from '../todos.ts'

const tag = '工作台'
const MOST = 200
/** Of one record; what is older is in its own history. */
const MOST_CHANGES = 50
const LARGEST_VERSION = 2_147_483_647
const record = { resource: idText('resource'), recordId: idText('recordId') }
type Place = { resource: string; recordId: string }

const mine = ({ userId, tenantId }: Caller): SQL =>
  allOf(eq(followedRecord.userId, userId), eq(followedRecord.tenantId, tenantId))
const one = (caller: Caller, { resource, recordId }: Place): SQL =>
  allOf(mine(caller), eq(followedRecord.resource, resource), eq(followedRecord.recordId, recordId))

/** What others did to a record, newest first, in the words of its definition. */
export interface Changed {
  count: number
  /** Labels of the fields that are no longer what they were. */
  fields: readonly string[]
  who: string
  what: string
  time: string
}

async function changedSince({ services, caller }: Reading, resource: Resource, id: string, seen: number) {
  const found = await services.db
    .select()
    .from(dataLog)
    .where(
      and(
        eq(dataLog.dataTable, resource.table),
        eq(dataLog.dataId, id),
        gt(dataLog.dataVersion, seen),
        or(isNull(dataLog.createBy), ne(dataLog.createBy, caller.username)),
      ),
    )
    .orderBy(desc(dataLog.dataVersion))
    .limit(MOST_CHANGES)
  const [latest] = found
  if (!latest) return null
  // What hangs on it is no field of it; some changes hold no more than what they changed.
  const versions = found
    .filter((row) => !isOfAnother(row))
    .map(({ before, dataContent }) => [before ?? {}, dataContent ?? {}] as [Row, Row])
  const holds =
    (name: string) =>
    ([was, is]: [Row, Row]) =>
      name in was || name in is
  const names = shownFields(resource).filter(
    (name) => !sameValue(versions.findLast(holds(name))?.[0][name], versions.find(holds(name))?.[1][name]),
  )
  const changed: Changed = {
    count: found.length,
    fields: names.map((name) => knownField(resource, name).label),
    who: latest.createName ?? latest.createBy ?? '系统',
    what: operationName(resource, latest.operation) ?? '系统处理',
    time: latest.createTime,
  }
  return changed
}

type Followed = ReturnType<typeof about> & { changed: Changed | null; updateTime: string }

/** Of one resource: those that are there and that this person may read. What is gone is forgotten. */
async function followedOf(
  reading: Reading,
  resource: Resource,
  kept: readonly (typeof followedRecord.$inferSelect)[],
): Promise<Followed[]> {
  const { services, caller } = reading
  const table = tableOf(resource)
  const ids = kept.map(({ recordId }) => recordId)
  if (!caller.viewedBy)
    await services.db
      .delete(followedRecord)
      .where(
        and(
          mine(caller),
          eq(followedRecord.resource, resource.name),
          oneOf(followedRecord.recordId, ids),
          sql`not exists (select 1 from ${table} where ${table.id} = ${followedRecord.recordId} and ${live(table)})`,
        ),
      )
  if (!may(caller, permissionOf(resource, 'list'))) return []
  const rows: Row[] = await rowsOf(services.db, caller, resource, ids)
  await finish(reading, resource, rows)
  const followed: Followed[] = []
  // One after the other: a person with many would take every connection from all others.
  for (const row of rows) {
    const seen = kept.find(({ recordId }) => recordId === row.id)?.seenVersion ?? 0
    const changed = await changedSince(reading, resource, String(row.id), seen)
    followed.push({ ...about(resource, row), changed, updateTime: String(row.updateTime ?? row.createTime ?? '') })
  }
  return followed
}

const readable = async (reading: Reading, { resource: name, recordId }: Place): Promise<Row> => {
  const resource = await resourceIn(reading.services.db, name)
  if (!resource) throw notFound('列表')
  // Whoever may decide for others reads with their eyes; everybody else with the list's right.
  const permission = permissionOf(resource, 'list')
  if (!resource.approval && !may(reading.caller, permission)) throw lacksRight(permission)
  return readAsWhoMay(reading, resource, recordId)
}

export const followedRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/followed/list',
    permission: 'session',
    summary: '我关注的记录，别人改过的在前；changed 为上次查看以来别人做的更改，没有时为 null',
    tag,
    handler: async ({ services, caller }) => {
      const kept = await services.db.select().from(followedRecord).where(mine(caller)).limit(MOST)
      const parts: Followed[] = []
      for (const name of new Set(kept.map(({ resource }) => resource))) {
        // Of a form that is stopped they are kept until it is published again.
        const resource = await resourceIn(services.db, name)
        const own = kept.filter((row) => row.resource === name)
        if (resource) parts.push(...(await followedOf({ services, caller }, resource, own)))
      }
      const timeOf = (row: Followed) => (row.changed ? `1${row.changed.time}` : `0${row.updateTime}`)
      return parts.sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/followed/one',
    permission: 'session',
    summary: '我是否关注一条记录',
    tag,
    query: z.strictObject(record),
    handler: async ({ services: { db }, caller, query }) => {
      const [found] = await db
        .select({ seenVersion: followedRecord.seenVersion })
        .from(followedRecord)
        .where(one(caller, query))
      return { followed: Boolean(found), seenVersion: found?.seenVersion ?? null }
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/followed/add',
    permission: 'session',
    summary: `关注一条自己能查看的记录，最多 ${MOST} 条`,
    tag,
    body: z.strictObject(record),
    handler: async ({ services, caller, body }) => {
      const row = await readable({ services, caller }, body)
      const kept = onlyRow(await services.db.select({ count: count() }).from(followedRecord).where(mine(caller)))
      if (kept.count >= MOST) throw badInput(`最多关注 ${MOST} 条记录，请先取消一些`)
      const { userId, tenantId } = caller
      await services.db
        .insert(followedRecord)
        .values({
          userId,
          tenantId,
          resource: body.resource,
          recordId: body.recordId,
          seenVersion: Number(row.version),
          createTime: services.clock.now().toISOString(),
        })
        .onConflictDoNothing()
      return said('已关注')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/followed/seen',
    logged: false,
    permission: 'session',
    summary: '我已看过所关注的记录的这个版本',
    tag,
    body: z.strictObject({
      ...record,
      version: z.int('version 应为整数').min(0, 'version 应为整数').max(LARGEST_VERSION, 'version 应为整数'),
    }),
    handler: async ({ services: { db }, caller, body }) => {
      await db
        .update(followedRecord)
        .set({ seenVersion: body.version })
        .where(and(one(caller, body), sql`${followedRecord.seenVersion} < ${body.version}`))
      return said('操作成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/followed/delete',
    permission: 'session',
    summary: '取消关注一条记录',
    tag,
    query: z.strictObject(record),
    handler: async ({ services: { db }, caller, query }) => {
      await db.delete(followedRecord).where(one(caller, query))
      return said('已取消关注')
    },
  }),
]
