/** A chat that answers before it delivers is asked afterwards; whom it did not reach is reached another way. */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { ChatError, type ChatName } from '../kernel/ports/chat.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import type { Services } from '../kernel/services.ts'
import { labelOfChannel } from './channels.ts'
import { deliveries, deliveriesOf } from './deliveries.ts'
import { reachElsewhere } from './unopened.ts'

/** So long the job is left to nodes that have the chat; the queue would try for three hours and raise an alarm. */
const OTHERS_WITHIN_MS = 3_600_000

export async function findMissed(services: Services, batchId: string): Promise<void> {
  const since = new Date(services.clock.now().getTime() - OTHERS_WITHIN_MS).toISOString()
  const [batch] = await services.db
    .select({
      ...getTableColumns(noticeBatch),
      isLate: sql<boolean>`coalesce(${noticeBatch.sentTime} < ${since}, true)`,
    })
    .from(noticeBatch)
    .where(eq(noticeBatch.id, batchId))
  if (batch?.state !== 'sent' || !batch.receipt) return
  const chat = services.chats.get(batch.channel as ChatName)
  // It is out of the settings for good: nobody is left to ask.
  if (!chat && batch.isLate) return
  if (!chat) throw new Error(`本节点未配置${labelOfChannel(batch.channel as ChatName)}，由其他节点查询送达结果`)
  // Asked once only: chats count that by the month.
  const missed = await chat.missed?.(batch.receipt).catch((error: unknown) => {
    if (!(error instanceof ChatError)) throw error
    services.log.info({ channel: chat.name, code: error.code }, '无法查询送达结果')
  })
  if (!missed?.length) return
  const reasons = new Map(missed.map(({ userId, reason }) => [userId.toLowerCase(), reason]))
  const now = services.clock.now().toISOString()
  await services.db.transaction(async (tx) => {
    const [told] = await tx.select().from(notice).where(eq(notice.id, batch.noticeId)).for('update')
    const failed: string[] = []
    for (const [index, userId] of batch.userIds.entries()) {
      const reason = reasons.get(batch.chatUserIds[index]!.toLowerCase())
      if (reason === undefined) continue
      const rows = await tx
        .update(deliveries)
        .set({ state: 'failed', reason, deliveredTime: null, failedTime: now, updateTime: now })
        // Whoever opened or decided it has it, whatever the chat says.
        .where(deliveriesOf(batch, [userId], eq(deliveries.state, 'delivered')))
        .returning({ id: deliveries.id })
      if (rows.length) failed.push(userId)
    }
    if (told?.state === 'open') await reachElsewhere({ tx, services }, told, failed, 'failed')
  })
}
