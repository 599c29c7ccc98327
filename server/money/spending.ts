/** 消费额 of a person: what they paid for rentals, cards and draws, less what of it went back, whoever did either. */
import { eq, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'

const users = tableOf(resources.userMessage)

/** 分; below nothing for what went back. */
export const spent = async (tx: Tx, userId: string, amount: bigint): Promise<void> => {
  if (amount === 0n) return
  await tx
    .update(users)
    .set({ payTotal: sql`greatest(coalesce(${users.payTotal}, 0) + ${String(amount)}::bigint, 0)` })
    .where(eq(users.id, userId))
}
