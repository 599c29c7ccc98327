/** The catalogue of timed work: a name of the dictionary quartz_job_class, what its parameter may be, and what it does. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dictionaries } from '#resources/dictionaries.ts'
import { moveByClock } from '../actions/by-clock.ts'
import { reconcileAll } from '../actions/reconcile.ts'
import { removeExpired } from '../db/sweep.ts'
import { log, storedFile } from '../db/tables.ts'
import { resumeNotices } from '../notify/send.ts'
import type { Services } from '../services.ts'
import { sweepTasks } from '../tasks/routes.ts'

export type TimedWorkName = (typeof dictionaries.quartz_job_class.items)[number][0]

export interface TimedWork {
  /** Takes `{}` when nothing was given. */
  parameter: z.ZodType<Record<string, unknown>>
  /** Running it twice changes nothing. Resolves to one sentence about what was done. */
  run(services: Services, parameter: Record<string, unknown>): Promise<string>
}

const timed = <P extends Record<string, unknown>>(
  parameter: z.ZodType<P>,
  run: (services: Services, parameter: P) => Promise<string>,
): TimedWork => ({ parameter, run: run })

const nothing = z.strictObject({})
const days = (least: number, usual: number) => {
  const message = `应为 ${least} 到 3650 的整数`
  return z.strictObject({ days: z.int(message).min(least, message).max(3650, message).default(usual) })
}

/** In one go so that no request waits for a lock on the whole. */
const AT_ONCE = 1000

const before = ({ clock }: Services, count: number) =>
  new Date(clock.now().getTime() - count * 86_400_000).toISOString()

async function removeLog(services: Services, keep: number): Promise<number> {
  const until = before(services, keep)
  for (let total = 0; ;) {
    const old = services.db.select({ id: log.id }).from(log).where(lt(log.createTime, until)).limit(AT_ONCE)
    const gone = await services.db.delete(log).where(inArray(log.id, old)).returning({ id: log.id })
    total += gone.length
    if (gone.length < AT_ONCE) return total
  }
}

/** Lists of the faults of an import: whoever imported has long seen to them. */
async function removeFaultFiles(services: Services, keep: number): Promise<number> {
  const { db, files } = services
  const until = before(services, keep)
  const old = await db
    .select({ id: storedFile.id, path: storedFile.path })
    .from(storedFile)
    .where(and(eq(storedFile.biz, 'import'), eq(storedFile.isPrivate, true), lt(storedFile.createTime, until)))
    .limit(AT_ONCE)
  for (const { id, path } of old) {
    await files.remove(path)
    await db.delete(storedFile).where(eq(storedFile.id, id))
  }
  return old.length
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
  'move-by-clock': timed(nothing, async (services) => {
    await moveByClock(services)
    return '已切换到时的状态'
  }),
  'clean-log': timed(
    days(30, 180),
    async (services, { days: keep }) => `已删除 ${keep} 天前的日志 ${await removeLog(services, keep)} 条`,
  ),
  reconcile: timed(nothing, async (services) => `已对账，新发现差异 ${await reconcileAll(services)} 处`),
  'clean-import-files': timed(
    days(1, 30),
    async (services, { days: keep }) =>
      `已删除 ${keep} 天前的导入错误文件 ${await removeFaultFiles(services, keep)} 个`,
  ),
  'clean-tasks': timed(
    days(1, 7),
    async (services, { days: keep }) =>
      `已删除 ${keep} 天前的后台任务及其文件 ${await sweepTasks(services, before(services, keep))} 个`,
  ),
}

/** Undefined for a name that is not in the catalogue, whatever the dictionary says. */
export const timedWork = (name: string): TimedWork | undefined =>
  Object.hasOwn(catalogue, name) ? catalogue[name as TimedWorkName] : undefined

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
          ? `没有参数 ${issue.keys.join('、')}`
          : `${issue.path.join('.')} ${issue.message}`,
      )
      .join('；'),
  }
}
