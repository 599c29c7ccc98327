import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Database, Tx } from '../db/connect.ts'
import { deputy } from '../db/notify-tables.ts'

/** Who decides for this person at this moment; undefined when nobody was named for it. The newest entry counts. */
export async function deputyOf(db: Database | Tx, userId: string, now: Date): Promise<string | undefined> {
  const at = now.toISOString()
  const [row] = await db
    .select({ id: deputy.deputyId })
    .from(deputy)
    .where(and(eq(deputy.userId, userId), lte(deputy.beginTime, at), gt(deputy.endTime, at)))
    .orderBy(desc(deputy.createTime), desc(deputy.id))
    .limit(1)
  return row?.id
}
