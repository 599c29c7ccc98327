/** Calls to the chats: one batch after the other, in order for every person, each given up only after several tries. */
import { chatNames } from '#model/chatNames.ts'
import { and, eq, getTableColumns, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import { ChatError, type Chat, type ChatMessage, type ChatName, type ChatSent } from '../kernel/ports/chat.ts'
import type { Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import { live } from '../db/live.ts'
import { tenantsOf } from '../db/open-tenants.ts'
import { isSerializationFailure } from '../db/sql-state.ts'
import { instantOf, localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { labelOfChannel } from './channels.ts'
import { batchesInOrder, deliveries, turnOf, type Batch, type Notice, type Writing } from './deliveries.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'
import { arrived, drop, fail, failed, hold, isResting, later, refusedBefore } from './outcome.ts'
import { quietHoursOf, quietUntil, sameHours } from './quiet.ts'
import { activeOf, bindingsOf } from './routing.ts'
import { sendJob } from './jobs.ts'
import { reachElsewhere } from './unopened.ts'
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
  if (!chat) return leaveToOthers(services, channel)
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
    .where(inArray(noticeBatch.state, ['waiting', 'sending', 'stuck']))
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
        and(
          inArray(noticeBatch.state, ['waiting', 'stuck']),
          or(toldAhead, gt(noticeBatch.nextTime, ahead(LONGEST_WAIT_MS))),
        ),
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
 * Batches that have something older before them for one of their people; nothing goes behind what is less pressing.
 * In one pass over what is open, however much that is.
 */
const behindOthers = (channel: ChatName) => sql`(
  with waits as materialized (
    select id, ${turnOf} as turn, person from ${noticeBatch}, unnest(user_ids) person
    where channel = ${channel} and state in ('waiting', 'sending')
  ), first as (
    select person, turn, min(id) as id from waits group by person, turn
  )
  select waits.id from waits join first on first.person = waits.person and first.turn <= waits.turn
  where first.id < waits.id)`

/** May be sent, or was begun by a sender that is taken for dead. */
const isDue = (at: string) => sql`(${noticeBatch.state} in ('waiting', 'stuck') and ${noticeBatch.nextTime} <= ${at}
  or ${noticeBatch.state} = 'sending' and ${noticeBatch.claimUntil} < ${at})`

/** The next batch that is due and has nothing older before it for any of its people. */
async function claim(services: Services, chat: Chat): Promise<Claimed | undefined> {
  const channel = chat.name
  const now = services.clock.now()
  const at = now.toISOString()
  return services.db.transaction(async (tx) => {
    // Whoever was told to rest has a job for the time after.
    if (await isResting(tx, channel, now)) return undefined
    const [next] = await tx
      .select({ id: noticeBatch.id })
      .from(noticeBatch)
      .where(and(eq(noticeBatch.channel, channel), isDue(at), sql`${noticeBatch.id} not in ${behindOthers(channel)}`))
      .orderBy(refusedBefore, turnOf, noticeBatch.id)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return undefined
    const [batch] = await tx.select().from(noticeBatch).where(eq(noticeBatch.id, next.id))
    if (!batch) return undefined
    const left = await goneOf(tx, batch)
    if (left.length) await fail({ tx, services }, batch, left, '账号已冻结、已删除或不属于本租户')
    const strayed = await followAddresses({ tx, services }, batch, left)
    if (strayed.length) await fail({ tx, services }, batch, strayed, '聊天账号的绑定已变更')
    const informed = batch.state === 'stuck' ? await informedOf(tx, batch) : []
    const gone = [...new Set([...left, ...strayed, ...informed])]
    if (gone.length === batch.userIds.length) {
      await tx.update(noticeBatch).set({ state: 'cancelled' }).where(eq(noticeBatch.id, next.id))
      return { batch }
    }
    if (await isPast({ tx, services }, batch, now)) return { batch }
    if (await keptQuiet({ tx, services }, batch, now)) return { batch }
    if (await keptByLimits({ tx, services }, chat, batch, now)) return { batch }
    const claimUntil = new Date(now.getTime() + CLAIM_MS).toISOString()
    const attempts = batch.attempts + 1
    // What is never answered may have been taken now; a chat that says it has nothing of it takes this back.
    const sending = { state: 'sending', claimUntil, attempts, sentTime: batch.sentTime ?? at }
    await tx.update(noticeBatch).set(sending).where(eq(noticeBatch.id, next.id))
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

/** Who knows by now what was only news, and stuck for long: by the bell, or by another chat. */
async function informedOf(tx: Tx, batch: Batch): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ userId: deliveries.userId })
    .from(deliveries)
    .innerJoin(notice, eq(notice.id, deliveries.noticeId))
    .where(
      and(
        eq(deliveries.tenantId, batch.tenantId),
        eq(deliveries.noticeId, batch.noticeId),
        inArray(deliveries.userId, batch.userIds),
        eq(notice.state, 'told'),
        or(
          eq(deliveries.state, 'opened'),
          and(eq(deliveries.state, 'delivered'), notInArray(deliveries.channel, ['web', batch.channel])),
        ),
      ),
    )
  return rows.map(({ userId }) => String(userId))
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
async function isPast({ tx, services }: Writing, batch: Batch, now: Date): Promise<boolean> {
  const isStuck = batch.state === 'stuck'
  // What a chat may have taken already is finished, but not for hours.
  if (batch.attempts && !isStuck) return false
  const known = knownSince(services, batch.channel as ChatName, now).toISOString()
  const shownTwice = and(eq(notice.state, 'told'), lt(noticeBatch.sentTime, known))
  const [past] = await tx
    .select({ id: notice.id })
    .from(noticeBatch)
    .innerJoin(notice, eq(notice.id, noticeBatch.noticeId))
    .where(
      and(
        eq(noticeBatch.id, batch.id),
        or(lt(notice.until, now.toISOString()), isStuck && batch.attempts ? shownTwice : undefined),
      ),
    )
  if (!past) return false
  await tx.update(noticeBatch).set({ state: 'cancelled' }).where(eq(noticeBatch.id, batch.id))
  await drop({ tx }, batch, '已过时，不再发送')
  return true
}

/** What a chat was sent before then it has forgotten: it would show it again. */
function knownSince(services: Services, channel: ChatName, now: Date): Date {
  const seconds = services.chats.get(channel)?.remembersSeconds
  if (seconds !== undefined) return new Date(now.getTime() - seconds * 1000)
  return instantOf(services, `${localTime(services, now).slice(0, 10)} 00:00:00`)
}

/**
 * What a chat may have taken already is finished whenever that is, before the chat forgets its key. What is stuck was not
 * finished, and waits like what was never tried.
 */
const mayWait = ({ urgent, attempts, state }: Batch) => !urgent && (attempts === 0 || state === 'stuck')

/**
 * Whether the quiet hours of its people keep the batch from going out now. People who have come to be quiet at other hours
 * than the first get a batch of their own: nobody waits for them.
 */
async function keptQuiet({ tx, services }: Writing, batch: Batch, now: Date): Promise<boolean> {
  if (!mayWait(batch)) return false
  const [first] = batch.userIds
  const all = await quietHoursOf(tx, batch.tenantId, batch.userIds)
  if (batch.state === 'stuck') {
    // The chat may know it by its people: it goes to all of them or to nobody.
    const ends = batch.userIds.flatMap((userId) => quietUntil(services, all.get(userId), now)?.getTime() ?? [])
    if (ends.length) await later({ tx, services }, batch, now, Math.max(...ends) - now.getTime())
    return ends.length > 0
  }
  const hours = first === undefined ? undefined : all.get(first)
  const others = batch.userIds.filter((userId) => !sameHours(all.get(userId), hours))
  if (others.length) {
    await partFrom({ tx, services }, batch, others)
    return true
  }
  const until = quietUntil(services, hours, now)
  if (!hours || !until) return false
  await hold({ tx }, batch, hours)
  await later({ tx, services }, batch, now, until.getTime() - now.getTime())
  return true
}

/** These people of a batch that was never tried get one of their own, in the same place of the order. */
async function partFrom({ tx, services }: Writing, batch: Batch, others: readonly string[]): Promise<void> {
  const { userIds, chatUserIds } = without(batch, others)
  await tx.update(noticeBatch).set({ userIds, chatUserIds }).where(eq(noticeBatch.id, batch.id))
  await tx.insert(noticeBatch).values({ ...without(batch, userIds), id: `${batch.id.slice(0, 31)}-${newId()}` })
  await services.jobs.send(tx, sendJob, { channel: batch.channel })
}

/** Whether what its people got already keeps the batch from going out now. Nobody waits for a colleague who is full. */
async function keptByLimits(writing: Writing, chat: Chat, batch: Batch, now: Date): Promise<boolean> {
  const waits = await waitsOf(writing.tx, chat, batch, now)
  if (!waits.size) return false
  const full = batch.userIds.filter((userId) => waits.has(userId))
  if (full.length < batch.userIds.length && batch.attempts === 0) await partFrom(writing, batch, full)
  else await later(writing, batch, now, Math.max(...waits.values()))
  return true
}

/** The tenants of these people: a chat counts what it shows somebody, whatever tenant that comes from. */
const tenantIdsOf = (userIds: readonly string[]) => sql`array(
  select distinct tenant::int from sys_user, unnest(${sql.raw(tenantsOf('sys_user'))}) tenant
  where ${inArray(sql`sys_user.id`, [...userIds])} and tenant ~ '^[0-9]{1,9}$')`

/** ms from `now` until each of its people may get one more; who may at once is not in it. */
async function waitsOf(
  tx: Tx,
  { name: channel, personLimits }: Chat,
  batch: Batch,
  now: Date,
): Promise<Map<string, number>> {
  const waits = new Map<string, number>()
  for (const { seconds, most } of personLimits) {
    const since = new Date(now.getTime() - seconds * 1000).toISOString()
    const full = await tx
      .select({
        userId: deliveries.userId,
        firstMs: sql<number>`extract(epoch from min(${deliveries.sentTime}))::float8 * 1000`,
      })
      .from(deliveries)
      .where(
        and(
          sql`${deliveries.tenantId} = any(${tenantIdsOf(batch.userIds)} || ${batch.tenantId}::int)`,
          inArray(deliveries.userId, batch.userIds),
          eq(deliveries.channel, channel),
          sql`${deliveries.sentTime} > ${since}`,
          live(deliveries),
        ),
      )
      .groupBy(deliveries.userId)
      .having(sql`count(*) >= ${most}`)
    for (const { userId, firstMs } of full)
      waits.set(
        String(userId),
        Math.max(waits.get(String(userId)) ?? 0, firstMs + seconds * 1000 - now.getTime(), 1000),
      )
  }
  return waits
}

/** The number of the batch is the key: a try after an unknown outcome is the same message to the same people. */
function messageOf(told: Told, batch: Batch): ChatMessage {
  const kind = noticeKinds[told.kind as NoticeKind]
  // What waited for a chat is read later than it was written.
  const moment = told.createTime.slice(5)
  return {
    key: batch.id,
    title: told.title,
    summary: `${told.summary.slice(0, SUMMARY_LENGTH)}（${moment}）`,
    facts: told.facts,
    path: told.path,
    ...(told.tenantId && { tenantId: told.tenantId }),
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

/**
 * The chat is not set up here. While a new release goes round it may be on another node, so the job is left to that one;
 * what nobody has taken for a day goes by the next way.
 */
async function leaveToOthers(services: Services, channel: ChatName): Promise<void> {
  const now = services.clock.now().getTime()
  const mine = eq(noticeBatch.channel, channel)
  const forgotten = and(mine, isDue(new Date(now - LONGEST_WAIT_MS).toISOString()))
  const open = await services.db.select().from(noticeBatch).where(forgotten).limit(BATCHES_A_JOB)
  for (const { id, noticeId } of open)
    await services.db.transaction(async (tx) => {
      const [told] = await tx.select().from(notice).where(eq(notice.id, noticeId)).for('update')
      const [batch] = await tx
        .update(noticeBatch)
        .set({ state: 'failed' })
        .where(and(eq(noticeBatch.id, id), forgotten))
        .returning()
      if (!batch) return
      await fail({ tx, services }, batch, batch.userIds, `${labelOfChannel(channel)}未配置`)
      if (told?.state === 'open') await reachElsewhere({ tx, services }, told, batch.userIds, 'failed')
    })
  const [left] = await services.db
    .select({ id: noticeBatch.id })
    .from(noticeBatch)
    .where(and(mine, isDue(new Date(now).toISOString())))
    .limit(1)
  if (left) throw new Error(`本节点未配置${labelOfChannel(channel)}，由其他节点发送`)
}
