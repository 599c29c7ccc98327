/** The delivery log, and the calls to chats that stand behind it. */
import { chatNames } from '#model/chatNames.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { resourceNamed, resources } from '#resources/index.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import type { Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import { hookOf } from '../resource/hooks.ts'
import { tableOf } from '../db/table.ts'
import { SYSTEM } from '../resource/trace.ts'
import type { Services } from '../kernel/services.ts'
import { type Channel } from './channels.ts'
import { noticeKinds } from './kinds.ts'
import { quietHoursOf } from './quiet.ts'
import { sendJob } from './jobs.ts'

export interface Writing {
  tx: Tx
  services: Services
}

export type Notice = typeof notice.$inferSelect
export type Batch = typeof noticeBatch.$inferSelect

/** States a row may still leave by being opened. */
export const UNOPENED = ['queued', 'sent', 'delivered']
/** States of what somebody has. */
export const DELIVERED = ['sent', 'delivered', 'opened']

export const deliveries = tableOf(resources.notifyDelivery)

/**
 * Several rows are always locked in the order of their ids, whoever changes them: two that met in the middle would wait
 * for each other, and one of them might be the business itself.
 */
export const deliveriesInOrder = (where: SQL | undefined): SQL =>
  sql`${deliveries.id} in (select id from ${deliveries} where ${where} order by id for update)`
/** The rows of a batch that are of these people, and of which all of `more` holds. */
export const deliveriesOf = (
  { tenantId, noticeId, channel }: Pick<Batch, 'tenantId' | 'noticeId' | 'channel'>,
  userIds: readonly string[],
  ...more: (SQL | undefined)[]
): SQL =>
  deliveriesInOrder(
    and(
      eq(deliveries.tenantId, tenantId),
      eq(deliveries.noticeId, noticeId),
      eq(deliveries.channel, channel),
      inArray(deliveries.userId, [...userIds]),
      ...more,
    ),
  )
export const batchesInOrder = (where: SQL | undefined): SQL =>
  sql`${noticeBatch.id} in (select id from ${noticeBatch} where ${where} order by id for update)`

const calm = Object.entries(noticeKinds).flatMap(([kind, { priority }]) => (priority === 'L' ? [sql`${kind}`] : []))

/** Of a batch: what is urgent goes first, what is only announced last. By names, as it stands inside other statements. */
export const turnOf = sql<number>`(select case when sys_notice.urgent then 0
  when sys_notice.kind in (${sql.join(calm, sql`, `)}) then 2 else 1 end
  from sys_notice where sys_notice.id = sys_notice_batch.notice_id)`

export interface Receiver {
  userId: string
  channel: Channel
  chatUserId?: string
  cause: 'route' | 'unopened' | 'failed' | 'deputy'
  principalId?: string
}

const AT_ONCE = 500

/**
 * Writes what is to be delivered and queues the calls to the chats. Who has the notice on that channel already gets
 * nothing new. Returns the receivers that are new.
 */
export async function addDeliveries(
  { tx, services }: Writing,
  told: Pick<Notice, 'id' | 'tenantId' | 'kind' | 'title' | 'resource' | 'recordId' | 'urgent' | 'choices'>,
  receivers: readonly Receiver[],
): Promise<Receiver[]> {
  const now = services.clock.now().toISOString()
  const added = new Set<string>()
  const keyOf = ({ userId, channel }: { userId: unknown; channel: unknown }) => `${String(userId)} ${String(channel)}`
  for (let from = 0; from < receivers.length; from += AT_ONCE) {
    const rows = await tx
      .insert(deliveries)
      .values(
        receivers.slice(from, from + AT_ONCE).map(({ userId, channel, chatUserId, cause, principalId }) => ({
          id: newId(),
          tenantId: told.tenantId,
          createBy: SYSTEM,
          createTime: now,
          noticeId: told.id,
          kind: told.kind,
          title: told.title,
          resource: told.resource,
          recordId: told.recordId,
          userId,
          channel,
          chatUserId: chatUserId ?? null,
          cause,
          principalId: principalId ?? null,
          // A deputy is told of several at once, a little later.
          ...(channel === 'web' && cause !== 'deputy'
            ? { state: 'sent', attempts: 1, sentTime: now }
            : { state: 'queued', attempts: 0, sentTime: null }),
        })),
      )
      .onConflictDoNothing()
      .returning({ userId: deliveries.userId, channel: deliveries.channel })
    for (const row of rows) added.add(keyOf(row))
  }
  const fresh = receivers.filter((receiver) => added.has(keyOf(receiver)))
  for (const channel of chatNames) await queueBatches({ tx, services }, told, channel, fresh)
  return fresh
}

async function queueBatches(
  { tx, services }: Writing,
  told: Pick<Notice, 'id' | 'tenantId' | 'urgent' | 'choices'>,
  channel: ChatName,
  receivers: readonly Receiver[],
): Promise<void> {
  const mine = receivers.flatMap(({ userId, channel: own, chatUserId }) =>
    own === channel && chatUserId ? [{ userId, chatUserId }] : [],
  )
  const size = services.chats.get(channel)?.mostReceivers({ choices: told.choices ?? undefined }) ?? mine.length
  // A batch goes out as one, so its people are quiet at the same hours.
  const hours = told.urgent
    ? undefined
    : await quietHoursOf(
        tx,
        told.tenantId,
        mine.map(({ userId }) => userId),
      )
  const groups = new Map<string, typeof mine>()
  for (const receiver of mine) {
    const key = JSON.stringify(hours?.get(receiver.userId) ?? null)
    const group = groups.get(key)
    if (group) group.push(receiver)
    else groups.set(key, [receiver])
  }
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += size) {
      const part = group.slice(from, from + size)
      await tx.insert(noticeBatch).values({
        id: newId(),
        noticeId: told.id,
        tenantId: told.tenantId,
        channel,
        userIds: part.map(({ userId }) => userId),
        chatUserIds: part.map(({ chatUserId }) => chatUserId),
        urgent: told.urgent,
        nextTime: services.clock.now().toISOString(),
      })
    }
  if (mine.length) await services.jobs.send(tx, sendJob, { channel })
}

/** A delivery says what it is about by the word of the menu. */
export const deliveryRows = hookOf(resources.notifyDelivery, {
  words(rows) {
    for (const row of rows) {
      const about = resourceNamed(row.resource ?? '')
      if (about) row.resource_dictText = about.label
    }
    return Promise.resolve()
  },
})
