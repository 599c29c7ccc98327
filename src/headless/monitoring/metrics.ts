import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sizeText } from '#model/storedFiles.ts'
import { api } from '../session/api.ts'

type Statistic = 'VALUE' | 'COUNT' | 'TOTAL_TIME' | 'MAX'
interface SentMetric {
  description: string
  measurements: readonly { statistic: Statistic; value: number }[]
}

interface Shown {
  name: string
  label: string
  statistic?: Statistic
  words: (value: number) => string
}

const GIGABYTE = 1024 ** 3
/** Disks are counted in GB. */
const bytesText = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : sizeText(bytes)

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
const count = (unit: string) => (value: number) => `${value.toLocaleString('zh-CN')} ${unit}`
const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const seconds = (value: number) => `${value.toFixed(3)} 秒`

function lasting(value: number): string {
  const minutes = Math.floor(value / 60)
  const parts = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor((minutes % 1440) / 60), '小时'],
    [minutes % 60, '分钟'],
  ] as const
  const said = parts.flatMap(([amount, unit]) => (amount ? [`${amount} ${unit}`] : [])).join(' ')
  return said || `${Math.floor(value)} 秒`
}
const moment = (epoch: number) => new Date(epoch * 1000).toLocaleString('sv-SE')

const metric = (name: string, label: string, words: Shown['words'], statistic?: Statistic): Shown => ({
  name,
  label,
  words,
  ...(statistic && { statistic }),
})

/** The pages of figures: what each shows, in the names of the contract. */
export const METRIC_PAGES = {
  jvm: {
    title: 'JVM信息',
    about: '本系统运行在 Node.js 上，没有 JVM：这里是本节点进程的对应数值。',
    metrics: [
      metric('jvm.memory.max', '最大内存', megabytes),
      metric('jvm.memory.committed', '可用内存', megabytes),
      metric('jvm.memory.used', '已用内存', megabytes),
      metric('jvm.buffer.memory.used', '缓冲区内存', megabytes),
      metric('jvm.buffer.count', '打开的资源', count('个')),
      metric('jvm.threads.live', '线程', count('个')),
      metric('jvm.threads.daemon', '后台线程', count('个')),
      metric('jvm.threads.peak', '最多线程', count('个')),
      metric('jvm.classes.loaded', '已加载的模块', count('个')),
      metric('jvm.classes.unloaded', '已卸载的模块', count('个')),
      metric('jvm.gc.memory.allocated', '直接申请的内存', megabytes),
      metric('jvm.gc.memory.promoted', '老生代内存', megabytes),
      metric('jvm.gc.max.data.size', '老生代上限', megabytes),
      metric('jvm.gc.live.data.size', '老生代存活', megabytes),
      metric('jvm.gc.pause', '垃圾回收次数', count('次'), 'COUNT'),
      metric('jvm.gc.pause', '垃圾回收用时', seconds, 'TOTAL_TIME'),
    ],
  },
  system: {
    title: '服务器信息',
    about: '本节点所在的机器与进程。',
    metrics: [
      metric('system.cpu.count', '处理器数量', count('个')),
      metric('system.cpu.usage', '机器处理器使用率', percent),
      metric('system.load.average.1m', '一分钟平均负载', (value) => value.toFixed(2)),
      metric('process.start.time', '启动时间', moment),
      metric('process.uptime', '已运行', lasting),
      metric('process.cpu.usage', '进程处理器使用率', percent),
      metric('nodejs.eventloop.delay', '事件循环平均延迟', seconds, 'VALUE'),
      metric('nodejs.eventloop.delay', '事件循环最大延迟', seconds, 'MAX'),
    ],
  },
  tomcat: {
    title: 'Tomcat信息',
    about: '本系统没有 Tomcat：这里是登录会话与本节点请求的对应数值。',
    metrics: [
      metric('tomcat.sessions.created', '保留的登录会话', count('个')),
      metric('tomcat.sessions.expired', '已结束的会话', count('个')),
      metric('tomcat.sessions.active.current', '当前有效的会话', count('个')),
      metric('tomcat.sessions.active.max', '最多有效的会话', count('个')),
      metric('tomcat.sessions.rejected', '因繁忙未处理的请求', count('次')),
      metric('tomcat.global.request', '请求', count('次'), 'COUNT'),
      metric('tomcat.global.request', '请求用时合计', seconds, 'TOTAL_TIME'),
      metric('tomcat.global.request.max', '最慢的请求', seconds),
      metric('tomcat.global.error', '未成功的请求', count('次')),
      metric('voltdesk.sockets.live', '实时连接', count('个')),
    ],
  },
} satisfies Record<string, { title: string; about: string; metrics: readonly Shown[] }>
export type MetricPage = keyof typeof METRIC_PAGES

export const MONITOR = {
  again: '刷新',
  unavailable: '暂时无法读取',
  reading: '正在读取',
  name: '指标',
  value: '当前值',
  meaning: '说明',
}

export interface Figure {
  key: string
  label: string
  text: string
  meaning: string
  failed: boolean
}

/** Each asked for by itself: one that cannot be read takes no other along. */
export function useMetrics(page: MetricPage) {
  const shown: readonly Shown[] = METRIC_PAGES[page].metrics
  const names = [...new Set(shown.map(({ name }) => name))]
  const answers = useQueries({
    queries: names.map((name) => ({
      queryKey: ['metric', name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<SentMetric>(`/actuator/metrics/${name}`, undefined, { quiet: true, signal }),
      retry: false,
    })),
  })
  const figures = shown.map(({ name, label, statistic, words }, at): Figure => {
    const { data, error } = answers[names.indexOf(name)]!
    const found = statistic ? data?.measurements.find((one) => one.statistic === statistic) : data?.measurements[0]
    return {
      key: `${name} ${at}`,
      label,
      text: found ? words(found.value) : error ? MONITOR.unavailable : MONITOR.reading,
      meaning: data?.description ?? '',
      failed: Boolean(error),
    }
  })
  return {
    figures,
    fetching: answers.some(({ isFetching }) => isFetching),
    again: () => Promise.all(answers.map(({ refetch }) => refetch())),
  }
}

export const CACHE = {
  title: 'Redis监控',
  about: '本系统没有 Redis：这里是本节点记住的查询结果与数据库的对应数值。',
  none: '还没有可以显示的数值，过一会儿再看',
}

/** What stands where JeecgBoot shows Redis. */
export const useCacheFacts = () =>
  useQuery({
    queryKey: ['cache facts'],
    queryFn: ({ signal }) =>
      api.get<{ key: string; value: string; description: string }[]>('/sys/actuator/redis/info', undefined, {
        quiet: true,
        signal,
      }),
    retry: false,
  })

/** Bytes are read as MB, whatever else as it stands. */
export const cacheText = ({ value, description }: { value: string; description: string }): string =>
  description.includes('字节') ? bytesText(Number(value)) : value

export const DISK = {
  title: '磁盘监控',
  about: '本节点的数据、备份与临时文件所在的磁盘分区。',
  used: '已用',
  rest: '剩余',
  max: '容量',
  none: '没有可以读取的磁盘',
}

interface SentVolume {
  name: string
  max: number
  rest: number
  restPPT: number
}
const NEARLY_FULL = 90

export const useVolumes = () =>
  useQuery({
    queryKey: ['volumes'],
    queryFn: async ({ signal }) => {
      const sent = await api.get<SentVolume[]>('/sys/actuator/redis/queryDiskInfo', undefined, { quiet: true, signal })
      return sent.map(({ name, max, rest, restPPT }) => ({
        name,
        percent: restPPT,
        full: restPPT >= NEARLY_FULL,
        words: `${DISK.used} ${bytesText(max - rest)}，${DISK.rest} ${bytesText(rest)}，${DISK.max} ${bytesText(max)}`,
      }))
    },
    retry: false,
  })

export const TRACE = {
  title: '请求追踪',
  about: '本节点最近 100 次请求，不含参数与内容。',
  time: '时间',
  method: '方法',
  path: '地址',
  status: '状态',
  took: '耗时',
  none: '还没有这一类请求，有了会列在这里',
  all: '看全部请求',
}
/** What may be done where there is none: show all kinds, or ask again. */
export const afterNoTraces = ({ kind, setKind, again }: Pick<Traces, 'kind' | 'setKind' | 'again'>) =>
  kind === 'all'
    ? { action: MONITOR.again, onAction: () => void again().catch(() => undefined) }
    : { action: TRACE.all, onAction: () => setKind('all') }

export const TRACE_KINDS = [
  { value: 'all', label: '全部' },
  { value: 'success', label: '成功' },
  { value: 'warn', label: '被拒绝' },
  { value: 'error', label: '出错' },
] as const
export type TraceKind = (typeof TRACE_KINDS)[number]['value']

interface SentTrace {
  timestamp: string
  request: { method: string; uri: string }
  response: { status: number }
  timeTaken: number
}

export interface Traced {
  key: string
  time: string
  method: string
  path: string
  status: number
  color: 'green' | 'orange' | 'red'
  took: string
}

const tracedOf = ({ timestamp, request, response, timeTaken }: SentTrace, at: number): Traced => ({
  key: `${timestamp} ${at}`,
  time: new Date(timestamp).toLocaleString('sv-SE'),
  method: request.method,
  path: request.uri,
  status: response.status,
  color: response.status < 400 ? 'green' : response.status < 500 ? 'orange' : 'red',
  took: `${timeTaken} 毫秒`,
})

/** What asks for the trace is not part of it. */
const OWN = /\/actuator\/(jeecg)?httptrace/

export function useTrace() {
  const [kind, setKind] = useState<TraceKind>('all')
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['http trace', kind],
    queryFn: async ({ signal }) => {
      const path = kind === 'all' ? '/actuator/httptrace' : `/actuator/jeecghttptrace/${kind}`
      const { traces } = await api.get<{ traces: SentTrace[] }>(path, undefined, { quiet: true, signal })
      return traces.filter(({ request }) => request.method !== 'OPTIONS' && !OWN.test(request.uri)).map(tracedOf)
    },
    retry: false,
  })
  return {
    kind,
    setKind,
    traces: data ?? [],
    error,
    loading: isPending,
    fetching: isFetching,
    again: () => refetch({ throwOnError: true }),
  }
}
export type Traces = ReturnType<typeof useTrace>
