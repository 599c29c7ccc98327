import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { ChatError, isWorthAnotherTry, PartlySettled, type ChatName } from '../kernel/ports/chat.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import type { Services } from '../kernel/services.ts'
import { labelOfChannel } from './channels.ts'
import { deliveries } from './deliveries.ts'
import { settleJob } from './jobs.ts'

/** Cards that do not say yet how it ended. */
const untold = and(eq(noticeBatch.state, 'sent'), isNull(noticeBatch.settledTime), isNull(noticeBatch.settleError))

/** A new release has gone round by then: a chat that no node has is out of the settings for good. */
const CHAT_BACK_WITHIN_MS = 86_400_000

/** Brings every card of a settled notice to its outcome. Throws when one should be tried again; the others are done. */
export async function settleCards(services: Services, noticeId: string): Promise<void> {
  const { db } = services
  const since = new Date(services.clock.now().getTime() - CHAT_BACK_WITHIN_MS).toISOString()
  const [told] = await db
    .select({ ...getTableColumns(notice), isLate: sql<boolean>`coalesce(${notice.settleTime} < ${since}, false)` })
    .from(notice)
    .where(eq(notice.id, noticeId))
  if (told?.state !== 'settled') return
  const batches = await db
    .select()
    .from(noticeBatch)
    .where(and(eq(noticeBatch.noticeId, noticeId), untold))
  let again: Error | undefined
  for (const batch of batches) {
    const chat = services.chats.get(batch.channel as ChatName)
    if (!batch.receipt) continue
    const mine = eq(noticeBatch.id, batch.id)
    if (!chat && told.isLate) {
      const settleError = `${labelOfChannel(batch.channel as ChatName)}未配置`
      await db.update(noticeBatch).set({ settleError }).where(mine)
      continue
    }
    if (!chat) {
      again = new Error(`本节点未配置${labelOfChannel(batch.channel as ChatName)}，由其他节点更新卡片`)
      continue
    }
    const had = await db
      .select({ userId: deliveries.userId })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.tenantId, batch.tenantId),
          eq(deliveries.noticeId, noticeId),
          eq(deliveries.channel, batch.channel),
          inArray(deliveries.userId, batch.userIds),
          ne(deliveries.state, 'failed'),
        ),
      )
    const users = new Set(had.map(({ userId }) => userId))
    const userIds = batch.chatUserIds.filter((_, index) => users.has(batch.userIds[index]!))
    try {
      if (userIds.length)
        await chat.settle(batch.receipt, { text: told.outcome ?? '', good: told.good ?? false, userIds })
      await db.update(noticeBatch).set({ settledTime: services.clock.now().toISOString() }).where(mine)
    } catch (error) {
      if (error instanceof PartlySettled) await db.update(noticeBatch).set({ receipt: error.left }).where(mine)
      if (!(error instanceof ChatError) || isWorthAnotherTry(error)) again = error as Error
      // A card too old to change stays as it is; whoever opens it sees the record.
      else await db.update(noticeBatch).set({ settleError: error.message }).where(mine)
    }
  }
  if (again) throw again
}

const HOUR_MS = 3_600_000
/** A queue gives up after three hours; a card is brought up to date for so long, however long its chat is away. */
const SETTLED_WITHIN_MS = 7 * 24 * HOUR_MS
const SETTLED_AGAIN_MS = 6 * HOUR_MS

/** What the queue has given up: its chat was away for longer than that, or set wrong. */
export async function resumeSettling(services: Services): Promise<void> {
  const now = services.clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms).toISOString()
  const late = await services.db
    .selectDistinct({ notice: notice.id })
    .from(notice)
    .innerJoin(noticeBatch, eq(noticeBatch.noticeId, notice.id))
    .where(
      and(
        eq(notice.state, 'settled'),
        gt(notice.settleTime, ago(SETTLED_WITHIN_MS)),
        lt(notice.settleTime, ago(SETTLED_AGAIN_MS / 2)),
        isNotNull(noticeBatch.receipt),
        untold,
      ),
    )
  const turn = Math.floor(now / SETTLED_AGAIN_MS)
  for (const one of late)
    await services.db.transaction((tx) => services.jobs.send(tx, settleJob, one, { key: `${one.notice} ${turn}` }))
}
