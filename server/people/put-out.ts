/** A chat signs its people in without a word. Whoever was put out there comes in again by a tap of their own, and is told why. */
import { eq, sql } from 'drizzle-orm'
import { putOut } from '../db/tables.ts'
import type { Database, Tx } from '../kernel/database.ts'

/** Until the next sign-in on purpose. `byOwner`: from another device of theirs, not by an administrator. */
export async function keepOut(tx: Tx, userId: string, { byOwner, now }: { byOwner: boolean; now: Date }) {
  await tx
    .insert(putOut)
    .values({ userId, byOwner, createTime: now.toISOString() })
    // Who was put out by both is told of the administrator.
    .onConflictDoUpdate({ target: putOut.userId, set: { byOwner: sql`${putOut.byOwner} and excluded.by_owner` } })
}

/** Undefined for whoever may be let in silently. */
export async function whoPutOut(db: Database, userId: string): Promise<'owner' | 'administrator' | undefined> {
  const [row] = await db.select({ byOwner: putOut.byOwner }).from(putOut).where(eq(putOut.userId, userId))
  return row && (row.byOwner ? 'owner' : 'administrator')
}

/** They signed in knowing it. */
export async function letIn(tx: Tx, userId: string): Promise<void> {
  await tx.delete(putOut).where(eq(putOut.userId, userId))
}
