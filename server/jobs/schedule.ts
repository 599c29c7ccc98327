/**
 * The clock: puts what is due into the queue, one key per job and fire time, so that it runs once however many nodes look.
 * Runs missed while nothing was running are made up for by one run at once; then the expression goes on.
 */
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { live } from '../db/live.ts'
import type { Tx } from '../kernel/database.ts'
import { systemCaller } from '../resource/trail.ts'
import { findRow } from '../resource/list.ts'
import { updateRow } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { jobs, leaseOf, nextTimeOf, running } from './job-table.ts'
import { LONGEST_MESSAGE, wordsOf } from './run-timed-work.ts'
import { queueOf } from './timed-work.ts'

const TICK_MS = 1000

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Queues every job whose time has come, and plans those that have no time yet. */
export async function fireDue(services: Services): Promise<void> {
  // A queue that is not there yet is no fault of the jobs.
  if (services.readOnly() || !services.jobs.ready()) return
  const due = or(isNull(jobs.nextTime), sql`${jobs.nextTime} <= ${moment(services.clock.now())}`)
  const found = await services.db.select({ id: jobs.id }).from(jobs).where(and(running, due))
  await eachByItself(services, found, ({ id }) =>
    services.db.transaction(async (tx) => {
      // Under the lock another node may have been here first.
      const [job] = await tx
        .select({
          expression: jobs.cronExpression,
          name: jobs.jobClassName,
          at: sql<number | null>`extract(epoch from ${jobs.nextTime})::float8 * 1000`,
        })
        .from(jobs)
        .where(and(running, due, eq(jobs.id, id)))
        .for('update')
      if (!job) return
      if (job.at !== null) {
        const at = new Date(job.at).toISOString()
        const run = `${id} ${at}`
        await services.jobs.send(tx, queueOf(job.name), { id, run, at }, { key: run })
      }
      await plan(tx, services, id, job.expression)
    }),
  )
}

/** One that cannot be queued or planned holds up none of the others. Its record says why, once and not every second. */
async function eachByItself<J extends { id: string }>(
  services: Services,
  found: readonly J[],
  work: (job: J) => Promise<void>,
): Promise<void> {
  for (const job of found)
    try {
      await work(job)
    } catch (error) {
      const lastMessage = `无法安排下次执行：${wordsOf(error)}`.slice(0, LONGEST_MESSAGE)
      const told = await services.db
        .update(jobs)
        .set({
          lastTime: services.clock.now().toISOString(),
          lastResult: jobResults.failed,
          lastMs: null,
          lastMessage,
        })
        .where(
          and(
            eq(jobs.id, job.id),
            // A run under way tells of itself.
            sql`${jobs.lastResult} is distinct from ${jobResults.underWay}`,
            sql`(${jobs.lastResult}, ${jobs.lastMessage}) is distinct from (${jobResults.failed}, ${lastMessage})`,
          ),
        )
        .returning({ id: jobs.id })
      if (told.length) services.log.error({ err: error, id: job.id }, '定时任务无法排入队列')
    }
}

const CUT_OFF = '执行中断：服务停止时尚未完成'

/** A run whose node is gone is begun again, once for each time it was begun; of a job that was stopped it has failed. */
export async function takeUpCutOff(services: Services): Promise<void> {
  if (services.readOnly()) return
  const { db } = services
  const begun = sql<number>`extract(epoch from ${jobs.lastTime})::float8 * 1000`
  const found = await db
    .select({ id: jobs.id, name: jobs.jobClassName, status: jobs.status, run: jobs.lastRun, begun })
    .from(jobs)
    .where(and(live(jobs), eq(jobs.lastResult, jobResults.underWay)))
  for (const { id, name, status, run, begun: at } of found) {
    if (await services.leases.isHeld(db, leaseOf(id))) continue
    if (status === jobStates.running)
      await db.transaction((tx) =>
        services.jobs.send(
          tx,
          queueOf(name),
          { id: String(id), run: String(run), again: true },
          { key: `${String(run)} ${String(at)} again` },
        ),
      )
    else
      await db
        .update(jobs)
        .set({ lastResult: jobResults.failed, lastMessage: CUT_OFF })
        // It may have come to its end, or another have begun, since it was looked for.
        .where(and(eq(jobs.id, id), eq(jobs.lastResult, jobResults.underWay), eq(jobs.lastRun, String(run))))
  }
}

/** Sets the next time. A job whose expression has come to its end is stopped, and the data log says so. */
async function plan(tx: Tx, services: Services, id: string, expression: string): Promise<void> {
  const next = nextTimeOf(services, expression)
  if (next) return void (await tx.update(jobs).set({ nextTime: next.toISOString() }).where(eq(jobs.id, id)))
  const caller = systemCaller(0)
  const before = await findRow(tx, caller, resources.quartzJob, id, true)
  if (!before) return
  const after = { ...before, status: jobStates.stopped }
  await updateRow({ tx, caller, services, mode: 'edit', before, after, extras: {} }, resources.quartzJob, 'pause')
}

/** The time zone of the platform may be another one since: what lies ahead is planned again. */
export async function replan(services: Services): Promise<void> {
  if (services.readOnly()) return
  const ahead = gt(jobs.nextTime, moment(services.clock.now()))
  const found = await services.db
    .select({ id: jobs.id, expression: jobs.cronExpression })
    .from(jobs)
    .where(and(running, ahead))
  await eachByItself(services, found, ({ id, expression }) =>
    services.db.transaction(async (tx) => {
      const [job] = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(running, ahead, eq(jobs.id, id), eq(jobs.cronExpression, expression)))
        .for('update')
      if (job) await plan(tx, services, id, expression)
    }),
  )
}

/**
 * After a clock that was ahead was put right: times planned by it would be waited for as long as it was ahead. What the queue
 * took in by it was made in what is the future now; it waits as long as it was meant to, from now. Runs of times that have
 * not come yet are forgotten, as they would be dropped as done before when they come. False when nothing can be written.
 */
export async function afterClockWentBack(services: Services): Promise<boolean> {
  if (services.readOnly()) return false
  await replan(services)
  const now = services.clock.now()
  await services.db
    .update(jobs)
    .set({ lastRun: null })
    .where(and(gt(jobs.lastTime, moment(now)), ne(jobs.lastResult, jobResults.underWay)))
  await services.db.execute(sql`
    delete from pgboss.job where name in ('timed-work', 'long-work') and state <> 'active'
      and (data->>'at') collate "C" > ${now.toISOString()}`)
  await services.db.execute(sql`
    update pgboss.job set created_on = now(), start_after = now() + greatest(start_after - created_on, interval '0'),
      keep_until = now() + greatest(keep_until - created_on, interval '0')
    where state < 'active' and created_on > now() + interval '1 second'`)
  return true
}

/** So much is no more than a clock being adjusted. */
const STEP_BACK_MS = 2000

/** Looks at the clock every second; `stop` waits for what is being queued. */
export function startSchedule(services: Services): { stop(): Promise<void> } {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let failing = false
  let last = services.clock.now().getTime()
  let wentBack = false
  // It may have been put right while nothing ran.
  let looking: Promise<void> = look(startedAgain)

  async function startedAgain() {
    if (services.jobs.ready()) await afterClockWentBack(services)
    else await replan(services)
  }

  async function tick() {
    const now = services.clock.now().getTime()
    wentBack ||= now < last - STEP_BACK_MS
    last = now
    // Until it was done.
    if (wentBack) wentBack = !(await afterClockWentBack(services))
    await fireDue(services)
    await takeUpCutOff(services)
  }

  async function look(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing = false
    } catch (error) {
      // Said once, not every second.
      if (!failing) services.log.warn({ err: error as Error }, '定时任务暂时无法排入队列，稍后继续')
      failing = true
    }
    if (!stopping) timer = setTimeout(() => (looking = look(tick)), TICK_MS)
  }
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await looking
    },
  }
}
