import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Tx } from '../kernel/database.ts'
import { deputy } from '../db/notify-tables.ts'
import { deputyOf } from './deputy.ts'
import { callerFor } from './caller-for.ts'
import { may, type Caller } from '../kernel/caller.ts'

/**
 * The caller as deputy of everybody who named them for this moment in this tenant: rights, departments and scope are the principal's,
 * the person who acts stays who they are. Only deciding is handed over; whoever calls this must offer nothing else.
 */
export async function standInsOf(db: Database | Tx, caller: Caller, now: Date): Promise<Caller[]> {
  const at = now.toISOString()
  const named = await db
    .selectDistinct({ userId: deputy.userId })
    .from(deputy)
    .where(
      and(
        eq(deputy.deputyId, caller.userId),
        eq(deputy.tenantId, caller.tenantId),
        lte(deputy.beginTime, at),
        gt(deputy.endTime, at),
      ),
    )
    .orderBy(deputy.userId)
  const { userId, username, realname, sessionId, ip, host } = caller
  const found: Caller[] = []
  for (const row of named) {
    // A newer entry may have named somebody else, and who was named may not be able to any more.
    if ((await deputyOf(db, row.userId, caller.tenantId, now)) !== userId) continue
    const principal = await callerFor(db, row.userId, caller.tenantId)
    if (!principal) continue
    found.push({
      ...principal,
      ...{ userId, username, sessionId, ip, host },
      realname: `${realname}（代 ${principal.realname}）`,
      principal: { userId: principal.userId, username: principal.username, realname: principal.realname },
    })
  }
  return found
}

/** May somebody this caller stands in for do it? */
export const standInMay = async (db: Database, caller: Caller, now: Date, permission: string): Promise<boolean> =>
  (await standInsOf(db, caller, now)).some((one) => may(one, permission))
