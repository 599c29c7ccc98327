/**
 * Has a table changed since something was worked out from it? Its counter (`server/db/change-triggers.ts`) moves with every
 * statement, before the transaction is over. So what was worked out holds while the counter stands where it stood before the
 * work began, and while the transactions that were open when the work looked are open still: what they wrote before is not
 * yet there to be seen.
 */
import type { Pool } from 'pg'

export interface Standing {
  /** Where the counter stands; undefined when nobody counts this table's changes. */
  count: string | undefined
  /** Transactions that write and were open just before. */
  open: ReadonlySet<string>
}

/** What something rests on that was worked out: see `holds`. */
export interface Mark {
  count: string | undefined
  /** Transactions whose writes may have been counted but not yet seen. */
  unseen: ReadonlySet<string>
}

export const NO_MARK: Mark = { count: undefined, unseen: new Set() }

/** Is what was worked out under the mark still so? */
export const holds = (mark: Mark, now: Standing): boolean =>
  mark.count !== undefined && mark.count === now.count && [...mark.unseen].every((id) => now.open.has(id))

/** Open transactions in a `pg_snapshot`, 'xmin:xmax:xid,xid'. */
export const openIn = (snapshot: string): ReadonlySet<string> =>
  new Set(snapshot.slice(snapshot.lastIndexOf(':') + 1).split(',').filter(Boolean)) // prettier-ignore

/**
 * The mark of work that began after `began` was read and looked at the database through `snapshot`. Work done under the same
 * count before knows already which of the open transactions may have written: no others have since.
 */
export function markOf(began: Standing, snapshot: string, earlier?: Mark): Mark {
  const open = openIn(snapshot)
  const same = earlier !== undefined && earlier.count === began.count
  return { count: began.count, unseen: same ? new Set([...open].filter((id) => earlier.unseen.has(id))) : open }
}

// The statement's snapshot is older than the counters it reads, so nothing committed before it can be missed.
const READ = `
  select name, coalesce(pg_sequence_last_value(to_regclass('changes.' || name)), 0)::text as count,
    to_regclass('changes.' || name) is not null as watched, pg_current_snapshot()::text as snapshot
  from unnest($1::text[]) as name`

interface Line {
  name: string
  count: string
  watched: boolean
  snapshot: string
}

/** Those who ask while one answer is on its way share the next one: many requests at once cost one statement. */
const waiting = new WeakMap<Pool, { tables: Set<string>; answer: Promise<Map<string, Standing>> }>()
const reading = new WeakMap<Pool, Promise<unknown>>()

/** How the table stands, read after this was asked. */
export async function standingOf(pool: Pool, table: string): Promise<Standing> {
  let next = waiting.get(pool)
  if (!next) {
    const tables = new Set<string>()
    const before = reading.get(pool) ?? Promise.resolve()
    const answer = before.then(() => {
      waiting.delete(pool)
      const read = readStandings(pool, [...tables])
      reading.set(pool, read.catch(() => undefined)) // prettier-ignore
      return read
    })
    next = { tables, answer }
    waiting.set(pool, next)
  }
  next.tables.add(table)
  return (await next.answer).get(table)!
}

async function readStandings(pool: Pool, tables: string[]): Promise<Map<string, Standing>> {
  const { rows } = await pool.query<Line>({ name: 'voltdesk-changes', text: READ, values: [tables] })
  return new Map(
    rows.map(({ name, count, watched, snapshot }) => [
      name,
      { count: watched ? count : undefined, open: openIn(snapshot) },
    ]),
  )
}
