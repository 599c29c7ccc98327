/** The catalogue of timed work: a name of the dictionary quartz_job_class, what its parameter may be, and what it does. */
import { listed } from '#model/listed.ts'
import { sizeText } from '#model/storedFiles.ts'
import { inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dictionaries } from '#resources/dictionaries.ts'
import { moveByClock } from './business/by-clock.ts'
import { reconcileAll } from './business/reconciliation/reconcile.ts'
import { removeExpired } from './db/sweep.ts'
import { log } from './db/tables.ts'
import { removeLeftovers } from './files/leftovers.ts'
import { sweepFiles } from './files/sweep.ts'
import { resumePayments } from './money/resume-payments.ts'
import { resumeNotices } from './notify/send.ts'
import type { Services } from './kernel/services.ts'
import type { JobName } from './kernel/ports/queue.ts'
import { backUp, watchBackups } from './system/backups.ts'
import { sweepTasks } from './tasks/routes.ts'

export type TimedWorkName = (typeof dictionaries.quartz_job_class.items)[number][0]

export interface TimedWork {
  /** Takes `{}` when nothing was given. */
  parameter: z.ZodType<Record<string, unknown>>
  /** Running it twice changes nothing. Resolves to one sentence about what was done. */
  run(services: Services, parameter: Record<string, unknown>): Promise<string>
  /** Takes minutes: it has a queue of its own, so that what is due each minute does not wait behind it. */
  long?: boolean
}

const timed = <P extends Record<string, unknown>>(
  parameter: z.ZodType<P>,
  run: (services: Services, parameter: P) => Promise<string>,
  more?: Pick<TimedWork, 'long'>,
): TimedWork => ({ parameter, run: run, ...more })

const nothing = z.strictObject({})
const from = (least: number, most: number, usual: number) => {
  const message = `应为 ${least} 到 ${most} 的整数`
  return z.int(message).min(least, message).max(most, message).default(usual)
}
const days = (least: number, usual: number) => z.strictObject({ days: from(least, 3650, usual) })

const DAY_MS = 86_400_000
const nights = z.strictObject({
  days: from(1, 365, 7),
  weeks: from(0, 520, 4),
  trial: z.boolean('应为 true 或 false').default(true),
})

/** In one go so that no request waits for a lock on the whole. */
const AT_ONCE = 1000

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

const catalogue: Readonly<Record<TimedWorkName, TimedWork>> = {
  'clear-expired': timed(nothing, async ({ db }) => {
    await removeExpired(db)
    const [sessions] = (await db.execute<{ count: number }>(sql`select count(*)::int as count from sys_session`)).rows
    return `已清理过期的验证码、计数与登录会话，保留会话 ${sessions!.count} 个`
  }),
  'resume-notices': timed(nothing, async (services) => {
    await resumeNotices(services)
    return '已继续发送未完成的通知'
  }),
  'resume-payments': timed(
    nothing,
    async (services) => `已向支付渠道查询未完成的打款与退款 ${await resumePayments(services)} 笔`,
  ),
  'move-by-clock': timed(nothing, async (services) => {
    await moveByClock(services)
    return '已切换到时的状态'
  }),
  'clean-log': timed(
    days(30, 180),
    async (services, { days: keep }) => `已删除 ${keep} 天前的日志 ${await removeLog(services, keep)} 条`,
  ),
  backup: timed(nights, backUp, { long: true }),
  'watch-backup': timed(nothing, watchBackups),
  reconcile: timed(nothing, async (services) => `已对账，新发现差异 ${await reconcileAll(services)} 处`),
  'clean-files': timed(days(1, 7), (services, { days: keep }) => cleanFiles(services, keep)),
}

/** Undefined for a name that is not in the catalogue, whatever the dictionary says. */
export const timedWork = (name: string): TimedWork | undefined =>
  Object.hasOwn(catalogue, name) ? catalogue[name as TimedWorkName] : undefined

/** Where a run of it waits for its turn. */
export const queueOf = (name: unknown): JobName => (timedWork(String(name))?.long ? 'long-work' : 'timed-work')

/** The parameter of a record, checked; a sentence when it is not what the work takes. */
export function parameterOf(work: TimedWork, text: unknown): { value: Record<string, unknown> } | { problem: string } {
  let given: unknown
  try {
    given = String(text ?? '').trim() ? JSON.parse(String(text)) : {}
  } catch {
    return { problem: '应为 JSON 对象，例如 {"days":180}' }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problem: '应为 JSON 对象，例如 {"days":180}' }
  const parsed = work.parameter.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  return {
    problem: parsed.error.issues
      .map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `没有参数 ${listed(issue.keys)}`
          : `${issue.path.join('.')} ${issue.message}`,
      )
      .join('；'),
  }
}
