/** Care of the machine on the clock: what has run out goes, logs end, files nobody needs are removed, the night's backup. */
import { resources } from '#resources/index.ts'
import { sizeText } from '#model/storedFiles.ts'
import { inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../db/only-row.ts'
import { removeExpired } from '../db/sweep.ts'
import { tableOf } from '../db/table.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { sweepFiles } from '../files/sweep.ts'
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

const log = tableOf(resources.sysLog)

const before = ({ clock }: Services, count: number) => new Date(clock.now().getTime() - count * DAY_MS).toISOString()

async function removeLog(services: Services, keep: number): Promise<number> {
  const until = before(services, keep)
  for (let total = 0; ;) {
    const old = services.db.select({ id: log.id }).from(log).where(lt(log.createTime, until)).limit(AT_ONCE)
    const gone = await services.db.delete(log).where(inArray(log.id, old)).returning({ id: log.id })
    total += gone.length
    if (gone.length < AT_ONCE) return total
  }
}

/** Whatever lies in the store or on this machine and nobody needs any more. */
async function cleanFiles(services: Services, keep: number): Promise<string> {
  const tasks = await sweepTasks(services, before(services, keep))
  const { count, bytes } = await sweepFiles(services)
  // Disk and bucket write their times by a clock of their own.
  const day = new Date(Date.now() - DAY_MS)
  const left = (await services.files.removeUnfinished(day)) + (await removeLeftovers(services.settings.dataDir, day))
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
