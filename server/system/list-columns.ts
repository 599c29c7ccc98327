/** How people want their lists: the columns of each, and how close the rows of all of them stand; whatever browser they sit at. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DENSITIES } from '#model/density.ts'
import type { Resource } from '#model/resource.ts'
import { listColumns, listDensity } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { resourceIn } from '../resource/online.ts'
import { localTime } from '../resource/write.ts'

const tag = '列设置'
const resourceName = z.string({ error: '缺少 resource' }).min(1, '缺少 resource').max(64)
const column = z.strictObject(
  {
    name: z.string({ error: '缺少列名' }).min(1, '缺少列名').max(64, '列名过长'),
    shown: z.boolean({ error: 'shown 应为 true 或 false' }),
    width: z.number({ error: '列宽应为数字' }).min(60, '列宽不能小于60').max(800, '列宽不能大于800').optional(),
  },
  { error: '列应为一个对象' },
)

async function listNamed(db: Database, caller: Caller, name: string): Promise<Resource> {
  const resource = await resourceIn(db, name)
  if (!resource) throw notFound('列表')
  if (!may(caller, `${resource.permission}:list`)) throw forbidden()
  return resource
}

const mine = (caller: Caller) => and(eq(listColumns.userId, caller.userId), eq(listColumns.tenantId, caller.tenantId))

export const listColumnRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/listColumns/list',
    permission: 'session',
    summary: '我的全部列设置：列表 → 列',
    tag,
    handler: async ({ services: { db }, caller }) => {
      const rows = await db
        .select({ resource: listColumns.resource, columns: listColumns.columns })
        .from(listColumns)
        .where(mine(caller))
      return Object.fromEntries(rows.map(({ resource, columns }) => [resource, columns]))
    },
  }),
  route({
    method: 'PUT',
    path: '/sys/listColumns/save',
    logged: false,
    permission: 'session',
    summary: '保存一个列表的列设置',
    tag,
    body: z.strictObject({
      resource: resourceName,
      columns: z
        .array(column, { error: '缺少 columns' })
        .min(1, '缺少 columns')
        .max(200, '列过多')
        .refine((columns) => new Set(columns.map(({ name }) => name)).size === columns.length, '列不能重复'),
    }),
    handler: async ({ services, caller, body: { resource, columns } }) => {
      const row = {
        tenantId: caller.tenantId,
        userId: caller.userId,
        resource: (await listNamed(services.db, caller, resource)).name,
        columns,
        updateTime: localTime(services),
      }
      await services.db
        .insert(listColumns)
        .values(row as typeof listColumns.$inferInsert)
        .onConflictDoUpdate({
          target: [listColumns.userId, listColumns.tenantId, listColumns.resource],
          set: { columns: sql`excluded.columns`, updateTime: row.updateTime },
        })
      return said('保存成功')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/listColumns/delete',
    logged: false,
    permission: 'session',
    summary: '恢复一个列表的默认列',
    tag,
    query: z.strictObject({ resource: resourceName }),
    handler: async ({ services: { db }, caller, query }) => {
      await db.delete(listColumns).where(and(mine(caller), eq(listColumns.resource, query.resource)))
      return said('删除成功!')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/listDensity/mine',
    permission: 'session',
    summary: '我的列表密度；未设置过为 null',
    tag,
    handler: async ({ services: { db }, caller }) => {
      const own = and(eq(listDensity.userId, caller.userId), eq(listDensity.tenantId, caller.tenantId))
      const [row] = await db.select({ density: listDensity.density }).from(listDensity).where(own)
      return { density: row?.density ?? null }
    },
  }),
  route({
    method: 'PUT',
    path: '/sys/listDensity/save',
    logged: false,
    permission: 'session',
    summary: '保存列表密度',
    tag,
    body: z.strictObject({
      density: z.enum(DENSITIES, { error: `密度应为 ${DENSITIES.join('、')} 之一` }),
    }),
    handler: async ({ services, caller, body: { density } }) => {
      const row = { tenantId: caller.tenantId, userId: caller.userId, density, updateTime: localTime(services) }
      await services.db
        .insert(listDensity)
        .values(row as typeof listDensity.$inferInsert)
        .onConflictDoUpdate({
          target: [listDensity.userId, listDensity.tenantId],
          set: { density, updateTime: row.updateTime },
        })
      return said('保存成功')
    },
  }),
]
