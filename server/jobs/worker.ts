import { setTimeout as sleep } from 'node:timers/promises'
import type PgBoss from 'pg-boss'

/** pg-boss says a number of seconds; its statement answers them as text, with their decimals. */
export type Job = Omit<PgBoss.JobWithMetadata<object>, 'expireInSeconds'> & { expireInSeconds: number | string }

export interface Work {
  /** Takes so many jobs that are due at most; none when the database cannot be asked. */
  take(most: number): Promise<readonly Job[]>
  /** Rejects when the job is to be tried again. */
  run(job: Job): Promise<unknown>
  /** Says what came of it; never rejects. */
  settle(job: Job, end: End): Promise<void>
}

/** What its handler answered, or why it did not come to an end. */
export interface End {
  answer?: unknown
  error?: Error
}

export interface Worker {
  /** There are jobs that are due. */
  nudge(): void
  /** Waits so long for what runs; then others may take it. */
  stop(patienceMs: number): Promise<void>
}

const AT_ONCE = 4

/**
 * The jobs of one queue on this node, looked for when it is told that some are due: no more are taken than can begin, so none
 * waits here for one that takes long. Each is settled by itself: pg-boss's own worker ends a batch as one, by which it would
 * also end a job that failed here and that another node has taken up meanwhile, and it lets nobody wait for that.
 */
export function startWorker({ take, run, settle }: Work): Worker {
  const running = new Map<Job, Promise<void>>()
  let stopping = false
  let nudged = false
  let wake = (): void => undefined

  async function one(job: Job): Promise<void> {
    const end = await inTime(job, run(job)).then(
      (answer): End => ({ answer }),
      (reason: unknown): End => ({ error: reason instanceof Error ? reason : new Error(String(reason)) }),
    )
    // Whoever stopped has said so already.
    if (running.delete(job)) await settle(job, end)
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      if (!nudged) await new Promise<void>((resolve) => (wake = resolve))
      if (stopping) break
      nudged = false
      for (const job of await take(AT_ONCE - running.size))
        if (stopping) await settle(job, { error: new Stopped() })
        else running.set(job, one(job))
      if (running.size < AT_ONCE) continue
      await Promise.race(running.values())
      // More may be due than there was room for.
      nudged = true
    }
    await Promise.all(running.values())
  }

  const looping = loop()
  return {
    nudge() {
      nudged = true
      wake()
    },
    async stop(patienceMs) {
      stopping = true
      wake()
      await Promise.race([looping, sleep(patienceMs, undefined, { ref: false })])
      const left = [...running.keys()]
      running.clear()
      await Promise.all(left.map((job) => settle(job, { error: new Stopped() })))
    },
  }
}

class Stopped extends Error {
  override message = '服务停止时尚未完成'
}

/** A job that hangs keeps nobody from the next. */
async function inTime(job: Job, work: Promise<unknown>): Promise<unknown> {
  const expireInSeconds = Number(job.expireInSeconds)
  const done = new AbortController()
  const late = sleep(expireInSeconds * 1000, undefined, { ref: false, signal: done.signal }).then(() => {
    throw new Error(`超过 ${expireInSeconds} 秒没有完成`)
  })
  // Aborted when the work was in time.
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
