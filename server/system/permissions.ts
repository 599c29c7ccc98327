/** Menus and actions: the trees of 菜单管理, and who is granted what (contract.md §4.3). */
import { and, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { menuTypes } from '#resources/system/permission.ts'
import { departRole, departRolePermission } from '../db/tables.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { findRow } from '../resource/list.ts'
import { pathAbove } from '../resource/tree-path.ts'
import { traceLink } from './links.ts'
import { permissionIdsOf, saveGrants } from './grant-links.ts'
import { refuseBeyond, refuseBound, whereHeld } from './grants.ts'
import { byParent, menuRows, menus, titledTree, whole, wholeTree } from './menu-tree.ts'
import { anyIds, idText, maybe, paging, someIds } from '../resource/parameters.ts'

const tag = '菜单'
const get = { method: 'GET', permission: 'system:permission:list', tag } as const

/** Children of these rows, with whether each has children of its own. */
async function levels(db: Parameters<typeof menuRows>[0], parentIds: readonly string[] | 'top') {
  const all = await menuRows(db)
  const children = byParent(all)
  const of = (parent: string) => (children.get(parent) ?? []).map((row) => whole(row, !children.has(row.id), null))
  return parentIds === 'top' ? { '': of('') } : Object.fromEntries(parentIds.map((id) => [id, of(id)]))
}

export const permissionRoutes: Route[] = [
  route({
    ...get,
    path: '/sys/permission/list',
    summary: '全部菜单（树）；按名称查询时为平铺',
    query: z.strictObject({ ...paging, name: maybe }),
    handler: async ({ services: { db }, query: { name } }) => {
      const wanted = name?.replace(/^\*+|\*+$/g, '')
      const all = await menuRows(db)
      if (!wanted) return wholeTree(all)
      const parents = byParent(all)
      const byId = new Map(all.map(({ id, parentId, name }) => [id, { parent: parentId, title: name }]))
      return all
        .filter((row) => row.name.includes(wanted))
        .map((row) => ({
          ...whole(row, !parents.has(row.id), null),
          parentPath: pathAbove(row.parentId, (id) => byId.get(id)),
        }))
    },
  }),
  route({
    ...get,
    path: '/sys/permission/getSystemMenuList',
    summary: '一级菜单',
    handler: async ({ services: { db } }) => (await levels(db, 'top'))[''],
  }),
  route({
    ...get,
    path: '/sys/permission/getSystemSubmenu',
    summary: '下级菜单',
    query: z.strictObject({ parentId: idText('parentId') }),
    handler: async ({ services: { db }, query }) => (await levels(db, [query.parentId]))[query.parentId],
  }),
  route({
    ...get,
    path: '/sys/permission/getSystemSubmenuBatch',
    summary: '多个菜单的下级',
    query: z.strictObject({ parentIds: someIds('parentIds') }),
    handler: ({ services: { db }, query }) => levels(db, query.parentIds),
  }),
  route({
    ...get,
    path: '/sys/permission/queryTreeList',
    summary: '选择上级菜单的树',
    handler: async ({ services: { db } }) => titledTree(await menuRows(db)),
  }),
  route({
    ...get,
    path: '/sys/permission/queryListAsync',
    summary: '选择上级菜单，一层一层',
    query: z.strictObject({ pid: maybe }),
    handler: async ({ services: { db }, query: { pid } }) => {
      const rows = await menuRows(db)
      const children = byParent(rows)
      return (children.get(pid && pid !== '0' ? pid : '') ?? []).map((row) => ({
        key: row.id,
        value: row.id,
        title: row.name,
        label: row.name,
        slotTitle: row.name,
        parentId: row.parentId ?? '',
        icon: row.icon,
        ruleFlag: row.ruleFlag ?? 0,
        isLeaf: !children.has(row.id),
        children: null,
      }))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/permission/checkPermDuplication',
    permission: 'system:permission:list',
    summary: '访问路径是否已被占用',
    tag,
    query: z.strictObject({ id: maybe, url: z.string({ error: '缺少 url' }).max(255), alwaysShow: maybe }),
    handler: async ({ services: { db }, query: { id, url } }) => {
      // Two groups may share an address with a page; two pages may not.
      const [found] = await menuRows(
        db,
        and(eq(menus.url, url), ne(menus.menuType, menuTypes.button), id ? ne(menus.id, id) : undefined),
      )
      if (found && url) throw refused('该值不可用，系统中已存在！')
      return said('该值可用！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    permission: 'system:role:list',
    summary: '角色的菜单',
    tag: '角色',
    query: z.strictObject({ roleId: idText('roleId') }),
    handler: ({ services: { db }, query }) => permissionIdsOf(db, 'role', query.roleId),
  }),
  route({
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    permission: 'system:permission:saveRole',
    summary: '角色授权',
    tag: '角色',
    body: z.strictObject({
      roleId: idText('roleId'),
      permissionIds: anyIds,
      lastpermissionIds: z.string().max(70_000).nullish(),
      lastPermissionIds: z.string().max(70_000).nullish(),
    }),
    handler: async ({ services: { db }, caller, body }) => {
      await db.transaction(async (tx) => {
        const role = await findRow(tx, caller, resources.sysRole, body.roleId, true)
        if (!role) throw notFound('角色')
        // Otherwise somebody who may grant could widen what everybody, and they themselves, may.
        if (role.roleCode === 'admin' && !caller.isAdmin) throw forbidden('只有管理员可以修改管理员角色')
        const elsewhere = await whereHeld(tx, caller, body.roleId, 'system:permission:saveRole')
        const { added, removed, before } = await saveGrants(
          tx,
          caller,
          'role',
          body.roleId,
          body.permissionIds,
          startedFrom(body.lastpermissionIds ?? body.lastPermissionIds),
        )
        for (const there of elsewhere) {
          const changed = [...new Set([...added, ...removed])]
          await refuseBeyond(tx, there, changed)
          await refuseBound(tx, there, changed)
        }
        if (added.length || removed.length)
          await traceLink(
            tx,
            caller,
            resources.sysRole,
            body.roleId,
            '授权',
            { permissionIds: before },
            { added, removed },
          )
      })
      return said('保存成功！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/permission/queryDepartPermission',
    permission: 'system:depart:list',
    summary: '部门的菜单',
    tag: '部门',
    query: z.strictObject({ departId: idText('departId') }),
    handler: async ({ services: { db }, caller, query }) => {
      if (!(await findRow(db, caller, resources.sysDepart, query.departId))) throw notFound('部门')
      return permissionIdsOf(db, 'depart', query.departId)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/permission/saveDepartPermission',
    permission: 'system:permission:saveDepart',
    summary: '部门授权',
    tag: '部门',
    body: z.strictObject({
      departId: idText('departId'),
      permissionIds: anyIds,
      lastpermissionIds: z.string().max(70_000).nullish(),
      lastPermissionIds: z.string().max(70_000).nullish(),
    }),
    handler: async ({ services: { db }, caller, body: { departId, permissionIds, ...last } }) => {
      await db.transaction(async (tx) => {
        if (!(await findRow(tx, caller, resources.sysDepart, departId, true))) throw notFound('部门')
        const { added, removed, before } = await saveGrants(
          tx,
          caller,
          'depart',
          departId,
          permissionIds,
          startedFrom(last.lastpermissionIds ?? last.lastPermissionIds),
        )
        // What a department loses, its roles lose.
        if (removed.length)
          await tx
            .delete(departRolePermission)
            .where(
              and(
                inArray(departRolePermission.permissionId, removed),
                inArray(
                  departRolePermission.roleId,
                  tx.select({ id: departRole.id }).from(departRole).where(eq(departRole.departId, departId)),
                ),
              ),
            )
        if (added.length || removed.length)
          await traceLink(
            tx,
            caller,
            resources.sysDepart,
            departId,
            '授权',
            { permissionIds: before },
            { added, removed },
          )
      })
      return said('保存成功！')
    },
  }),
]

export const startedFrom = (text: string | null | undefined): string[] | undefined =>
  text == null ? undefined : text.split(',').filter(Boolean)
