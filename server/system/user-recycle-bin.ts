/** Deleted people: seen, brought back, or gone for good. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { deputy, notifyPreference, notifyQuiet } from '../db/notify-tables.ts'
import {
  credential,
  departRoleUser,
  followedRecord,
  formDraft,
  listColumns,
  listDensity,
  savedQuery,
  session,
  shortcut,
  userDepart,
  userRole,
} from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { notFound } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { maskRows, wireRow } from '../resource/wire.ts'
import { addWords } from '../resource/words.ts'
import { naming } from '../resource/write.ts'
import { refuseAdmins } from './grants.ts'
import { someIds } from '../resource/parameters.ts'
import { refuseBeyondReach } from './shared-people.ts'

const tag = '用户'
const users = tableOf(resources.sysUser)
/** What others gave a person, and what the person kept for themselves or shared. */
const GIVEN = [userRole, userDepart, departRoleUser, credential, session]
const KEPT = [
  ...[savedQuery, formDraft, listColumns, listDensity, followedRecord, shortcut],
  ...[notifyPreference, notifyQuiet],
]
const chatAccounts = tableOf(resources.sysThirdAccount)

/** Deleted people of the caller's tenant. */
const binned = (caller: Caller) =>
  and(sql`${users.deleteTime} is not null`, sql`(',' || ${users.relTenantIds} || ',') like ${`%,${caller.tenantId},%`}`)

async function namedInBin(tx: Tx, caller: Caller, ids: string[], permission: string) {
  const rows = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), binned(caller)))
    .for('update')
  if (rows.length !== ids.length) throw notFound('用户')
  await refuseAdmins(tx, caller, ids)
  await refuseBeyondReach(tx, caller, ids, permission)
  return rows.map((record) => wireRow(resources.sysUser, record))
}

export const userRecycleBinRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/user/recycleBin',
    permission: 'system:user:recycleBin',
    summary: '用户回收站',
    tag,
    handler: async ({ services: { db }, caller }) => {
      const found = await db.select().from(users).where(binned(caller)).orderBy(desc(users.deleteTime)).limit(1000)
      const rows = found.map((record) => ({ ...wireRow(resources.sysUser, record), delFlag: 1 }))
      await addWords(db, resources.sysUser, rows)
      maskRows(resources.sysUser, rows, caller)
      return rows
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/putRecycleBin',
    permission: 'system:user:putRecycleBin',
    summary: '还原用户',
    tag,
    body: z.strictObject({ userIds: someIds('userIds') }),
    handler: async ({ services: { db }, caller, body }) => {
      await db.transaction(async (tx) => {
        const rows = await namedInBin(tx, caller, body.userIds, 'system:user:putRecycleBin')
        // Somebody may have the account or the phone number by now.
        for (const row of rows)
          await naming(tx, resources.sysUser, [row], () =>
            tx
              .update(users)
              .set({ deleteTime: null, version: sql`${users.version} + 1` })
              .where(eq(users.id, row.id)),
          )
        await trace(
          tx,
          caller,
          resources.sysUser,
          rows.map((row) => ({ operation: '还原', id: row.id, version: row.version + 1, after: row })),
        )
      })
      return said('还原成功')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/user/deleteRecycleBin',
    permission: 'system:user:deleteRecycleBin',
    summary: '彻底删除用户',
    tag,
    query: z.strictObject({ userIds: someIds('userIds') }),
    handler: async ({ services: { db }, caller, query: { userIds } }) => {
      await db.transaction(async (tx) => {
        const rows = await namedInBin(tx, caller, userIds, 'system:user:deleteRecycleBin')
        for (const own of [...GIVEN, ...KEPT]) await tx.delete(own).where(inArray(own.userId, userIds))
        await tx.delete(deputy).where(or(inArray(deputy.userId, userIds), inArray(deputy.deputyId, userIds)))
        // Whoever comes again through the chat is somebody to be bound, not one who has left.
        await tx.update(chatAccounts).set({ sysUserId: null }).where(inArray(chatAccounts.sysUserId, userIds))
        await tx.delete(users).where(inArray(users.id, userIds))
        await trace(
          tx,
          caller,
          resources.sysUser,
          rows.map((row) => ({
            operation: '彻底删除',
            id: row.id,
            version: row.version + 1,
            before: row,
          })),
        )
      })
      return said('删除成功')
    },
  }),
]
