import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { unavailable } from '../kernel/errors.ts'
import type { Log } from '../kernel/ports/log.ts'
import type { Job, JobQueue } from '../kernel/ports/queue.ts'
import { startWorker, type End, type Job as Taken, type Worker } from './worker.ts'
import type { Clock } from '../kernel/services.ts'

export interface Handler {
  job: Job
  run(data: object): Promise<unknown>
}

export interface BossOptions {
  pool: Pool
  /** Other nodes may work on the database. */
  shared: boolean
  clock: Clock
  log: Log
  /** Asked at start, so that handlers may be built from services that hold this queue. */
  handlers: () => readonly Handler[]
  /** For jobs that run when it is stopped. */
  patienceMs?: number
}

/** Any number, the same on every node. */
const LOCK = 7_268_205
const RETRY_START_MS = 15_000
/** Longer than a commit takes. */
const NUDGE_MS = 60
const POLL_MS = 1000
/**
 * By its name it is planned once a connection; the planner has a table for each queue to think of. Each queue is looked into
 * by itself, by its index: as a join, planned while the tables were empty, it would read all that is done every time.
 */
const DUE = {
  name: 'queues-with-jobs-due',
  text: `select name from pgboss.queue where (
    select true from pgboss.job where job.name = queue.name and state < 'active' and start_after < now() limit 1)`,
}
const queueOptions = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 900,
} as const

/** The queue in PostgreSQL (pg-boss), over the pool everybody uses; its tables are in the schema `pgboss`. */
export function bossQueue({ pool, shared, log, clock, handlers, patienceMs = 5000 }: BossOptions): JobQueue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 600,
    monitorStateIntervalSeconds: 600,
    // Keys of what is done are known this long.
    archiveCompletedAfterSeconds: 7 * 86_400,
    archiveFailedAfterSeconds: 30 * 86_400,
    deleteAfterDays: 30,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, '任务队列出错，稍后继续'))

  const workers = new Map<string, Worker>()
  let isOpen = false
  const stopping = new AbortController()
  let again: NodeJS.Timeout | undefined

  /** Tables and queues: sending needs them too, working or not. */
  async function open(jobs: readonly Job[]) {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const { name, expireInSeconds = queueOptions.expireInSeconds } of jobs) {
      const options = { name, ...queueOptions, expireInSeconds }
      if (known.has(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, options)
    }
    isOpen = true
  }

  /** Nodes that start together would wait for each other's tables. */
  async function oneAtATime(set: () => Promise<void>) {
    if (!shared) return set()
    const client = await pool.connect()
    try {
      await client.query(`select pg_advisory_lock(${LOCK})`)
      await set()
    } finally {
      // The lock goes with the connection.
      client.release(true)
    }
  }

  async function work() {
    const all = handlers()
    if (!isOpen) await oneAtATime(() => open(all.map(({ job }) => job)))
    for (const {
      job: { name },
      run,
    } of all)
      workers.set(
        name,
        startWorker({
          take: (most) => boss.fetch<object>(name, { batchSize: most, includeMetadata: true }),
          run: (job) => run(job.data),
          settle: (job, end) =>
            settle(job, end).catch((lost: Error) =>
              // The database is gone: nobody holds the job any more, and it is tried again when it has expired.
              log.warn({ job: name, id: job.id, error: lost.message }, '任务结果未能记录'),
            ),
        }),
      )
    void lookOut()
  }

  /** One question for all queues: most of them are empty most of the time. */
  async function lookOut() {
    let told = false
    while (!stopping.signal.aborted) {
      const due = await pool.query<{ name: string }>(DUE).then(
        ({ rows }) => rows.map(({ name }) => name),
        (error: Error) => error,
      )
      const failed = due instanceof Error && !stopping.signal.aborted
      if (failed && !told) log.warn({ error: due.message }, '任务队列暂时无法查看，逐个尝试')
      told = failed
      // One table that cannot be read holds up its own queue alone.
      for (const name of due instanceof Error ? workers.keys() : due) workers.get(name)?.nudge()
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Only while it is still this try: one that took too long may be somebody else's by now. */
  async function settle(job: Taken, { answer, error }: End): Promise<void> {
    if (error) log.warn({ job: job.name, id: job.id, error: causeOf(error) }, '任务失败，稍后重试')
    const client = await pool.connect()
    const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) }
    try {
      await client.query('begin')
      const { rowCount } = await client.query(
        `select from pgboss.job where name = $1 and id = $2 and retry_count = $3 and state = 'active' for update`,
        [job.name, job.id, job.retryCount],
      )
      if (rowCount && error) await boss.fail(job.name, job.id, { message: causeOf(error) }, { db })
      else if (rowCount) await boss.complete(job.name, job.id, { answer }, { db })
      await client.query('commit')
      client.release()
    } catch (lost) {
      client.release(true)
      throw lost
    }
  }

  /** Work that was just committed is looked for at once instead of at the next poll. */
  function nudge(name: string) {
    setTimeout(() => workers.get(name)?.nudge(), NUDGE_MS).unref()
  }

  return {
    async send(tx, { name: job }, data, { afterSeconds, key, once } = {}) {
      // pg-boss would drop the job without a word while its queue does not exist.
      if (!isOpen) throw unavailable('任务队列尚未就绪，请稍后重试')
      await boss.send(job, data, {
        // A moment, not seconds: `bound` gives each place its own parameter, and only a moment fits all its types.
        ...(afterSeconds ? { startAfter: new Date(clock.now().getTime() + afterSeconds * 1000) } : {}),
        // The key becomes the id, so a second one meets the first in the primary key.
        ...(key !== undefined && { id: idOf(job, key) }),
        ...(once && { retryLimit: 0 }),
        db: { executeSql: async (text, values) => ({ rows: (await tx.execute(bound(text, values))).rows }) },
      })
      if (!afterSeconds) nudge(job)
    },
    async answerOf({ name }, key) {
      const job = await boss.getJobById<object>(name, idOf(name, key))
      return job?.state === 'completed' ? (job.output as { answer?: unknown }).answer : undefined
    },
    ready: () => isOpen,
    async start() {
      try {
        await work()
      } catch (error) {
        // On a full disk the server starts read-only; the queue follows when there is room.
        log.warn({ error: (error as Error).message }, '任务队列暂时无法启动，稍后重试')
        if (!stopping.signal.aborted) again = setTimeout(() => void this.start(), RETRY_START_MS).unref()
      }
    },
    async stop() {
      stopping.abort()
      clearTimeout(again)
      await Promise.all([...workers.values()].map((worker) => worker.stop(patienceMs)))
      if (isOpen) await boss.stop({ graceful: false, close: false })
    },
  }
}

/** drizzle puts the whole statement into its message; the cause says what went wrong. */
const causeOf = (error: unknown): string =>
  (error as Error).cause instanceof Error ? ((error as Error).cause as Error).message : (error as Error).message

/** Text with `$1` and its values as a drizzle statement, so that it runs inside the transaction. */
function bound(text: string, values: unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, at) => (at % 2 ? sql`${sql.param(values[Number(part) - 1])}` : sql.raw(part))),
    sql.raw(''),
  )
}

function idOf(job: string, key: string): string {
  const hex = createHash('sha256').update(`${job}\0${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
