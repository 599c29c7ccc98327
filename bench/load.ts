/**
 * Requests at a fixed rate whatever the answers do, as people send them. A request counts from the moment it was due, so a
 * server that stalls is charged for everybody who would have waited.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ms } from './figure.ts'
import { percentile } from './percentile.ts'

export interface Ask {
  path: string
  method?: string
  body?: string
  token?: string
  /** Given what came back, whatever it was; without it the answer is not read. */
  answered?(text: string): void
}

interface Asking {
  address: string
  token?: string
  seconds: number
  /** The first seconds are sent but not counted. */
  warmUp?: number
  next(): Ask
}

export interface Load extends Asking {
  /** A second. */
  rate: number
}

export interface Measured {
  p50: number
  p99: number
  worst: number
  count: number
  failed: number
  /** How late requests were sent, p99: what the generator itself waited for a core. The server waited no less. */
  late: number
  /** The first failure, for a person; one that was sent away only when there is no other. */
  failure?: string
  /** Good answers a second, while the load was on. */
  goodput: number
  /** Of the good answers alone. */
  goodP99: number
  /** Sent away with 503 and Retry-After; they count as failed too. */
  shed: number
  /** Of those sent away alone. */
  shedP99: number
}

/** Nobody waits longer; counted as this long and as failed. */
const GIVE_UP_MS = 10_000
const TICK_MS = 2
/** A rule that says no answers with status 200 and these bytes. */
const REFUSED = Buffer.from('{"success":false')

interface Outcome {
  /** Absent: the answer was good. */
  problem?: string
  shed?: boolean
}

function ask(agent: Agent, address: string, { path, method = 'GET', body, token, answered }: Ask): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(`${address}${path}`, {
      agent,
      method,
      headers: {
        ...(token && { 'x-access-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    })
    const giveUp = setTimeout(() => sent.destroy(new Error(`no answer in ${GIVE_UP_MS / 1000} s`)), GIVE_UP_MS)
    let begun = false
    sent.on('response', (response) => {
      begun = true
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => {
        if (answered || !parts.length) parts.push(part)
      })
      response.on('close', () => {
        clearTimeout(giveUp)
        answered?.(Buffer.concat(parts).toString())
        const refused = parts[0]?.subarray(0, REFUSED.length).equals(REFUSED)
        if (response.statusCode === 200 && response.complete && !refused) return resolve({})
        const why = refused ? `, ${parts[0]!.toString().slice(0, 100)}` : ''
        const shed = response.statusCode === 503 && response.headers['retry-after'] !== undefined
        resolve({ problem: `${method} ${path}: status ${response.statusCode}${why}`, shed })
      })
    })
    sent.once('error', (error) => {
      // After the first byte it is the answer that closes.
      if (begun) return
      clearTimeout(giveUp)
      answered?.('')
      resolve({ problem: `${method} ${path}: ${error.message}` })
    })
    sent.end(body)
  })
}

/** What came of requests that were due between `from` and `to`. */
class Tally {
  #good: number[] = []
  #shed: number[] = []
  #failed: number[] = []
  #late: number[] = []
  #inTime = 0
  #failure: string | undefined
  #sentAway: string | undefined

  constructor(
    readonly from: number,
    readonly to: number,
  ) {}

  add(due: number, sent: number, { problem, shed }: Outcome): void {
    const now = performance.now()
    if (!problem && now >= this.from && now <= this.to) this.#inTime++
    if (due < this.from) return
    this.#late.push(sent - due)
    ;(problem ? (shed ? this.#shed : this.#failed) : this.#good).push(now - due)
    if (shed) this.#sentAway ??= problem
    else this.#failure ??= problem
  }

  measured(): Measured {
    const all = [...this.#good, ...this.#shed, ...this.#failed]
    return {
      p50: percentile(all, 0.5),
      p99: percentile(all, 0.99),
      worst: all.reduce((most, time) => Math.max(most, time), 0),
      count: all.length,
      failed: this.#failed.length + this.#shed.length,
      late: percentile(this.#late, 0.99),
      failure: this.#failure ?? this.#sentAway,
      goodput: (this.#inTime * 1000) / (this.to - this.from),
      goodP99: percentile(this.#good, 0.99),
      shed: this.#shed.length,
      shedP99: percentile(this.#shed, 0.99),
    }
  }
}

export async function load({ address, token, rate, seconds, warmUp = 0, next }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const start = performance.now()
  const tally = new Tally(start + warmUp * 1000, start + (warmUp + seconds) * 1000)
  const gap = 1000 / rate
  const all = Math.round((seconds + warmUp) * rate)
  let open = 0
  async function send(due: number) {
    open++
    const sent = performance.now()
    tally.add(due, sent, await ask(agent, address, { token, ...next() }))
    open--
  }
  for (let sent = 0; sent < all;) {
    for (const due = Math.min(all, (performance.now() - start) / gap); sent < due; sent++) void send(start + sent * gap)
    await sleep(TICK_MS)
  }
  while (open > 0) await sleep(10)
  agent.destroy()
  return tally.measured()
}

/** As much as it can do: so many clients who ask again as soon as they are answered. */
export async function fullStretch(asking: Asking & { clients: number }): Promise<Measured> {
  const { address, token, clients, seconds, warmUp = 0, next } = asking
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const start = performance.now()
  const tally = new Tally(start + warmUp * 1000, start + (warmUp + seconds) * 1000)
  async function client() {
    for (let now = start; now < tally.to; now = performance.now())
      tally.add(now, now, await ask(agent, address, { token, ...next() }))
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return tally.measured()
}

/** Later than this, the machine was busy with something else. */
const LATE_MS = 10

export const told = ({ p50, p99, late, failed }: Measured): string =>
  [
    `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    failed > 0 && `${failed} failed`,
    late > LATE_MS && `generator late by ${ms(late)}`,
  ]
    .filter(Boolean)
    .join(', ')
