/** Choosing people: dialogs, echoes of what was chosen, the address book. */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { isBelow } from '../db/held-text.ts'
import { live } from '../db/live.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Database } from '../kernel/database.ts'
import { route, type Route } from '../kernel/route.ts'
import { csv } from '../people/access.ts'
import { list } from '../resource/conditions.ts'
import { tableOf } from '../db/table.ts'
import { anyIds, idText, maybe, pageOf, paging } from '../resource/parameters.ts'
import { contains, departNames, memberOf, peopleList, peoplePage, peopleScope, withinDepart } from './people.ts'

const tag = '选择用户'
const users = tableOf(resources.sysUser)
const departs = tableOf(resources.sysDepart)
const positions = tableOf(resources.sysPosition)

/** What a record may hold of a person; nothing that would let one feel for a phone number. */
const ECHOED = ['id', 'username', 'realname', 'workNo'] as const
const many = z.string().max(20_000).optional()

/** What is looked for, or what was chosen and is to be named. */
function wanted(name: 'username' | 'realname', query: Partial<Record<typeof name | 'isMultiTranslate', string>>) {
  const text = query[name]?.trim()
  if (query.isMultiTranslate !== 'true') return contains(name, text)
  const chosen = list(text ?? '').map((part) => part.trim())
  return text ? inArray(users[name], chosen.slice(0, 1000)) : undefined
}

export const userPickerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/user/queryUserComponentData',
    permission: 'session',
    summary: '选择用户的弹窗；isMultiTranslate：username、realname 是逗号分隔的已选值，逐个相等',
    tag,
    query: z.strictObject({
      ...paging,
      id: many,
      username: many,
      realname: many,
      departId: maybe,
      isMultiTranslate: z.enum(['true', 'false', '']).optional(),
    }),
    handler: ({ services, caller, query }) =>
      peoplePage(
        { services, caller },
        and(
          eq(users.status, 1),
          wanted('username', query),
          wanted('realname', query),
          query.departId ? withinDepart(caller, query.departId) : undefined,
          query.id ? inArray(users.id, list(query.id).slice(0, 1000)) : undefined,
        ),
        query,
      ),
  }),
  route({
    method: 'GET',
    path: '/sys/user/getMultiUser',
    permission: 'session',
    summary: '回显已选用户（不带信封的数组）',
    tag,
    raw: true,
    query: z.strictObject({
      ...Object.fromEntries(ECHOED.map((name) => [name, many])),
      pageNo: maybe,
      pageSize: maybe,
      column: maybe,
      order: maybe,
      field: z.string().max(2000).optional(),
    }),
    handler: ({ services, caller, query }) => {
      const given = query as Partial<Record<(typeof ECHOED)[number], string>>
      const conditions = ECHOED.flatMap((name) =>
        given[name] === undefined ? [] : [inArray(users[name], list(given[name]).slice(0, 1000))],
      )
      return conditions.length ? peopleList({ services, caller }, and(...conditions)) : []
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/queryByIds',
    permission: 'session',
    summary: '按 id 查用户',
    tag,
    query: z.strictObject({ userIds: anyIds }),
    handler: ({ services, caller, query }) =>
      query.userIds.length ? peopleList({ services, caller }, inArray(users.id, query.userIds)) : [],
  }),
  route({
    method: 'GET',
    path: '/sys/user/queryByNames',
    permission: 'session',
    summary: '按用户名查用户',
    tag,
    query: z.strictObject({ userNames: anyIds }),
    handler: ({ services, caller, query }) =>
      query.userNames.length ? peopleList({ services, caller }, inArray(users.username, query.userNames)) : [],
  }),
  ...(
    [
      ['/sys/user/queryUserByDepId', '部门的用户'],
      ['/sys/sysDepart/getUsersByDepartId', '部门的用户'],
    ] as const
  ).map(([path, summary]) =>
    route({
      method: 'GET',
      path,
      permission: 'session',
      summary,
      tag,
      query: z.strictObject({ id: idText(), realname: maybe }),
      handler: ({ services, caller, query }) =>
        peopleList(
          { services, caller },
          and(memberOf(caller, eq(departs.id, query.id)), contains('realname', query.realname)),
        ),
    }),
  ),
  route({
    method: 'GET',
    path: '/sys/user/queryDepartPostByOrgCode',
    permission: 'session',
    summary: '部门及以下的用户',
    tag,
    query: z.strictObject({ ...paging, orgCode: maybe, username: maybe, realname: maybe, workNo: maybe }),
    handler: ({ services, caller, query }) =>
      peoplePage(
        { services, caller },
        and(
          query.orgCode ? memberOf(caller, isBelow(departs.orgCode, query.orgCode)) : undefined,
          contains('username', query.username),
          contains('realname', query.realname),
          contains('workNo', query.workNo),
        ),
        query,
      ),
  }),
  ...(
    [
      '/sys/user/queryByOrgCodeForAddressList',
      '/sys/user/queryByOrgCode',
      '/sys/user/queryDepartUserByOrgCode',
    ] as const
  ).map((path) =>
    route({
      method: 'GET',
      path,
      permission: 'system:address:list',
      summary: '通讯录',
      tag: '通讯录',
      query: z.strictObject({ ...paging, orgCode: maybe, realname: maybe, workNo: maybe }),
      handler: async ({ services: { db }, caller, query }) => {
        const where = and(
          peopleScope(caller),
          eq(users.status, 1),
          query.orgCode ? memberOf(caller, isBelow(departs.orgCode, query.orgCode)) : undefined,
          contains('realname', query.realname),
          contains('workNo', query.workNo),
        )
        return addressPage(db, caller.tenantId, where, query)
      },
    }),
  ),
]

/** Whoever reads the address book need not see the list of positions. */
async function postNames(db: Database, tenantId: number, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: positions.id, name: positions.name })
    .from(positions)
    .where(and(inArray(positions.id, [...new Set(ids)]), eq(positions.tenantId, tenantId), live(positions)))
  return new Map(rows.map(({ id, name }) => [id, String(name)]))
}

async function addressPage(
  db: Database,
  tenantId: number,
  where: SQL | undefined,
  query: { pageNo: number; pageSize: number },
) {
  const rows = await db
    .select({
      userId: users.id,
      username: users.username,
      realname: users.realname,
      workNo: users.workNo,
      post: users.post,
      telephone: users.telephone,
      email: users.email,
      phone: users.phone,
      avatar: users.avatar,
    })
    .from(users)
    .where(where)
    .orderBy(asc(users.sort), asc(users.id))
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
  const count = onlyRow(
    await db
      .select({ total: sql<number>`count(*)::int` })
      .from(users)
      .where(where),
  )
  const names = await departNames(
    db,
    tenantId,
    rows.map(({ userId }) => userId),
  )
  const posts = await postNames(
    db,
    tenantId,
    rows.flatMap(({ post }) => csv(post)),
  )
  const records = rows.map((row) => {
    const mine = names.get(row.userId) ?? []
    const postText = csv(row.post)
      .flatMap((id) => posts.get(id) ?? [])
      .join(' | ')
    return {
      ...row,
      // The newest client finds a row by `id` and reads the posts under another name.
      id: row.userId,
      postText,
      postName: postText,
      departId: mine[0]?.id ?? null,
      departName: mine.map(({ departName }) => departName).join(' | '),
    }
  })
  return pageOf(records, count.total, query)
}
