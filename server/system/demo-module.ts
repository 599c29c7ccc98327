/**
 * The addresses of the contract's demo module (`/mock/api`, contract.md §12): its shapes, filled with what this platform has,
 * as far as the caller may see it. No page of ours asks for them.
 */
import { asc, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { allResources, resources } from '#resources/index.ts'
import { rolePermission } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Call } from '../kernel/route.ts'
import { may } from '../kernel/caller.ts'
import { route, type Route } from '../kernel/route.ts'
import { paging, type Paging } from '../resource/parameters.ts'
import { scopeOf } from '../resource/scope.ts'
import { csv } from '../people/access.ts'
import { byParent, menuRows } from './menu-tree.ts'
import { peoplePage } from './people.ts'

const roles = tableOf(resources.sysRole)

/** No envelope of the contract's other addresses: this one is older. Pages count from 0. */
const answered = (result: unknown, now: Date) => ({ message: '', result, status: 200, timestamp: now.getTime() })
const paged = (rows: readonly unknown[], total: number, { pageNo, pageSize }: Paging) => ({
  data: rows,
  pageSize,
  pageNo: pageNo - 1,
  totalPage: Math.ceil(total / pageSize),
  totalCount: total,
})
const cut = <T>(rows: readonly T[], asked: Paging) =>
  paged(rows.slice((asked.pageNo - 1) * asked.pageSize, asked.pageNo * asked.pageSize), rows.length, asked)

type Asking = Pick<Call, 'services' | 'caller'>

/** Menus and what may be done in each: the demo's permissions. */
async function permissionRows({ services: { db }, caller }: Asking) {
  // Pages that staff named themselves are not everybody's to know.
  if (!may(caller, 'system:permission:list')) return []
  const rows = await menuRows(db)
  const below = byParent(rows)
  return rows
    .filter(({ url }) => url)
    .map(({ id, name, parentId, icon }) => {
      const inside = (below.get(id) ?? []).filter(({ perms }) => perms)
      return {
        id,
        name,
        describe: name,
        status: 1,
        actionData: JSON.stringify(
          inside.map((one) => ({ action: one.perms, describe: one.name, defaultCheck: false })),
        ),
        sptDaTypes: '',
        optionalFields: '',
        parents: parentId,
        type: icon,
        deleted: 0,
        actions: inside.flatMap(({ perms }) => csv(perms)),
      }
    })
}

async function roleRows(asking: Asking) {
  const { services, caller } = asking
  if (!may(caller, 'system:role:list')) return []
  const found = await services.db
    .select()
    .from(roles)
    .where(scopeOf(caller, resources.sysRole))
    .orderBy(asc(roles.createTime), asc(roles.id))
  const granted = found.length
    ? await services.db
        .select({ roleId: rolePermission.roleId, permissionId: rolePermission.permissionId })
        .from(rolePermission)
        .where(
          inArray(
            rolePermission.roleId,
            found.map(({ id }) => id),
          ),
        )
    : []
  const menus = new Map((await permissionRows(asking)).map((row) => [row.id, row]))
  return found.map((row) => ({
    id: row.roleCode,
    name: row.roleName,
    describe: row.description,
    status: 1,
    creatorId: row.createBy,
    createTime: row.createTime,
    deleted: 0,
    permissions: granted.flatMap(({ roleId, permissionId }) => {
      const menu = roleId === row.id ? menus.get(permissionId) : undefined
      if (!menu) return []
      const { id, name, actionData } = menu
      return [
        {
          roleId: row.roleCode,
          permissionId: id,
          permissionName: name,
          actions: actionData,
          actionEntitySet: JSON.parse(actionData) as unknown,
          actionList: null,
          dataAccess: null,
        },
      ]
    }),
  }))
}

const lists: Readonly<Record<string, (asking: Asking, asked: Paging) => Promise<unknown>>> = {
  async user(asking, asked) {
    const page = await peoplePage(asking, undefined, asked)
    return paged(
      page.records.map((row) => ({
        id: row.id,
        name: row.realname,
        username: row.username,
        password: '',
        status: row.status,
        telephone: row.phone,
        creatorId: row.createBy ?? null,
        createTime: row.createTime ?? null,
        merchantCode: row.orgCode,
        deleted: 0,
      })),
      page.total,
      asked,
    )
  },
  role: async (asking, asked) => cut(await roleRows(asking), asked),
  permission: async (asking, asked) => cut(await permissionRows(asking), asked),
  /** What the platform keeps for whom; how often this node was asked for it lately, for who watches over it. */
  async service({ services, caller }, asked) {
    const recent = may(caller, 'system:monitor:list') ? services.traffic.recent() : []
    const rows = allResources()
      .filter(({ permission }) => may(caller, `${permission}:list`))
      .map(({ name, path, label }, key) => {
        const calls = recent.filter((one) => one.path.includes(`${path}/`))
        return {
          key,
          no: name,
          description: label,
          callNo: calls.length,
          status: calls.some(({ status }) => status >= 500) ? 3 : calls.length ? 1 : 0,
          updatedAt: calls[0]?.at ?? null,
          editable: false,
        }
      })
    return cut(rows, asked)
  },
}

const common = { method: 'GET', permission: 'session', tag: '示例接口', raw: true } as const

export const demoModuleRoutes: Route[] = [
  ...Object.entries(lists).map(([name, read]) =>
    route({
      ...common,
      path: `/mock/api/${name}`,
      summary: '契约示例模块的列表，内容为本平台自己的',
      query: z.strictObject(paging),
      handler: async ({ services, caller, query }) =>
        answered(await read({ services, caller }, query), services.clock.now()),
    }),
  ),
  route({
    ...common,
    path: '/mock/api/permission/no-pager',
    summary: '契约示例模块的权限，不分页',
    handler: async ({ services, caller }) => answered(await permissionRows({ services, caller }), services.clock.now()),
  }),
]
