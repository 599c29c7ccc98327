/** What happened → who must know → where. Everything is queued in the transaction that caused it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CardFact, ChatMessage } from '../kernel/ports/chat.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import { publish } from '../db/live-words.ts'
import {
  addDeliveries,
  batchesInOrder,
  deliveries,
  deliveriesInOrder,
  DELIVERED,
  UNOPENED,
  type Receiver,
  type Writing,
} from './deliveries.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'
import { routesOf } from './routing.ts'
import { watchUnopened } from './unopened.ts'
import { settleJob } from './jobs.ts'

export type { NoticeKind } from './kinds.ts'
export type { Writing } from './deliveries.ts'

export interface Telling {
  /** What makes it new: `userWithdrawal:12:0:v3`. A second telling with the same key does nothing. */
  key: string
  kind: NoticeKind
  tenantId: number
  resource?: string
  recordId?: string
  title: string
  summary: string
  facts: readonly CardFact[]
  /** Where it opens, inside the product: `/record/userWithdrawal/12`. */
  path: string
  /** Staff user ids; people who cannot sign in are left out. */
  to: readonly string[]
  /** With them the card decides (kinds that await something). */
  choices?: ChatMessage['choices']
  /** ms since the epoch. */
  due?: number
  /** What is not sent by then is not sent any more. */
  until?: Date
  /** False: nothing is decided by it, although its kind awaits something. */
  closes?: false
  /** Goes out in quiet hours too; otherwise what the kind says. */
  urgent?: boolean
}

/**
 * Tells people: the bell at once, a chat by binding and preference. A chat that fails never fails the caller. Returns the
 * id of the notice; undefined when there is nobody to tell or it was told before.
 */
export async function tell({ tx, services }: Writing, telling: Telling): Promise<string | undefined> {
  const routes = await routesOf({ db: tx, services }, telling.kind, telling.to, telling.tenantId)
  if (!routes.size) return undefined
  const kind = noticeKinds[telling.kind]
  const now = services.clock.now()
  const [told] = await tx
    .insert(notice)
    .values({
      id: newId(),
      key: telling.key,
      kind: telling.kind,
      tenantId: telling.tenantId,
      resource: telling.resource ?? null,
      recordId: telling.recordId ?? null,
      title: telling.title,
      summary: telling.summary,
      facts: telling.facts,
      path: telling.path,
      choices: telling.choices ?? null,
      due: telling.due === undefined ? null : new Date(telling.due).toISOString(),
      until: telling.until?.toISOString() ?? null,
      state: kind.closes && telling.closes !== false ? 'open' : 'told',
      urgent: telling.urgent ?? kind.priority === 'H',
      createTime: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (!told) return undefined
  const receivers = [...routes].flatMap(([userId, chats]): Receiver[] => [
    { userId, channel: 'web', cause: 'route' },
    ...chats.slice(0, 1).map((address) => ({ userId, ...address, cause: 'route' as const })),
  ])
  await addDeliveries({ tx, services }, told, receivers)
  // An announcement is told by whoever releases it, to all at once.
  if (kind.bell) await publish(tx, { cmd: 'user', id: told.id, to: [...routes.keys()] })
  if (kind.urges && told.state === 'open') await watchUnopened({ tx, services }, told)
  return told.id
}

/**
 * The record is decided: every open notice of it reads `text` from now on (已由 张三 于 10:32 通过), cards are brought up
 * to date, entries of the bell are closed, what was not sent yet stays unsent. Call it before telling the next step.
 */
export async function settle(
  { tx, services }: Writing,
  what: { resource: string; recordId: string; text: string; good: boolean },
): Promise<void> {
  const now = services.clock.now().toISOString()
  const settled = await tx
    .update(notice)
    .set({ state: 'settled', outcome: what.text, good: what.good, settleTime: now })
    .where(and(eq(notice.resource, what.resource), eq(notice.recordId, what.recordId), eq(notice.state, 'open')))
    .returning({ id: notice.id, tenantId: notice.tenantId, kind: notice.kind })
  if (!settled.length) return
  const ids = settled.map(({ id }) => id)
  const unsent = await tx
    .update(noticeBatch)
    .set({ state: 'cancelled' })
    .where(batchesInOrder(and(inArray(noticeBatch.noticeId, ids), inArray(noticeBatch.state, ['waiting', 'stuck']))))
    .returning({ noticeId: noticeBatch.noticeId, channel: noticeBatch.channel })
  const isUnsent = new Set(unsent.map(({ noticeId, channel }) => `${noticeId} ${channel}`))
  const rows = await tx
    .select({
      id: deliveries.id,
      noticeId: deliveries.noticeId,
      userId: deliveries.userId,
      channel: deliveries.channel,
      state: deliveries.state,
    })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.tenantId, [...new Set(settled.map(({ tenantId }) => tenantId))]),
        inArray(deliveries.noticeId, ids),
      ),
    )
    .orderBy(deliveries.id)
    .for('update')
  const closes = new Map(settled.map(({ id, kind }) => [id, noticeKinds[kind as NoticeKind].closes]))
  const turned: Record<'decided' | 'cancelled', string[]> = { decided: [], cancelled: [] }
  for (const { id, noticeId, channel, state } of rows) {
    const closed = closes.get(noticeId)
    if (closed && DELIVERED.includes(state)) turned[closed].push(id)
    if (state === 'queued' && (channel === 'web' || isUnsent.has(`${noticeId} ${channel}`))) turned.cancelled.push(id)
  }
  for (const [state, which] of Object.entries(turned))
    if (which.length)
      await tx
        .update(deliveries)
        .set({ state, decidedTime: state === 'decided' ? now : null, reason: what.text, updateTime: now })
        .where(inArray(deliveries.id, which))
  const called = await tx
    .selectDistinct({ noticeId: noticeBatch.noticeId })
    .from(noticeBatch)
    .where(and(inArray(noticeBatch.noticeId, ids), inArray(noticeBatch.state, ['sending', 'sent'])))
  for (const { noticeId } of called) await services.jobs.send(tx, settleJob, { notice: noticeId })
  await publish(tx, { cmd: 'user', to: [...new Set(rows.map(({ userId }) => userId))] })
}

/** The record a card is about, by the key of its message (`ChatClick.message`); undefined for a key that was never sent. */
export async function subjectOf(db: Database | Tx, messageKey: string) {
  const [row] = await db
    .select({
      noticeId: notice.id,
      tenantId: notice.tenantId,
      resource: notice.resource,
      recordId: notice.recordId,
      path: notice.path,
      choices: notice.choices,
      state: notice.state,
      outcome: notice.outcome,
    })
    .from(noticeBatch)
    .innerJoin(notice, eq(notice.id, noticeBatch.noticeId))
    .where(eq(noticeBatch.id, messageKey))
  return row
}

/** The person looks at the record: what they were told about it is opened, where they look and in the bell. */
export async function markOpened(
  db: Database | Tx,
  at: Date,
  by: { tenantId: number; userId: string; channel: string; resource: string; recordId: string },
): Promise<number> {
  const now = at.toISOString()
  const opened = await db
    .update(deliveries)
    .set({
      state: sql`case when ${inArray(deliveries.state, UNOPENED)} then 'opened' else ${deliveries.state} end`,
      openedTime: now,
      updateTime: now,
    })
    .where(
      deliveriesInOrder(
        and(
          eq(deliveries.tenantId, by.tenantId),
          eq(deliveries.userId, by.userId),
          inArray(deliveries.channel, [by.channel, 'web']),
          eq(deliveries.resource, by.resource),
          eq(deliveries.recordId, by.recordId),
          sql`${deliveries.openedTime} is null`,
          sql`${deliveries.state} not in ('failed', 'cancelled')`,
        ),
      ),
    )
    .returning({ id: deliveries.id })
  return opened.length
}
