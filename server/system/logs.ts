/** 日志管理 (contract.md §6.15) beyond its list, and how many people come (§2.1). */
import { inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { logTypes, sysLog } from '#resources/system/log.ts'
import { resources } from '#resources/index.ts'
import { allOf } from '../db/all-of.ts'
import { live } from '../db/live.ts'
import { onlyRow } from '../db/only-row.ts'
import { tableOf } from '../db/table.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { LOOK } from '../resource/changes.ts'
import { columnNamed, comparisons } from '../resource/conditions.ts'
import { hookOf } from '../resource/hooks.ts'
import { someIds } from '../resource/parameters.ts'
import { Remembered } from '../resource/remembered.ts'
import { scopeOf } from '../resource/scope.ts'
import { deleteRows } from '../resource/write.ts'

const log = tableOf(sysLog)
const tenants = tableOf(resources.sysTenant)
const tag = '日志'

/** The contract's name for a part of the content. */
export const logFilters = hookOf(sysLog, {
  filters: {
    keyWord: (value) => comparisons.like(columnNamed(sysLog, 'logContent')!, value.replace(/^\*|\*$/g, '')),
  },
})

/** In one go, so that nobody waits for a lock on the whole. */
const AT_ONCE = 2000

async function clear({ db }: Services, caller: Caller, until: string): Promise<number> {
  for (let total = 0; ;) {
    const some = db
      .select({ id: log.id })
      .from(log)
      .where(allOf(scopeOf(caller, sysLog), sql`${log.createTime} <= ${until}::timestamptz`))
      // Along the index: otherwise each time all that went before would be passed again.
      .orderBy(log.createTime, log.id)
      .limit(AT_ONCE)
    const gone = await db.delete(log).where(inArray(log.id, some)).returning({ id: log.id })
    total += gone.length
    if (gone.length < AT_ONCE) return total
  }
}

/** How often staff come in is for who may read the log. The contract's clients ask as anybody: the others are told of nobody. */
const mayCount = (caller: Caller) => may(caller, permissionOf(sysLog, 'list'))

interface Visits {
  count: number
}
/** How often somebody came in at all is a look at every login there ever was. */
const allVisits = new Remembered<Visits>(200)

async function countVisits(services: Services, caller: Caller): Promise<number> {
  const { value } = await allVisits.answer(services, {
    table: sysLog.table,
    key: caller.isAdmin ? 'all' : String(caller.tenantId),
    mayLag: ({ count }) => count >= services.lists.large,
    async workOut() {
      const { rows } = await services.db.execute<{ count: number; look: string }>(
        sql`select count(*)::int as count, ${sql.raw(LOOK)} as look from ${log} where ${visits(caller)}`,
      )
      const { count, look } = onlyRow(rows)
      return { value: { count }, look }
    },
  })
  return value.count
}

/**
 * Whoever came in, by whatever road: no failure, no sign-out, nobody who looks as another. The name is what somebody typed,
 * so the words (`people/entering.ts`) count at the end alone. Those of the reader's tenant; for administrators those of
 * every tenant, each by its index (`sys_log_visits`), whose words these are: with a value put in later it would not be used.
 */
export const visits = ({ isAdmin, tenantId }: Pick<Caller, 'isAdmin' | 'tenantId'>): SQL =>
  allOf(
    live(log),
    isAdmin ? sql`${log.tenantId} = any(array(select id::int from ${tenants}))` : sql`${log.tenantId} = ${tenantId}`,
    sql`${log.logType} = ${sql.raw(String(logTypes.login))} and ${log.logContent} like '%,登录成功！'`,
  )

/** Midnight of the platform, so many days ago. */
const dayBegin = ({ clock, settings: { timeZone } }: Services, daysAgo: number): SQL =>
  sql`((${clock.now().toISOString()}::timestamptz at time zone ${timeZone})::date - ${daysAgo}::int)::timestamp at time zone ${timeZone}`

export const logRoutes: Route[] = [
  route({
    method: 'DELETE',
    path: '/sys/log/deleteBatch',
    permission: 'system:log:delete',
    summary: '批量删除日志；ids=allclear 清空',
    tag,
    lane: 'patient',
    query: z.strictObject({ ids: z.string({ error: '参数不识别！' }).max(70_000) }),
    handler: async ({ services, caller, query: { ids } }) => {
      if (ids === 'allclear')
        return said(`清除成功!共 ${await clear(services, caller, services.clock.now().toISOString())} 条`)
      const chosen = someIds().parse(ids)
      await services.db.transaction((tx) => deleteRows({ tx, caller, services }, sysLog, chosen))
      return said('批量删除成功！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/loginfo',
    permission: 'session',
    summary: '总访问次数、今日访问次数、今日访问地址数',
    tag,
    lane: 'figures',
    handler: async ({ services, caller }) => {
      if (!mayCount(caller)) return { totalVisitCount: 0, todayVisitCount: 0, todayIp: 0 }
      const today = sql`${log.createTime} >= ${dayBegin(services, 0)}`
      const totalVisitCount = await countVisits(services, caller)
      const { rows } = await services.db.execute<Record<'todayVisitCount' | 'todayIp', number>>(sql`
        select count(*)::int as "todayVisitCount", count(distinct ${log.ip})::int as "todayIp"
        from ${log} where ${visits(caller)} and ${today}`)
      return { totalVisitCount, ...onlyRow(rows) }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/visitInfo',
    permission: 'session',
    summary: '最近 7 天（或 30 天）每天的访问次数与地址数，没有访问的日子不列出',
    tag,
    lane: 'figures',
    query: z.strictObject({ days: z.enum(['7', '30'], { error: 'days 应为 7 或 30' }).default('7') }),
    handler: async ({ services, caller, query: { days } }) => {
      if (!mayCount(caller)) return []
      const { timeZone } = services.settings
      const { rows } = await services.db.execute<{ visit: number; ip: number; tian: string; type: string }>(sql`
        select count(*)::int as visit, count(distinct ip)::int as ip,
          to_char(day, 'YYYY-MM-DD') as tian, to_char(day, 'MM-DD') as type
        from (select ${log.ip} as ip, (${log.createTime} at time zone ${timeZone})::date as day
          from ${log} where ${visits(caller)} and ${log.createTime} >= ${dayBegin(services, Number(days) - 1)}) as seen
        group by day order by day`)
      return rows
    },
  }),
]
