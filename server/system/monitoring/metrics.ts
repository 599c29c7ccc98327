/** The names under which clients of the contract (§11) ask for figures, and what a Node process has for them. */
import { sql } from 'drizzle-orm'
import { availableParallelism, loadavg } from 'node:os'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { onlyRow } from '../../db/only-row.ts'
import { session } from '../../db/tables.ts'
import type { Services } from '../../kernel/services.ts'
import { collections, loopDelay, machineUsage, processUsage, threads } from './process-probe.ts'

interface Measurement {
  statistic: 'VALUE' | 'COUNT' | 'TOTAL_TIME' | 'MAX'
  value: number
}

interface Metric {
  description: string
  baseUnit?: string
  read(services: Services): Measurement[] | Promise<Measurement[]>
}

const one = (value: number): Measurement[] => [{ statistic: 'VALUE', value }]
const gauge = (
  description: string,
  baseUnit: string | undefined,
  read: (services: Services) => number | Promise<number>,
): Metric => ({
  description,
  ...(baseUnit && { baseUnit }),
  read: async (services) => one(await read(services)),
})
const bytes = (description: string, read: () => number) => gauge(description, 'bytes', read)

const oldSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')

/** Modules the runtime itself has loaded: what comes nearest to classes. */
const modules = () => (process as unknown as { moduleLoadList?: readonly string[] }).moduleLoadList?.length ?? 0

interface Sessions {
  created: number
  expired: number
  active: number
}
async function sessionsOf({ db, clock }: Services): Promise<Sessions> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const ended = sql`${session.revokeTime} is not null or ${session.expireTime} <= ${now}`
  const { rows } = await db.execute<{ created: number; expired: number }>(
    sql`select count(*)::int as created, (count(*) filter (where ${ended}))::int as expired from ${session}`,
  )
  const { created, expired } = onlyRow(rows)
  return { created, expired, active: created - expired }
}
const sessionGauge = (description: string, of: keyof Sessions) =>
  gauge(description, 'sessions', async (services) => (await sessionsOf(services))[of])

/** The most that were seen at once by whoever asked, since the start. */
let mostSessions = 0
const sessionFigures = (family: string): Record<string, Metric> => ({
  [`${family}.sessions.created`]: sessionGauge('数据库中保留的登录会话（对应 Tomcat 已创建会话）', 'created'),
  [`${family}.sessions.expired`]: sessionGauge('已过期或已退出的登录会话', 'expired'),
  [`${family}.sessions.active.current`]: sessionGauge('当前有效的登录会话', 'active'),
  [`${family}.sessions.active.max`]: gauge('启动以来查看到的最多有效会话', 'sessions', async (services) => {
    mostSessions = Math.max(mostSessions, (await sessionsOf(services)).active)
    return mostSessions
  }),
  [`${family}.sessions.rejected`]: gauge(
    '启动以来因系统繁忙而请求稍后再试的请求（对应 Tomcat 拒绝的会话）',
    'requests',
    ({ traffic }) => traffic.sentAway,
  ),
})

const requests = (description: string): Metric => ({
  description,
  baseUnit: 'seconds',
  read: ({ traffic }) => [
    { statistic: 'COUNT', value: traffic.count },
    { statistic: 'TOTAL_TIME', value: traffic.totalMs / 1000 },
    { statistic: 'MAX', value: traffic.slowestMs / 1000 },
  ],
})

export const metrics: Readonly<Record<string, Metric>> = {
  'jvm.memory.max': bytes('V8 堆内存上限（对应 JVM 最大内存）', () => getHeapStatistics().heap_size_limit),
  'jvm.memory.committed': bytes('V8 已申请的堆内存（对应 JVM 可用内存）', () => getHeapStatistics().total_heap_size),
  'jvm.memory.used': bytes('V8 已使用的堆内存（对应 JVM 已用内存）', () => getHeapStatistics().used_heap_size),
  'jvm.buffer.memory.used': bytes('堆外的 Buffer 内存（对应 JVM 缓冲区）', () => process.memoryUsage().arrayBuffers),
  'jvm.buffer.count': gauge(
    '打开的连接、文件与定时器（对应 JVM 缓冲区数量）',
    'resources',
    () => process.getActiveResourcesInfo().length,
  ),
  'jvm.threads.live': gauge('进程的线程数', 'threads', () => threads().live),
  'jvm.threads.daemon': gauge('执行程序之外的线程（对应 JVM 守护线程）', 'threads', () => threads().live - 1),
  'jvm.threads.peak': gauge('启动以来查看到的最多线程', 'threads', () => threads().peak),
  'jvm.classes.loaded': gauge('Node 已加载的内部模块（对应 JVM 已加载的类）', 'modules', modules),
  'jvm.classes.unloaded': gauge('Node 不卸载模块（对应 JVM 未加载的类）', 'modules', () => 0),
  'jvm.gc.memory.allocated': bytes(
    'V8 直接申请的内存（对应 JVM 年轻代增长）',
    () => getHeapStatistics().malloced_memory,
  ),
  'jvm.gc.memory.promoted': bytes('V8 老生代已使用（对应 JVM 老年代增长）', () => oldSpace()?.space_used_size ?? 0),
  'jvm.gc.max.data.size': bytes('V8 老生代已申请（对应 JVM 老年代最大内存）', () => oldSpace()?.space_size ?? 0),
  'jvm.gc.live.data.size': bytes('V8 老生代已使用（对应 JVM 回收后的老年代）', () => oldSpace()?.space_used_size ?? 0),
  'jvm.gc.pause': {
    description: 'V8 垃圾回收的次数与用时',
    baseUnit: 'seconds',
    read: () => {
      const { count, totalSeconds, longestSeconds } = collections()
      return [
        { statistic: 'COUNT', value: count },
        { statistic: 'TOTAL_TIME', value: totalSeconds },
        { statistic: 'MAX', value: longestSeconds },
      ]
    },
  },
  'system.cpu.count': gauge('处理器数量', undefined, () => availableParallelism()),
  'system.cpu.usage': gauge('机器的处理器使用率', undefined, machineUsage),
  'system.load.average.1m': gauge('一分钟平均负载', undefined, () => loadavg()[0] ?? 0),
  'process.start.time': gauge('进程启动时间', 'seconds', () => Math.floor(Date.now() / 1000 - process.uptime())),
  'process.uptime': gauge('进程已运行的时间', 'seconds', () => process.uptime()),
  'process.cpu.usage': gauge('进程的处理器使用率', undefined, processUsage),
  'nodejs.eventloop.delay': {
    description: '事件循环的延迟：到时应做的事晚了多久',
    baseUnit: 'seconds',
    read: () => [
      { statistic: 'VALUE', value: loopDelay().mean },
      { statistic: 'MAX', value: loopDelay().max },
    ],
  },
  'http.server.requests': requests('启动以来回答的请求'),
  'tomcat.global.request': requests('启动以来回答的请求（对应 Tomcat 全部请求）'),
  'tomcat.global.request.max': gauge('最慢的一次请求', 'seconds', ({ traffic }) => traffic.slowestMs / 1000),
  'tomcat.global.error': gauge('以 4xx、5xx 回答的请求', 'requests', ({ traffic }) => traffic.refused),
  'voltdesk.sockets.live': gauge('本节点的实时连接', 'connections', ({ traffic }) => traffic.sockets()),
  ...sessionFigures('tomcat'),
  ...sessionFigures('undertow'),
}
