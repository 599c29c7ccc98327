/** My messages (contract.md §6.9, §6.10): always the caller's own, named by the session. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { may } from '../kernel/caller.ts'
import { notFound, Refusal } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { readRow } from '../resource/list.ts'
import { live } from '../db/live.ts'
import { publish } from '../db/live-words.ts'
import { idText, maybe, notKept, pageOf, paging } from '../resource/parameters.ts'
import { localTime } from '../resource/write.ts'
import { rangeKeys, rangeOf } from './message-ranges.ts'
import { sends } from './announcements.ts'
import {
  markAllRead,
  markListed,
  markRead,
  messageOf,
  messagesOf,
  receiveEarlier,
  type Message,
  type MessageFilter,
} from './messages.ts'

const tag = '我的消息'
const session = 'session'
const localMoment = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/, '应为时间 YYYY-MM-DD HH:mm:ss')
  .refine((text) => !text || !Number.isNaN(Date.parse(text.replace(' ', 'T'))), '不是有效的时间')
  .optional()
const both: Route['method'] = ['PUT', 'POST']

/** As an announcement: `id` is what was sent, and the sending stands beside it. */
const asAnnouncement = ({ id, anntId, ...rest }: Message) => ({ ...rest, id: anntId, anntId, sendId: id })

const readerMayList = `${resources.sysAnnouncement.permission}:list`

export const messageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    viewable: false,
    permission: session,
    summary: '我的未读消息：通知公告与系统消息各若干条，及各自总数',
    tag,
    query: z.strictObject({ pageSize: z.coerce.number().int().min(1).max(100).default(5), pageNo: maybe }),
    handler: async ({ services: { db, clock }, caller, query: { pageSize } }) => {
      await receiveEarlier(db, caller, clock.now())
      const unread = (msgCategory: string) =>
        messagesOf(db, caller, { readFlag: '0', msgCategory }, { size: pageSize, offset: 0 })
      const [annt, sys] = await Promise.all([unread('1'), unread('2')])
      return {
        anntMsgList: annt.records.map(asAnnouncement),
        anntMsgTotal: annt.total,
        sysMsgList: sys.records.map(asAnnouncement),
        sysMsgTotal: sys.total,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    viewable: false,
    permission: session,
    summary: '我的消息，未读在前，新的在前',
    tag,
    query: z.strictObject({
      ...paging,
      titile: maybe,
      sender: maybe,
      readFlag: maybe,
      msgCategory: maybe,
      busType: maybe,
      bizSource: maybe,
      noticeType: maybe,
      sendTimeBegin: localMoment,
      sendTimeEnd: localMoment,
      // A fixed word of the newer client that no server reads.
      ...notKept('logType'),
    }),
    handler: async ({ services: { db, clock }, caller, query }) => {
      const { pageNo, pageSize, titile, sender, readFlag, msgCategory, busType, noticeType } = query
      await receiveEarlier(db, caller, clock.now())
      const filter: MessageFilter = {
        ...{ titile, sender, readFlag, msgCategory, busType, noticeType },
        from: query.sendTimeBegin,
        // A day alone is meant as a whole.
        until: query.sendTimeEnd?.length === 10 ? `${query.sendTimeEnd} 23:59:59` : query.sendTimeEnd,
      }
      const found = await messagesOf(db, caller, filter, { size: pageSize, offset: (pageNo - 1) * pageSize })
      return pageOf(found.records, found.total, { pageNo, pageSize })
    },
  }),
  route({
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getOne',
    viewable: false,
    permission: session,
    summary: '我的一条消息',
    tag,
    query: z.strictObject({ sendId: idText('sendId') }),
    handler: async ({ services: { db }, caller, query: { sendId } }) => {
      const message = await messageOf(db, caller, { sendId })
      if (!message) throw notFound('消息')
      return message
    },
  }),
  route({
    method: 'GET',
    path: '/sys/annountCement/queryById',
    permission: session,
    viewable: false,
    summary: '公告详情：收到它的人，或公告的管理员',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: async ({ services, caller, query: { id } }) => {
      if (may(caller, readerMayList)) {
        const row = await readRow({ services, caller }, resources.sysAnnouncement, id).catch(unlessMissing)
        if (row) return row
      }
      const message = await messageOf(services.db, caller, { anntId: id })
      if (!message) throw notFound('公告')
      return asAnnouncement(message)
    },
  }),
  route({
    method: both,
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    logged: false,
    permission: session,
    summary: '标为已读',
    tag,
    body: z.strictObject({ anntId: idText('anntId') }),
    handler: async ({ services: { db, clock }, caller, body: { anntId } }) => {
      if (!(await markRead(db, caller, anntId, clock.now()))) throw notFound('消息')
      return said('')
    },
  }),
  ...(
    [
      ['/sys/sysAnnouncementSend/readAll', '全部已读'],
      ['/sys/annountCement/clearAllUnReadMessage', '清除未读消息成功'],
    ] as const
  ).map(([path, done]) =>
    route({
      method: both,
      path,
      logged: false,
      permission: session,
      summary: '全部标为已读',
      tag,
      body: z.strictObject({}),
      handler: async ({ services: { db, clock }, caller }) => {
        await markAllRead(db, caller, clock.now())
        // The person's other pages.
        await publish(db, { cmd: 'user', to: [caller.userId] })
        return said(done)
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/sys/annountCement/getUnreadMessageCount',
    permission: session,
    viewable: false,
    summary: '未读消息数：公告与系统消息、业务进展，及合计',
    tag,
    query: z.strictObject({ pageSize: maybe }),
    handler: async ({ services: { db, clock }, caller }) => {
      await receiveEarlier(db, caller, clock.now())
      const unread = async (noticeType: string) =>
        (await messagesOf(db, caller, { readFlag: '0', noticeType }, { size: 1, offset: 0 })).total
      const [systemCount, flowCount] = await Promise.all([unread('system'), unread('flow')])
      // Nothing of ours is a file or a plan.
      return { systemCount, flowCount, fileCount: 0, planCount: 0, count: systemCount + flowCount }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/annountCement/vue3List',
    permission: session,
    viewable: false,
    summary: '我的消息（新版客户端）：数组，所返回的随即标为已读',
    tag,
    query: z.strictObject({
      ...paging,
      fromUser: maybe,
      starFlag: maybe,
      busType: maybe,
      msgCategory: maybe,
      noticeType: maybe,
      rangeDateKey: z.enum([...rangeKeys, 'zdy', '']).optional(),
      beginDate: localMoment,
      endDate: localMoment,
    }),
    handler: async ({ services, caller, query }) => {
      const { db, clock } = services
      const { pageNo, pageSize, fromUser, starFlag, busType, msgCategory, noticeType, rangeDateKey } = query
      const now = clock.now()
      const between =
        rangeDateKey === 'zdy'
          ? { from: query.beginDate, until: query.endDate }
          : rangeDateKey
            ? rangeOf(rangeDateKey, localTime(services, now))
            : {}
      await receiveEarlier(db, caller, now)
      const filter: MessageFilter = { sender: fromUser, starFlag, busType, msgCategory, noticeType, ...between }
      const page = { size: pageSize, offset: (pageNo - 1) * pageSize }
      const { records } = await messagesOf(db, caller, filter, page, 'newest')
      const unread = records.filter(({ readFlag }) => readFlag === '0').map(({ anntId }) => anntId)
      if (unread.length) {
        await markListed(db, caller, unread, now)
        await publish(db, { cmd: 'user', to: [caller.userId] })
      }
      return records.map(asAnnouncement)
    },
  }),
  route({
    method: both,
    path: '/sys/sysAnnouncementSend/edit',
    logged: false,
    permission: session,
    summary: '标星或取消标星自己的一条消息',
    tag,
    body: z.strictObject({
      id: idText(),
      starFlag: z.union([z.literal(['0', '1']), z.literal([0, 1])], { error: '应为 0 或 1' }).transform(String),
      ...notKept('anntId userId readFlag readTime'),
    }),
    handler: async ({ services: { db }, caller, body }) => {
      const done = await db
        .update(sends)
        .set({ starFlag: body.starFlag })
        .where(
          and(eq(sends.id, body.id), eq(sends.userId, caller.userId), eq(sends.tenantId, caller.tenantId), live(sends)),
        )
        .returning({ id: sends.id })
      if (!done.length) throw notFound('消息')
      return said('操作成功!')
    },
  }),
]

function unlessMissing(error: unknown): undefined {
  if (error instanceof Refusal && error.status === 404) return undefined
  throw error
}
