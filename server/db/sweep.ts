import { sql } from 'drizzle-orm'
import type { Database } from '../kernel/database.ts'

/** Removes what has run out: counters, codes, sessions after a month, answers to request keys and half-typed forms after a month. */
export async function removeExpired(db: Database): Promise<void> {
  await db.execute(sql`delete from sys_rate_limit where window_end < now()`)
  await db.execute(sql`delete from sys_one_time_code where expire_time < now()`)
  await db.execute(sql`delete from sys_session where least(expire_time, revoke_time) < now() - interval '30 days'`)
  await db.execute(sql`delete from sys_chat_hand_over where expire_time < now() - interval '1 hour'`)
  // Every page that is opened in WeCom begins one, and most of them are not gone on with.
  await db.execute(
    sql`delete from sys_chat_sign_in where expire_time < now() - case when settle_time is null then interval '1 hour' else interval '1 day' end`,
  )
  await db.execute(sql`delete from sys_form_draft where update_time < now() - interval '30 days'`)
  await db.execute(sql`delete from sys_idempotency where create_time < now() - interval '30 days'`)
}
