/** Who gives way to whom where one session serves everybody. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { letOthersPass, onlyListens, restWhileOthersAsk, watchTurns } from '../../server/db/turns.ts'

/** A pool as far as its connections are taken and given back. */
function watched() {
  const pool = new EventEmitter() as unknown as Pool
  watchTurns(pool)
  return pool
}
const LONG_MS = 3_600_000

it('work that nobody waits for rests while others ask, and goes on at once where nobody does', async () => {
  const pool = watched()
  await restWhileOthersAsk(pool, LONG_MS)
  const somebody = {} as never
  pool.emit('acquire', somebody)
  const rest = restWhileOthersAsk(pool, 100)
  expect(await Promise.race([rest.then(() => 'rested'), sleep(100).then(() => 'rests')])).toBe('rests')
  await rest
  pool.emit('release', undefined, somebody)
  await restWhileOthersAsk(pool, LONG_MS)
})

it('a connection that only listens is nobody who asks', async () => {
  const pool = watched()
  const line = {} as never
  pool.emit('acquire', line)
  onlyListens(pool, line)
  await restWhileOthersAsk(pool, LONG_MS)
  await letOthersPass(pool, LONG_MS)
})
