import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReads } from '../forms/pickers/reads.ts'
import { api } from '../session/api.ts'

/** One day of the login log. */
export interface VisitDay {
  /** 2026-03-01 */
  tian: string
  /** 03-01 */
  type: string
  visit: number
  ip: number
}

interface VisitFigures {
  totalVisitCount: number
  todayVisitCount: number
  todayIp: number
}

export const VISIT_SPANS = [
  { value: '7', label: '最近 7 天' },
  { value: '30', label: '最近 30 天' },
] as const
export type VisitSpan = (typeof VISIT_SPANS)[number]['value']

const DAY_MS = 86_400_000

/** The server leaves out days on which nobody came; between others they stand as nothing. */
export function filledDays(sent: readonly VisitDay[]): VisitDay[] {
  const known = new Map(sent.map((day) => [day.tian, day]))
  const [first, last] = [sent[0], sent.at(-1)].map((day) => Date.parse(`${day?.tian}T00:00:00Z`))
  if (first === undefined || last === undefined || Number.isNaN(first + last)) return []
  const count = Math.round((last - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, at) => {
    const tian = new Date(first + at * DAY_MS).toISOString().slice(0, 10)
    return known.get(tian) ?? { tian, type: tian.slice(5), visit: 0, ip: 0 }
  })
}

export interface VisitBar extends VisitDay {
  /** Of the busiest day, 0 to 100. */
  percent: number
  words: string
}

export function barsOf(sent: readonly VisitDay[]): VisitBar[] {
  const days = filledDays(sent)
  const most = Math.max(1, ...days.map(({ visit }) => visit))
  return days.map((day) => ({
    ...day,
    percent: Math.round((day.visit / most) * 100),
    words: `${day.tian}：访问 ${day.visit} 次，地址 ${day.ip} 个`,
  }))
}

/** How many people came, today and on the days before: 访问 are rows of the login log. */
export function useVisits() {
  const [span, setSpan] = useState<VisitSpan>('7')
  const figures = useQuery({
    queryKey: ['visits', 'figures'],
    queryFn: ({ signal }) => api.get<VisitFigures>('/sys/loginfo', undefined, { quiet: true, signal }),
  })
  const days = useQuery({
    queryKey: ['visits', 'days', span],
    queryFn: ({ signal }) =>
      api.get<VisitDay[]>('/sys/visitInfo', span === '7' ? {} : { days: span }, { quiet: true, signal }),
    placeholderData: (before) => before,
  })
  const { todayVisitCount, todayIp, totalVisitCount } = figures.data ?? {}
  return {
    span,
    setSpan,
    figures: [
      { label: '今日访问', value: todayVisitCount },
      { label: '今日地址', value: todayIp },
      { label: '累计访问', value: totalVisitCount },
    ].map(({ label, value }) => ({ label, text: value === undefined ? '—' : value.toLocaleString('zh-CN') })),
    bars: barsOf(days.data ?? []),
    failed: figures.error ?? days.error,
    again: () => void Promise.all([figures.refetch(), days.refetch()]),
  }
}
/** Who may read the log may see how many it tells of. */
export const useMaySeeVisits = (): boolean => useReads()('sysLog')

export type Visits = ReturnType<typeof useVisits>

export const VISITS = { title: '访问统计', perDay: '每天的访问次数', none: '这些天没有访问', again: '重新加载' }
