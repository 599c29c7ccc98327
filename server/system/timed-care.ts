/** Care of the machine on the clock: what has run out goes, logs end, files nobody needs are removed, the night's backup. */
import { resources } from '#resources/index.ts'
import { sizeText } from '#model/storedFiles.ts'
import { and, eq, inArray, lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { onlyRow } from '../db/only-row.ts'
import { removeExpired } from '../db/sweep.ts'
import { tableOf } from '../db/table.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { pastFailures } from '../files/past-failures.ts'
import { sweepFiles } from '../files/sweep.ts'
import type { Database } from '../kernel/database.ts'
import type { Services } from '../kernel/services.ts'
import { daysParameter, noParameter, timed, wholeFrom } from '../kernel/timed-work.ts'
import type { Flow } from '../resource/flow.ts'
import { sweepTasks } from '../tasks/routes.ts'
import { backUp, watchBackups } from './backups.ts'
import { watchProblems } from './monitoring/problems.ts'

const DAY_MS = 86_400_000
const nights = z.strictObject({
  days: wholeFrom(1, 365, 7),
  weeks: wholeFrom(0, 520, 4),
  trial: z.boolean('应为 true 或 false').default(true),
})

/** In one go so that no request waits for a lock on the whole. */
const AT_ONCE = 1000
/** The rest is there the next night. */
const MOST_DELETED = 100_000

const log = tableOf(resources.sysLog)

const before = ({ clock }: Pick<Services, 'clock'>, count: number) =>
  new Date(clock.now().getTime() - count * DAY_MS).toISOString()

/** The tenants that have a row, one step of the index each. */
const tenantsLogged = sql<{ id: number }>`
  with recursive seen as (
    (select tenant_id as id from ${log} where ${live(log)} order by tenant_id limit 1)
    union all
    select (select tenant_id from ${log} where ${live(log)} and tenant_id > seen.id order by tenant_id limit 1) from seen where seen.id is not null
  ) select id from seen where id is not null`

/** The oldest rows of a tenant, along the index of its times. */
export const oldestLogs = (db: Database, tenantId: number, until: string) =>
  db
    .select({ id: log.id })
    .from(log)
    .where(and(live(log), eq(log.tenantId, tenantId), lt(log.createTime, until)))
    .orderBy(log.createTime, log.id)
    .limit(AT_ONCE)

async function removeLog({ db, ...services }: Services, keep: number): Promise<number> {
  const until = before(services, keep)
  let total = 0
  const { rows } = await db.execute<{ id: number }>(tenantsLogged)
  for (const { id } of rows)
    for (;;) {
      const gone = await db
        .delete(log)
        .where(inArray(log.id, oldestLogs(db, id, until)))
        .returning({ id: log.id })
      total += gone.length
      if (gone.length < AT_ONCE) break
    }
  return total + (await removeDeletedLog(db, until))
}

/** What people deleted stands in no index: one look for all of it. */
async function removeDeletedLog(db: Database, until: string): Promise<number> {
  const found = await db
    .select({ id: log.id })
    .from(log)
    .where(and(not(live(log)), lt(log.createTime, until)))
    .limit(MOST_DELETED)
  for (let at = 0; at < found.length; at += AT_ONCE)
    await db.delete(log).where(
      oneOf(
        log.id,
        found.slice(at, at + AT_ONCE).map(({ id }) => id),
      ),
    )
  return found.length
}

/** Whatever lies in the store or on this machine and nobody needs any more. */
async function cleanFiles(services: Services, keep: number): Promise<string> {
  // Disk and bucket write their times by a clock of their own.
  const day = new Date(Date.now() - DAY_MS)
  let [tasks, left] = [0, 0]
  let loose = { count: 0, bytes: 0 }
  // What one of them cannot do keeps none of the others from its work.
  await pastFailures(
    [
      async () => void (tasks = await sweepTasks(services, before(services, keep))),
      async () => void (loose = await sweepFiles(services)),
      async () => void (left += await services.files.removeUnfinished(day)),
      async () => void (left += await removeLeftovers(services.settings.dataDir, day)),
    ],
    (clean) => clean(),
  )
  const { count, bytes } = loose
  return `已删除 ${keep} 天前的后台任务 ${tasks} 个、没有记录使用的文件 ${count} 个（${sizeText(bytes)}）、中断留下的残余 ${left} 处`
}

export const timedCare: Flow['timed'] = {
  'clear-expired': timed(noParameter, async ({ db }) => {
    await removeExpired(db)
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from sys_session`)
    return `已清理过期的验证码、计数与登录会话，保留会话 ${onlyRow(rows).count} 个`
  }),
  'clean-log': timed(
    daysParameter(30, 180),
    async (services, { days: keep }) => `已删除 ${keep} 天前的日志 ${await removeLog(services, keep)} 条`,
  ),
  backup: timed(nights, backUp, { long: true }),
  'watch-backup': timed(noParameter, watchBackups),
  'watch-problems': timed(noParameter, watchProblems),
  'clean-files': timed(daysParameter(1, 7), (services, { days: keep }) => cleanFiles(services, keep)),
}
