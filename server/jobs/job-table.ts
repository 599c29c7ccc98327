/** The records of 定时任务 as the scheduler reads them. */
import { sql } from 'drizzle-orm'
import { nextRuns } from '#cron/index.ts'
import { resources } from '#resources/index.ts'
import { allOf } from '../db/all-of.ts'
import { live } from '../db/live.ts'
import { jobStates } from '#resources/system/quartzJob.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'

export const jobs = tableOf(resources.quartzJob)

/** Held while a run of this job is under way: a run that nobody holds was cut off with its node. */
export const leaseOf = (id: unknown): string => `timed-work ${String(id)}`

export const running = allOf(live(jobs), sql`${jobs.status} = ${jobStates.running}`)

/** The next time on the scheduler's clock; undefined when there is none any more. Throws a CronError. */
export const nextTimeOf = ({ clock, settings }: Services, expression: string): Date | undefined =>
  nextRuns(expression, { from: clock.now(), count: 1, timeZone: settings.timeZone })[0]
