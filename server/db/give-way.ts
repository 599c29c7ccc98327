/**
 * For work that nobody waits for, between two of its transactions. The embedded database has one session, and whoever asked
 * meanwhile has waited as long as the last one took: while others ask, three times as long is left to them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../kernel/services.ts'

const REST = 3

/** `tookMs`: of the transaction that has just ended. */
export async function giveWay({ pool, kept }: Pick<Services, 'pool' | 'kept'>, tookMs: number): Promise<void> {
  const othersAsk = [pool, kept.pool].some(({ totalCount, idleCount }) => totalCount > idleCount)
  if (othersAsk) await sleep(REST * tookMs)
}
