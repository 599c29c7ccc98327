/** Words of the other nodes, over a line that dies without saying so. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { watchTurns } from '../../server/db/turns.ts'
import { listenTo } from '../../server/sockets/listen.ts'
import { postgresUrl } from '../postgres.ts'

const url = await postgresUrl()
const log = { warn: vi.fn() }
const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.splice(0).map((close) => close())))

// A firewall is in front of a PostgreSQL; the embedded database has none.
it.runIf(url)('hears again after a firewall swallowed everything, and says that something may be missed', async () => {
  const { hostname, port } = new URL(url!)
  let silent = false
  const lines = new Set<Socket>()
  const firewall = createServer((mine) => {
    const theirs = connect(Number(port || 5432), hostname)
    lines.add(mine).add(theirs)
    const isDead = { yet: false }
    for (const [from, to] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      // What is begun after the silence passes again.
      from.on('data', (part) => (isDead.yet ||= silent) || to.write(part))
      from.on('error', () => undefined)
      from.on('close', () => isDead.yet || to.destroy())
    }
  })
  await new Promise<void>((ready) => firewall.listen(0, '127.0.0.1', ready))
  const through = new URL(url!)
  through.host = `127.0.0.1:${(firewall.address() as AddressInfo).port}`
  const pool = new pg.Pool({ connectionString: through.href, max: 2, query_timeout: 1000 })
  pool.on('error', () => undefined)
  watchTurns(pool)
  const direct = new pg.Pool({ connectionString: url!, max: 1 })
  const [onWord, onGap] = [vi.fn(), vi.fn()]
  const listener = listenTo({ pool, log: log as never }, { onWord, onGap, askEveryMs: 200 })
  closing.push(
    () => listener.stop(),
    () => lines.forEach((line) => line.destroy()),
    () => firewall.close(),
    () => direct.end(),
  )
  await listener.ready()
  const say = (text: string) => direct.query(`select pg_notify('voltdesk_live', $1)`, [JSON.stringify({ text })])
  await say('before')
  await vi.waitFor(() => expect(onWord).toHaveBeenCalledWith({ text: 'before' }), 120_000)

  silent = true
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), 20_000)
  silent = false
  await vi.waitFor(() => expect(onGap).toHaveBeenCalled(), 20_000)
  await say('after')
  await vi.waitFor(() => expect(onWord).toHaveBeenCalledWith({ text: 'after' }), 120_000)
})
