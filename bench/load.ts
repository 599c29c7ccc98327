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

export interface Load {
  address: string
  token?: string
  /** A second. */
  rate: number
  seconds: number
  /** The first seconds are sent but not counted. */
  warmUp?: number
  next(): Ask
}

export interface Measured {
  p50: number
  p99: number
  worst: number
  count: number
  failed: number
  /** How late requests were sent, p99: what the generator itself waited for a core. The server waited no less. */
  late: number
  /** The first failure, for a person. */
  failure?: string
}

/** Nobody waits longer; counted as this long and as failed. */
const GIVE_UP_MS = 10_000
const TICK_MS = 2
/** A rule that says no answers with status 200 and these bytes. */
const REFUSED = Buffer.from('{"success":false')

export async function load({ address, token: everyones, rate, seconds, warmUp = 0, next }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const times: number[] = []
  const lateness: number[] = []
  let failed = 0
  let failure: string | undefined
  let open = 0
  const start = performance.now()
  const gap = 1000 / rate
  const all = Math.round((seconds + warmUp) * rate)
  const first = warmUp * rate

  function send(index: number) {
    const due = start + index * gap
    const { path, method = 'GET', body, token = everyones, answered } = next()
    open++
    if (index >= first) lateness.push(performance.now() - due)
    const finish = (problem?: string) => {
      open--
      if (index < first) return
      times.push(performance.now() - due)
      if (!problem) return
      failed++
      failure ??= `${method} ${path}: ${problem}`
    }
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
        const good = response.statusCode === 200 && response.complete && !refused
        finish(
          good ? undefined : `status ${response.statusCode}${refused ? `, ${parts[0]!.toString().slice(0, 100)}` : ''}`,
        )
      })
    })
    sent.once('error', (error) => {
      // After the first byte it is the answer that closes.
      if (begun) return
      clearTimeout(giveUp)
      answered?.('')
      finish(error.message)
    })
    sent.end(body)
  }

  for (let sent = 0; sent < all;) {
    for (const due = Math.min(all, (performance.now() - start) / gap); sent < due; sent++) send(sent)
    await sleep(TICK_MS)
  }
  while (open > 0) await sleep(10)
  agent.destroy()
  const worst = times.reduce((most, time) => Math.max(most, time), 0)
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    worst,
    count: times.length,
    failed,
    late: percentile(lateness, 0.99),
    failure,
  }
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
