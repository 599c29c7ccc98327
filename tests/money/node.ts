/**
 * One node of the product in a process of its own, with clients that do money operations on it until they are told to rest.
 * The clock and the pay channel are the parent's: they go on when this process is killed.
 */
import { like, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { makeLog } from '../../server/kernel/log.ts'
import type { PayChannel } from '../../server/kernel/ports/pay.ts'
import { tableOf } from '../../server/db/table.ts'
import { readSettings } from '../../server/settings.ts'
import { startProduct } from '../../server/start.ts'
import { clockFrom } from '../clock.ts'
import { dice, drawnFrom, operationsOn, outcomeOf, pick } from './operations.ts'
import type { World } from './world.ts'

/** What the parent gives a node, as JSON in `MONEY_NODE`. */
export interface Given {
  world: World
  mark: string
  seed: number
  clients: number
  /** ms the clock of all nodes is ahead. */
  aheadMs: number
}
export type ToNode =
  | { told: 'rest' }
  | { told: 'pass'; seconds: number }
  | { told: 'answer'; call: number; value?: unknown; error?: string }
export type ToParent =
  | { said: 'ready' }
  | { said: 'outcome'; name: string; outcome: 'done' | 'refused' | 'busy' }
  | { said: 'fault'; name: string; stack: string }
  | { said: 'pass'; seconds: number }
  | { said: 'ask'; call: number; method: keyof PayChannel; given: unknown[] }
  | { said: 'resting' }

/** Between two operations of a client, in ms. */
const THINK_MS = 40

const say = (what: ToParent) => void process.send!(what)
const given = JSON.parse(process.env['MONEY_NODE']!) as Given
const clock = clockFrom(new Date(Date.now() + given.aheadMs))

let calls = 0
const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
const ask =
  (method: keyof PayChannel) =>
  (...args: unknown[]) =>
    new Promise<never>((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve, reject })
      say({ said: 'ask', call: calls, method, given: args })
    })
const pay: PayChannel = {
  pay: ask('pay'),
  query: ask('query'),
  cancel: ask('cancel'),
  refund: ask('refund'),
  queryRefund: ask('queryRefund'),
  statement: ask('statement'),
}

let resting = false
process.on('message', (message: ToNode) => {
  if (message.told === 'rest') resting = true
  if (message.told === 'pass') clock.pass(message.seconds)
  if (message.told !== 'answer') return
  const { resolve, reject } = waiting.get(message.call)!
  waiting.delete(message.call)
  if (message.error === undefined) resolve(message.value as never)
  else reject(new Error(message.error))
})

const settings = readSettings(process.env)
process.env.TZ = settings.timeZone
const { services, stop } = await startProduct(settings, { log: makeLog(settings), clock, pay })
process.on('SIGTERM', () => void stop().then(() => process.exit(0)))

const { orderMessage, userCard } = resources
/** What others made before this process began. */
async function made(resource: Resource, number: string, prefix: string) {
  const table = tableOf(resource)
  const rows = await services.db
    .select({ id: table.id })
    .from(table)
    .where(like(table[number]!, `${prefix}-R%`))
    .orderBy(sql`random()`)
    .limit(200)
  return rows.map(({ id }) => String(id))
}

const operations = drawnFrom(
  operationsOn({
    services,
    world: given.world,
    mark: given.mark,
    orders: await made(orderMessage, 'orderNo', 'DD'),
    cards: await made(userCard, 'cardNo', 'UK'),
    // The parent's channel throws dice of its own.
    refundOutcome: () => undefined,
    pass: (seconds) => say({ said: 'pass', seconds }),
    // The queue does it too, here or on another node; what the channel keeps silent about it asks again.
    job: (run) =>
      run().catch((error: Error) => (error.message.startsWith('支付渠道') ? undefined : Promise.reject(error))),
  }),
)

async function client(seed: number): Promise<void> {
  const roll = dice(seed)
  while (!resting) {
    const { name, run } = pick(roll, operations)
    try {
      say({ said: 'outcome', name, outcome: await outcomeOf(run, roll) })
    } catch (error) {
      say({ said: 'fault', name, stack: String((error as Error).stack) })
    }
    await sleep(THINK_MS)
  }
}

say({ said: 'ready' })
await Promise.all(Array.from({ length: given.clients }, (_, at) => client(given.seed + at)))
say({ said: 'resting' })
