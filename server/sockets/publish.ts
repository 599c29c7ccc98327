/** What the nodes tell each other about live connections: PostgreSQL's NOTIFY, ids only, sent when the transaction commits. */
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/connect.ts'

export const LIVE_CHANNEL = 'voltdesk_live'

/**
 * `id` is what clients ask for: a notice, or an announcement with its `notice` beside it. Without one they only ask again
 * what is unread.
 */
export type LiveWord =
  | { cmd: 'user'; id?: string; notice?: string; to: readonly string[] }
  | { cmd: 'topic'; id?: string; notice?: string; tenant: number }
  /** Sent by the trigger on sys_session. */
  | { cmd: 'end'; session: string }

/** A payload may have 7,999 bytes; an id has 36 characters at most. */
const IDS_AT_ONCE = 150

/** Heard by every node after the commit; never when the transaction is rolled back. */
export async function publish(db: Tx | Database, word: LiveWord): Promise<void> {
  if (word.cmd !== 'user') return send(db, word)
  for (let from = 0; from < word.to.length; from += IDS_AT_ONCE)
    await send(db, { ...word, to: word.to.slice(from, from + IDS_AT_ONCE) })
}

async function send(db: Tx | Database, word: LiveWord): Promise<void> {
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(word)})`)
}
