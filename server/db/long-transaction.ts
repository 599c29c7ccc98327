import type { Pool, QueryConfig } from 'pg'
import { noTimeout } from './migrate.ts'

/**
 * Work on whole tables that the start waits for, in a transaction of its own: however long it takes on millions of rows, it
 * does not run into the limit of a statement, nor does a node that waits for another one to do it. Whoever uses a table is
 * waited for no longer than that limit: everybody else would stand in line behind us.
 */
export async function inLongTransaction(pool: Pool, lock: number, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  const run = (text: string) => client.query({ text, ...noTimeout } as QueryConfig)
  try {
    await run('begin')
    await run('set local statement_timeout = 0')
    await run(`select pg_advisory_xact_lock(${lock})`)
    await run(`set local lock_timeout = '30s'`)
    for (const statement of statements) await run(statement)
    await run('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}
