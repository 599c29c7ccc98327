import { sql } from 'drizzle-orm'
import type { Database } from '../kernel/database.ts'

/** Removes what has run out: counters, codes, sessions after a month, answers to request keys and half-typed forms after a month. */
export async function removeExpired(db: Database): Promise<void> {
  await db.execute(sql`delete from sys_rate_limit where window_end < now()`)
  await db.execute(sql`delete from sys_one_time_code where expire_time < now()`)
  await db.execute(sql`delete from sys_session where least(expire_time, revoke_time) < now() - interval '30 days'`)
  await db.execute(sql`delete from sys_chat_hand_over where expire_time < now() - interval '1 hour'`)
  await db.execute(sql`delete from sys_chat_sign_in where expire_time < now() - interval '1 day'`)
  await db.execute(sql`delete from sys_form_draft where update_time < now() - interval '30 days'`)
  await db.execute(sql`delete from sys_idempotency where create_time < now() - interval '30 days'`)
}
