import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, QueryConfig } from 'pg'
import type { Log } from '../kernel/ports/log.ts'
import { isLockBusy } from './sql-state.ts'

/** pg's own limit per call, for work that may take long; 0 would mean "the default". */
export const noTimeout = { query_timeout: 2 ** 31 - 1 }

const LOCK_MS = 2000
/** Two hours. */
const MOST_TRIES = 1800

export interface Patience {
  log?: Log
  /** So long it waits for a table at a time, and as long it lets others pass. */
  lockMs?: number
  /** 1: somebody else does it, or does it later. */
  mostTries?: number
}

/**
 * One transaction that only one node does at a time (`lock`), tried again while somebody uses a table it wants: a backup does
 * for half the night. It is asked for a moment at a time, because whoever wants the table too would stand in line behind one
 * who waits longer. `what`: for operators.
 */
export async function betweenOthers<T>(
  client: ClientBase,
  lock: number,
  what: object,
  work: () => Promise<T>,
  { log, lockMs = LOCK_MS, mostTries = MOST_TRIES }: Patience = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query('begin')
      await client.query('set local statement_timeout = 0')
      // A session lock would not isolate anybody on the embedded database.
      await client.query({ text: `select pg_advisory_xact_lock(${lock})`, ...noTimeout } as QueryConfig)
      await client.query(`set local lock_timeout = ${lockMs}`)
      const done = await work()
      await client.query('commit')
      return done
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!isLockBusy(error) || tries >= mostTries) throw error
      if (tries === 1) log?.warn(what, '要更新的表正在使用中（例如正在备份），稍后再试')
      await sleep(lockMs)
    }
}

/**
 * Work on whole tables that the start waits for, in a transaction of its own: however long it takes on millions of rows, it
 * does not run into the limit of a statement, nor does a node that waits for another one to do it.
 */
export async function inLongTransaction(
  pool: Pool,
  lock: number,
  statements: readonly string[],
  patience?: Patience,
): Promise<void> {
  const client = await pool.connect()
  const run = async () => {
    for (const text of statements) await client.query({ text, ...noTimeout } as QueryConfig)
  }
  try {
    await betweenOthers(client, lock, {}, run, patience)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
