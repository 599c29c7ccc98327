/** Who is at work in the database. The embedded one serves a transaction at a time, so long work lets others pass between its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const atWork = new WeakMap<Pool, Set<PoolClient>>()

/** Once a database, when its pools are made. */
export function watchTurns(...pools: readonly Pool[]): void {
  const clients = new Set<PoolClient>()
  for (const pool of pools) {
    atWork.set(pool, clients)
    pool.on('acquire', (client) => clients.add(client))
    pool.on('release', (_, client) => clients.delete(client))
  }
}

/** A connection that is kept and only waits for words is in nobody's way. */
export const onlyListens = (pool: Pool, client: PoolClient): unknown => atWork.get(pool)?.delete(client)

/** Between two statements of the same request. */
const PAUSE_MS = 4

/** Resolves when nobody has been at work for a moment, at the latest after so long. */
export async function letOthersPass(pool: Pool, atMostMs: number): Promise<void> {
  const until = performance.now() + atMostMs
  do await sleep(PAUSE_MS)
  while (atWork.get(pool)?.size && performance.now() < until)
}

const REST = 3

/** The same for work that nobody waits for: while others ask, three times as long as its last part took is left to them. */
export async function restWhileOthersAsk(pool: Pool, tookMs: number): Promise<void> {
  await sleep(PAUSE_MS)
  if (atWork.get(pool)?.size) await sleep(REST * tookMs)
}
