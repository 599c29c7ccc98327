/**
 * What is open, and no job looks after: a restored backup brings no queue, and a job whose tries are used up is not tried
 * again. Each loss is made good once, on however many nodes: the new job is named after the one that was lost.
 */
import { inArray, sql, type SQL } from 'drizzle-orm'
import { notice } from '../db/notify-tables.ts'
import type { Job } from '../kernel/ports/queue.ts'
import type { Services } from '../kernel/services.ts'
import { deliveries } from './deliveries.ts'
import { tellDeputyJob, unopenedJob } from './jobs.ts'
import { noticeKinds } from './kinds.ts'
import { watchUnopened } from './unopened.ts'

/** Of everything this job was about (`data`) the last one, known for seven days after it is done. */
export const lastJobs = ({ name }: Job): SQL => sql`(
  select distinct on (data) data, id, state, created_on, completed_on from pgboss.job where name = ${name}
  order by data, created_on desc, id)`

/** The key of the job about this that is put in the place of the last one. */
export const insteadOf = (about: string, lost: string | null): string => `${about} after ${lost ?? 'none'}`

const urging = Object.entries(noticeKinds).flatMap(([kind, { urges }]) => (urges ? [kind] : []))

/** A notice that was watched to the end has a last job that is done. */
async function watchAgain(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ id: string; tenantId: number; job: string | null }>(sql`
    select ${notice.id}, ${notice.tenantId} as "tenantId", last.id as job from ${notice}
    left join ${lastJobs(unopenedJob)} last on last.data = jsonb_build_object('notice', ${notice.id})
    where ${notice.state} = 'open' and ${inArray(notice.kind, urging)} and coalesce(last.state > 'completed', true)`)
  for (const { job, ...told } of rows)
    await services.db.transaction((tx) => watchUnopened({ tx, services }, told, insteadOf(told.id, job)))
}

/** The job leaves nothing queued, so what is queued waits for one, but not for one of a clock that was ahead. */
async function tellDeputiesAgain(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{
    tenantId: number
    principalId: string
    deputyId: string
    job: string | null
  }>(sql`
    select waits.*, last.id as job from (
      select distinct told.tenant_id as "tenantId", told.principal_id as "principalId", told.user_id as "deputyId"
      from ${notice} join ${deliveries} told on told.tenant_id = ${notice.tenantId} and told.notice_id = ${notice.id}
      where ${notice.state} = 'open' and told.channel = 'web' and told.cause = 'deputy' and told.state = 'queued') waits
    left join ${lastJobs(tellDeputyJob)} last on last.data = jsonb_build_object(
      'tenantId', "tenantId", 'principalId', "principalId", 'deputyId', "deputyId")
    where coalesce(last.state >= 'completed' or last.created_on > now(), true)`)
  for (const { job, ...standing } of rows)
    await services.db.transaction((tx) =>
      services.jobs.send(tx, tellDeputyJob, standing, { key: insteadOf(JSON.stringify(standing), job) }),
    )
}

export async function takeUpLostJobs(services: Services): Promise<void> {
  await watchAgain(services)
  await tellDeputiesAgain(services)
}
