/** The contract's calls around an announcement that are no verbs: release and revoke by GET, the push, the page. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { messageCategories, releaseStates } from '#resources/system/announcement.ts'
import { notice } from '../db/notify-tables.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { perform } from '../resource/action.ts'
import { findRow } from '../resource/list.ts'
import { safeHtml } from '../resource/safe-html.ts'
import { publish } from '../db/live-words.ts'
import { idText, maybe } from '../resource/parameters.ts'
import { announcementActions, announcements, isInForce } from './announcements.ts'
import { messageOf } from './messages.ts'
import { SYSTEM } from '../resource/trace.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { escapeHtml } from './escape-html.ts'

const { sysAnnouncement } = resources
const tag = sysAnnouncement.label
const one = z.strictObject({ id: idText() })

const take = async ({ services, caller }: Pick<Call, 'services' | 'caller'>, action: string, id: string) => {
  const { run } = announcementActions.find((work) => work.action === action)!
  await services.db.transaction((tx) =>
    perform({ tx, caller, services }, sysAnnouncement, action, run, { id, input: {} }),
  )
}

const act = (action: string, message: string) => async (call: Call<{ id: string }>) => {
  await take(call, action, call.query.id)
  return said(message)
}

export const announcementRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${sysAnnouncement.path}/doReleaseData`,
    logged: true,
    permission: permissionOf(sysAnnouncement, 'release'),
    summary: '发布公告',
    tag,
    query: one,
    handler: act('release', '该系统通知发布成功'),
  }),
  route({
    method: 'GET',
    path: `${sysAnnouncement.path}/doReovkeData`,
    logged: true,
    permission: permissionOf(sysAnnouncement, 'revoke'),
    summary: '撤销公告',
    tag,
    query: one,
    handler: act('revoke', '该系统通知撤销成功'),
  }),
  route({
    method: ['PUT', 'POST'],
    path: `${sysAnnouncement.path}/editIzTop`,
    permission: permissionOf(sysAnnouncement, 'pin'),
    summary: '置顶（izTop 为 1）或取消置顶一条已发布的公告',
    tag,
    body: z.strictObject({
      id: idText(),
      izTop: z.union([z.literal(['0', '1']), z.literal([0, 1])], { error: '应为 0 或 1' }).transform(Number),
    }),
    handler: async (call) => {
      await take(call, call.body.izTop ? 'pin' : 'unpin', call.body.id)
      return said('修改成功!')
    },
  }),
  route({
    method: 'GET',
    path: `${sysAnnouncement.path}/addVisitsNumber`,
    logged: false,
    viewable: false,
    permission: 'session',
    summary: '我打开了这条公告：浏览次数加一',
    tag,
    query: one,
    handler: async ({ services: { db }, caller, query: { id } }) => {
      // The newer client's 我的消息 names the sending, its bell what was sent.
      const message = await messageOf(db, caller, { id })
      if (!message && !(await readable(db, caller, id))) throw notFound('公告')
      // What a record's course brought is counted by nobody. A count is no change of the announcement: its version stays.
      await db
        .update(announcements)
        .set({ visitsNum: sql`coalesce(${announcements.visitsNum}, 0) + 1` })
        .where(and(eq(announcements.id, message?.anntId ?? id), live(announcements)))
      return said('公告消息访问次数+1次')
    },
  }),
  route({
    method: 'GET',
    path: `${sysAnnouncement.path}/syncNotic`,
    logged: true,
    permission: 'session',
    summary: '再次提醒在线的人：一条公告，或只刷新未读数；不发布公告的人只刷新自己的其他页面',
    tag,
    query: z.strictObject({ anntId: maybe }),
    handler: async ({ services: { db }, caller, query: { anntId } }) => {
      // The newer client calls it for whatever message somebody has opened.
      const isOwn = anntId && (await messageOf(db, caller, { anntId }))?.sender === SYSTEM
      if (isOwn || !may(caller, permissionOf(sysAnnouncement, 'release'))) {
        await publish(db, { cmd: 'user', to: [caller.userId] })
        return said('')
      }
      if (!anntId) {
        await publish(db, { cmd: 'topic', tenant: caller.tenantId })
        return said('')
      }
      const row = await findRow(db, caller, sysAnnouncement, anntId)
      if (row?.sendStatus !== releaseStates.released) throw notFound('已发布的公告')
      const [there] = await db
        .select({ id: announcements.id })
        .from(announcements)
        .where(and(eq(announcements.id, anntId), isInForce()))
      if (!there) throw refused('现在不在公告的开始时间与结束时间之间，没有提醒')
      const [told] = await db
        .select({ id: notice.id })
        .from(notice)
        .where(and(eq(notice.resource, sysAnnouncement.name), eq(notice.recordId, anntId)))
        .orderBy(desc(notice.createTime))
        .limit(1)
      const about = { id: anntId, ...(told && { notice: told.id }) }
      const to = String(row.userIds ?? '')
        .split(',')
        .filter(Boolean)
      await publish(
        db,
        row.msgType === 'USER' ? { cmd: 'user', to, ...about } : { cmd: 'topic', tenant: caller.tenantId, ...about },
      )
      return said('')
    },
  }),
  route({
    method: 'GET',
    path: `${sysAnnouncement.path}/show/:id`,
    permission: 'public',
    summary: '公告网页：只有已发布给全体用户的，在开始时间与结束时间之间',
    tag,
    params: z.strictObject({ id: idText() }),
    // Newer clients add a token for what is not published. A session never travels in an address here, so it is not read.
    query: z.strictObject({ token: z.string().max(500).optional() }),
    raw: true,
    handler: async ({ services: { db, settings }, params: { id }, reply }) => {
      const [row] = await db
        .select()
        .from(announcements)
        .where(
          and(
            eq(announcements.id, id),
            eq(announcements.sendStatus, releaseStates.released),
            eq(announcements.msgType, 'ALL'),
            eq(announcements.msgCategory, messageCategories.announcement),
            live(announcements),
            isInForce(),
          ),
        )
      const page = row
        ? pageWith(row.titile, row.sendTime ?? '', safeHtml(row.msgContent ?? ''))
        : pageWith('公告不存在或已撤销', '', `<p>请登录 ${escapeHtml(settings.platformName)} 查看发给您的消息。</p>`)
      return reply
        .code(row ? 200 : 404)
        .header('cache-control', 'no-store')
        .header('content-security-policy', PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(page)
    },
  }),
]

/** By who looks after announcements. */
const readable = async (db: Database, caller: Caller, id: string) =>
  may(caller, permissionOf(sysAnnouncement, 'list')) && (await findRow(db, caller, sysAnnouncement, id))

const PAGE_POLICY =
  "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** `content` is safe HTML. */
const pageWith = (title: string, time: string, content: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.7 system-ui,sans-serif;color:#1f1f1f;max-width:720px;margin:0 auto;padding:24px 16px}
h1{font-size:22px;line-height:1.4}time{color:#8c8c8c;font-size:14px}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #d9d9d9;padding:4px 8px}</style>
</head><body><h1>${escapeHtml(title)}</h1><time>${escapeHtml(time)}</time><article>${content}</article></body></html>`
