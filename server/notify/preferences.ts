/** Which chats a person wants for which kind of notice. The bell always has everything. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { notifyPreference } from '../db/notify-tables.ts'
import { route, said, type Route } from '../http/route.ts'
import { CHATS, labelOfChannel } from './channels.ts'
import { isNoticeKind, labelOfKind, noticeKinds, type NoticeKind } from './kinds.ts'
import { bindingsOf } from './routing.ts'

const tag = '通知偏好'
const kinds = Object.keys(noticeKinds) as NoticeKind[]
const initial = (kind: NoticeKind) => (noticeKinds[kind].chats ? [...CHATS] : [])

export const preferenceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/notify/preferences',
    permission: 'session',
    summary: '我的通知偏好：每类通知用哪些聊天软件，排在前面的先用',
    tag,
    handler: async ({ services, caller }) => {
      const rows = await services.db.select().from(notifyPreference).where(eq(notifyPreference.userId, caller.userId))
      const bound = await bindingsOf({ db: services.db, services }, [caller.userId])
      return {
        channels: [
          { channel: 'web', label: labelOfChannel('web'), available: true, bound: true, fixed: true },
          ...CHATS.map((channel) => ({
            channel,
            label: labelOfChannel(channel),
            available: services.chats.has(channel),
            bound: bound.some((binding) => binding.channel === channel),
            fixed: false,
          })),
        ],
        kinds: kinds.map((kind) => {
          const chosen = rows.find((row) => row.kind === kind)
          return {
            kind,
            label: labelOfKind(kind),
            chats: chosen ? chosen.chats.split(',').filter(Boolean) : initial(kind),
            initial: initial(kind),
          }
        }),
      }
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/notify/preferences',
    permission: 'session',
    summary: '修改一类通知的偏好；chats 为 null 恢复默认',
    tag,
    body: z.strictObject({
      kind: z.string({ error: '缺少 kind' }).refine(isNoticeKind, '没有这一类通知'),
      chats: z
        .array(z.enum(CHATS, { error: '应为 wecom 或 dingtalk' }), { error: '应为渠道的列表' })
        .max(CHATS.length)
        .refine((chats) => new Set(chats).size === chats.length, '渠道重复')
        .nullable(),
    }),
    handler: async ({ services: { db, clock }, caller, body: { kind, chats } }) => {
      const { userId } = caller
      if (!chats) {
        await db
          .delete(notifyPreference)
          .where(and(eq(notifyPreference.userId, userId), eq(notifyPreference.kind, kind)))
        return said('操作成功!')
      }
      const set = { chats: chats.join(','), updateTime: clock.now().toISOString() }
      await db
        .insert(notifyPreference)
        .values({ userId, kind, ...set })
        .onConflictDoUpdate({ target: [notifyPreference.userId, notifyPreference.kind], set })
      return said('操作成功!')
    },
  }),
]
