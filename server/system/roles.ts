/** Roles beyond the generated verbs (contract.md §6.2), and the data rules that bind a role to a part of the rows. */
import { and, arrayContains, asc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { rolePermission, savedQuery, userRole } from '../db/tables.ts'
import { may } from '../kernel/caller.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { hookOf } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { chooseRules, chosenRules, rulesChosen, withRules } from './grant-links.ts'
import { refuseBound, refuseRolesBeyond, whereHeld } from './grants.ts'
import { traceLink } from './links.ts'
import { choiceTree, menuRows } from './menu-tree.ts'
import { idText, maybe } from '../resource/parameters.ts'

const tag = '角色'
const roles = tableOf(resources.sysRole)

export const saveRole = hookOf(resources.sysRole, {
  async beforeDelete({ tx, caller, row }) {
    if (row.roleCode === 'admin') throw refused('管理员角色不能删除')
    const everywhere = await whereHeld(tx, caller, row.id, permissionOf(resources.sysRole, 'delete'))
    const ruled = await withRules(tx, 'role', row.id)
    for (const one of [caller, ...everywhere]) {
      await refuseRolesBeyond(tx, one, [row.id])
      await refuseBound(tx, one, ruled)
    }
    await tx.delete(userRole).where(eq(userRole.roleId, row.id))
    await tx.delete(rolePermission).where(eq(rolePermission.roleId, row.id))
    // Queries are shared by code: the next role of this code is another one.
    await tx
      .update(savedQuery)
      .set({ roleCodes: sql`array_remove(${savedQuery.roleCodes}, ${row.roleCode})` })
      .where(arrayContains(savedQuery.roleCodes, [row.roleCode]))
  },
})

export const roleRoutes: Route[] = [
  ...(['queryall', 'queryallNoByTenant'] as const).map((name) =>
    route({
      method: 'GET',
      path: `/sys/role/${name}`,
      permission: 'session',
      summary: '全部角色',
      tag,
      handler: async ({ services: { db }, caller }) => {
        // Whoever makes people chooses roles for them.
        if (!['system:role:list', 'system:user:list'].some((code) => may(caller, code))) throw forbidden()
        const rows = await db
          .select()
          .from(roles)
          .where(scopeOf(caller, resources.sysRole))
          .orderBy(asc(roles.createTime), asc(roles.id))
        if (!rows.length) throw refused('未找到角色信息')
        return rows.map((record) => wireRow(resources.sysRole, record))
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/sys/role/checkRoleCode',
    permission: 'system:role:list',
    summary: '角色编码是否可用',
    tag,
    query: z.strictObject({ id: maybe, roleCode: idText('roleCode') }),
    handler: async ({ services: { db }, query: { id, roleCode } }) => {
      const [found] = await db
        .select({ id: roles.id })
        .from(roles)
        .where(and(eq(roles.roleCode, roleCode), live(roles), id ? ne(roles.id, id) : undefined))
      if (found) throw refused('角色编码已存在')
      return true
    },
  }),
  route({
    method: 'GET',
    path: '/sys/role/queryTreeList',
    permission: 'session',
    summary: '授权用的菜单树，给看得到角色、给部门或套餐授权的人',
    tag,
    handler: async ({ services: { db }, caller }) => {
      if (
        !may(caller, 'system:role:list') &&
        !may(caller, 'system:permission:saveDepart') &&
        !may(caller, 'system:tenantPack:grant')
      )
        throw forbidden()
      return choiceTree(await menuRows(db))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/role/datarule/:permissionId/:roleId',
    permission: 'system:role:list',
    summary: '角色在某个菜单上的数据规则',
    tag,
    params: z.strictObject({ permissionId: idText('permissionId'), roleId: idText('roleId') }),
    handler: ({ services: { db }, params }) => rulesChosen(db, 'role', params.permissionId, params.roleId),
  }),
  route({
    method: 'POST',
    path: '/sys/role/datarule',
    permission: 'system:permission:saveRole',
    summary: '设置角色的数据规则',
    tag,
    body: z.strictObject({
      permissionId: idText('permissionId'),
      roleId: idText('roleId'),
      ...chosenRules,
    }),
    handler: async ({ services: { db }, caller, body: { permissionId, roleId, ...chosen } }) => {
      await db.transaction(async (tx) => {
        if (!(await findRow(tx, caller, resources.sysRole, roleId, true))) throw notFound('角色')
        // Taking a rule away shows more rows: only to somebody who could grant the role, wherever it is held.
        const everywhere = await whereHeld(tx, caller, roleId, 'system:permission:saveRole')
        for (const one of [caller, ...everywhere]) await refuseRolesBeyond(tx, one, [roleId])
        for (const there of everywhere) await refuseBound(tx, there, [permissionId])
        const { before, after } = await chooseRules(
          tx,
          caller,
          'role',
          permissionId,
          roleId,
          chosen,
          '请先保存角色菜单权限!',
        )
        await traceLink(tx, caller, resources.sysRole, roleId, '设置数据规则', before, after)
      })
      return said('保存成功!')
    },
  }),
]
