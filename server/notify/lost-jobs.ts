/**
 * What is open, and no job looks after: a restored backup brings no queue, and a job whose tries are used up is not tried
 * again. Each loss is made good once, on however many nodes: the new job is named after the one that was lost.
 */
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { releaseStates } from '#resources/system/announcement.ts'
import { notice } from '../db/notify-tables.ts'
import type { Job } from '../kernel/ports/queue.ts'
import type { Services } from '../kernel/services.ts'
import { announcements, whenItStarts } from './announcements.ts'
import { deliveries } from './deliveries.ts'
import { announcementBeginsJob, tellDeputyJob, unopenedJob } from './jobs.ts'
import { noticeKinds } from './kinds.ts'
import { watchUnopened } from './unopened.ts'

/**
 * Of everything this job was about (`data`) the last one, known for seven days after it is done. The queue has no index by
 * `data`, so it is passed once; what is put in order is only what is `about` something that is asked for.
 */
export const lastJobs = ({ name }: Job, about: SQL): SQL => sql`(
  select distinct on (data) data, id, state, created_on, completed_on from pgboss.job
  where name = ${name} and data in (${about})
  order by data, created_on desc, id)`

/** So many of a kind in one go; what was taken up is no more among those the next one finds. */
const AT_ONCE = 500

/** The key of the job about this that is put in the place of the last one. */
export const insteadOf = (about: string, lost: string | null): string => `${about} after ${lost ?? 'none'}`

const urging = Object.entries(noticeKinds).flatMap(([kind, { urges }]) => (urges ? [kind] : []))

/** A notice that was watched to the end has a last job that is done. */
async function watchAgain(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ id: string; tenantId: number; job: string | null }>(sql`
    with waits as materialized (
      select ${notice.id} as id, ${notice.tenantId} as "tenantId", jsonb_build_object('notice', ${notice.id}) as about
      from ${notice} where ${notice.state} = 'open' and ${inArray(notice.kind, urging)})
    select waits.id, "tenantId", last.id as job from waits
    left join ${lastJobs(unopenedJob, sql`select about from waits`)} last on last.data = about
    where coalesce(last.state > 'completed', true) order by waits.id limit ${AT_ONCE}`)
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
    with waits as materialized (
      select distinct told.tenant_id as "tenantId", told.principal_id as "principalId", told.user_id as "deputyId",
        jsonb_build_object(
          'tenantId', told.tenant_id, 'principalId', told.principal_id, 'deputyId', told.user_id) as about
      from ${notice} join ${deliveries} told on told.tenant_id = ${notice.tenantId} and told.notice_id = ${notice.id}
      where ${notice.state} = 'open' and told.channel = 'web' and told.cause = 'deputy' and told.state = 'queued')
    select "tenantId", "principalId", "deputyId", last.id as job from waits
    left join ${lastJobs(tellDeputyJob, sql`select about from waits`)} last on last.data = about
    where coalesce(last.state >= 'completed' or last.created_on > now(), true) limit ${AT_ONCE}`)
  for (const { job, ...standing } of rows)
    await services.db.transaction((tx) =>
      services.jobs.send(tx, tellDeputyJob, standing, { key: insteadOf(JSON.stringify(standing), job) }),
    )
}

/** Announcements to come, and those whose start was missed not long ago, although nobody was called to them. */
async function callAgain(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ id: string; job: string | null }>(sql`
    with waits as materialized (
      select id, start_time, jsonb_build_object('id', id) as about from ${announcements} a
      where delete_time is null and send_status = ${releaseStates.released} and start_time > send_time
        and start_time > now() - interval '1 day' and coalesce(end_time > now(), true)
        and not exists (select from ${notice} n
          where n.resource = ${resources.sysAnnouncement.name} and n.record_id = a.id and n.create_time >= a.start_time))
    select waits.id, last.id as job from waits
    left join ${lastJobs(announcementBeginsJob, sql`select about from waits`)} last on last.data = about
    where coalesce(last.state > 'completed' or last.state = 'completed' and (
      last.completed_on < start_time or last.completed_on > now()), true) limit ${AT_ONCE}`)
  for (const { id, job } of rows)
    await services.db.transaction(async (tx) => {
      const [row] = await tx
        .select({ id: announcements.id, startTime: announcements.startTime })
        .from(announcements)
        .where(eq(announcements.id, id))
      if (row) await whenItStarts({ tx, services }, row, insteadOf(id, job))
    })
}

export async function takeUpLostJobs(services: Services): Promise<void> {
  await watchAgain(services)
  await tellDeputiesAgain(services)
  await callAgain(services)
}
