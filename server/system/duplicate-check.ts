/** Is a value still free? (contract.md §6.17) Only fields that must be unique may be asked for. */
import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { snake, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { columnNamed, readValue } from '../resource/conditions.ts'
import { tenantOf } from '../resource/scope.ts'
import { wasGiven } from '../db/given-usernames.ts'
import { live } from '../db/live.ts'
import { asksFew } from '../people/limits.ts'
import { tableOf } from '../db/table.ts'

const mayWrite = (caller: Caller, resource: Resource) =>
  ['add', 'edit'].some((verb) => may(caller, `${resource.permission}:${verb}`))
/** Everybody may change the own phone and mail; the rest is for people who write such records. */
const mayAsk = (caller: Caller, resource: Resource) => resource.name === 'sysUser' || mayWrite(caller, resource)

function uniqueColumn(caller: Caller, tableName: string, fieldName: string) {
  const resource = allResources().find(({ table }) => table === tableName)
  const name = resource?.unique.flat().find((key) => key === fieldName || snake(key) === fieldName)
  const column = resource && name !== undefined ? columnNamed(resource, name) : undefined
  if (!resource || !column || !mayAsk(caller, resource)) throw forbidden('表或字段不在允许的范围内')
  return { resource, column }
}

export const duplicateCheckRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/duplicate/check',
    permission: 'session',
    summary: '值是否可用',
    tag: '字典',
    query: z.strictObject({
      tableName: z.string({ error: '缺少 tableName' }).max(64),
      fieldName: z.string({ error: '缺少 fieldName' }).max(64),
      fieldVal: z.string().max(500).default(''),
      dataId: z.string().max(64).optional(),
    }),
    handler: async ({ services: { db, clock }, caller, query: { tableName, fieldName, fieldVal, dataId } }) => {
      const { resource, column } = uniqueColumn(caller, tableName, fieldName)
      // The contract's own odd answer: fine, with the code of a failure.
      if (!fieldVal.trim()) return said('数据为空,不作处理！', null, 500)
      if (!mayWrite(caller, resource)) await asksFew(db, caller.userId, clock.now())
      const table = tableOf(resource)
      const [found] = await db
        .select({ id: table.id })
        .from(table)
        .where(
          and(
            eq(table.tenantId, tenantOf(resource, caller)),
            eq(column.column, readValue(column, fieldVal)),
            live(table),
            dataId ? ne(table.id, dataId) : undefined,
          ),
        )
        .limit(1)
      const isUsername = resource.name === 'sysUser' && column.name === 'username'
      if (found || (isUsername && !dataId && (await wasGiven(db, fieldVal))))
        throw refused('该值不可用，系统中已存在！')
      return said('该值可用！')
    },
  }),
]
