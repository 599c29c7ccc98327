/**
 * 看作某人: an administrator sees menus, buttons, rows and masks as somebody of their tenant has them. It is a session of that
 * person which writes nothing (`viewable` of routes), ends with the administrator's own, and after half an hour.
 */
import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { viewing } from '../db/tables.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { departsOf } from '../people/access.ts'
import { callerFor } from '../people/caller-for.ts'
import { findUser, workingIn } from '../people/entering.ts'
import { logLogin } from '../people/login-log.ts'
import { endSession, mayViewAs, openSession } from '../people/session.ts'
import { idText } from '../resource/parameters.ts'
import { localTime } from '../resource/write.ts'
import { traceLink } from './links.ts'

const tag = '看作某人'
const FOR_MS = 30 * 60_000
/** Nobody reads more of them. */
const MOST_SHOWN = 20

/** Moments come as local text, to the millisecond. */
const shown = (moment: string) => moment.slice(0, 19)

export const viewAsRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/user/viewAs',
    permission: 'system:user:viewAs',
    summary: '看作某人：只读，30 分钟',
    tag,
    body: z.strictObject({ userId: idText('userId') }),
    handler: async ({ services, caller, request, body: { userId } }) => {
      if (!mayViewAs(caller)) throw forbidden('只有管理员可以看作他人')
      if (userId === caller.userId) throw refused('这就是您自己')
      const person = await callerFor(services.db, userId, caller.tenantId)
      const userInfo = person && (await findUser(services.db, { id: userId }))
      // Frozen, deleted and of another tenant are the same: not there.
      if (!person || !userInfo) throw notFound('用户')
      if (person.isAdmin) throw forbidden('不能看作另一位管理员')
      const { tenantId, orgCode } = person
      const begin = services.clock.now()
      const end = new Date(begin.getTime() + FOR_MS)
      const [from, until] = [localTime(services, begin), localTime(services, end)]
      const id = newId()
      const token = await services.db.transaction(async (tx) => {
        await tx.insert(viewing).values({
          ...{ id, tenantId, userId, viewerId: caller.userId, viewer: caller.realname, ip: caller.ip },
          beginTime: begin.toISOString(),
          endTime: end.toISOString(),
        })
        const after = { viewer: caller.realname, from, until }
        await traceLink(tx, caller, resources.sysUser, userId, '看作此人', {}, after)
        const content = `管理员 ${caller.realname} 看作此人（只读），至多到 ${until}`
        await logLogin(tx, request, { username: person.username, person: userInfo, tenantId, content })
        return openSession(services, tx, {
          ...{ id, userId, tenantId, orgCode, ip: caller.ip },
          userAgent: request.headers['user-agent'],
          viewer: { userId: caller.userId, sessionId: caller.sessionId, forMs: FOR_MS },
        })
      })
      return {
        token,
        tenantId,
        userInfo: { ...userInfo, ...workingIn(await departsOf(services.db, userId, tenantId), orgCode) },
        viewer: caller.realname,
        leftMs: FOR_MS,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/user/viewAs/end',
    permission: 'session',
    viewable: true,
    summary: '不再看作某人',
    tag,
    body: z.strictObject({}),
    handler: async ({ services, caller, request }) => {
      const { viewedBy } = caller
      if (!viewedBy) throw refused('没有看作他人')
      const person = await findUser(services.db, { id: caller.userId })
      await services.db.transaction(async (tx) => {
        await endSession(tx, { id: caller.sessionId })
        const [row] = await tx
          .update(viewing)
          .set({ endTime: services.clock.now().toISOString() })
          .where(eq(viewing.id, caller.sessionId))
          .returning()
        const from = row ? shown(row.beginTime) : ''
        const until = localTime(services)
        const by = { ...caller, ...viewedBy }
        await traceLink(
          tx,
          by,
          resources.sysUser,
          caller.userId,
          '不再看作此人',
          {},
          {
            viewer: viewedBy.realname,
            from,
            until,
          },
        )
        const content = `管理员 ${viewedBy.realname} 不再看作此人（${from} 至 ${until}）`
        const { username, tenantId } = caller
        await logLogin(tx, request, { username, person, tenantId, content })
      })
      return said('已结束')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/login/setting/views',
    permission: 'session',
    viewable: false,
    summary: '谁看作过我：管理员、从何时到何时',
    tag,
    handler: async ({ services, caller }) => {
      const rows = await services.db
        .select()
        .from(viewing)
        .where(eq(viewing.userId, caller.userId))
        .orderBy(desc(viewing.beginTime), desc(viewing.id))
        .limit(MOST_SHOWN)
      const now = localTime(services)
      return rows.map(({ id, viewer, ip, beginTime, endTime }) => {
        const until = shown(endTime)
        return { id, viewer, ip, beginTime: shown(beginTime), endTime: until, now: until > now }
      })
    },
  }),
]
