/** The menu and rights of the caller, in the contract's words (§4.1). */
import { HOME } from '#model/addresses.ts'
import { createHash } from 'node:crypto'
import { and, asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import { allResources, resources } from '#resources/index.ts'
import { menuTypes, validStates } from '#resources/system/permission.ts'
import type { Database } from '../kernel/database.ts'
import { csv, type Access } from '../people/access.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { maybe } from '../resource/parameters.ts'
import { pages as menuPages } from '../seed/pages.ts'

const table = tableOf(resources.sysPermission)

interface PermissionRow {
  id: string
  parentId: string | null
  name: string
  url: string | null
  component: string | null
  componentName: string | null
  redirect: string | null
  perms: string | null
  permsType: string | null
  icon: string | null
  menuType: number
  route: boolean | null
  hidden: boolean | null
  hideTab: boolean | null
  keepAlive: boolean | null
  alwaysShow: boolean | null
  internalOrExternal: boolean | null
  status: string | null
}

interface MenuNode {
  id: string
  redirect?: string | null
  path: string
  component: string | null
  route: '1' | '0'
  hidden?: true
  alwaysShow?: true
  name: string
  meta: Record<string, unknown>
  children?: MenuNode[]
}

const HOME_NAME = '首页'
const home: PermissionRow = {
  id: 'home',
  parentId: null,
  name: HOME_NAME,
  url: HOME,
  component: 'dashboard/Analysis',
  componentName: null,
  redirect: null,
  perms: null,
  permsType: null,
  icon: 'home',
  menuType: menuTypes.top,
  route: true,
  hidden: null,
  hideTab: null,
  keepAlive: null,
  alwaysShow: null,
  internalOrExternal: null,
  status: validStates.valid,
}

const rowsOf = async (db: Database) =>
  (await db
    .select()
    .from(table)
    .where(and(live(table), sql`coalesce(${table.delFlag}, 0) = 0`))
    .orderBy(asc(table.sortNo), asc(table.id))) as unknown as PermissionRow[]

/** The newer client family knows our screens by other names. */
const newerNames = new Map<string, string>([
  ...allResources().flatMap(({ menu }) => {
    const [ours, newer] = menu?.component ?? []
    return ours && newer ? [[ours, newer] as const] : []
  }),
  ...Object.values(menuPages).flatMap(({ component, newer }) => (newer ? [[component, newer] as const] : [])),
])
const componentFor = (row: PermissionRow, newer: boolean): string | null =>
  !newer || !row.component
    ? row.component
    : row.component === 'layouts/RouteView'
      ? 'layouts/default/index'
      : (newerNames.get(row.component) ?? row.component)

/** Where the newer client goes from the name in its header; ours and the older one have it in their own routes. */
const newerAccount: PermissionRow = {
  ...home,
  id: 'account-of-newer',
  name: '个人设置',
  url: '/system/usersetting',
  component: 'system/usersetting/UserSetting',
  icon: null,
  hidden: true,
}

/** Our icons have Ant Design's plain names; the newer client family draws `collection:name`. */
const drawnByNewer = (icon: string): string => (icon.includes(':') ? icon : `ant-design:${icon}-outlined`)

const isNewer = ({ headers }: FastifyRequest) => headers['x-version'] === 'v3'

const isExternal = (url: string) => /^(https?:\/\/|\{\{)/.test(url)

function nodeOf(row: PermissionRow, newer: boolean): MenuNode {
  const url = row.url ?? ''
  const component = componentFor(row, newer)
  return {
    id: row.id,
    ...(!row.parentId && { redirect: row.redirect }),
    path: isExternal(url) ? createHash('md5').update(url).digest('hex') : url,
    component,
    route: row.route === false ? '0' : '1',
    ...(row.hidden && { hidden: true as const }),
    ...(row.alwaysShow && { alwaysShow: true as const }),
    name: row.componentName || url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
    meta: {
      title: row.name,
      keepAlive: row.keepAlive ?? false,
      internalOrExternal: row.internalOrExternal ?? false,
      componentName: row.componentName || (component ?? '').split('/').pop(),
      ...(row.icon && { icon: newer ? drawnByNewer(row.icon) : row.icon }),
      ...(row.hidden && { hideMenu: true }),
      ...(row.hideTab && { hideTab: true }),
      ...(isExternal(url) && { url }),
    },
  }
}

/** `all`: what stands below a row that is not there stands at the top; for others the page above switches off those below. */
function treeOf(rows: PermissionRow[], newer: boolean, all: boolean): MenuNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { row, node: nodeOf(row, newer) }]))
  const roots: MenuNode[] = []
  for (const { row, node } of nodes.values()) {
    const parent = row.parentId ? nodes.get(row.parentId)?.node : undefined
    if (parent) (parent.children ??= []).push(node)
    else if (all || !row.parentId) roots.push(node)
  }
  for (const root of roots)
    if (root.children?.every((child) => child.hidden)) Object.assign(root, { hidden: true, meta: { hideMenu: true } })
  return roots
}

/** A granted page brings the groups above it along; a loop in the tree must not hang us. */
function withAncestors(rows: PermissionRow[], granted: ReadonlySet<string>): Set<string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wanted = new Set<string>()
  for (const id of granted)
    for (let row = byId.get(id); row && !wanted.has(row.id); row = byId.get(row.parentId ?? '')) wanted.add(row.id)
  return wanted
}

async function rightsOf(db: Database, access: Access) {
  const rows = await rowsOf(db)
  const isMine = (row: PermissionRow) => access.isAdmin || access.permissionIds.has(row.id)
  const buttons = rows.filter(({ menuType }) => menuType === menuTypes.button)
  const auth = buttons
    .filter((row) => row.status === validStates.valid && isMine(row))
    .map((row) => ({ action: row.perms, type: row.permsType, describe: row.name }))
  const allAuth = buttons.map((row) => ({
    action: row.perms,
    status: row.status,
    type: row.permsType,
    describe: row.name,
  }))
  const codes = access.isAdmin ? rows.flatMap(({ perms }) => csv(perms)) : [...access.permissions]
  return { rows, rights: { auth, allAuth, codeList: [...new Set(codes)], sysSafeMode: false } }
}

const SAME_HOME = '本平台人人的首页相同，内容随各人的权限，不能按角色配置'

export const menuRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/sysRoleIndex/queryDefIndex',
    permission: 'session',
    summary: '默认首页：本平台人人是“首页”，不按角色配置',
    tag: '我的账号',
    handler: ({ request }) => ({
      url: HOME,
      component: componentFor(home, isNewer(request)),
      route: true,
      status: validStates.valid,
    }),
  }),
  route({
    method: 'GET',
    path: '/sys/sysRoleIndex/queryByCode',
    permission: 'session',
    summary: '角色自己的首页：本平台没有按角色配置的首页，result 总为 null',
    tag: '我的账号',
    query: z.strictObject({ roleCode: maybe }),
    handler: () => null,
  }),
  ...(['add', 'edit'] as const).map((verb) =>
    route({
      method: verb === 'add' ? 'POST' : ['PUT', 'POST'],
      path: `/sys/sysRoleIndex/${verb}`,
      permission: 'system:role:edit',
      summary: '按角色配置首页：本平台没有，应答说明原因',
      tag: '我的账号',
      handler: () => {
        throw refused(SAME_HOME)
      },
    }),
  ),
  route({
    method: 'PUT',
    path: '/sys/sysRoleIndex/updateDefIndex',
    permission: 'system:role:edit',
    summary: '设置默认首页：本平台没有，应答说明原因',
    tag: '我的账号',
    query: z.strictObject({ url: maybe, component: maybe, isRoute: maybe }),
    handler: () => {
      throw refused(SAME_HOME)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/sysRoleIndex/cleanDefaultIndexCache',
    permission: 'session',
    summary: '契约客户端的“清除首页缓存”：首页是固定的，没有要清除的',
    tag: '我的账号',
    handler: () => said('清除成功!'),
  }),
  route({
    method: 'GET',
    path: '/sys/permission/getUserPermissionByToken',
    lane: 'signIn',
    permission: 'session',
    summary: '当前用户的菜单与按钮权限',
    tag: '我的账号',
    handler: async ({ services: { db }, request }) => {
      const access = request.access!
      // Ours, beside the contract: a page that hears another mark on its socket asks again, and whoever may everything may
      // also what stands in no menu any more.
      const ours = { rightsMark: await request.rightsMark!(), ...(access.isAdmin && { mayAll: true }) }
      const { rows, rights } = await rightsOf(db, access)
      const pages = rows.filter(
        ({ menuType, status }) => menuType !== menuTypes.button && status !== validStates.invalid,
      )
      const mine = access.isAdmin ? new Set(pages.map(({ id }) => id)) : withAncestors(pages, access.permissionIds)
      const shown = pages.filter(({ id }) => mine.has(id))
      if (!shown.some(({ name }) => name === HOME_NAME))
        shown.unshift(pages.find(({ name }) => name === HOME_NAME) ?? home)
      if (isNewer(request)) shown.push(newerAccount)
      const menu = treeOf(shown, isNewer(request), access.isAdmin)
      menu.sort((a, b) => Number(b.meta.title === HOME_NAME) - Number(a.meta.title === HOME_NAME))
      return { menu, ...rights, ...ours }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/permission/getPermCode',
    lane: 'signIn',
    permission: 'session',
    summary: '当前用户的权限编码',
    tag: '我的账号',
    handler: async ({ services: { db }, request }) => (await rightsOf(db, request.access!)).rights,
  }),
]
