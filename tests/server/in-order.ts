/** Two requests that come to one row of PostgreSQL in a certain order. */
import type { Pool } from 'pg'
import { expect } from 'vitest'

/** Holds the row until `first` waits for it and then `second` too, or for `first`; answers what became of both. */
export async function inOrder<A, B>(
  pool: Pool,
  { table, id }: { table: string; id: string },
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  // Other tests wait for locks of their own in other databases.
  const waiting = async () =>
    (await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
      .rows.length
  const holding = await pool.connect()
  try {
    await holding.query('begin')
    await holding.query(`select from ${table} where id = $1 for update`, [id])
    const one = first()
    await expect.poll(waiting).toBe(1)
    const other = second()
    await expect.poll(waiting).toBe(2)
    await holding.query('commit')
    return await Promise.all([one, other])
  } finally {
    holding.release()
  }
}
