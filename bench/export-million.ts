/** A million rows as .xlsx: how long, how much memory, and whether anybody else notices. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { emptyDatabase } from './database.ts'
import { mb, ms, type Figure } from './figure.ts'
import { load } from './load.ts'
import { fillMillion } from './million.ts'
import { startServer } from './server.ts'

const SAMPLE_MS = 100
const GIVE_UP_MS = 300_000
const MEGABYTE = 1024 * 1024

const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

export async function* measure(): AsyncGenerator<Figure> {
  const database = await emptyDatabase('postgres')
  await fillMillion(database)
  const server = await startServer(database.env)
  const token = await server.signIn('ops_manager')
  await server.get('/rental/userMessage/list', token)
  await server.settled()
  const idle = resident(server.pid)
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, resident(server.pid))), SAMPLE_MS)

  const started = performance.now()
  const others = { going: true }
  const health = watchHealth(server.address, others)
  const response = await fetch(`${server.address}/jeecg-boot/rental/userMessage/exportXls?format=xlsx`, {
    headers: { 'x-access-token': token },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  })
  if (!response.ok || !response.body) throw new Error(`export: status ${response.status}`)
  let firstByte = 0
  let bytes = 0
  const hash = createHash('sha256')
  for await (const chunk of response.body) {
    firstByte ||= performance.now() - started
    bytes += (chunk as Uint8Array).length
    hash.update(chunk as Uint8Array)
  }
  const took = performance.now() - started
  others.going = false
  clearInterval(watch)
  const healthP99 = await health
  await server.stop()
  const name = 'export 1,000,000 rows .xlsx, postgres'
  yield* [
    { name, measured: `${ms(took)} (${mb(bytes)})`, target: '≤ 40 s', reached: took <= 40_000 },
    {
      name: `${name}: memory above idle`,
      measured: `${mb(peak - idle)} (idle ${mb(idle)})`,
      target: '≤ 150 MB',
      reached: peak - idle <= 150 * MEGABYTE,
    },
    { name: `${name}: first byte`, measured: ms(firstByte), target: '' },
    { name: `${name}: others wait for /health`, measured: `p99 ${ms(healthP99)}`, target: '' },
  ]
}

/** Two seconds at a time, until the export is done. */
async function watchHealth(address: string, others: { going: boolean }) {
  let worst = 0
  while (others.going) {
    const { p99 } = await load({ address, rate: 50, seconds: 2, next: () => ({ path: '/health' }) })
    worst = Math.max(worst, p99)
  }
  return worst
}
