/** What came of a call to a chat, written down in one transaction each. */
import { and, arrayOverlaps, eq, getTableColumns, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { ChatError, isWorthAnotherTry, type Chat, type ChatName, type ChatSent } from '../kernel/ports/chat.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import { rateLimit } from '../db/tables.ts'
import type { Tx } from '../kernel/database.ts'
import { CLOCKS_APART_MS, type Services } from '../kernel/services.ts'
import { batchesInOrder, deliveries, deliveriesOf, turnOf, type Batch, type Writing } from './deliveries.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'
import { heldBack, type QuietHours } from './quiet.ts'
import { reachElsewhere } from './unopened.ts'
import { missedJob, sendJob, settleJob } from './jobs.ts'

/** 1 + 2 + 4 … seconds, a quarter of an hour in all. */
const MOST_ATTEMPTS = 11
const LONGEST_WAIT_MS = 300_000
/** What a chat took it has shown by then, or never will. */
const DELIVERED_WITHIN_SECONDS = 90
/** So often a chat that has nothing of it may put it off; then nobody waits for it any more. */
const MOST_REFUSALS = 11
/** No chat asks for a longer one; what ends later was begun under a clock that was ahead. */
const LONGEST_REST_MS = 3_600_000
/** Between two tries of what is stuck. */
const STUCK_MS = 600_000
/** What awaits nothing is no news any more after a day. */
const NEWS_MS = 86_400_000
/** The one that failed comes after the others: the next to find out is another one. */
const BEHIND_MS = 30_000

/**
 * Queues the batch again, `ms` after the moment that found it too early: a clock that went on meanwhile adds nothing. What
 * is stuck stays so: nothing waits behind it.
 */
export async function later(
  { tx, services }: Writing,
  batch: Pick<Batch, 'id' | 'channel' | 'userIds' | 'attempts' | 'state'>,
  from: Date,
  ms: number,
): Promise<void> {
  const nextTime = new Date(from.getTime() + ms).toISOString()
  const { attempts } = batch
  const state = batch.state === 'stuck' ? 'stuck' : 'waiting'
  await tx
    .update(noticeBatch)
    .set({ state, claimUntil: null, nextTime, attempts, ...(!attempts && { sentTime: null }) })
    .where(eq(noticeBatch.id, batch.id))
  await services.jobs.send(tx, sendJob, { channel: batch.channel }, { afterSeconds: ms / 1000 })
  if (state === 'stuck') return
  const [mine] = await tx.select({ turn: turnOf }).from(noticeBatch).where(eq(noticeBatch.id, batch.id))
  // What waits behind it for the same people would only be looked at in vain.
  await tx
    .update(noticeBatch)
    .set({ nextTime })
    .where(
      batchesInOrder(
        and(
          eq(noticeBatch.channel, batch.channel),
          eq(noticeBatch.state, 'waiting'),
          gt(noticeBatch.id, batch.id),
          // Nothing waits behind what is less pressing.
          sql`${turnOf} >= ${mine?.turn ?? 0}`,
          lt(noticeBatch.nextTime, nextTime),
          arrayOverlaps(noticeBatch.userIds, batch.userIds),
        ),
      ),
    )
}

const rowsOf = (batch: Batch, userIds: readonly string[], states: readonly string[] = ['queued']) =>
  deliveriesOf(batch, userIds, inArray(deliveries.state, [...states]))

/** Nothing goes out before the end of these hours; the log says so. */
export async function hold({ tx }: Pick<Writing, 'tx'>, batch: Batch, hours: QuietHours): Promise<void> {
  await tx
    .update(deliveries)
    .set({ reason: heldBack(hours) })
    .where(rowsOf(batch, batch.userIds))
}

/** It is not sent any more. */
export async function drop({ tx }: Pick<Writing, 'tx'>, batch: Batch, reason: string): Promise<void> {
  await tx.update(deliveries).set({ state: 'cancelled', reason }).where(rowsOf(batch, batch.userIds))
}

/** The chat took it, for some or for all. */
export async function arrived(services: Services, batch: Batch, sent: ChatSent, started: Date): Promise<void> {
  const now = services.clock.now().toISOString()
  await services.db.transaction(async (tx) => {
    // Locked: `settle` is before us, then we say so, or after us, then it finds the batch sent.
    const [told] = await tx.select().from(notice).where(eq(notice.id, batch.noticeId)).for('update')
    const done = await tx
      .update(noticeBatch)
      .set({ state: 'sent', receipt: sent.receipt, sentTime: now, claimUntil: null })
      .where(and(eq(noticeBatch.id, batch.id), eq(noticeBatch.state, 'sending')))
      .returning({ id: noticeBatch.id })
    if (!done.length || !told) return
    const refused = new Map(sent.refused.map(({ userId, reason }) => [userId.toLowerCase(), reason]))
    const reasonOf = (index: number) => refused.get(batch.chatUserIds[index]!.toLowerCase())
    const reached = batch.userIds.filter((_, index) => reasonOf(index) === undefined)
    const settled = told.state === 'settled'
    const { closes: closed } = noticeKinds[told.kind as NoticeKind]
    if (reached.length)
      await tx
        .update(deliveries)
        .set({
          state: settled ? closed : 'delivered',
          decidedTime: settled && closed === 'decided' ? now : null,
          reason: settled ? told.outcome : null,
          attempts: batch.attempts,
          sentTime: started.toISOString(),
          deliveredTime: now,
          failedTime: null,
          updateTime: now,
        })
        // What was stuck is told to have failed until then.
        .where(rowsOf(batch, reached, ['queued', 'failed']))
    for (const [index, userId] of batch.userIds.entries()) {
      const reason = reasonOf(index)
      if (reason !== undefined) await fail({ tx, services }, batch, [userId], reason)
    }
    // Chats count these questions by the month: they are for what somebody has to act on.
    const matters = told.choices?.length || noticeKinds[told.kind as NoticeKind].urges
    if (reached.length && matters && services.chats.get(batch.channel as ChatName)?.missed)
      await services.jobs.send(tx, missedJob, { batch: batch.id }, { afterSeconds: DELIVERED_WITHIN_SECONDS })
    if (settled) await services.jobs.send(tx, settleJob, { notice: told.id })
    else
      await reachElsewhere(
        { tx, services },
        told,
        batch.userIds.filter((userId) => !reached.includes(userId)),
        'failed',
      )
  })
}

/** Gives these people up on this channel. */
export async function fail({ tx, services }: Writing, batch: Batch, userIds: readonly string[], reason: string) {
  const now = services.clock.now().toISOString()
  await tx
    .update(deliveries)
    .set({ state: 'failed', reason, attempts: batch.attempts, failedTime: now, updateTime: now })
    .where(rowsOf(batch, userIds))
}

/** The chat said no, or nothing: again later, or the next way. */
export async function failed(services: Services, chat: Chat, batch: Batch, error: unknown): Promise<void> {
  const known = error instanceof ChatError ? error : undefined
  if (!known) services.log.warn({ err: error, channel: chat.name }, '发送通知时出错')
  const reason = known?.message ?? `${chat.label}暂时无法使用`
  // The chat said so itself: it has nothing of it, and a rest it asks for is no failure of ours.
  const notTaken = known !== undefined && (known.afterMs !== undefined || !known.retry)
  const next = { ...batch, attempts: notTaken ? batch.attempts - 1 : batch.attempts }
  services.log.info({ channel: chat.name, code: known?.code, attempt: batch.attempts }, '通知未送出')
  await services.db.transaction(async (tx) => {
    const writing = { tx, services }
    const since = new Date(services.clock.now().getTime() - NEWS_MS).toISOString()
    const [told] = await tx
      .select({ ...getTableColumns(notice), isNews: sql<boolean>`${notice.createTime} > ${since}` })
      .from(notice)
      .where(eq(notice.id, batch.noticeId))
      .for('update')
    const [mine] = await tx.select().from(noticeBatch).where(eq(noticeBatch.id, batch.id)).for('update')
    if (mine?.state !== 'sending') return
    if (told?.state === 'settled') {
      await tx.update(noticeBatch).set({ state: 'cancelled' }).where(eq(noticeBatch.id, batch.id))
      const closed = { state: 'cancelled', reason: told.outcome, attempts: batch.attempts }
      await tx.update(deliveries).set(closed).where(rowsOf(batch, batch.userIds))
      return
    }
    const isWanted = told !== undefined && (told.state === 'open' || told.isNews)
    const restMs = known?.afterMs === undefined ? undefined : Math.min(known.afterMs, LONGEST_REST_MS)
    // The chat as a whole asked for rest.
    if (restMs) await rest(writing, chat.name, restMs)
    const mayTry =
      restMs === undefined
        ? next.attempts < MOST_ATTEMPTS
        : isWanted && (await refusedAgain(writing, batch)) < MOST_REFUSALS
    // What is stuck blocks nobody, and is not to begin with it.
    if ((known?.retry ?? true) && mayTry && batch.state !== 'stuck') {
      await tx
        .update(deliveries)
        .set({ reason: `第 ${batch.attempts} 次未成功：${reason}`, attempts: batch.attempts })
        .where(rowsOf(batch, batch.userIds))
      await later(writing, next, services.clock.now(), restMs ?? backOff(batch.attempts))
      return
    }
    if (isWanted && (!known || isWorthAnotherTry(known))) await stick(writing, next)
    else await tx.update(noticeBatch).set({ state: 'failed' }).where(eq(noticeBatch.id, batch.id))
    await fail(writing, batch, batch.userIds, reason)
    if (told) await reachElsewhere(writing, told, batch.userIds, 'failed')
  })
}

/** Never the same for two: nodes must not come back together. */
const unlike = (ms: number) => ms * (0.75 + Math.random() / 2)
/** Twice as long each time. */
const backOff = (attempts: number) => unlike(Math.min(1000 * 2 ** (attempts - 1), LONGEST_WAIT_MS))

/**
 * An outage ends and settings are mended: it is tried again until it is settled or no news any more. One that was stuck
 * already has found out for all the others of its chat.
 */
async function stick({ tx, services }: Writing, { id, channel, attempts, state }: Batch): Promise<void> {
  const ms = unlike(STUCK_MS)
  const now = services.clock.now().getTime()
  const found = state === 'stuck'
  const nextTime = new Date(now + ms).toISOString()
  const mine = new Date(now + ms + (found ? BEHIND_MS : 0)).toISOString()
  const stuck = { state: 'stuck', claimUntil: null, nextTime: mine, attempts, ...(!attempts && { sentTime: null }) }
  await tx.update(noticeBatch).set(stuck).where(eq(noticeBatch.id, id))
  const afterSeconds = ms / 1000
  if (found) {
    const others = and(
      eq(noticeBatch.channel, channel),
      eq(noticeBatch.state, 'stuck'),
      lt(noticeBatch.nextTime, nextTime),
    )
    await tx.update(noticeBatch).set({ nextTime }).where(batchesInOrder(others))
    await services.jobs.send(
      tx,
      sendJob,
      { channel: channel as ChatName },
      { afterSeconds: afterSeconds + BEHIND_MS / 1000 },
    )
  }
  await services.jobs.send(tx, sendJob, { channel: channel as ChatName }, { afterSeconds })
}

/** Counted by the batch, for as long as it may be news. */
const refusedKey = (id: string | typeof noticeBatch.id) => sql<string>`'notify-refused:' || ${id}::text`

/** How often the chat put this one off, this time included. */
async function refusedAgain({ tx, services }: Writing, { id }: Batch): Promise<number> {
  const windowEnd = new Date(services.clock.now().getTime() + NEWS_MS).toISOString()
  const [row] = await tx
    .insert(rateLimit)
    .values({ key: refusedKey(id), count: 1, windowEnd })
    .onConflictDoUpdate({ target: rateLimit.key, set: { count: sql`${rateLimit.count} + 1`, windowEnd } })
    .returning({ count: rateLimit.count })
  return row?.count ?? 1
}

/** Of a batch: how often the chat put it off. Whatever made the chat rest goes behind the others after that. */
export const refusedBefore = sql`coalesce(
  (select count from ${rateLimit} where ${rateLimit.key} = ${refusedKey(noticeBatch.id)}), 0)`

/** Nobody calls this chat before then, on any node. */
async function rest({ tx, services }: Writing, channel: ChatName, ms: number): Promise<void> {
  const windowEnd = new Date(services.clock.now().getTime() + ms).toISOString()
  await tx
    .insert(rateLimit)
    .values({ key: restKey(channel), count: 1, windowEnd })
    .onConflictDoUpdate({ target: rateLimit.key, set: { windowEnd } })
  await services.jobs.send(tx, sendJob, { channel }, { afterSeconds: ms / 1000 })
}

const restKey = (channel: ChatName) => `notify-rest:${channel}`

/** Whether the chat is to be left alone now; not until the false time of a clock that was ahead. */
export async function isResting(tx: Tx, channel: ChatName, now: Date): Promise<boolean> {
  const latest = new Date(now.getTime() + LONGEST_REST_MS + CLOCKS_APART_MS).toISOString()
  const rests = await tx
    .select({ one: sql`1` })
    .from(rateLimit)
    .where(
      and(
        eq(rateLimit.key, restKey(channel)),
        gt(rateLimit.windowEnd, now.toISOString()),
        lte(rateLimit.windowEnd, latest),
      ),
    )
  return rests.length > 0
}
