import { chatNames } from '#model/chatNames.ts'
import { and, count as countRows, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { allOf } from '../db/all-of.ts'
import { session } from '../db/tables.ts'
import type { Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { keepOut } from '../people/put-out.ts'
import { endSession, endSessionsOf, reasons } from '../people/session.ts'
import { tableOf } from '../db/table.ts'
import { contains } from './people.ts'

const users = tableOf(resources.sysUser)
const tag = '在线用户'

/** Sessions that are good now, in the caller's tenant; for administrators all of its people. */
const visible = (caller: Caller, now: Date): SQL =>
  allOf(
    isNull(session.revokeTime),
    // Who is looked as is not there.
    isNull(session.viewerId),
    sql`${session.expireTime} > ${now.toISOString()}::timestamptz`,
    caller.tenantId
      ? sql`(',' || coalesce(${users.relTenantIds}, '') || ',') like ${`%,${caller.tenantId},%`}`
      : undefined,
    caller.isAdmin ? undefined : eq(session.tenantId, caller.tenantId),
  )

const sexText = (sex: unknown) => dictionaries.sex.items.find(([value]) => value === String(sex))?.[1] ?? null

const whole = (most: number) => z.coerce.number({ error: '应为整数' }).int('应为整数').min(1).max(most)

/**
 * A chat signs its people in without a word, so that ending one of its sessions ends nothing: all of them end, and the next
 * one begins with a tap of the person, who is told why.
 */
async function putOutOf(
  tx: Tx,
  caller: Caller,
  found: Pick<typeof session.$inferSelect, 'id' | 'userId' | 'chat'>,
  now: Date,
): Promise<boolean> {
  if (!(await endSession(tx, { id: found.id }, reasons.kicked))) return false
  if (!found.chat) return true
  // Who looks after one tenant ends nothing in another.
  const tenantId = caller.isAdmin ? undefined : caller.tenantId
  for (const chat of chatNames) await endSessionsOf(tx, found.userId, reasons.kicked, { chat, tenantId })
  await keepOut(tx, found.userId, { byOwner: false, now })
  return true
}

export const onlineRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/online/list',
    permission: 'system:online:list',
    summary: '在线用户。token 是会话编号，只能用来强制下线，不能用来登录',
    tag,
    query: z.strictObject({
      username: z.string().max(64).optional(),
      realname: z.string().max(64).optional(),
      pageNo: whole(100_000).default(1),
      pageSize: whole(500).default(10),
      column: z.string().max(64).optional(),
      order: z.string().max(8).optional(),
      field: z.string().max(500).optional(),
    }),
    handler: async ({ query: { username, realname, pageNo, pageSize }, services: { db, clock }, caller }) => {
      const where = and(visible(caller, clock.now()), contains('username', username), contains('realname', realname))
      const counted = onlyRow(
        await db
          .select({ total: countRows() })
          .from(session)
          .innerJoin(users, eq(users.id, session.userId))
          .where(where),
      )
      const rows = await db
        .select({
          id: users.id,
          token: session.id,
          username: users.username,
          realname: users.realname,
          avatar: users.avatar,
          birthday: users.birthday,
          sex: users.sex,
          phone: users.phone,
          host: session.host,
          ip: session.ip,
          createTime: session.createTime,
          seenTime: session.seenTime,
        })
        .from(session)
        .innerJoin(users, eq(users.id, session.userId))
        .where(where)
        .orderBy(desc(session.seenTime), desc(session.id))
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
      const total = counted.total
      const records = rows.map((row) => ({
        ...row,
        sex_dictText: sexText(row.sex),
        own: row.token === caller.sessionId,
      }))
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/online/forceLogout',
    permission: 'system:online:forceLogout',
    summary: '强制下线',
    tag,
    body: z.strictObject({ token: z.string().max(200).nullish() }),
    handler: async ({ body: { token }, services: { db, clock }, caller }) => {
      if (!token) throw refused('退出登录失败！')
      const [found] = await db
        .select({ id: session.id, userId: session.userId, chat: session.chat })
        .from(session)
        .innerJoin(users, eq(users.id, session.userId))
        .where(and(eq(session.id, token), visible(caller, clock.now())))
      const ended = found && (await db.transaction((tx) => putOutOf(tx, caller, found, clock.now())))
      if (!ended) throw refused('Token无效!')
      return said('退出登录成功！')
    },
  }),
]
