/** One run of one job: claimed, done, and told in the record. A failed run is not tried again; the next time comes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { CronError } from '#cron/index.ts'
import { live } from '../db/live.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { whyReadOnly } from '../db/sql-state.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import { jobs, leaseOf } from './job-table.ts'
import { parameterOf } from '../kernel/timed-work.ts'
import { timedWork, type TimedRun } from './timed-work.ts'

interface Job {
  name: string
  parameter: string | null
}

/** What came of a run, in words. */
export interface Outcome {
  result: typeof jobResults.good | typeof jobResults.failed
  message: string
}

/** A person's run that meets one of the clock waits so long for its end; most are done in less than a second. */
const PATIENCE_MS = 60_000
/** Each look may be a connection of its own (`lease.ts`). */
const ASK_MS = 1_000

/** Later than this after its time a run is one that makes up for missed ones. */
const LATE_MS = 60_000
export const LONGEST_MESSAGE = 500

/** Undefined when it did not run, or has come to its end before. */
export async function runTimedWork(services: Services, wanted: TimedRun): Promise<Outcome | undefined> {
  const release = await turnOf(services, wanted)
  if (!release) {
    services.log.warn({ id: wanted.id, at: wanted.at }, '上一次执行尚未结束，本次跳过')
    return undefined
  }
  try {
    return await runAlone(services, wanted)
  } finally {
    await release()
  }
}

/** The clock comes again, and so does what was cut off; a person who asked for a run does not. */
async function turnOf({ leases }: Services, { id, byHand }: TimedRun) {
  for (const end = performance.now() + (byHand ? PATIENCE_MS : 0); ;) {
    const release = await leases.take(leaseOf(id))
    if (release || performance.now() >= end) return release
    await sleep(ASK_MS, undefined, { ref: false })
  }
}

async function runAlone(services: Services, wanted: TimedRun): Promise<Outcome | undefined> {
  const job = await claim(services, wanted)
  if (!job) return undefined
  const begun = performance.now()
  const { result, message } = await outcome(services, wanted, job)
  const late = wanted.at && services.clock.now().getTime() - Date.parse(wanted.at) > LATE_MS
  await services.db
    .update(jobs)
    .set({
      lastResult: result,
      lastMs: Math.round(performance.now() - begun),
      lastMessage: `${late ? '补执行停机期间错过的任务：' : ''}${message}`.slice(0, LONGEST_MESSAGE),
    })
    .where(and(eq(jobs.id, wanted.id), eq(jobs.lastRun, wanted.run)))
  return { result, message }
}

/** Undefined when it must not run: deleted, stopped meanwhile, or done before, by this very run or a later one. */
const claim = ({ db, clock }: Services, { id, run, at, again, asked }: TimedRun): Promise<Job | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        name: jobs.jobClassName,
        parameter: jobs.parameter,
        status: jobs.status,
        result: jobs.lastResult,
        lastRun: jobs.lastRun,
        begun: sql<number | null>`extract(epoch from ${jobs.lastTime})::float8 * 1000`,
      })
      .from(jobs)
      .where(and(eq(jobs.id, id), live(jobs)))
      .for('update')
    if (!row || (at && row.status !== jobStates.running)) return undefined
    if (row.lastRun === run ? row.result !== jobResults.underWay : again) return undefined
    // The queue brings a run that was cut off once more when its entry expires; a later one has done its work, unless it
    // failed. What could not be queued (`schedule.ts`) stands there as failed too, with a time of no run.
    const counts = row.lastRun !== null && row.lastRun !== run && row.result !== jobResults.failed
    const last = counts ? timeOf(id, row.lastRun!, row.begun) : 0
    // A person's run waits for one of the clock that was sooner.
    const wanted = at ? Date.parse(at) : asked ? Date.parse(asked) + PATIENCE_MS : Infinity
    // By a clock that was ahead nothing is later.
    if (last > wanted && last <= clock.now().getTime()) return undefined
    await tx
      .update(jobs)
      .set({
        lastRun: run,
        lastTime: clock.now().toISOString(),
        lastResult: jobResults.underWay,
        lastMs: null,
        lastMessage: null,
      })
      .where(eq(jobs.id, id))
    return { name: row.name, parameter: row.parameter }
  })

/** When a run was due by its name (`schedule.ts`); a person's when it was begun. */
const timeOf = (id: string, run: string, begun: number | null): number =>
  run.startsWith(`${id} `) ? Date.parse(run.slice(id.length + 1)) : (begun ?? 0)

async function outcome(services: Services, { run }: TimedRun, { name, parameter }: Job): Promise<Outcome> {
  try {
    return { result: jobResults.good, message: await done(services, name, parameter) }
  } catch (error) {
    services.log.error({ err: error, job: name, run }, '定时任务执行失败')
    return { result: jobResults.failed, message: wordsOf(error) }
  }
}

async function done(services: Services, name: string, text: string | null): Promise<string> {
  const work = timedWork(name)
  if (!work) throw new Refusal(200, `没有名为“${name}”的任务`)
  const parameter = parameterOf(work, text)
  if ('problem' in parameter) throw new Refusal(200, `参数${parameter.problem}`)
  return work.run(services, parameter.value)
}

/** What a person can act on; everything else is in the log of the server, where its inside may be shown. */
export function wordsOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof CronError) return error.message
  const readOnly = whyReadOnly(error)
  if (readOnly) return `${readOnly}，无法写入数据`
  return '执行时出错，详情见服务端日志'
}
