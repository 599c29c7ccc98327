/** 为什么我没收到: what happened to a person's notice of a record, channel by channel, in words. */
import { chatNames } from '#model/chatNames.ts'
import { chatOfHost } from '../kernel/host.ts'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { stepAt } from '#model/deciding.ts'
import { permissionOf, type Resource } from '#model/resource.ts'
import type { dictionaries } from '#resources/dictionaries.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import { live } from '../db/live.ts'
import { notice } from '../db/notify-tables.ts'
import { callerFor } from '../people/caller-for.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import { findRow } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf, columnOf } from '../db/table.ts'
import { idText, maybe } from '../resource/parameters.ts'
import { labelOfChannel, type Channel } from './channels.ts'
import { deliveries, type Notice } from './deliveries.ts'
import { labelOfKind, noticeKinds, type NoticeKind } from './kinds.ts'
import { markOpened } from './notify.ts'
import { bindingsOf, wishesOf, type Binding } from './routing.ts'

const tag = '通知送达'
const users = tableOf(resources.sysUser)

interface Delivery {
  channel: Channel
  state: DeliveryState
  cause: string
  reason: string | null
  createTime: string
  sentTime: string | null
  deliveredTime: string | null
  openedTime: string | null
  decidedTime: string | null
}

interface Answer {
  channel: Channel
  label: string
  state: string | null
  text: string
}

/** `2026-03-01 10:32:05` → `03-01 10:32` */
const short = (time: string | null) => (time ?? '').slice(5, 16)

type DeliveryState = (typeof dictionaries.notify_state.items)[number][0]

/** What a row of the log says, by its state. */
const wordsOfState: Readonly<Record<DeliveryState, (row: Delivery) => string>> = {
  queued: (row) => (row.reason ? `待发送，${row.reason}` : `待发送，${short(row.createTime)} 进入队列`),
  sent: (row) => `已放入站内消息 ${short(row.sentTime)}，当时不在线`,
  delivered: (row) => `已送达 ${short(row.deliveredTime)} 未打开`,
  opened: (row) => `已打开 ${short(row.openedTime)}`,
  decided: (row) => `${row.reason ?? '已处理'}（${short(row.decidedTime)}）`,
  cancelled: (row) => `未发送：${row.reason ?? '已取消'}`,
  failed: (row) => `发送失败：${row.reason ?? '原因不明'}`,
}

interface Case {
  told: Notice
  rows: readonly Delivery[]
  wishes: readonly ChatName[]
  bindings: readonly Binding[]
  chats: ReadonlySet<ChatName>
}

const row = (rows: readonly Delivery[], channel: Channel) => rows.find((one) => one.channel === channel)

function aboutChat({ told, rows, wishes, bindings, chats }: Case, channel: ChatName): string {
  const label = labelOfChannel(channel)
  const sent = row(rows, channel)
  if (sent) return wordsOfState[sent.state](sent)
  if (!chats.has(channel)) return `${label}未配置`
  const binding = bindings.find((one) => one.channel === channel)
  if (!binding) return `未绑定${label}`
  if (!wishes.includes(channel)) return `偏好已关闭${label}（${labelOfKind(told.kind as NoticeKind)}）`
  if (binding.since > told.createTime) return `通知发出后才绑定${label}`
  const first = rows.find((one) => one.channel !== 'web')
  if (first) return `已先发${labelOfChannel(first.channel)}，打开即不再发${label}`
  return rows.length ? `未发${label}` : '不在这次通知的接收人之内'
}

function aboutWeb({ rows }: Case): string {
  const entry = row(rows, 'web')
  return entry ? wordsOfState[entry.state](entry) : '不在这次通知的接收人之内'
}

/** Why the person is none of those who decide; undefined when they are. */
async function aboutRights(
  { services }: Pick<Call, 'services'>,
  person: Caller | undefined,
  resource: Resource,
  id: string,
) {
  if (!person) return '账号已冻结、已删除或不属于本租户'
  if (!may(person, `${resource.permission}:list`)) return `无${resource.label}的查看权限`
  const record = await findRow(services.db, person, resource, id)
  if (!record) return '记录不在其数据范围内'
  const step = stepAt(resource, record)
  return step && !may(person, permissionOf(resource, step.action)) ? '无审批权限' : undefined
}

async function lastNotices(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  resource: string,
  recordId: string,
) {
  return services.db
    .select()
    .from(notice)
    .where(and(eq(notice.tenantId, caller.tenantId), eq(notice.resource, resource), eq(notice.recordId, recordId)))
    .orderBy(desc(notice.createTime), desc(notice.id))
    .limit(50)
}

/** Of these notices the last one the person has a part in, else the last there is. */
async function partOf(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  told: readonly Notice[],
  userId: string,
) {
  const rows = (await services.db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.tenantId, caller.tenantId),
        eq(deliveries.userId, userId),
        inArray(
          deliveries.noticeId,
          told.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(deliveries.id)) as unknown as (Delivery & { noticeId: string })[]
  const last = told.find(({ id }) => rows.some(({ noticeId }) => noticeId === id)) ?? told[0]!
  return { last, rows: rows.filter(({ noticeId }) => noticeId === last.id) }
}

/** People know a record by its number. */
async function idOf({ services, caller }: Pick<Call, 'services' | 'caller'>, resource: Resource, title: string) {
  const table = tableOf(resource)
  // Whoever may not read it knows of it only by having been told.
  const wasTold = sql`exists (select 1 from ${deliveries} join ${notice} on ${notice.id} = ${deliveries.noticeId}
    where ${deliveries.userId} = ${caller.userId} and ${notice.resource} = ${resource.name} and ${notice.recordId} = ${table.id})`
  const reads = may(caller, `${resource.permission}:list`) ? scopeOf(caller, resource) : undefined
  const [found] = await services.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(columnOf(table, resource.title), title),
        eq(table.tenantId, caller.tenantId),
        table.deleteTime && live(table),
        reads ? or(reads, wasTold) : wasTold,
      ),
    )
    .orderBy(desc(table.createTime))
    .limit(1)
  if (!found) throw notFound(resource.label)
  return String(found.id)
}

export const whyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/notify/why',
    permission: 'session',
    summary: '为什么我没收到：一个人对一条记录的通知，逐个渠道说明',
    tag,
    query: z
      .strictObject({ userId: maybe, resource: idText('resource'), recordId: maybe, title: maybe })
      .refine(({ recordId, title }) => recordId || title, '请输入编号'),
    handler: async (call) => {
      const { services, caller, query } = call
      const userId = query.userId || caller.userId
      if (userId !== caller.userId && !may(caller, `${resources.notifyDelivery.permission}:list`)) throw forbidden()
      const resource = resourceNamed(query.resource)
      if (!resource) throw notFound('业务')
      const [person] = await services.db
        .select({ id: users.id, realname: users.realname, relTenantIds: users.relTenantIds })
        .from(users)
        .where(and(eq(users.id, userId), sql`(',' || ${users.relTenantIds} || ',') like ${`%,${caller.tenantId},%`}`))
      if (!person) throw notFound('用户')
      const them = await callerFor(services.db, userId, caller.tenantId)
      const recordId = query.recordId || (await idOf(call, resource, query.title!))
      const rights = await aboutRights(call, them, resource, recordId)
      const answer = { userId, realname: person.realname, resource: resource.name, recordId }
      const told = await lastNotices(call, resource.name, recordId)
      if (!told.length)
        return {
          ...answer,
          notice: null,
          summary: rights ?? '这条记录还没有发出过通知',
          rights: rights ?? null,
          channels: [],
        }
      const { last, rows } = await partOf(call, told, userId)
      const kind = last.kind as NoticeKind
      const wishes = (await wishesOf(services.db, kind, [userId])).get(userId)
      const at: Case = {
        told: last,
        rows,
        wishes: wishes ?? (noticeKinds[kind].chats ? chatNames : []),
        bindings: await bindingsOf({ db: services.db, services }, [userId]),
        chats: new Set(services.chats.keys()),
      }
      const said = (channel: Channel, text: string): Answer => ({
        channel,
        label: labelOfChannel(channel),
        state: row(rows, channel)?.state ?? null,
        text,
      })
      const channels = [said('web', aboutWeb(at)), ...chatNames.map((name) => said(name, aboutChat(at, name)))]
      const isReceiver = rows.length > 0
      const summary = isReceiver
        ? channels.map(({ label, text }) => `${label}：${text}`).join('；')
        : (rights ?? '不在这次通知的接收人之内')
      return {
        ...answer,
        notice: { id: last.id, title: last.title, kind, kind_dictText: labelOfKind(kind), createTime: last.createTime },
        summary,
        rights: rights ?? null,
        channels,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/notify/opened',
    logged: false,
    permission: 'session',
    summary: '我打开了这条记录：它的通知算已打开',
    tag,
    body: z.strictObject({ resource: idText('resource'), recordId: idText('recordId') }),
    handler: async ({ services, caller, body }) => {
      const { tenantId, userId, host } = caller
      const channel = chatOfHost(host) ?? 'web'
      return { opened: await markOpened(services.db, services.clock.now(), { tenantId, userId, channel, ...body }) }
    },
  }),
]
