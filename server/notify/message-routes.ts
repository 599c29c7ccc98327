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
import { sends } from './announcements.ts'
import {
  markAllRead,
  markRead,
  messageOf,
  messagesOf,
  receiveEarlier,
  type Message,
  type MessageFilter,
} from './messages.ts'

const tag = '我的消息'
const session = 'session'
const both: Route['method'] = ['PUT', 'POST']

/** As an announcement: `id` is what was sent, and the sending stands beside it. */
const asAnnouncement = ({ id, anntId, ...rest }: Message) => ({ ...rest, id: anntId, anntId, sendId: id })

const readerMayList = `${resources.sysAnnouncement.permission}:list`

export const messageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/annountCement/listByUser',
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
    }),
    handler: async ({ services: { db, clock }, caller, query }) => {
      const { pageNo, pageSize, titile, sender, readFlag, msgCategory, busType } = query
      await receiveEarlier(db, caller, clock.now())
      const filter: MessageFilter = { titile, sender, readFlag, msgCategory, busType }
      const found = await messagesOf(db, caller, filter, { size: pageSize, offset: (pageNo - 1) * pageSize })
      return pageOf(found.records, found.total, { pageNo, pageSize })
    },
  }),
  route({
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getOne',
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
    permission: session,
    summary: '标为已读',
    tag,
    body: z.strictObject({ anntId: idText('anntId') }),
    handler: async ({ services: { db, clock }, caller, body: { anntId } }) => {
      if (!(await markRead(db, caller, anntId, clock.now()))) throw notFound('消息')
      return said('')
    },
  }),
  route({
    method: both,
    path: '/sys/sysAnnouncementSend/readAll',
    permission: session,
    summary: '全部标为已读',
    tag,
    body: z.strictObject({}),
    handler: async ({ services: { db, clock }, caller }) => {
      await markAllRead(db, caller, clock.now())
      // The person's other pages.
      await publish(db, { cmd: 'user', to: [caller.userId] })
      return said('全部已读')
    },
  }),
  route({
    method: both,
    path: '/sys/sysAnnouncementSend/edit',
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
