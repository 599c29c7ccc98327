/**
 * Has a table changed since something was worked out from it? Its counter (`server/db/change-triggers.ts`) moves with every
 * statement, before the transaction is over. So what was worked out holds while the counter stands where it stood before the
 * work began, and, where somebody was writing to the table then, while the transactions that were open when the work looked
 * are open still: what they wrote before is not yet there to be seen.
 */
import type { Pool } from 'pg'
import { askedTogether } from '../db/asked-together.ts'
import { onlyRow } from '../db/only-row.ts'

export interface Standing {
  /** Where the counter stands; undefined when nobody counts this table's changes. */
  count: string | undefined
  /** No transaction anywhere had written anything that was not to be seen yet. */
  quiet: boolean
  /** Was this transaction open just before? */
  isOpen(id: bigint): boolean
}

/** What something rests on that was worked out: see `holds`. */
export interface Mark {
  count: string | undefined
  /** Transactions whose writes may be counted already and not yet seen. */
  unseen: readonly bigint[]
}

export const NO_MARK: Mark = { count: undefined, unseen: [] }

/** Is what was worked out under the mark still so? */
export const holds = (mark: Mark, now: Standing): boolean =>
  mark.count !== undefined && mark.count === now.count && mark.unseen.every((id) => now.isOpen(id))

/**
 * What a statement sees, as SQL text: its snapshot and the number the next transaction gets. The snapshot alone lists only
 * transactions older than the last finished one; `age` counts to the next number without taking it.
 */
export const LOOK = `pg_current_snapshot()::text || ':' || age('3'::xid)`

/** A long row of them is left to the next look. */
const MOST_UNSEEN = 1000

// Whoever writes to a table holds one of these on it until the transaction is over.
const WRITING = `
  select to_regclass($1) is null or exists (select from pg_locks where locktype = 'relation' and granted and relation = to_regclass($1)
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as busy`

/**
 * Has an open transaction written to the table, perhaps? To be asked after the counter was read and before the work looks:
 * who wrote before that and is not seen here is seen by the work, and who writes later moves the counter.
 */
export async function isWritten(pool: Pool, table: string, { quiet }: Standing): Promise<boolean> {
  if (quiet) return false
  const { rows } = await pool.query<{ busy: boolean }>({ name: 'voltdesk-writing', text: WRITING, values: [table] })
  return rows[0]?.busy ?? true
}

/** `text`: what LOOK said, 'xmin:xmax:xid,xid:age'. */
function read(text: string) {
  const [, end, listed, age] = text.split(':') as [string, string, string, string]
  const from = BigInt(end)
  const ids = listed.split(',').filter(Boolean).map(BigInt)
  const known = new Set(ids)
  return {
    isOpen: (id: bigint) => id >= from || known.has(id),
    open() {
      // Numbers of 32 bits on the way, as PostgreSQL counts ages.
      const later = Number(BigInt.asUintN(32, BigInt(age) + 3n - from))
      if (ids.length + later > MOST_UNSEEN) return undefined
      return [...ids, ...Array.from({ length: later }, (_, index) => from + BigInt(index))]
    },
  }
}

/**
 * The mark of work that began after the standing and `written` were read and saw what `look` says. Work done under the same
 * count before knows already which of the open transactions may have written: no others have since.
 */
export function markOf({ count }: Standing, written: boolean, look: string, earlier?: Mark): Mark {
  if (!written) return { count, unseen: [] }
  const seen = read(look)
  const same = earlier !== undefined && earlier.count === count
  const unseen = same ? earlier.unseen.filter(seen.isOpen) : seen.open()
  return unseen ? { count, unseen } : NO_MARK
}

// The statement's snapshot is older than the counters it reads, so nothing committed before it can be missed. `age` asks for
// the next number after all of them were read, so who moved one of them already has a number below it. After a crash a counter
// may stand where it stood before: what was counted under an earlier start of the server holds no longer. A server that
// follows another hears of a counter only now and then, and of no locks: there nothing is known.
const READ = `
  with counted as materialized (
    select array_agg(coalesce(pg_sequence_last_value(to_regclass('changes.' || name)), 0) || '@' ||
        extract(epoch from pg_postmaster_start_time()) order by at) as counts,
      array_agg(to_regclass('changes.' || name) is not null and not pg_is_in_recovery() order by at) as watched
    from unnest($1::text[]) with ordinality as asked (name, at))
  select counts, watched, ${LOOK} as look from counted`

interface Read {
  counts: string[]
  watched: boolean[]
  look: string
}

const asked = askedTogether(readStandings)

/** How the table stands, read after this was asked. */
export const standingOf = async (pool: Pool, table: string): Promise<Standing> => (await asked({ pool }, table))!

async function readStandings({ pool }: { pool: Pool }, tables: string[]): Promise<Map<string, Standing>> {
  const { rows } = await pool.query<Read>({ name: 'voltdesk-changes', text: READ, values: [tables] })
  const { counts, watched, look } = onlyRow(rows)
  const { isOpen, open } = read(look)
  const quiet = open()?.length === 0
  return new Map(
    tables.map((table, index) => [table, { count: watched[index] ? counts[index] : undefined, quiet, isOpen }]),
  )
}
