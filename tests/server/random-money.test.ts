/** Money operations in any order by several people at once: every balance stays the sum of its rows, and never below nothing. */
import { refundFailedJob, type RefundFailed } from '../../server/money/jobs.ts'
import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { complaintStates } from '#resources/customer/complaint.ts'
import { refundStates } from '#resources/product/userCard.ts'
import { refundFailed } from '../../server/business/complaint/complaint-rules.ts'
import { tableOf } from '../../server/db/table.ts'
import { isSerializationFailure } from '../../server/db/sql-state.ts'
import { oneKind } from '../databases.ts'
import { faultsOf } from '../money/invariants.ts'
import { dice, drawnFrom, operationsOn, outcomeOf, pick, type Ground } from '../money/operations.ts'
import { makeWorld } from '../money/world.ts'
import { testApp, type TestApp } from '../product.ts'

const { complaint, userCard } = resources

/** Of both databases together; the embedded one has one connection at a time and takes a fifth. `RANDOM_MONEY=10000` for a night. */
const TOTAL = Number(process.env['RANDOM_MONEY'] ?? 1_000)
const COUNTS = { embedded: TOTAL / 5, postgres: (TOTAL * 4) / 5 } as const
const WORKERS = 4
/** Of a job, as in the queue. */
const TRIES = 10

describe.each([await oneKind()])('random money on %s', (kind) => {
  let test: TestApp
  let ground: Ground
  /** What jobs were told of refunds that the channel could not make. */
  const failed: RefundFailed[] = []
  const tally = { done: 0, refused: 0, busy: 0 }

  /** A job that met somebody in its locks is tried again, or what the channel has paid would never be booked. */
  async function asTheQueue(run: () => Promise<unknown>): Promise<void> {
    for (let tried = 1; ; tried += 1)
      try {
        return void (await run())
      } catch (error) {
        if (!isSerializationFailure(error) || tried === TRIES) throw error
        tally.busy += 1
      }
  }

  beforeAll(async () => {
    test = await testApp(kind)
    const { services } = test
    // Jobs are run by the operation that orders them: what is still under way when the books are compared would be nobody's.
    services.jobs.send = async (_tx, { name }, data) =>
      void (name === refundFailedJob.name && failed.push(data as object as RefundFailed))
    ground = {
      services,
      world: await makeWorld(services),
      mark: kind,
      orders: [],
      cards: [],
      refundOutcome: test.refundOutcome,
      pass: test.clock.pass,
      async job(run) {
        await asTheQueue(run)
        for (const data of failed.splice(0)) await asTheQueue(() => refundFailed(services, data))
      },
    }
  })
  afterAll(() => test?.close())

  it(`stays true over ${COUNTS[kind]} operations by ${WORKERS} workers`, { timeout: 1_200_000 }, async () => {
    const { services } = test
    const operations = operationsOn(ground)
    const drawn = drawnFrom(operations)
    const effective = new Set<string>()
    const work = async (worker: number) => {
      const roll = dice(20_260_301 + worker)
      for (let count = 0; count < COUNTS[kind] / WORKERS; count += 1) {
        const { name, run } = pick(roll, drawn)
        const outcome = await outcomeOf(run, roll)
        tally[outcome] += 1
        if (outcome === 'done') effective.add(name)
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    expect(tally.done + tally.refused + tally.busy).toBeGreaterThanOrEqual(COUNTS[kind])
    expect(tally.busy).toBeLessThan(Math.max(COUNTS[kind] / 50, 16))
    expect(tally.refused).toBeGreaterThan(0)
    expect(tally.done).toBeGreaterThan(tally.refused)
    expect(ground.orders.length).toBeGreaterThan(COUNTS[kind] / 10)
    // What is always refused tries nothing.
    expect(Object.keys(operations).filter((name) => !effective.has(name))).toEqual([])
    // What is hardest to bring about did come about.
    const { rows: seen } = await services.db.execute(sql`select
      (select count(*)::int from ${tableOf(complaint)} where reopened = 1 and compensation > 0 and status = ${complaintStates.done}) > 0 as reopened,
      (select count(*)::int from ${tableOf(userCard)} where product_id = ${ground.world.monthly} and refund_status = ${refundStates.refunded}) > 0 as returned`)
    expect(seen).toEqual([{ reopened: true, returned: true }])
    const faults = await faultsOf(services)
    expect(faults, inspect(faults, { depth: 4 })).toEqual({})
  })
})
