/** What the nodes tell each other about live connections: PostgreSQL's NOTIFY, ids only, sent when the transaction commits. */
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'

export const LIVE_CHANNEL = 'voltdesk_live'

/**
 * `id` is what clients ask for: a notice, or an announcement with its `notice` beside it. Without one they only ask again
 * what is unread.
 */
export type LiveWord =
  | { cmd: 'user'; id?: string; notice?: string; to: readonly string[] }
  | { cmd: 'topic'; id?: string; notice?: string; tenant: number }
  /** A record was decided on, or changed where decisions are taken. Who has it open asks again. */
  | { cmd: 'record'; tenant: number; resource: string; id: string }
  /** Sent by the trigger on sys_session. */
  | { cmd: 'end'; session: string }
  /** Sent by the triggers on whatever gives rights: somebody's have changed. */
  | { cmd: 'rights' }
  /** A row that several people edit, in base64 and in pieces, because it may be larger than a payload. */
  | RowPiece

export interface RowPiece {
  cmd: 'row'
  id: string
  at: number
  of: number
  piece: string
}

/** A payload may have 7,999 bytes; an id has 36 characters at most. */
const IDS_AT_ONCE = 150

/** Heard by every node after the commit; never when the transaction is rolled back. */
export async function publish(db: Tx | Database, word: LiveWord): Promise<void> {
  if (word.cmd !== 'user') return send(db, word)
  for (let from = 0; from < word.to.length; from += IDS_AT_ONCE)
    await send(db, { ...word, to: word.to.slice(from, from + IDS_AT_ONCE) })
}

async function send(db: Tx | Database, ...words: readonly LiveWord[]): Promise<void> {
  const calls = words.map((word) => sql`pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(word)})`)
  await db.execute(sql`select ${sql.join(calls, sql`, `)}`)
}

/** Leaves room for what stands around a piece. */
const PIECE = 7000

/** Something of any length; one statement, so that its pieces come together and in order. */
export async function publishRow(db: Tx | Database, text: string): Promise<void> {
  const whole = Buffer.from(text).toString('base64')
  const id = newId()
  const of = Math.ceil(whole.length / PIECE)
  await send(
    db,
    ...Array.from({ length: of }, (_, at): RowPiece => {
      return { cmd: 'row', id, at, of, piece: whole.slice(at * PIECE, (at + 1) * PIECE) }
    }),
  )
}
