/** Roles that exist within one department (contract.md §6.4): who has them, what they may, out of what the department may. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { hasPart } from '../db/held-text.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { departRole, departRolePermission, departRoleUser, userDepart } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { findRow } from '../resource/list.ts'
import { chooseRules, chosenRules, permissionIdsOf, rulesChosen, saveGrants, withRules } from './grant-links.ts'
import { refuseBeyond, refuseBound } from './grants.ts'
import { difference, traceLink } from './links.ts'
import { choiceTree, menuRows, menus } from './menu-tree.ts'
import { anyIds, idText, maybe, pageOf, paging, someIds, notKept } from '../resource/parameters.ts'
import { peopleNamed } from './people.ts'
import { startedFrom } from './permissions.ts'

const tag = '部门角色'
const read = { method: 'GET', permission: 'system:depart:role:list', tag } as const

async function departSeen(db: Database | Tx, caller: Caller, id: string): Promise<void> {
  if (!(await findRow(db, caller, resources.sysDepart, id))) throw notFound('部门')
}

/** The role, if its department is one the caller sees. */
async function roleSeen(db: Database | Tx, caller: Caller, id: string) {
  const [role] = await db.select().from(departRole).where(eq(departRole.id, id))
  if (!role) throw notFound('部门角色')
  await departSeen(db, caller, role.departId)
  return role
}

const label = (what: string, max: number) =>
  z
    .string({ error: `请输入${what}` })
    .trim()
    .min(1, `请输入${what}`)
    .max(max)
const description = z.string().trim().max(500).nullish()
const echoes = notKept('createBy createTime updateBy updateTime departId_dictText')

async function refuseTaken(tx: Tx, roleCode: string, except?: string): Promise<void> {
  const [found] = await tx.select({ id: departRole.id }).from(departRole).where(eq(departRole.roleCode, roleCode))
  if (found && found.id !== except) throw refused('部门角色编码已存在')
}

async function remove(tx: Tx, caller: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const role = await roleSeen(tx, caller, id)
    await refuseBound(tx, caller, await withRules(tx, 'departRole', id))
    await tx.delete(departRoleUser).where(eq(departRoleUser.droleId, id))
    await tx.delete(departRolePermission).where(eq(departRolePermission.roleId, id))
    await tx.delete(departRole).where(eq(departRole.id, id))
    await traceLink(tx, caller, resources.sysDepart, role.departId, '删除部门角色', role, {})
  }
}

export const departRoleRoutes: Route[] = [
  route({
    ...read,
    path: '/sys/sysDepartRole/list',
    summary: '部门角色列表',
    query: z.strictObject({ ...paging, deptId: maybe, roleName: maybe, roleCode: maybe }),
    handler: async ({ services: { db }, caller, query }) => {
      if (!query.deptId) return pageOf([], 0, query)
      await departSeen(db, caller, query.deptId)
      const part = (column: typeof departRole.roleName, text: string | undefined) =>
        text ? hasPart(column, text.replace(/^\*|\*$/g, '')) : undefined
      const where = and(
        eq(departRole.departId, query.deptId),
        part(departRole.roleName, query.roleName),
        part(departRole.roleCode as never, query.roleCode),
      )
      const rows = await db
        .select()
        .from(departRole)
        .where(where)
        .orderBy(asc(departRole.createTime), asc(departRole.id))
        .limit(query.pageSize)
        .offset((query.pageNo - 1) * query.pageSize)
      const count = onlyRow(
        await db
          .select({ total: sql<number>`count(*)::int` })
          .from(departRole)
          .where(where),
      )
      return pageOf(rows, count.total, query)
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartRole/queryById',
    summary: '部门角色详情',
    query: z.strictObject({ id: idText() }),
    handler: ({ services: { db }, caller, query }) => roleSeen(db, caller, query.id),
  }),
  route({
    ...read,
    path: '/sys/sysDepartRole/getDeptRoleList',
    summary: '部门的全部角色',
    query: z.strictObject({ departId: idText('departId'), userId: maybe }),
    handler: async ({ services: { db }, caller, query }) => {
      await departSeen(db, caller, query.departId)
      return db
        .select()
        .from(departRole)
        .where(eq(departRole.departId, query.departId))
        .orderBy(asc(departRole.createTime))
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    summary: '用户在部门里的角色',
    query: z.strictObject({ userId: idText('userId'), departId: idText('departId') }),
    handler: async ({ services: { db }, caller, query }) => {
      await departSeen(db, caller, query.departId)
      const rows = await db
        .select({ userId: departRoleUser.userId, droleId: departRoleUser.droleId })
        .from(departRoleUser)
        .innerJoin(departRole, eq(departRole.id, departRoleUser.droleId))
        .where(and(eq(departRoleUser.userId, query.userId), eq(departRole.departId, query.departId)))
      return rows.map((row) => ({ id: `${row.userId}${row.droleId}`, ...row }))
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysDepartRole/add',
    permission: 'system:depart:role:add',
    summary: '新增部门角色',
    tag,
    body: z.strictObject({
      departId: idText('departId'),
      roleName: label('角色名称', 50),
      roleCode: label('角色编码', 50),
      description,
      id: z.unknown().optional(),
      ...echoes,
    }),
    handler: async ({ services: { db }, caller, body: { departId, roleName, roleCode, description: about } }) => {
      const role = { id: newId(), departId, roleName, roleCode, description: about ?? null }
      await db.transaction(async (tx) => {
        await departSeen(tx, caller, departId)
        await refuseTaken(tx, roleCode)
        await tx.insert(departRole).values({ ...role, createBy: caller.username })
        await traceLink(tx, caller, resources.sysDepart, departId, '新增部门角色', {}, role)
      })
      return said('添加成功！', role)
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/sysDepartRole/edit',
    permission: 'system:depart:role:edit',
    summary: '修改部门角色',
    tag,
    body: z.strictObject({
      id: idText(),
      departId: maybe,
      roleName: label('角色名称', 50),
      roleCode: label('角色编码', 50),
      description,
      ...echoes,
    }),
    handler: async ({ services: { db }, caller, body: { id, roleName, roleCode, description: about } }) => {
      await db.transaction(async (tx) => {
        const before = await roleSeen(tx, caller, id)
        await refuseTaken(tx, roleCode, id)
        const after = { roleName, roleCode, description: about ?? null }
        await tx
          .update(departRole)
          .set({ ...after, updateBy: caller.username, updateTime: new Date().toISOString() })
          .where(eq(departRole.id, id))
        await traceLink(tx, caller, resources.sysDepart, before.departId, '修改部门角色', before, {
          ...before,
          ...after,
        })
      })
      return said('修改成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/sysDepartRole/delete',
    permission: 'system:depart:role:delete',
    summary: '删除部门角色',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: async ({ services: { db }, caller, query }) => {
      await db.transaction((tx) => remove(tx, caller, [query.id]))
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/sysDepartRole/deleteBatch',
    permission: 'system:depart:role:delete',
    summary: '批量删除部门角色',
    tag,
    query: z.strictObject({ ids: someIds() }),
    handler: async ({ services: { db }, caller, query }) => {
      await db.transaction((tx) => remove(tx, caller, query.ids))
      return said('批量删除成功！')
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    permission: 'system:depart:role:userAdd',
    summary: '给用户分配部门角色',
    tag,
    body: z.strictObject({ userId: idText('userId'), newRoleId: anyIds, oldRoleId: anyIds }),
    handler: async ({ services: { db }, caller, body: { userId, newRoleId, oldRoleId } }) => {
      await db.transaction(async (tx) => {
        await peopleNamed(tx, caller, [userId], true)
        const { added, removed } = difference(oldRoleId, newRoleId)
        for (const id of [...added, ...removed]) {
          const role = await roleSeen(tx, caller, id)
          const granted = caller.isAdmin ? [] : await permissionIdsOf(tx, 'departRole', id)
          await refuseBeyond(tx, caller, granted)
          await refuseBound(tx, caller, added.includes(id) ? granted : await withRules(tx, 'departRole', id))
          const member = and(eq(userDepart.userId, userId), eq(userDepart.depId, role.departId))
          if (added.includes(id) && !(await tx.select().from(userDepart).where(member)).length)
            throw refused('用户不属于该部门')
        }
        if (removed.length)
          await tx
            .delete(departRoleUser)
            .where(and(eq(departRoleUser.userId, userId), inArray(departRoleUser.droleId, removed)))
        if (added.length)
          await tx
            .insert(departRoleUser)
            .values(added.map((droleId) => ({ userId, droleId })))
            .onConflictDoNothing()
        await traceLink(tx, caller, resources.sysUser, userId, '分配部门角色', { oldRoleId }, { newRoleId })
      })
      return said('添加成功！')
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    summary: '部门角色可选的菜单树',
    query: z.strictObject({ departId: idText('departId') }),
    handler: async ({ services: { db }, caller, query }) => {
      await departSeen(db, caller, query.departId)
      const ids = await permissionIdsOf(db, 'depart', query.departId)
      return choiceTree(ids.length ? await menuRows(db, inArray(menus.id, ids)) : [])
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    summary: '部门角色的菜单',
    query: z.strictObject({ roleId: idText('roleId') }),
    handler: async ({ services: { db }, caller, query }) => {
      await roleSeen(db, caller, query.roleId)
      return permissionIdsOf(db, 'departRole', query.roleId)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    permission: 'system:depart:role:edit',
    summary: '部门角色授权',
    tag,
    body: z.strictObject({
      roleId: idText('roleId'),
      permissionIds: anyIds,
      lastpermissionIds: z.string().max(70_000).nullish(),
      lastPermissionIds: z.string().max(70_000).nullish(),
    }),
    handler: async ({ services: { db }, caller, body: { roleId, permissionIds, ...last } }) => {
      await db.transaction(async (tx) => {
        const { departId } = await roleSeen(tx, caller, roleId)
        const allowed = new Set(await permissionIdsOf(tx, 'depart', departId))
        if (permissionIds.some((id) => !allowed.has(id))) throw forbidden('部门没有被授予其中的菜单')
        const before = startedFrom(last.lastpermissionIds ?? last.lastPermissionIds)
        const { added, removed } = await saveGrants(tx, caller, 'departRole', roleId, permissionIds, before, {
          departId,
        })
        if (added.length || removed.length)
          await traceLink(tx, caller, resources.sysDepart, departId, '部门角色授权', { roleId }, { added, removed })
      })
      return said('保存成功！')
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    summary: '部门在某个菜单上的数据规则',
    params: z.strictObject({ permissionId: idText('permissionId'), departId: idText('departId') }),
    handler: async ({ services: { db }, caller, params }) => {
      await departSeen(db, caller, params.departId)
      return rulesChosen(db, 'depart', params.permissionId, params.departId)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysDepartPermission/datarule',
    permission: 'system:permission:saveDepart',
    summary: '设置部门的数据规则',
    tag,
    body: z.strictObject({
      permissionId: idText('permissionId'),
      departId: idText('departId'),
      ...chosenRules,
    }),
    handler: async ({ services: { db }, caller, body: { permissionId, departId, ...chosen } }) => {
      await db.transaction(async (tx) => {
        await departSeen(tx, caller, departId)
        await refuseBeyond(tx, caller, [permissionId])
        const { before, after } = await chooseRules(
          tx,
          caller,
          'depart',
          permissionId,
          departId,
          chosen,
          '请先保存部门菜单权限!',
        )
        await traceLink(tx, caller, resources.sysDepart, departId, '设置数据规则', before, after)
      })
      return said('保存成功!')
    },
  }),
  route({
    ...read,
    path: '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    summary: '部门角色在某个菜单上的数据规则',
    params: z.strictObject({
      permissionId: idText('permissionId'),
      departId: idText('departId'),
      roleId: idText('roleId'),
    }),
    handler: async ({ services: { db }, caller, params }) => {
      await roleSeen(db, caller, params.roleId)
      return rulesChosen(db, 'departRole', params.permissionId, params.roleId)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysDepartRole/datarule',
    permission: 'system:depart:role:edit',
    summary: '设置部门角色的数据规则',
    tag,
    body: z.strictObject({
      permissionId: idText('permissionId'),
      roleId: idText('roleId'),
      departId: maybe,
      ...chosenRules,
    }),
    handler: async ({ services: { db }, caller, body: { permissionId, roleId, ...chosen } }) => {
      await db.transaction(async (tx) => {
        const { departId } = await roleSeen(tx, caller, roleId)
        await refuseBeyond(tx, caller, [permissionId])
        const { before, after } = await chooseRules(
          tx,
          caller,
          'departRole',
          permissionId,
          roleId,
          chosen,
          '请先保存角色菜单权限!',
        )
        await traceLink(tx, caller, resources.sysDepart, departId, '设置部门角色数据规则', before, { ...after, roleId })
      })
      return said('保存成功!')
    },
  }),
]
