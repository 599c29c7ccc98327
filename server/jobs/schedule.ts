/**
 * The clock: puts what is due into the queue, one key per job and fire time, so that it runs once however many nodes look.
 * Runs missed while nothing was running are made up for by one run at once; then the expression goes on.
 */
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import { systemCaller } from '../money/trail.ts'
import { findRow } from '../resource/list.ts'
import { updateRow } from '../resource/write.ts'
import type { Services } from '../services.ts'
import { jobs, live, nextTimeOf, STATUS } from './job-table.ts'

const TICK_MS = 1000

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Queues every job whose time has come, and plans those that have no time yet. */
export async function fireDue(services: Services): Promise<void> {
  if (services.readOnly()) return
  const due = or(isNull(jobs.nextTime!), sql`${jobs.nextTime} <= ${moment(services.clock.now())}`)
  const found = await services.db.select({ id: jobs.id! }).from(jobs).where(and(live, due))
  for (const { id } of found)
    await services.db.transaction(async (tx) => {
      // Under the lock another node may have been here first.
      const [job] = await tx
        .select({
          expression: jobs.cronExpression!,
          at: sql<number | null>`extract(epoch from ${jobs.nextTime})::float8 * 1000`,
        })
        .from(jobs)
        .where(and(live, due, eq(jobs.id!, id)))
        .for('update')
      if (!job) return
      if (job.at !== null) {
        const at = new Date(job.at).toISOString()
        const run = `${String(id)} ${at}`
        await services.jobs.send(tx, 'timed-work', { id, run, at }, { key: run })
      }
      await plan(tx, services, String(id), String(job.expression))
    })
}

/** Sets the next time. A job whose expression has come to its end is stopped, and the data log says so. */
async function plan(tx: Tx, services: Services, id: string, expression: string): Promise<void> {
  const next = nextTimeOf(services, expression)
  if (next) return void (await tx.update(jobs).set({ nextTime: next.toISOString() }).where(eq(jobs.id!, id)))
  const caller = systemCaller(0)
  const before = await findRow(tx, caller, resources.quartzJob, id, true)
  if (!before) return
  const after = { ...before, status: STATUS.stopped }
  await updateRow({ tx, caller, services, mode: 'edit', before, after, extras: {} }, resources.quartzJob, 'pause')
}

/** The time zone of the platform may be another one since: what lies ahead is planned again. */
export async function replan(services: Services): Promise<void> {
  if (services.readOnly()) return
  const ahead = gt(jobs.nextTime!, moment(services.clock.now()))
  const found = await services.db
    .select({ id: jobs.id!, expression: jobs.cronExpression! })
    .from(jobs)
    .where(and(live, ahead))
  for (const { id, expression } of found)
    await services.db.transaction(async (tx) => {
      const [job] = await tx
        .select({ id: jobs.id! })
        .from(jobs)
        .where(and(live, ahead, eq(jobs.id!, id), eq(jobs.cronExpression!, expression)))
        .for('update')
      if (job) await plan(tx, services, String(id), String(expression))
    })
}

/** Looks at the clock every second; `stop` waits for what is being queued. */
export function startSchedule(services: Services): { stop(): Promise<void> } {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let failing = false
  let looking: Promise<void> = look(replan)

  async function look(work: (services: Services) => Promise<void>): Promise<void> {
    try {
      await work(services)
      failing = false
    } catch (error) {
      // Said once, not every second.
      if (!failing) services.log.warn({ err: error as Error }, '定时任务暂时无法排入队列，稍后继续')
      failing = true
    }
    if (!stopping) timer = setTimeout(() => (looking = look(fireDue)), TICK_MS)
  }
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await looking
    },
  }
}
