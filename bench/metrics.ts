/** What Prometheus costs: a scrape every second beside an office's day, and the same day without it, in turns. */
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDatabase } from './database.ts'
import { ms, type Figure } from './figure.ts'
import { load, type Measured } from './load.ts'
import { office } from './office.ts'
import { percentile } from './percentile.ts'
import { startServer } from './server.ts'

const TARGET_MS = 50
const MOST_SLOWER = 0.05
const TOKEN = 'bench-metrics-token'
/** Of requests a second: well below what the embedded database bears. */
const RATE = 60
const SECONDS = 15
const WARM_UP = 3
const TURNS = 4
/** Fifteen times as often as Prometheus does when nobody says otherwise. */
const EVERY_MS = 1000

/** Asks until the work is over; how long each answer took, ms. */
async function scraped(address: string, work: Promise<unknown>): Promise<number[]> {
  let over = false
  const end = () => (over = true)
  work.then(end, end)
  const took: number[] = []
  for (let due = performance.now(); !over; due += EVERY_MS) {
    const began = performance.now()
    const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    if (!answer.ok || !(await answer.text()).includes('# TYPE')) throw new Error(`/metrics: ${answer.status}`)
    took.push(performance.now() - began)
    await sleep(Math.max(0, due + EVERY_MS - performance.now()))
  }
  return took
}

const middle = (rounds: readonly Measured[], of: 'p50' | 'p99') =>
  percentile(
    rounds.map((round) => round[of]),
    0.5,
  )

export async function* measure(): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase('embedded')
  const server = await startServer({ ...env, METRICS_TOKEN: TOKEN })
  const { address } = server
  const next = await office(server)
  const day = () => load({ address, rate: RATE, seconds: SECONDS, warmUp: WARM_UP, next })
  const [alone, beside]: [Measured[], Measured[]] = [[], []]
  const took: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(await day())
    await server.settled()
    const busy = day()
    took.push(...(await scraped(address, busy)))
    beside.push(await busy)
    await server.settled()
  }
  const p99 = percentile(took, 0.99)
  yield {
    name: `GET /metrics every second beside ${RATE} requests/s, embedded`,
    measured: `p50 ${ms(percentile(took, 0.5))}, p99 ${ms(p99)}`,
    target: `p99 ≤ ${TARGET_MS} ms`,
    reached: p99 <= TARGET_MS,
  }
  const slower = middle(beside, 'p50') / middle(alone, 'p50') - 1
  yield {
    name: 'what the scrapes cost the others',
    measured: `p50 ${ms(middle(alone, 'p50'))} → ${ms(middle(beside, 'p50'))} (${slower < 0 ? '−' : '+'}${Math.abs(Math.round(slower * 1000) / 10)}%), p99 ${ms(middle(alone, 'p99'))} → ${ms(middle(beside, 'p99'))}`,
    target: `p50 no more than ${MOST_SLOWER * 100}% slower`,
    reached: slower <= MOST_SLOWER,
  }
  await server.stop()
}
