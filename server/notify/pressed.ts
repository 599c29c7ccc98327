/** A pressed card is in the chat, whatever came of its sending; what the press lets us change is the freshest there is. */
import { eq, inArray, or } from 'drizzle-orm'
import { notice, noticeBatch } from '../db/notify-tables.ts'
import type { ChatClick } from '../kernel/ports/chat.ts'
import { deliveries, deliveriesOf, type Writing } from './deliveries.ts'
import { settleJob } from './jobs.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'

/** Call it in the transaction of what the press did, after that: a press that is refused uses its code up itself. */
export async function cardPressed(
  { tx, services }: Writing,
  { message, receipt }: Pick<ChatClick, 'message' | 'receipt'>,
  userId: string,
): Promise<void> {
  const [batch] = await tx.select().from(noticeBatch).where(eq(noticeBatch.id, message)).for('update')
  if (!batch) return
  const [told] = await tx.select().from(notice).where(eq(notice.id, batch.noticeId))
  if (!told) return
  const now = services.clock.now().toISOString()
  await tx
    .update(noticeBatch)
    .set({
      state: 'sent',
      receipt: { ...batch.receipt, ...receipt },
      sentTime: batch.sentTime ?? now,
      claimUntil: null,
      settledTime: null,
      settleError: null,
    })
    .where(eq(noticeBatch.id, batch.id))
  const settled = told.state === 'settled'
  const { closes } = noticeKinds[told.kind as NoticeKind]
  if (batch.state !== 'sent')
    await tx
      .update(deliveries)
      .set({
        state: settled ? closes : 'delivered',
        decidedTime: settled && closes === 'decided' ? now : null,
        reason: settled ? told.outcome : null,
        attempts: batch.attempts,
        sentTime: now,
        deliveredTime: now,
        failedTime: null,
        updateTime: now,
      })
      .where(
        deliveriesOf(
          batch,
          batch.userIds,
          // Who was given up may have been refused; who presses has it.
          or(inArray(deliveries.state, ['queued', 'cancelled']), eq(deliveries.userId, userId)),
        ),
      )
  if (settled) await services.jobs.send(tx, settleJob, { notice: told.id })
}
