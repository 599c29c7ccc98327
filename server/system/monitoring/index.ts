/** 系统监控 (contract.md §11): figures of this node and of the database, under the addresses clients of the contract ask. */
import { freemem, totalmem } from 'node:os'
import { z } from 'zod'
import { notFound } from '../../kernel/errors.ts'
import { route, type Route } from '../../kernel/route.ts'
import type { Services } from '../../kernel/services.ts'
import type { Answered } from '../../kernel/traffic.ts'
import { cacheFacts, keptAnswers } from './cache.ts'
import { volumesOf } from './disk.ts'
import { metrics } from './metrics.ts'
import { problemsOf } from './problems.ts'

/** One right for all of it: whoever looks after the platform. */
const MONITOR = 'system:monitor:list'
const common = { method: 'GET', permission: MONITOR, tag: '系统监控' } as const

const traceOf = ({ at, method, path, status, ms }: Answered) => ({
  timestamp: at.toISOString(),
  request: { method, uri: path, headers: {}, remoteAddress: null },
  response: { status, headers: {} },
  timeTaken: Math.round(ms),
  principal: null,
  session: null,
})

const KINDS: Readonly<Record<string, (status: number) => boolean>> = {
  all: () => true,
  success: (status) => status < 400,
  warn: (status) => status >= 400 && status < 500,
  error: (status) => status >= 500,
}
const SORTS: Readonly<Record<string, (one: Answered) => number>> = {
  timestamp: ({ at }) => at.getTime(),
  timeTaken: ({ ms }) => ms,
  'response.status': ({ status }) => status,
}
const kind = z.enum(Object.keys(KINDS) as [string, ...string[]], { error: '应为 all、success、warn 或 error' })

function traces({ traffic }: Services, wanted: string, sort?: { field: string; order: string }) {
  const found = traffic.recent().filter(({ status }) => KINDS[wanted]?.(status))
  const by = sort && SORTS[sort.field]
  const sorted = by ? found.toSorted((a, b) => (by(a) - by(b)) * (sort.order === 'asc' ? 1 : -1)) : found
  return { traces: sorted.map(traceOf) }
}

/** What was seen when somebody looked; nobody keeps watch for it. */
const MOST_SEEN = 60
const seen: { time: number; dbSize: number; memory: number }[] = []
function look(services: Services) {
  const now = { time: services.clock.now().getTime(), dbSize: keptAnswers(services), memory: process.memoryUsage().rss }
  seen.push(now)
  if (seen.length > MOST_SEEN) seen.shift()
  return now
}

export const monitoringRoutes: Route[] = [
  route({
    ...common,
    path: '/sys/health/problems',
    summary: '现在有什么不正常、从何时开始、到哪里处理',
    handler: ({ services, caller }) => problemsOf(services, caller.tenantId),
  }),
  route({
    ...common,
    path: '/actuator/httptrace',
    raw: true,
    summary: '本节点最近 100 次请求，新的在前；不含参数与内容',
    handler: ({ services }) => traces(services, 'all'),
  }),
  // The newer client leaves the last part of the path empty where nothing is sorted.
  ...(['/actuator/jeecghttptrace/:kind', '/actuator/jeecghttptrace/:kind/'] as const).map((path) =>
    route({
      ...common,
      path,
      raw: true,
      summary: '本节点最近的请求，按结果筛选',
      params: z.strictObject({ kind }),
      handler: ({ services, params }) => traces(services, params.kind),
    }),
  ),
  route({
    ...common,
    path: '/actuator/jeecghttptrace/:kind/:field/:order',
    raw: true,
    summary: '本节点最近的请求，按结果筛选并排序',
    params: z.strictObject({
      kind,
      field: z.enum(Object.keys(SORTS) as [string, ...string[]], { error: '不能按该字段排序' }),
      order: z.enum(['asc', 'desc'], { error: '应为 asc 或 desc' }),
    }),
    handler: ({ services, params }) => traces(services, params.kind, params),
  }),
  route({
    ...common,
    path: '/actuator/metrics/:name',
    raw: true,
    summary: '一项指标；没有的指标是 404',
    params: z.strictObject({ name: z.string().max(100) }),
    handler: async ({ services, params: { name } }) => {
      const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined
      if (!metric) throw notFound('指标')
      const { description, baseUnit = null } = metric
      return { name, description, baseUnit, measurements: await metric.read(services), availableTags: [] }
    },
  }),
  route({
    ...common,
    path: '/sys/actuator/redis/info',
    summary: '缓存与数据库（对应 Redis 信息）',
    handler: ({ services }) => cacheFacts(services),
  }),
  route({
    ...common,
    path: '/sys/actuator/redis/keysSize',
    raw: true,
    summary: '记住的查询结果数（对应 Redis 键的数量）',
    handler: ({ services }) => {
      const { time, dbSize } = look(services)
      return { create_time: time, dbSize }
    },
  }),
  route({
    ...common,
    path: '/sys/actuator/redis/memoryInfo',
    raw: true,
    summary: '进程占用的内存（对应 Redis 内存）',
    handler: ({ services }) => {
      const { time, memory } = look(services)
      return { used_memory: String(memory), create_time: time }
    },
  }),
  ...(['dbSize', 'memory'] as const).map((name) =>
    route({
      ...common,
      path: `/sys/actuator/redis/${name === 'dbSize' ? 'keysSizeForReport' : 'memoryForReport'}`,
      raw: true,
      summary: '查看时记下的数值',
      handler: ({ services }) => {
        look(services)
        return { data: seen.map((one) => ({ name: String(one.time), value: one[name] })) }
      },
    }),
  ),
  route({
    ...common,
    path: '/sys/actuator/redis/infoForReport',
    raw: true,
    summary: '缓存与数据库，供报表使用',
    handler: async ({ services }) => ({
      data: (await cacheFacts(services)).map(({ description, value }) => ({ name: description, value })),
    }),
  }),
  route({
    ...common,
    path: '/sys/actuator/redis/metrics/history',
    summary: '查看时记下的数值',
    handler: ({ services }) => {
      look(services)
      return {
        dbSize: seen.map(({ time, dbSize }) => ({ create_time: time, dbSize })),
        memory: seen.map(({ time, memory }) => ({ create_time: time, used_memory: String(memory) })),
      }
    },
  }),
  route({
    ...common,
    path: '/sys/actuator/redis/queryDiskInfo',
    summary: '每个磁盘分区的容量与剩余',
    handler: ({ services }) => volumesOf(services.settings),
  }),
  route({
    ...common,
    path: '/sys/actuator/memory/info',
    summary: '机器与进程的内存',
    handler: () => {
      const [total, free] = [totalmem(), freemem()]
      const { heapTotal, heapUsed, rss } = process.memoryUsage()
      return {
        'memory.physical.total': total,
        'memory.physical.used': total - free,
        'memory.physical.free': free,
        'memory.physical.usage': Number(((total - free) / total).toFixed(4)),
        'memory.runtime.total': heapTotal,
        'memory.runtime.used': heapUsed,
        'memory.runtime.max': rss,
        'memory.runtime.free': heapTotal - heapUsed,
        'memory.runtime.usage': Number((heapUsed / heapTotal).toFixed(4)),
      }
    },
  }),
]
