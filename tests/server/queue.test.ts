/** Jobs that are committed with the change that caused them: once a key, tried again, by one node at a time. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobHandlers } from '../../server/flows.ts'
import { bossQueue } from '../../server/jobs/boss.ts'
import type { JobQueue } from '../../server/kernel/ports/queue.ts'
import { payOutJob, type OfRecord } from '../../server/money/jobs.ts'
import { emptyApp, type EmptyApp } from '../empty-app.ts'

let test: EmptyApp
beforeAll(async () => {
  test = await emptyApp()
})
afterAll(() => test?.close())

/** One that does something for payments only. */
async function node(payOut: (data: OfRecord) => Promise<void>): Promise<JobQueue> {
  const queue = bossQueue({
    pool: test.database.pool,
    shared: !test.database.embedded,
    log: test.services.log,
    clock: test.clock,
    patienceMs: 20,
    handlers: () =>
      jobHandlers().map(({ job }) => ({
        job,
        run: (data) => (job === payOutJob ? payOut(data as OfRecord) : Promise.resolve()),
      })),
  })
  await queue.start()
  return queue
}

const send = (queue: JobQueue, id: string) => test.services.db.transaction((tx) => queue.send(tx, payOutJob, { id }))
const stateOf = async (id: string) => {
  const { rows } = await test.services.db.execute<{ state: string }>(
    sql`select state from pgboss.job where name = 'pay-out' and data->>'id' = ${id}`,
  )
  return rows[0]?.state
}
/** Nobody waits for the moment at which it is tried again. */
const dueNow = (id: string) =>
  test.services.db.execute(
    sql`update pgboss.job set start_after = now() - interval '1 second' where data->>'id' = ${id}`,
  )

/** A job that runs until it is told how it ends. */
function held() {
  let begun!: () => void
  let end!: { well(): void; badly(): void }
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  const work = new Promise<void>((resolve, reject) => {
    end = { well: resolve, badly: () => reject(new Error('badly')) }
  })
  work.catch(() => undefined)
  return { beginning, end, run: () => (begun(), work) }
}

it('a job is committed with the change that caused it, done once a key, and tried again when it fails', async () => {
  const { db } = test.services
  const done: string[] = []
  let fail = true
  const queue = await node(({ id }) => {
    if (id === 'flaky' && fail) {
      fail = false
      return Promise.reject(new Error('once'))
    }
    done.push(String(id))
    return Promise.resolve()
  })
  await send(queue, 'a')
  await db.transaction(async (tx) => {
    await queue.send(tx, payOutJob, { id: 'keyed' }, { key: 'k' })
    await queue.send(tx, payOutJob, { id: 'keyed' }, { key: 'k' })
    await queue.send(tx, payOutJob, { id: 'later' }, { afterSeconds: 3600 })
    await queue.send(tx, payOutJob, { id: 'flaky' })
  })
  await db
    .transaction(async (tx) => {
      await queue.send(tx, payOutJob, { id: 'undone' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await expect.poll(() => stateOf('flaky')).toBe('retry')
  await dueNow('flaky')
  await expect.poll(() => done.length >= 3, { timeout: 120_000 }).toBe(true)
  expect(done.sort()).toEqual(['a', 'flaky', 'keyed'])
  await queue.stop()
})

it('nothing can be queued before the queue is set up', async () => {
  const queue = bossQueue({ ...test.services, pool: test.database.pool, shared: false, handlers: () => [] })
  await expect(send(queue, 'early')).rejects.toThrow('任务队列尚未就绪')
})

it('what failed on one node and was taken up by another stays open when the rest ends on the first', async () => {
  const [slow, again] = [held(), held()]
  const first = await node(() => Promise.resolve())
  await first.stop()
  // All there is room for, once the one has failed.
  const rest = ['slow', 'slow-2', 'slow-3', 'slow-4']
  for (const id of ['fails', ...rest]) await send(first, id)
  const one = await node(({ id }) => (id === 'fails' ? Promise.reject(new Error('here')) : slow.run()))
  await expect.poll(() => stateOf('fails')).toBe('retry')
  await expect.poll(() => stateOf('slow-4')).toBe('active')
  const two = await node(() => again.run())
  await dueNow('fails')
  await again.beginning
  slow.end.well()
  for (const id of rest) await expect.poll(() => stateOf(id)).toBe('completed')
  await one.stop()
  expect(await stateOf('fails')).toBe('active')
  again.end.badly()
  await expect.poll(() => stateOf('fails')).toBe('retry')
  await two.stop()
})

it('one that takes long keeps none of its queue waiting, and a node takes no more than it can begin', async () => {
  const long = held()
  const begun: string[] = []
  const first = await node(() => Promise.resolve())
  await first.stop()
  await test.services.db.transaction(async (tx) => {
    for (let count = 0; count < 12; count += 1) await first.send(tx, payOutJob, { id: `q${count}` })
  })
  const one = await node(({ id }) => {
    begun.push(String(id))
    return id === 'q0' ? long.run() : Promise.resolve()
  })
  await expect.poll(() => begun.length).toBe(12)
  await send(one, 'later')
  await expect.poll(() => begun.includes('later')).toBe(true)
  long.end.well()
  await one.stop()

  const stuck = held()
  await test.services.db.transaction(async (tx) => {
    for (let count = 0; count < 6; count += 1) await first.send(tx, payOutJob, { id: `s${count}` })
  })
  const two = await node(() => stuck.run())
  await stuck.beginning
  const states = async () => (await Promise.all(Array.from({ length: 6 }, (_, at) => stateOf(`s${at}`)))).sort()
  await expect.poll(states).toEqual(['active', 'active', 'active', 'active', 'created', 'created'])
  await two.stop()
  expect(await states()).toEqual(['created', 'created', 'retry', 'retry', 'retry', 'retry'])
  stuck.end.well()
  await test.services.db.execute(sql`delete from pgboss.job where data->>'id' like 's_'`)
})

it('what a node had not finished when it stopped is free for others, and its late end changes nothing', async () => {
  const [first, second] = [held(), held()]
  const one = await node(() => first.run())
  await send(one, 'long')
  await first.beginning
  await one.stop()
  expect(await stateOf('long')).toBe('retry')
  const two = await node(() => second.run())
  await dueNow('long')
  await second.beginning
  first.end.well()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await stateOf('long')).toBe('active')
  second.end.well()
  await expect.poll(() => stateOf('long')).toBe('completed')
  await two.stop()
})
