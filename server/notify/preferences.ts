/** Which chats a person wants for which kind of notice, and when none. The bell always has everything. */
import { chatNames } from '#model/chatNames.ts'
import { and, arrayContains, eq } from 'drizzle-orm'
import { z } from 'zod'
import { noticeBatch, notifyPreference, notifyQuiet } from '../db/notify-tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { forbidden } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { labelOfChannel } from './channels.ts'
import { isNoticeKind, labelOfKind, noticeKinds, type NoticeKind } from './kinds.ts'
import { batchesInOrder, type Writing } from './deliveries.ts'
import { platformQuiet, quietHoursOf } from './quiet.ts'
import { mayHaveMornings } from './mornings.ts'
import { bindingsOf } from './routing.ts'
import { sendJob } from './jobs.ts'

const tag = '通知偏好'
const kinds = Object.keys(noticeKinds) as NoticeKind[]
const minute = z.string({ error: '时间格式应为 HH:mm' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm')
/** What somebody could never get is not offered to them. */
const isFor = (caller: Caller) => (kind: NoticeKind) => !noticeKinds[kind].wanted || mayHaveMornings(caller)
const initial = (kind: NoticeKind) => (noticeKinds[kind].chats ? [...chatNames] : [])

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
      const quiet = (await quietHoursOf(services.db, caller.tenantId, [caller.userId])).get(caller.userId)
      const initially = await platformQuiet(services.db, caller.tenantId)
      return {
        quiet: { on: Boolean(quiet), ...(quiet ?? initially ?? { begin: '22:00', end: '08:00' }) },
        channels: [
          { channel: 'web', label: labelOfChannel('web'), available: true, bound: true, fixed: true },
          ...chatNames.map((channel) => ({
            channel,
            label: labelOfChannel(channel),
            available: services.chats.has(channel),
            bound: bound.some((binding) => binding.channel === channel),
            fixed: false,
          })),
        ],
        kinds: kinds.filter(isFor(caller)).map((kind) => {
          const chosen = rows.find((row) => row.kind === kind)
          return {
            kind,
            label: labelOfKind(kind),
            chats: chosen ? chosen.chats.split(',').filter(Boolean) : initial(kind),
            initial: initial(kind),
            // Comes only when it is asked for; the row says that it is.
            ...(noticeKinds[kind].wanted && { wanted: Boolean(chosen) }),
          }
        }),
      }
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/notify/preferences',
    permission: 'session',
    summary: '修改一类通知的偏好；chats 为 null 恢复默认，晨报则为不再接收',
    tag,
    body: z.strictObject({
      kind: z.string({ error: '缺少 kind' }).refine(isNoticeKind, '没有这一类通知'),
      chats: z
        .array(z.enum(chatNames, { error: `应为 ${chatNames.join(' 或 ')}` }), { error: '应为渠道的列表' })
        .max(chatNames.length)
        .refine((chats) => new Set(chats).size === chats.length, '渠道重复')
        .nullable(),
    }),
    handler: async ({ services: { db, clock }, caller, body: { kind, chats } }) => {
      const { userId } = caller
      if (!isFor(caller)(kind)) throw forbidden()
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
  route({
    method: ['PUT', 'POST'],
    path: '/sys/notify/quiet',
    permission: 'session',
    summary: '我的免打扰时段：不发聊天消息，紧急的除外',
    tag,
    body: z
      .strictObject({ on: z.boolean({ error: '应为 true 或 false' }), begin: minute, end: minute })
      .refine(({ begin, end }) => begin !== end, '开始与结束不能相同'),
    handler: async ({ services, caller, body: { on, begin, end } }) => {
      const { userId } = caller
      const set = {
        beginTime: on ? begin : null,
        endTime: on ? end : null,
        updateTime: services.clock.now().toISOString(),
      }
      await services.db.transaction(async (tx) => {
        await tx
          .insert(notifyQuiet)
          .values({ userId, ...set })
          .onConflictDoUpdate({ target: notifyQuiet.userId, set })
        await lookAgain({ tx, services }, userId)
      })
      return said('操作成功!')
    },
  }),
]

/** What was held back goes out now, unless it is still quiet. */
async function lookAgain({ tx, services }: Writing, userId: string): Promise<void> {
  const held = await tx
    .update(noticeBatch)
    .set({ nextTime: services.clock.now().toISOString() })
    .where(
      batchesInOrder(
        and(
          eq(noticeBatch.state, 'waiting'),
          eq(noticeBatch.urgent, false),
          eq(noticeBatch.attempts, 0),
          arrayContains(noticeBatch.userIds, [userId]),
        ),
      ),
    )
    .returning({ channel: noticeBatch.channel })
  for (const channel of chatNames.filter((name) => held.some((batch) => batch.channel === name)))
    await services.jobs.send(tx, sendJob, { channel })
}
