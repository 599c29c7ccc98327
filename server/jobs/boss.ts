import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { unavailable } from '../http/errors.ts'
import type { Log } from '../db/log.ts'
import type { JobName, JobQueue } from './queue.ts'

export type JobHandlers = { readonly [J in JobName]: (data: Record<string, unknown>) => Promise<void> }

export interface BossOptions {
  pool: Pool
  log: Log
  /** Asked at start, so that handlers may be built from services that hold this queue. */
  handlers: () => JobHandlers
}

const RETRY_START_MS = 15_000
const BATCH = 20
const AT_ONCE = 4
/** Longer than a commit takes. */
const NUDGE_MS = 60
const queueOptions = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 900,
} as const

/** The queue in PostgreSQL (pg-boss), over the pool everybody uses; its tables are in the schema `pgboss`. */
export function bossQueue({ pool, log, handlers }: BossOptions): JobQueue {
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

  const workers = new Map<string, string>()
  let isOpen = false
  let stopping = false
  let again: NodeJS.Timeout | undefined

  /** Tables and queues: sending needs them too, working or not. */
  async function open(names: JobName[]) {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of names) {
      if (known.has(name)) await boss.updateQueue(name, { name, ...queueOptions })
      else await boss.createQueue(name, { name, ...queueOptions })
    }
    isOpen = true
  }

  async function work() {
    const all = handlers()
    if (!isOpen) await open(Object.keys(all) as JobName[])
    for (const [name, handle] of Object.entries(all)) {
      const worker = await boss.work<Record<string, unknown>>(
        name,
        { pollingIntervalSeconds: 1, batchSize: BATCH },
        (jobs) =>
          each(jobs, AT_ONCE, async (job) => {
            try {
              await handle(job.data)
            } catch (error) {
              log.warn({ job: name, id: job.id, error: causeOf(error) }, '任务失败，稍后重试')
              // Only this one is tried again; the rest of the batch ends well.
              await boss
                .fail(name, job.id, { message: causeOf(error) })
                // The server is stopping: nobody holds the job any more, and it is tried again when it has expired.
                .catch((lost: Error) => log.warn({ job: name, id: job.id, error: lost.message }, '任务结果未能记录'))
            }
          }),
      )
      workers.set(name, worker)
    }
  }

  /** Work that was just committed is looked for at once instead of at the next poll. */
  function nudge(name: JobName) {
    const worker = workers.get(name)
    if (worker) setTimeout(() => isOpen && !stopping && boss.notifyWorker(worker), NUDGE_MS).unref()
  }

  return {
    async send(tx, job, data, { afterSeconds, key } = {}) {
      // pg-boss would drop the job without a word while its queue does not exist.
      if (!isOpen) throw unavailable('任务队列尚未就绪，请稍后重试')
      await boss.send(job, data, {
        // A moment, not seconds: `bound` gives each place its own parameter, and only a moment fits all its types.
        ...(afterSeconds ? { startAfter: new Date(Date.now() + afterSeconds * 1000) } : {}),
        // The key becomes the id, so a second one meets the first in the primary key.
        ...(key !== undefined && { id: idOf(job, key) }),
        db: { executeSql: async (text, values) => ({ rows: (await tx.execute(bound(text, values))).rows }) },
      })
      if (!afterSeconds) nudge(job)
    },
    async start() {
      try {
        await work()
      } catch (error) {
        // On a full disk the server starts read-only; the queue follows when there is room.
        log.warn({ error: (error as Error).message }, '任务队列暂时无法启动，稍后重试')
        if (!stopping) again = setTimeout(() => void this.start(), RETRY_START_MS).unref()
      }
    },
    async stop() {
      stopping = true
      clearTimeout(again)
      if (isOpen) await boss.stop({ graceful: true, timeout: 5000, wait: true, close: false })
    },
  }
}

/** Runs the work over all items, at most `width` at a time. */
async function each<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
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
