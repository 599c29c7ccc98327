import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { ChatError, type ChatName } from '../kernel/ports/chat.ts'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import type { Services } from '../kernel/services.ts'
import { deliveries } from './deliveries.ts'

/** Brings every card of a settled notice to its outcome. Throws when one should be tried again; the others are done. */
export async function settleCards(services: Services, noticeId: string): Promise<void> {
  const { db } = services
  const [told] = await db.select().from(notice).where(eq(notice.id, noticeId))
  if (told?.state !== 'settled') return
  const batches = await db
    .select()
    .from(noticeBatch)
    .where(
      and(
        eq(noticeBatch.noticeId, noticeId),
        eq(noticeBatch.state, 'sent'),
        isNull(noticeBatch.settledTime),
        isNull(noticeBatch.settleError),
      ),
    )
  let again: Error | undefined
  for (const batch of batches) {
    const chat = services.chats.get(batch.channel as ChatName)
    if (!chat || !batch.receipt) continue
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
    const mine = eq(noticeBatch.id, batch.id)
    try {
      if (userIds.length)
        await chat.settle(batch.receipt, { text: told.outcome ?? '', good: told.good ?? false, userIds })
      await db.update(noticeBatch).set({ settledTime: services.clock.now().toISOString() }).where(mine)
    } catch (error) {
      // Settings are mended; what is wrong with a card stays so.
      if (!(error instanceof ChatError) || error.retry || error.fault === 'setup') again = error as Error
      // A card too old to change stays as it is; whoever opens it sees the record.
      else await db.update(noticeBatch).set({ settleError: error.message }).where(mine)
    }
  }
  if (again) throw again
}
