/** Who has a role, who belongs to a department; adding to both and taking out again. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { userDepart, userRole } from '../db/tables.ts'
import { heldIn } from '../people/access.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../db/table.ts'
import { refuseAdmins, refuseMoreRows, refuseOwnDeparts, refuseRolesBeyond, tenantOfRole } from './grants.ts'
import { takeDepartRoles } from './leave-department.ts'
import { traceLink } from './links.ts'
import { idText, maybe, paging, someIds } from '../resource/parameters.ts'
import { contains, memberOf, peopleNamed, peoplePage } from './people.ts'

const users = tableOf(resources.sysUser)
const departs = tableOf(resources.sysDepart)
const userIdList = z
  .array(z.string().min(1).max(64), { error: '请选择用户' })
  .min(1, '请选择用户')
  .max(1000, '一次最多 1000 人')
  .transform((ids) => [...new Set(ids)])

/** What binds them may come with that role, and what it binds with another. */
async function refuseTaking(tx: Tx, caller: Caller, roleId: string, userId: string): Promise<void> {
  const held = await tx
    .select({ id: userRole.roleId })
    .from(userRole)
    .where(and(eq(userRole.userId, userId), heldIn(caller.tenantId)))
  const before = held.map(({ id }) => id)
  await refuseMoreRows(
    tx,
    caller,
    before,
    before.filter((id) => id !== roleId),
  )
}

async function takeRole(tx: Tx, caller: Caller, roleId: string, userIds: string[]): Promise<void> {
  await refuseRolesBeyond(tx, caller, [roleId])
  await peopleNamed(tx, caller, userIds, true)
  await refuseAdmins(tx, caller, userIds)
  if (caller.dataRules.size) for (const userId of userIds) await refuseTaking(tx, caller, roleId, userId)
  const gone = await tx
    .delete(userRole)
    .where(and(eq(userRole.roleId, roleId), heldIn(caller.tenantId), inArray(userRole.userId, userIds)))
    .returning({ userId: userRole.userId })
  for (const { userId } of gone) await traceLink(tx, caller, resources.sysUser, userId, '移除角色', { roleId }, {})
}

async function departSeen(tx: Tx, caller: Caller, id: string) {
  const depart = await findRow(tx, caller, resources.sysDepart, id)
  if (!depart) throw notFound('部门')
  return depart
}

async function takeFromDepart(tx: Tx, caller: Caller, depId: string, userIds: string[]): Promise<number> {
  const depart = await departSeen(tx, caller, depId)
  refuseOwnDeparts(caller, userIds)
  await peopleNamed(tx, caller, userIds, true)
  await refuseAdmins(tx, caller, userIds)
  const gone = await tx
    .delete(userDepart)
    .where(and(eq(userDepart.depId, depId), inArray(userDepart.userId, userIds)))
    .returning({ userId: userDepart.userId })
  await takeDepartRoles(
    tx,
    gone.map(({ userId }) => userId),
    [depId],
  )
  for (const { userId } of gone) await traceLink(tx, caller, resources.sysUser, userId, '移出部门', { depId }, {})
  if (gone.length)
    await tx
      .update(users)
      .set({ orgCode: null })
      .where(
        and(
          inArray(
            users.id,
            gone.map(({ userId }) => userId),
          ),
          eq(users.orgCode, depart.orgCode ?? ''),
        ),
      )
  return gone.length
}

export const memberRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/user/userRoleList',
    permission: 'system:role:list',
    summary: '角色的用户',
    tag: '角色',
    query: z.strictObject({ ...paging, roleId: idText('roleId'), username: maybe, realname: maybe }),
    handler: ({ services, caller, query }) =>
      peoplePage(
        { services, caller },
        and(
          inArray(
            users.id,
            sql`(select ${userRole.userId} from ${userRole} where ${and(eq(userRole.roleId, query.roleId), heldIn(caller.tenantId))})`,
          ),
          contains('username', query.username),
          contains('realname', query.realname),
        ),
        query,
      ),
  }),
  route({
    method: 'POST',
    path: '/sys/user/addSysUserRole',
    permission: 'system:user:addUserRole',
    summary: '给角色添加用户',
    tag: '角色',
    body: z.strictObject({ roleId: idText('roleId'), userIdList }),
    handler: async ({ services: { db }, caller, body: { roleId, userIdList: ids } }) => {
      await db.transaction(async (tx) => {
        await refuseRolesBeyond(tx, caller, [roleId])
        await refuseMoreRows(tx, caller, [], [roleId])
        await peopleNamed(tx, caller, ids, true)
        const tenantId = await tenantOfRole(tx, caller, roleId)
        const added = await tx
          .insert(userRole)
          .values(ids.map((userId) => ({ userId, roleId, tenantId })))
          .onConflictDoNothing()
          .returning({ userId: userRole.userId })
        for (const { userId } of added)
          await traceLink(tx, caller, resources.sysUser, userId, '添加角色', {}, { roleId })
      })
      return said('添加成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/user/deleteUserRole',
    permission: 'system:user:deleteRole',
    summary: '从角色移除用户',
    tag: '角色',
    query: z.strictObject({ roleId: idText('roleId'), userId: idText('userId') }),
    handler: async ({ services: { db }, caller, query }) => {
      await db.transaction((tx) => takeRole(tx, caller, query.roleId, [query.userId]))
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/user/deleteUserRoleBatch',
    permission: 'system:user:deleteRole',
    summary: '从角色批量移除用户',
    tag: '角色',
    query: z.strictObject({ roleId: idText('roleId'), userIds: someIds('userIds') }),
    handler: async ({ services: { db }, caller, query }) => {
      await db.transaction((tx) => takeRole(tx, caller, query.roleId, query.userIds))
      return said('删除成功!')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/departUserList',
    permission: 'session',
    summary: '部门的用户；不给部门时是“我的部门”',
    tag: '部门',
    query: z.strictObject({ ...paging, depId: maybe, username: maybe, realname: maybe, orgCode: maybe }),
    handler: async ({ services, caller, query }) => {
      if (!may(caller, 'system:depart:list') && !may(caller, 'system:myDepart:list')) throw forbidden()
      const mine = or(...caller.departIds.map((id) => eq(departs.id, id)))
      const which = query.depId ? eq(departs.id, query.depId) : mine
      if (!which) return null
      const where = and(
        memberOf(caller, which),
        contains('username', query.username),
        contains('realname', query.realname),
      )
      const page = await peoplePage({ services, caller }, where, query)
      if (!page.total) return null
      // The contract shows names where the code stands.
      return { ...page, records: page.records.map((row) => ({ ...row, orgCode: row.orgCodeTxt })) }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/user/editSysDepartWithUser',
    permission: 'system:user:editDepartWithUser',
    summary: '给部门添加用户',
    tag: '部门',
    body: z.strictObject({ depId: idText('depId'), userIdList }),
    handler: async ({ services: { db }, caller, body: { depId, userIdList: ids } }) => {
      await db.transaction(async (tx) => {
        const depart = await departSeen(tx, caller, depId)
        refuseOwnDeparts(caller, ids)
        await peopleNamed(tx, caller, ids, true)
        const added = await tx
          .insert(userDepart)
          .values(ids.map((userId) => ({ userId, depId })))
          .onConflictDoNothing()
          .returning({ userId: userDepart.userId })
        for (const { userId } of added)
          await traceLink(tx, caller, resources.sysUser, userId, '加入部门', {}, { depId })
        // Somebody without a department signs in to this one.
        await tx
          .update(users)
          .set({ orgCode: String(depart.orgCode) })
          .where(and(inArray(users.id, ids), sql`coalesce(${users.orgCode}, '') = ''`))
      })
      return said('添加成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepart',
    permission: 'system:user:deleteUserInDepart',
    summary: '从部门移除用户',
    tag: '部门',
    query: z.strictObject({ depId: idText('depId'), userId: idText('userId') }),
    handler: async ({ services: { db }, caller, query }) => {
      const count = await db.transaction((tx) => takeFromDepart(tx, caller, query.depId, [query.userId]))
      if (!count) throw refused('当前选中部门与用户无关联关系!')
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepartBatch',
    permission: 'system:user:deleteUserInDepart',
    summary: '从部门批量移除用户',
    tag: '部门',
    query: z.strictObject({ depId: idText('depId'), userIds: someIds('userIds') }),
    handler: async ({ services: { db }, caller, query }) => {
      const count = await db.transaction((tx) => takeFromDepart(tx, caller, query.depId, query.userIds))
      if (!count) throw refused('当前选中部门与用户无关联关系!')
      return said('删除成功!')
    },
  }),
]
