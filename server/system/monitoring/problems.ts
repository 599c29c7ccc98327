/** 运行状况: what is wrong now and since when, in words, and a word about it to administrators. */
import { sql } from 'drizzle-orm'
import { chats } from '#model/chats.ts'
import { sizeText } from '#model/storedFiles.ts'
import { differenceStates } from '#resources/finance/reconcileDifference.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { jobResults } from '#resources/system/quartzJob.ts'
import { onlyRow } from '../../db/only-row.ts'
import { tableOf } from '../../db/table.ts'
import type { Services } from '../../kernel/services.ts'
import { tell } from '../../notify/notify.ts'
import { administrators } from '../../people/administrators.ts'
import { localTime } from '../../resource/write.ts'
import { standingOfBackups } from '../backups.ts'
import { volumesOf } from './disk.ts'

export interface Problem {
  /** The same as long as it is the same problem. */
  key: string
  title: string
  /** What it means and what can be done. */
  detail: string
  /** Local time. */
  since: string
  /** Where it is mended. */
  path?: string
}

interface Found extends Omit<Problem, 'since'> {
  since: Date
}

const STUCK_MINUTES = 10
const UNSENT_MINUTES = 15
const NEARLY_FULL = 90
/** The page of it all. */
export const PROBLEMS = '/monitor/problems'

const jobs = tableOf(resources.quartzJob)
const deliveries = tableOf(resources.notifyDelivery)
const differences = tableOf(resources.reconcileDifference)

/** Some things only show that they are so, not since when: then it is since this node saw it first. */
const firstSeen = new Map<string, Date>()
function seenSince(key: string, now: Date): Date {
  const since = firstSeen.get(key) ?? now
  firstSeen.set(key, since)
  return since
}

type Check = (services: Services, now: Date, tenantId: number) => Promise<Found[]>

const backups: Check = async (services, now) => {
  const { lastGood, stale } = await standingOfBackups(services)
  if (!stale) return []
  return [
    {
      key: 'backup',
      title: '已超过 2 天没有成功的备份',
      detail: lastGood
        ? '最近一次成功之后的数据还没有备份。请查看定时任务“备份”的执行情况。'
        : '还没有任何成功的备份。请查看定时任务“备份”的执行情况。',
      since: lastGood ?? seenSince('backup', now),
      path: menuUrl(resources.quartzJob),
    },
  ]
}

const queue: Check = async ({ db }, now) => {
  const { rows } = await db.execute<{ count: number; oldest: number | null }>(sql`
    select count(*)::int as count, extract(epoch from min(start_after))::float8 * 1000 as oldest
    from pgboss.job where state < 'active' and start_after < ${now.toISOString()}::timestamptz - interval '1 minute' * ${STUCK_MINUTES}::int`)
  const { count, oldest } = onlyRow(rows)
  if (oldest === null) return []
  return [
    {
      key: 'queue',
      title: `后台任务积压 ${count} 项`,
      detail: '导出、通知、打款等后台工作没有按时开始。请确认服务进程在运行、数据库没有过载。',
      since: new Date(oldest),
    },
  ]
}

/** Of each chat: what failed since something last got through, and what nobody has taken for long. */
const notices: Check = async ({ db }, now) => {
  const { rows } = await db.execute<{
    channel: string
    failed: number
    failedSince: number | null
    reason: string | null
    unsent: number
    unsentSince: number | null
  }>(sql`
    with recent as (
      select channel, state, reason, sent_time, failed_time, create_time from ${deliveries}
      where channel <> 'web' and delete_time is null
        and tenant_id = any(array(select id::int from ${tableOf(resources.sysTenant)}))
        and create_time > ${now.toISOString()}::timestamptz - interval '7 days'
    ), good as (select channel, max(sent_time) as at from recent where state not in ('queued', 'failed', 'cancelled') group by channel)
    select r.channel,
      (count(*) filter (where r.state = 'failed' and r.failed_time > coalesce(g.at, '-infinity')))::int as failed,
      extract(epoch from min(r.failed_time) filter (where r.state = 'failed' and r.failed_time > coalesce(g.at, '-infinity')))::float8 * 1000 as "failedSince",
      (array_agg(r.reason order by r.failed_time desc) filter (where r.state = 'failed'))[1] as reason,
      (count(*) filter (where r.state = 'queued' and r.create_time < ${now.toISOString()}::timestamptz - interval '1 minute' * ${UNSENT_MINUTES}::int))::int as unsent,
      extract(epoch from min(r.create_time) filter (where r.state = 'queued'))::float8 * 1000 as "unsentSince"
    from recent r left join good g on g.channel = r.channel group by r.channel order by r.channel`)
  return rows.flatMap(({ channel, failed, failedSince, reason, unsent, unsentSince }): Found[] => {
    const label = chats.find(({ name }) => name === channel)?.label ?? channel
    return [
      ...(failed && failedSince
        ? [
            {
              key: `refused:${channel}`,
              title: `${label}没有收下 ${failed} 条通知`,
              detail: `最近的原因：${reason ?? '未说明'}。请在“聊天接入检查”中查看。`,
              since: new Date(failedSince),
              path: '/system/chatDoctor',
            },
          ]
        : []),
      ...(unsent && unsentSince
        ? [
            {
              key: `unsent:${channel}`,
              title: `${label}有 ${unsent} 条通知超过 ${UNSENT_MINUTES} 分钟没有发出`,
              detail: '系统会继续重试。请在“推送记录”中查看。',
              since: new Date(unsentSince),
              path: menuUrl(resources.notifyDelivery),
            },
          ]
        : []),
    ]
  })
}

const disk: Check = async ({ settings, readOnly }, now) => {
  const full = (await volumesOf(settings)).filter(
    ({ rest, restPPT }) => rest < settings.filesMinFree || restPPT >= NEARLY_FULL,
  )
  const low = full.map(({ name, rest, restPPT }): Found => ({
    key: `disk:${name}`,
    title: `磁盘（${name}）已用 ${restPPT}%`,
    detail: `只剩 ${sizeText(rest)}。空间不足时不再保存文件，数据库会转为只读，请尽快清理或扩容。`,
    since: seenSince(`disk:${name}`, now),
    path: '/monitor/Disk',
  }))
  if (!readOnly()) return low
  const since = seenSince('readonly', now)
  const detail = '磁盘空间不足，现在只能查看，不能保存。清理出空间后自动恢复。'
  return [...low, { key: 'readonly', title: '数据库处于只读状态', detail, since, path: '/monitor/Disk' }]
}

const books: Check = async ({ db }, _now, tenantId) => {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, extract(epoch from min(found_time))::float8 * 1000 as since from ${differences}
    where tenant_id = ${tenantId}::int and status = ${differenceStates.open} and delete_time is null`)
  const { count, since } = onlyRow(rows)
  if (!count) return []
  return [
    {
      key: 'books',
      title: `对账有 ${count} 处不符没有处理`,
      detail: '账面与流水、订单或渠道不一致，请逐条核对后处理。',
      since: new Date(since ?? 0),
      path: `${menuUrl(resources.reconcileDifference)}?status=${differenceStates.open}`,
    },
  ]
}

const timedWork: Check = async ({ db }) => {
  const { rows } = await db.execute<{ name: string; at: number; message: string | null }>(sql`
    select coalesce(description, job_class_name) as name, extract(epoch from last_time)::float8 * 1000 as at, last_message as message
    from ${jobs} where last_result = ${jobResults.failed} and delete_time is null order by last_time`)
  return rows.map(({ name, at, message }) => ({
    key: `job:${name}`,
    title: `定时任务上次执行失败：${name}`,
    detail: message ?? '没有说明原因',
    since: new Date(at),
    path: menuUrl(resources.quartzJob),
  }))
}

/** By what cannot be looked at when it fails. */
const checks: Readonly<Record<string, Check>> = {
  磁盘: disk,
  备份: backups,
  后台任务: queue,
  通知: notices,
  对账: books,
  定时任务: timedWork,
}

/** What is wrong now, the oldest first; reconciliation that of the tenant. */
export async function problemsOf(services: Services, tenantId: number): Promise<Problem[]> {
  const now = services.clock.now()
  const found = await Promise.all(
    Object.entries(checks).map(([what, check]) =>
      check(services, now, tenantId).catch((error: unknown): Found[] => {
        services.log.warn({ err: error, what }, '无法检查运行状况')
        const key = `unknown:${what}`
        const detail = '检查时出错，详情见服务端日志。'
        return [{ key, title: `无法检查${what}`, detail, since: seenSince(key, now) }]
      }),
    ),
  )
  const all = found.flat().sort((a, b) => a.since.getTime() - b.since.getTime())
  for (const key of firstSeen.keys()) if (!all.some((one) => one.key === key)) firstSeen.delete(key)
  return all.map(({ since, ...problem }) => ({ ...problem, since: localTime(services, since) }))
}

/** Once a day for each of them; the backups have a watch of their own. */
export async function watchProblems(services: Services): Promise<string> {
  const day = localTime(services).slice(0, 10)
  let [count, told] = [0, 0]
  for (const [tenantId, to] of await administrators(services.db)) {
    const problems = await problemsOf(services, tenantId)
    count = Math.max(count, problems.length)
    for (const { key, title, detail, since } of problems.filter((one) => one.key !== 'backup')) {
      const notice = { kind: 'system', tenantId, title, summary: detail, path: PROBLEMS, to } as const
      const facts = [{ label: '开始时间', text: since }]
      const id = await services.db.transaction((tx) =>
        tell({ tx, services }, { ...notice, key: `problem:${tenantId}:${key}:${day}`, facts }),
      )
      if (id) told += 1
    }
  }
  return count ? `发现 ${count} 个问题${told ? `，已通知管理员 ${told} 条` : '，今天已经通知过'}` : '一切正常'
}
