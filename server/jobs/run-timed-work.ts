/** One run of one job: claimed, done, and told in the record. A failed run is not tried again; the next time comes. */
import { and, eq, sql } from 'drizzle-orm'
import { CronError } from '#cron/index.ts'
import { isReadOnly } from '../db/sql-state.ts'
import { Refusal } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { CUT_OFF_MS, jobs, RESULT, STATUS } from './job-table.ts'
import { parameterOf, timedWork } from './timed-work.ts'

export interface TimedRun {
  id: string
  /** Names the run; the same run is begun again only when it was cut off. */
  run: string
  /** When it was due; absent when a person asked for it. */
  at?: string
}

interface Job {
  name: string
  parameter: string | null
}

/** Later than this after its time a run is one that makes up for missed ones. */
const LATE_MS = 60_000
const LONGEST_MESSAGE = 500

export async function runTimedWork(services: Services, wanted: TimedRun): Promise<void> {
  const job = await claim(services, wanted)
  if (!job) return
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
    .where(and(eq(jobs.id!, wanted.id), eq(jobs.lastRun!, wanted.run)))
}

/** Undefined when it must not run: deleted, stopped meanwhile, or another run is under way. */
const claim = ({ db, clock, log }: Services, { id, run, at }: TimedRun): Promise<Job | undefined> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const [row] = await tx
      .select({
        name: jobs.jobClassName!,
        parameter: jobs.parameter!,
        status: jobs.status!,
        result: jobs.lastResult!,
        lastRun: jobs.lastRun!,
        begun: sql<number | null>`extract(epoch from ${jobs.lastTime})::float8 * 1000`,
      })
      .from(jobs)
      .where(and(eq(jobs.id!, id), sql`${jobs.deleteTime} is null`))
      .for('update')
    if (!row || (at && row.status !== STATUS.running)) return undefined
    const underWay = row.result === RESULT.underWay && now.getTime() - (row.begun ?? 0) < CUT_OFF_MS
    if (underWay && row.lastRun !== run) {
      log.warn({ job: row.name, at }, '上一次执行尚未结束，本次跳过')
      return undefined
    }
    await tx
      .update(jobs)
      .set({
        lastRun: run,
        lastTime: now.toISOString(),
        lastResult: RESULT.underWay,
        lastMs: null,
        lastMessage: null,
      })
      .where(eq(jobs.id!, id))
    return { name: String(row.name), parameter: row.parameter as string | null }
  })

async function outcome(services: Services, { run }: TimedRun, { name, parameter }: Job) {
  try {
    return { result: RESULT.good, message: await done(services, name, parameter) }
  } catch (error) {
    services.log.error({ err: error, job: name, run }, '定时任务执行失败')
    return { result: RESULT.failed, message: wordsOf(error) }
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
function wordsOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof CronError) return error.message
  if (isReadOnly(error)) return '磁盘空间不足，无法写入数据'
  return '执行时出错，详情见服务端日志'
}
