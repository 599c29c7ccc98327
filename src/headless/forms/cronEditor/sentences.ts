/** What stands beside each mode: words and what is set between them. Drawn by both shells. */
import type { PartName } from '#cron/parts.ts'
import { BEFORE_END, limitsOf, NTH, valuesOffered, type Span } from './limits.ts'
import type { Mode, PartOptions } from './options.ts'

type NumberOption = {
  [K in keyof PartOptions]: PartOptions[K] extends number ? K : never
}[keyof PartOptions]

export interface Setting {
  option: NumberOption
  /** What a screen reader says. */
  label: string
  span: Span
  /** Chosen by name: 星期一 rather than 2. */
  weekday?: boolean
}
export type Piece = string | Setting
export type Sentence = readonly [string, ...Piece[]]

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** 1 is Sunday, as Quartz counts. */
export const weekdays: readonly { value: number; label: string }[] = WEEKDAYS.map((label, index) => ({
  value: index + 1,
  label,
}))

/** The tabs. */
export const partTitles: Readonly<Record<PartName, string>> = {
  second: '秒',
  minute: '分',
  hour: '时',
  day: '日',
  month: '月',
  week: '周',
  year: '年',
}
/** 每… */
const each: Readonly<Record<PartName, string>> = {
  second: '每秒',
  minute: '每分钟',
  hour: '每小时',
  day: '每日',
  month: '每月',
  week: '每天',
  year: '每年',
}
const steps: Readonly<Record<PartName, string>> = {
  second: '秒',
  minute: '分钟',
  hour: '小时',
  day: '天',
  month: '个月',
  week: '天',
  year: '年',
}
const afterValue = (name: PartName) => (name === 'week' ? '' : name === 'hour' ? '点' : partTitles[name])

const value = (name: PartName, option: NumberOption, label: string): Setting => ({
  option,
  label,
  span: limitsOf(name).value,
  ...(name === 'week' && { weekday: true }),
})

const sentences: Readonly<Record<Mode, (name: PartName) => Sentence>> = {
  none: (name) => [name === 'day' ? '不指定，由“周”决定' : '不指定，由“日”决定'],
  every: (name) => [each[name]],
  increment: (name) => [
    '循环：从',
    value(name, 'incrementStart', '循环开始'),
    `${afterValue(name)}开始，每`,
    { option: 'incrementIncrement', label: '循环间隔', span: limitsOf(name).step },
    `${steps[name]}执行一次`,
  ],
  range: (name) => [
    '区间：从',
    value(name, 'rangeStart', '区间开始'),
    `${afterValue(name)}到`,
    value(name, 'rangeEnd', '区间结束'),
    afterValue(name),
  ],
  specific: () => ['指定'],
  last: () => ['本月最后一日'],
  lastWorkday: () => ['本月最后一个工作日'],
  beforeEnd: () => [
    '本月最后一日往前',
    { option: 'cronDaysBeforeEomMinus', label: '往前天数', span: BEFORE_END },
    '天',
  ],
  nearestWorkday: (name) => ['工作日：离', value(name, 'cronDaysNearestWeekday', '最近工作日'), '日最近的工作日'],
  lastWeekday: (name) => ['本月最后一个', value(name, 'cronLastSpecificDomDay', '最后一个星期')],
  nthWeekday: (name) => [
    '本月第',
    { option: 'cronNthDayNth', label: '第几个', span: NTH },
    '个',
    value(name, 'cronNthDayDay', '第几个星期'),
  ],
  typed: () => ['其它'],
}

/** The first piece is always words: the name of the mode. */
export const sentenceOf = (name: PartName, mode: Mode): Sentence => sentences[mode](name)

/** What may be ticked where values are given one by one. */
export const choicesOf = (name: PartName): readonly { value: number; label: string }[] =>
  name === 'week' ? weekdays : valuesOffered(name).map((one) => ({ value: one, label: String(one) }))

/** The whole of it, typed. */
export const EXPRESSION = '表达式'

/** Above the next runs, and where there are none. */
export const runsWords = {
  label: '最近十次执行时间',
  heading: (zone: string) => `最近 10 次执行时间（${zone}）`,
  none: '按此表达式不会再执行',
}

/** Where a part is typed as it is written. */
export const typedWords = { label: (name: PartName) => `${partTitles[name]}其它`, example: '例如 0,30 或 10-50/5' }

/** The group of values to be ticked. */
export const ticksLabel = (name: PartName): string => `${partTitles[name]}指定值`
