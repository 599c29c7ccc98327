/** 运行状况: what is wrong now and since when, in words, and a word about it to administrators. */
import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import { chats } from '#model/chats.ts'
import { sizeText } from '#model/storedFiles.ts'
import { differenceStates } from '#resources/finance/reconcileDifference.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { jobResults, jobStates } from '#resources/system/quartzJob.ts'
import { partsOf } from '../../db/comma-joined.ts'
import { live } from '../../db/live.ts'
import { onlyRow } from '../../db/only-row.ts'
import { tableOf } from '../../db/table.ts'
import type { Services } from '../../kernel/services.ts'
import { tell } from '../../notify/notify.ts'
import { administrators } from '../../people/administrators.ts'
import { localTime } from '../../resource/write.ts'
import { standingOfBackups } from '../backups.ts'
import { volumesOf } from './disk.ts'
import { JOB_WORDS } from './job-words.ts'
import { MACHINE, sinceOf } from './seen-since.ts'

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
  /** Absent: it only shows that it is so; then it is since somebody saw it first. */
  since?: Date | undefined
  /** Only this node sees it. */
  here?: true
}

const NODE = hostname()
const STUCK_MINUTES = 10
const FAILED_DAYS = 3
const UNSENT_MINUTES = 15
const NEARLY_FULL = 90
/** The page of it all. */
export const PROBLEMS = '/monitor/problems'

const jobs = tableOf(resources.quartzJob)
const deliveries = tableOf(resources.notifyDelivery)
const differences = tableOf(resources.reconcileDifference)

type Check = (services: Services, now: Date, tenantId: number) => Promise<Found[]>

const backups: Check = async (services) => {
  const { lastGood, stale } = await standingOfBackups(services)
  if (!stale) return []
  return [
    {
      key: 'backup',
      title: '已超过 2 天没有成功的备份',
      detail: lastGood
        ? '最近一次成功之后的数据还没有备份。请查看定时任务“备份”的执行情况。'
        : '还没有任何成功的备份。请查看定时任务“备份”的执行情况。',
      since: lastGood,
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

/** What was tried as often as it is tried. What failed but is asked for again anyway has no tries of its own. */
const failedJobs: Check = async ({ db }, now) => {
  const { rows } = await db.execute<{ name: string; count: number; oldest: number }>(sql`
    select name, count(*)::int as count, extract(epoch from min(completed_on))::float8 * 1000 as oldest
    from pgboss.job where state = 'failed' and retry_limit > 0
      and completed_on > ${now.toISOString()}::timestamptz - interval '1 day' * ${FAILED_DAYS}::int
    group by name order by count desc, name`)
  if (!rows.length) return []
  const said = rows.map(({ name, count }) => `${JOB_WORDS[name] ?? name} ${count} 项`).join('、')
  return [
    {
      key: 'failed-jobs',
      title: `最近 ${FAILED_DAYS} 天有 ${rows.reduce((sum, { count }) => sum + count, 0)} 项后台任务失败`,
      detail: `多次重试仍未成功：${said}。原因见服务端日志；未完成的收付款和通知会定时继续，其余请核对后重新操作。`,
      since: new Date(Math.min(...rows.map(({ oldest }) => oldest))),
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

const disk: Check = async ({ settings, readOnly }) => {
  const full = (await volumesOf(settings)).filter(
    ({ rest, restPPT }) => rest < settings.filesMinFree || restPPT >= NEARLY_FULL,
  )
  const low = full.map(({ name, rest, restPPT }): Found => ({
    key: `disk:${name}`,
    title: `磁盘（${name}）已用 ${restPPT}%`,
    detail: `只剩 ${sizeText(rest)}。空间不足时不再保存文件，数据库会转为只读，请尽快清理或扩容。`,
    here: true,
    path: '/monitor/Disk',
  }))
  if (!readOnly()) return low
  const detail = '磁盘空间不足，现在只能查看，不能保存。清理出空间后自动恢复。'
  return [...low, { key: 'readonly', title: '数据库处于只读状态', detail, here: true, path: '/monitor/Disk' }]
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

/** One that was stopped is nobody's trouble for long; the last run of one that ended by itself is told of once. */
const timedWork: Check = async ({ db }, now) => {
  const { rows } = await db.execute<{ name: string; at: number; message: string | null }>(sql`
    select coalesce(description, job_class_name) as name, extract(epoch from last_time)::float8 * 1000 as at, last_message as message
    from ${jobs} where last_result = ${jobResults.failed} and delete_time is null
      and (status = ${jobStates.running} or last_time > ${now.toISOString()}::timestamptz - interval '1 day')
    order by last_time`)
  return rows.map(({ name, at, message }) => ({
    key: `job:${name}`,
    title: `定时任务上次执行失败：${name}`,
    detail: message ?? '没有说明原因',
    since: new Date(at),
    path: menuUrl(resources.quartzJob),
  }))
}

/** A package that a tenant names and that is no more gives nothing: its people would lose what it held without a word. */
const packages: Check = async ({ db }) => {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select t.id, t.name from ${tableOf(resources.sysTenant)} t where ${live('t')} and t.pack_ids <> '' and exists (
      select 1 from unnest(${sql.raw(partsOf('t.pack_ids'))}) as named (id) where named.id <> '' and not exists (
        select 1 from ${tableOf(resources.sysTenantPack)} p where p.id = named.id and ${live('p')}))
    order by t.id`)
  return rows.map(({ id, name }) => ({
    key: `pack:${id}`,
    title: `租户“${name}”的套餐已不存在`,
    detail: '该租户的人员因此失去了这个套餐里的权限。请在租户管理中为它换一个套餐，或去掉套餐。',
    path: menuUrl(resources.sysTenant),
  }))
}

/** By what cannot be looked at when it fails. */
const checks: Readonly<Record<string, Check>> = {
  磁盘: disk,
  备份: backups,
  后台任务: queue,
  失败的后台任务: failedJobs,
  通知: notices,
  对账: books,
  定时任务: timedWork,
  租户套餐: packages,
}

interface Seen {
  problem: Problem
  /** With the node where it is one of this node alone. */
  seenAs: string
}

/** What is wrong now, the oldest first; reconciliation that of the tenant. */
export const problemsOf = async (services: Services, tenantId: number): Promise<Problem[]> =>
  (await problemsSeen(services, tenantId)).map(({ problem }) => problem)

async function problemsSeen(services: Services, tenantId: number): Promise<Seen[]> {
  const now = services.clock.now()
  let whole = true
  const found = await Promise.all(
    Object.entries(checks).map(async ([what, check]) => {
      const ofTenant = check === books ? tenantId : MACHINE
      const problems = await check(services, now, tenantId).catch((error: unknown): Found[] => {
        services.log.warn({ err: error, what }, '无法检查运行状况')
        whole = false
        return [{ key: `unknown:${what}`, title: `无法检查${what}`, detail: '检查时出错，详情见服务端日志。' }]
      })
      return problems.map((problem) => ({ ...problem, ofTenant }))
    }),
  )
  const all = found.flat().map(({ ofTenant, here, since, ...problem }) => ({
    problem,
    since,
    seenAs: { tenantId: ofTenant, key: here ? `${problem.key}@${NODE}` : problem.key },
  }))
  const undated = all.flatMap(({ since, seenAs }) => (since ? [] : [seenAs]))
  const began = new Map(
    (await sinceOf(services, { found: undated, tenantId, node: NODE, now, whole })).map(({ key, since }) => [
      key,
      since,
    ]),
  )
  return all
    .map(({ problem, since, seenAs }) => ({ problem, seenAs, since: since ?? began.get(seenAs.key) ?? now }))
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ problem, seenAs, since }) => ({
      problem: { ...problem, since: localTime(services, since) },
      seenAs: seenAs.key,
    }))
}

/** Once a day for each of them, and on each node what is its own; the backups have a watch of their own. */
export async function watchProblems(services: Services): Promise<string> {
  const day = localTime(services).slice(0, 10)
  let [count, told] = [0, 0]
  for (const [tenantId, to] of await administrators(services.db)) {
    const problems = await problemsSeen(services, tenantId)
    count = Math.max(count, problems.length)
    for (const { problem, seenAs } of problems) {
      const { key, title, detail, since } = problem
      if (key === 'backup') continue
      const notice = { kind: 'system', tenantId, title, summary: detail, path: PROBLEMS, to } as const
      const facts = [{ label: '开始时间', text: since }, ...(seenAs === key ? [] : [{ label: '服务器', text: NODE }])]
      const id = await services.db.transaction((tx) =>
        tell({ tx, services }, { ...notice, key: `problem:${tenantId}:${seenAs}:${day}`, facts }),
      )
      if (id) told += 1
    }
  }
  return count ? `发现 ${count} 个问题${told ? `，已通知管理员 ${told} 条` : '，今天已经通知过'}` : '一切正常'
}
