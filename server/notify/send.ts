/** Calls to the chats: one batch after the other, in order for every person, each given up only after several tries. */
import { chatNames } from '#model/chatNames.ts'
import { and, eq, getTableColumns, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { ChatError, type Chat, type ChatMessage, type ChatName, type ChatSent } from '../kernel/ports/chat.ts'
import type { Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import { isSerializationFailure } from '../db/sql-state.ts'
import { rateLimit } from '../db/tables.ts'
import type { Services } from '../kernel/services.ts'
import { labelOfChannel } from './channels.ts'
import { batchesInOrder, deliveries, type Batch, type Notice, type Writing } from './deliveries.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'
import { arrived, drop, fail, failed, hold, later, restKey } from './outcome.ts'
import { quietHoursOf, quietUntil, sameHours } from './quiet.ts'
import { activeOf, bindingsOf } from './routing.ts'
import { sendJob } from './jobs.ts'
import { takeUpLostJobs } from './lost-jobs.ts'
import { resumeSettling } from './settle-cards.ts'

/** A sender that has said nothing for this long is taken for dead; the chats give up long before. */
const CLAIM_MS = 120_000
const CALL_MS = 60_000
/** Neither quiet hours nor the limits of a chat last longer. */
const LONGEST_WAIT_MS = 86_400_000
/** A job that ran for ever would be taken for dead by the queue. */
const BATCHES_A_JOB = 200
const SUMMARY_LENGTH = 160
const RECORD_TRIES = 3

/** Sends what is queued for this chat until nothing is due. Several may run at once, on several nodes. */
export async function sendNotices(services: Services, channel: ChatName): Promise<void> {
  const chat = services.chats.get(channel)
  if (!chat) return giveUpOn(services, channel)
  for (let count = 0; count < BATCHES_A_JOB; count++) {
    const claimed = await claim(services, chat)
    if (!claimed) return
    if (claimed.told) await call(services, chat, claimed.batch, claimed.told)
  }
  await services.db.transaction((tx) => services.jobs.send(tx, sendJob, { channel }))
}

/** After a start, and from time to time: what a node that died had begun, what a chat was away for, what lost its jobs. */
export async function resumeNotices(services: Services): Promise<void> {
  await resumeSettling(services)
  await wake(services)
  const open = await services.db
    .selectDistinct({ channel: noticeBatch.channel })
    .from(noticeBatch)
    .where(inArray(noticeBatch.state, ['waiting', 'sending']))
  for (const channel of chatNames.filter((name) => open.some((row) => row.channel === name)))
    await services.db.transaction(async (tx) => {
      await services.jobs.send(tx, sendJob, { channel })
      await services.jobs.send(tx, sendJob, { channel }, { afterSeconds: CLAIM_MS / 1000 + 1 })
    })
  await takeUpLostJobs(services)
}

/** After a clock that was ahead is put right none sleeps until its false time. */
async function wake({ db, clock }: Services): Promise<void> {
  const at = clock.now().toISOString()
  const ahead = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const toldAhead = sql`exists (select from ${notice}
    where ${notice.id} = ${noticeBatch.noticeId} and ${notice.createTime} > ${ahead(CLAIM_MS)})`
  await db
    .update(noticeBatch)
    .set({ nextTime: at })
    .where(
      batchesInOrder(
        and(eq(noticeBatch.state, 'waiting'), or(toldAhead, gt(noticeBatch.nextTime, ahead(LONGEST_WAIT_MS)))),
      ),
    )
  // Twice the time, so that a sender whose clock goes a little ahead is not taken for dead.
  await db
    .update(noticeBatch)
    .set({ claimUntil: at })
    .where(batchesInOrder(and(eq(noticeBatch.state, 'sending'), gt(noticeBatch.claimUntil, ahead(2 * CLAIM_MS)))))
}

/** With the deadline in ms: times arrive as local text. */
type Told = Notice & { dueMs: number | null }
type Claimed = { batch: Batch; told?: Told }

/**
 * Batches that have something older before them for one of their people; what is urgent only goes behind what is urgent.
 * In one pass over what is open, however much that is.
 */
const behindOthers = (channel: ChatName) => sql`(
  with waits as materialized (
    select id, urgent, person from sys_notice_batch, unnest(user_ids) person
    where channel = ${channel} and state in ('waiting', 'sending')
  ), first as (
    select person, min(id) as any, min(id) filter (where urgent) as urgent from waits group by person
  )
  select waits.id from waits join first using (person)
  where case when waits.urgent then first.urgent else first.any end < waits.id)`

/** The next batch that is due and has nothing older before it for any of its people. */
async function claim(services: Services, chat: Chat): Promise<Claimed | undefined> {
  const channel = chat.name
  const now = services.clock.now()
  const at = now.toISOString()
  return services.db.transaction(async (tx) => {
    const resting = await tx
      .select({ one: sql`1` })
      .from(rateLimit)
      .where(and(eq(rateLimit.key, restKey(channel)), sql`${rateLimit.windowEnd} > ${at}`))
    // Whoever was told to rest has a job for the time after.
    if (resting.length) return undefined
    const [next] = await tx
      .select({ id: noticeBatch.id })
      .from(noticeBatch)
      .where(
        and(
          eq(noticeBatch.channel, channel),
          sql`(${noticeBatch.state} = 'waiting' and ${noticeBatch.nextTime} <= ${at}
            or ${noticeBatch.state} = 'sending' and ${noticeBatch.claimUntil} < ${at})`,
          sql`${noticeBatch.id} not in ${behindOthers(channel)}`,
        ),
      )
      .orderBy(noticeBatch.id)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return undefined
    const [batch] = await tx.select().from(noticeBatch).where(eq(noticeBatch.id, next.id))
    if (!batch) return undefined
    const left = await goneOf(tx, batch)
    if (left.length) await fail({ tx, services }, batch, left, '账号已冻结、已删除或不属于本租户')
    const strayed = await followAddresses({ tx, services }, batch, left)
    if (strayed.length) await fail({ tx, services }, batch, strayed, '聊天账号的绑定已变更')
    const gone = [...left, ...strayed]
    if (gone.length === batch.userIds.length) {
      await tx.update(noticeBatch).set({ state: 'cancelled' }).where(eq(noticeBatch.id, next.id))
      return { batch }
    }
    if (await isPast({ tx, services }, batch, now)) return { batch }
    if (await keptQuiet({ tx, services }, batch, now)) return { batch }
    const wait = await waitOf(tx, chat, batch, now)
    if (wait) {
      await later({ tx, services }, batch, now, wait)
      return { batch }
    }
    const claimUntil = new Date(now.getTime() + CLAIM_MS).toISOString()
    const attempts = batch.attempts + 1
    await tx.update(noticeBatch).set({ state: 'sending', claimUntil, attempts }).where(eq(noticeBatch.id, next.id))
    const [told] = await tx
      .select({
        ...getTableColumns(notice),
        dueMs: sql<number | null>`extract(epoch from ${notice.due})::float8 * 1000`,
      })
      .from(notice)
      .where(eq(notice.id, batch.noticeId))
    return { batch: { ...without(batch, gone), attempts }, told }
  })
}

/** Who was to be told and is no longer to know: frozen, deleted or out of the tenant since it was queued. */
async function goneOf(tx: Tx, batch: Batch): Promise<string[]> {
  const here = new Set(await activeOf(tx, batch.userIds, batch.tenantId))
  return batch.userIds.filter((userId) => !here.has(userId))
}

/**
 * The chat account of a person may be somebody else's since it was queued. What was not tried yet goes to the account they
 * have now; answers who has none, or was meant by one they no longer use.
 */
async function followAddresses({ tx, services }: Writing, batch: Batch, left: readonly string[]): Promise<string[]> {
  const bindings = await bindingsOf({ db: tx, services }, batch.userIds)
  const mine = bindings.filter(({ channel }) => channel === batch.channel)
  const now = new Map(mine.map(({ userId, chatUserId }) => [userId, chatUserId]))
  const isSame = (userId: string, index: number) =>
    now.get(userId)?.toLowerCase() === batch.chatUserIds[index]!.toLowerCase()
  const changed = batch.userIds.filter((userId, index) => !isSame(userId, index) && !left.includes(userId))
  if (batch.attempts > 0 || !changed.length) return changed
  batch.chatUserIds = batch.userIds.map((userId, index) => now.get(userId) ?? batch.chatUserIds[index]!)
  await tx.update(noticeBatch).set({ chatUserIds: batch.chatUserIds }).where(eq(noticeBatch.id, batch.id))
  return changed.filter((userId) => !now.has(userId))
}

const without = (batch: Batch, gone: readonly string[]): Batch => ({
  ...batch,
  userIds: batch.userIds.filter((userId) => !gone.includes(userId)),
  chatUserIds: batch.chatUserIds.filter((_, index) => !gone.includes(batch.userIds[index]!)),
})

/** What tells of a morning is of no use at noon: whoever was held up until then reads it in the bell. */
async function isPast({ tx }: Writing, batch: Batch, now: Date): Promise<boolean> {
  // What a chat may have taken already is finished.
  if (batch.attempts) return false
  const [past] = await tx
    .select({ id: notice.id })
    .from(notice)
    .where(and(eq(notice.id, batch.noticeId), lt(notice.until, now.toISOString())))
  if (!past) return false
  await tx.update(noticeBatch).set({ state: 'cancelled' }).where(eq(noticeBatch.id, batch.id))
  await drop({ tx }, batch, '已过时，不再发送')
  return true
}

/** What a chat may have taken already is finished whenever that is, before the chat forgets its key. */
const mayWait = ({ urgent, attempts }: Batch) => !urgent && attempts === 0

/**
 * Whether the quiet hours of its people keep the batch from going out now. People who have come to be quiet at other hours
 * than the first get a batch of their own: nobody waits for them.
 */
async function keptQuiet({ tx, services }: Writing, batch: Batch, now: Date): Promise<boolean> {
  if (!mayWait(batch)) return false
  const [first] = batch.userIds
  const all = await quietHoursOf(tx, batch.tenantId, batch.userIds)
  const hours = first === undefined ? undefined : all.get(first)
  const others = batch.userIds.filter((userId) => !sameHours(all.get(userId), hours))
  if (others.length) {
    const { userIds, chatUserIds } = without(batch, others)
    await tx.update(noticeBatch).set({ userIds, chatUserIds }).where(eq(noticeBatch.id, batch.id))
    await tx.insert(noticeBatch).values({ ...without(batch, userIds), id: newId() })
    await services.jobs.send(tx, sendJob, { channel: batch.channel })
    return true
  }
  const until = quietUntil(services, hours, now)
  if (!hours || !until) return false
  await hold({ tx }, batch, hours)
  await later({ tx, services }, batch, now, until.getTime() - now.getTime())
  return true
}

/** ms from `now` until every person of the batch may get one more; 0 when at once. */
async function waitOf(tx: Tx, { name: channel, personLimits }: Chat, batch: Batch, now: Date): Promise<number> {
  let wait = 0
  for (const { seconds, most } of personLimits) {
    const since = new Date(now.getTime() - seconds * 1000).toISOString()
    const full = await tx
      .select({ firstMs: sql<number>`extract(epoch from min(${deliveries.sentTime}))::float8 * 1000` })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.tenantId, batch.tenantId),
          inArray(deliveries.userId, batch.userIds),
          eq(deliveries.channel, channel),
          sql`${deliveries.sentTime} > ${since}`,
        ),
      )
      .groupBy(deliveries.userId)
      .having(sql`count(*) >= ${most}`)
    for (const { firstMs } of full) wait = Math.max(wait, firstMs + seconds * 1000 - now.getTime(), 1000)
  }
  return wait
}

/** The number of the batch is the key: a try after an unknown outcome is the same message to the same people. */
function messageOf(told: Told, batch: Batch): ChatMessage {
  const kind = noticeKinds[told.kind as NoticeKind]
  // DingTalk drops a text a person had on the same day without a word; the moment makes it another one.
  const moment = told.createTime.slice(5)
  return {
    key: batch.id,
    title: told.title,
    summary: `${told.summary.slice(0, SUMMARY_LENGTH)}（${moment}）`,
    facts: told.facts,
    path: told.path,
    ...(told.choices?.length && { choices: told.choices }),
    ...(kind.urges && told.state !== 'told' && { todo: told.dueMs === null ? {} : { due: told.dueMs } }),
  }
}

async function call(services: Services, chat: Chat, batch: Batch, told: Told): Promise<void> {
  const started = services.clock.now()
  let sent: ChatSent
  try {
    sent = await answered(chat.send(batch.chatUserIds, messageOf(told, batch)))
  } catch (error) {
    return recorded(() => failed(services, chat, batch, error))
  }
  await recorded(() => arrived(services, batch, sent, started))
}

/** The call is made and cannot be taken back: what came of it is worth another try. */
async function recorded(write: () => Promise<void>, left = RECORD_TRIES): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!left || !isSerializationFailure(error)) throw error
    await recorded(write, left - 1)
  }
}

/** A chat whose time-out does not bite must not hold its people's lane for ever. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChatError('没有在规定时间内应答', 'timeout', true)), CALL_MS)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** The chat is not set up any more: nothing stays queued for ever. */
async function giveUpOn(services: Services, channel: ChatName): Promise<void> {
  const open = await services.db
    .select()
    .from(noticeBatch)
    .where(and(eq(noticeBatch.channel, channel), eq(noticeBatch.state, 'waiting')))
    .limit(BATCHES_A_JOB)
  for (const batch of open)
    await services.db.transaction(async (tx) => {
      await tx.update(noticeBatch).set({ state: 'failed' }).where(eq(noticeBatch.id, batch.id))
      await fail({ tx, services }, batch, batch.userIds, `${labelOfChannel(channel)}未配置`)
    })
}
