/** What records and people are called: looked up once, and remembered until their table changes. */
import type { Pool } from 'pg'
import { poolOf, type Database, type Tx } from '../kernel/database.ts'
import { keepNewest } from '../kernel/keep-newest.ts'
import { isWritten, standingOf } from './changes.ts'

/** Of one sort, in one process. */
const MOST = 20_000
/** Who asks for more at once writes a sheet: all of these would only push out what lists show. */
const MOST_AT_ONCE = 500

interface Known {
  /** Where the counter of the table stood. */
  count: string
  /** Undefined for what has no name. */
  names: Map<string, string | undefined>
}
const everything = new WeakMap<Pool, Map<string, Known>>()

export interface Sort {
  table: string
  /** What they are asked for by. */
  by: string
  /** Names from the database; what is absent has none. */
  look(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** What is asked within a transaction is looked up there: it may see what it has written itself. */
export async function namesOf(
  db: Database | Tx,
  { table, by, look }: Sort,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const pool = poolOf(db)
  if (!pool || !keys.length || keys.length > MOST_AT_ONCE) return look(keys)
  const standing = await standingOf(pool, table)
  const { count } = standing
  if (count === undefined) return look(keys)
  const { names, stood } = knownAt(pool, `${table} ${by}`, count)
  const answer = new Map(keys.filter((key) => names.has(key)).map((key) => [key, names.get(key)]))
  const missing = keys.filter((key) => !answer.has(key))
  if (!missing.length) return answer
  // What somebody has written and not yet committed would be missed as long as the counter stands. Whether anybody has is not
  // asked where every look finds another counter: there nothing would be kept for long.
  const kept = standing.quiet || (stood && !(await isWritten(pool, table, standing)))
  const found = await look(missing)
  for (const key of missing) {
    answer.set(key, found.get(key))
    if (kept) names.set(key, found.get(key))
  }
  keepNewest(names, MOST)
  return answer
}

/** `stood`: the counter has not moved since the last look. */
function knownAt(pool: Pool, sort: string, count: string): Known & { stood: boolean } {
  const all = everything.get(pool) ?? new Map<string, Known>()
  everything.set(pool, all)
  const known = all.get(sort)
  if (known?.count === count) return { ...known, stood: true }
  const fresh: Known = { count, names: new Map() }
  all.set(sort, fresh)
  return { ...fresh, stood: false }
}
