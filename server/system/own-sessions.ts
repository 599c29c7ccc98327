/** Where a person is signed in, and signing out everywhere else. Never anybody else's sessions: the person comes from the session. */
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { clientName } from '#model/clientNames.ts'
import { session } from '../db/tables.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { keepOut } from '../people/put-out.ts'
import { endSessionsOf, reasons } from '../people/session.ts'
import { localTime } from '../resource/write.ts'

const tag = '我的账号'
/** Nobody reads more of them. */
const MOST = 100

export const ownSessionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/user/login/setting/sessions',
    viewable: false,
    permission: 'session',
    summary: '我的登录：设备、地址、最近使用；current 是本次登录',
    tag,
    handler: async ({ services, caller }) => {
      const rows = await services.db
        .select()
        .from(session)
        .where(
          and(
            eq(session.userId, caller.userId),
            isNull(session.revokeTime),
            // They are listed apart (`view-as.ts`).
            isNull(session.viewerId),
            sql`${session.expireTime} > ${services.clock.now().toISOString()}::timestamptz`,
          ),
        )
        .orderBy(desc(eq(session.id, caller.sessionId)), desc(session.seenTime), desc(session.id))
        .limit(MOST)
      return rows.map(({ id, userAgent, host, ip, createTime, seenTime }) => ({
        id,
        device: clientName(userAgent),
        host,
        ip,
        createTime: localTime(services, new Date(createTime)),
        seenTime: localTime(services, new Date(seenTime)),
        current: id === caller.sessionId,
      }))
    },
  }),
  route({
    method: 'POST',
    path: '/sys/user/login/setting/endOtherSessions',
    permission: 'session',
    summary: '退出其他设备：本次登录以外的自己的登录随即失效',
    tag,
    handler: async ({ services: { db, clock }, caller }) => {
      const ended = await db.transaction(async (tx) => {
        const others = await tx
          .select({ chat: session.chat })
          .from(session)
          .where(
            and(
              eq(session.userId, caller.userId),
              ne(session.id, caller.sessionId),
              isNull(session.revokeTime),
              sql`${session.expireTime} > now()`,
            ),
          )
        await endSessionsOf(tx, caller.userId, reasons.elsewhere, { except: caller.sessionId })
        if (others.some(({ chat }) => chat)) await keepOut(tx, caller.userId, { byOwner: true, now: clock.now() })
        return others.length
      })
      return said(ended ? `已退出其他 ${ended} 个登录` : '没有其他登录', ended)
    },
  }),
]
