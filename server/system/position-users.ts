/** Who holds a position (contract.md §6.5): said on the person, so giving and taking it is a change of the person. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { literally } from '../db/held-text.ts'
import type { Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { csv } from '../people/access.ts'
import { findRow } from '../resource/list.ts'
import { idText, maybe, paging, someIds } from '../resource/parameters.ts'
import { wireRow } from '../resource/wire.ts'
import { editRow } from '../resource/write.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { contains, peopleNamed, peoplePage } from './people.ts'

const tag = '职务'
const users = tableOf(resources.sysUser)
const positions = tableOf(resources.sysPosition)

type Doing = Pick<Call, 'services' | 'caller'>

interface Change {
  services: Services
  caller: Caller
  positionId: string
  userIds: readonly string[]
}

/** As an edit of each person, with the rules and the trace of one. Who is so already is left alone. */
async function changePosts(
  tx: Tx,
  { services, caller, positionId, userIds }: Change,
  next: (posts: string[]) => string[],
): Promise<void> {
  if (!(await findRow(tx, caller, resources.sysPosition, positionId))) throw notFound('职务')
  await peopleNamed(tx, caller, userIds, true)
  for (const userId of userIds) {
    const [person] = await tx.select({ post: users.post }).from(users).where(eq(users.id, userId))
    const posts = csv(person?.post)
    const wanted = next(posts)
    if (wanted.join(',') === posts.join(',')) continue
    await editRow({ tx, caller, services }, resources.sysUser, userId, { post: wanted.join(',') || null })
  }
}

const change = { positionId: idText('positionId'), userIds: someIds('userIds') }

/** Positions of the caller's tenant. */
const positionsNamed = async ({ services: { db }, caller }: Doing, by: 'code' | 'id', names: readonly string[]) =>
  (
    await db
      .select()
      .from(positions)
      .where(and(inArray(positions[by], [...names]), eq(positions.tenantId, caller.tenantId), live(positions)))
      .orderBy(asc(positions.sortNo), asc(positions.id))
  ).map((record) => wireRow(resources.sysPosition, record))

export const positionUserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/position/queryByCode',
    permission: 'session',
    summary: '按编码查职务',
    tag,
    query: z.strictObject({ code: idText('code') }),
    handler: async ({ services, caller, query: { code } }) => {
      const [found] = await positionsNamed({ services, caller }, 'code', [code])
      if (!found) throw refused('未找到对应实体')
      return found
    },
  }),
  route({
    method: 'GET',
    path: '/sys/position/queryByIds',
    permission: 'session',
    summary: '按 id 查职务',
    tag,
    query: z.strictObject({ ids: someIds() }),
    handler: ({ services, caller, query: { ids } }) => positionsNamed({ services, caller }, 'id', ids),
  }),
  route({
    method: 'GET',
    path: '/sys/position/getPositionUserList',
    permission: 'system:position:list',
    summary: '职务的用户',
    tag,
    query: z.strictObject({ ...paging, positionId: idText('positionId'), username: maybe, realname: maybe }),
    handler: async ({ services, caller, query }) => {
      if (!(await findRow(services.db, caller, resources.sysPosition, query.positionId))) throw notFound('职务')
      return peoplePage(
        { services, caller },
        and(
          sql`(',' || coalesce(${users.post}, '') || ',') like ${`%,${literally(query.positionId)},%`}`,
          contains('username', query.username),
          contains('realname', query.realname),
        ),
        query,
      )
    },
  }),
  route({
    method: 'POST',
    path: '/sys/position/savePositionUser',
    permission: 'system:user:edit',
    summary: '给职务添加用户',
    tag,
    body: z.strictObject(change),
    handler: async ({ services, caller, body }) => {
      await services.db.transaction((tx) =>
        changePosts(tx, { services, caller, ...body }, (posts) => [...new Set([...posts, body.positionId])]),
      )
      return said('添加成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/position/removePositionUser',
    permission: 'system:user:edit',
    summary: '从职务移除用户',
    tag,
    query: z.strictObject(change),
    handler: async ({ services, caller, query }) => {
      await services.db.transaction((tx) =>
        changePosts(tx, { services, caller, ...query }, (posts) => posts.filter((id) => id !== query.positionId)),
      )
      return said('移除成功!')
    },
  }),
]
