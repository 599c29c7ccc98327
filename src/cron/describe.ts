/** An expression in Chinese: 每天 12:00:00, 每月最后一个星期五 10:15:00. */
import { movedDay } from './next.ts'
import { isNone, parseCron } from './parse.ts'
import { bounds, type CronParts, type Item, type Part, type PartName } from './parts.ts'

const WEEKDAYS = ['', '星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

type Words = (value: number) => string
const words: Record<PartName, Words> = {
  second: (value) => `${value}秒`,
  minute: (value) => `${value}分`,
  hour: (value) => `${value}点`,
  day: (value) => `${value}日`,
  month: (value) => `${value}月`,
  week: (value) => WEEKDAYS[value] ?? String(value),
  year: (value) => `${value}年`,
}
const units: Record<PartName, string> = {
  second: '秒',
  minute: '分钟',
  hour: '小时',
  day: '天',
  month: '个月',
  week: '天',
  year: '年',
}

type Tellers = { [K in Item['kind']]: (item: Extract<Item, { kind: K }>, name: PartName) => string }
const tellers: Tellers = {
  every: ({ step }, name) => (step === undefined || step === 1 ? `每${everyOf[name]}` : `每隔${step}${units[name]}`),
  value: ({ value }, name) => words[name](value),
  range: ({ from, to, step }, name) =>
    `${words[name](from)}到${words[name](to)}${step && step > 1 ? `每隔${step}${units[name]}` : ''}`,
  from: ({ from, step }, name) => `从${words[name](from)}起每隔${step}${units[name]}`,
  none: () => '',
  last: ({ before, workday }) =>
    before ? `月末前${before}天${workday ? '最近的工作日' : ''}` : workday ? '最后一个工作日' : '最后一天',
  workday: ({ day }) => `${day}日最近的工作日`,
  lastWeekday: ({ weekday }) => `最后一个${WEEKDAYS[weekday]}`,
  nthWeekday: ({ weekday, nth }) => `第${nth}个${WEEKDAYS[weekday]}`,
}
const everyOf: Record<PartName, string> = {
  second: '秒',
  minute: '分钟',
  hour: '小时',
  day: '天',
  month: '月',
  week: '天',
  year: '年',
}

const tell = (name: PartName, part: Part): string =>
  part.map((item) => (tellers[item.kind] as (item: Item, name: PartName) => string)(item, name)).join('、')

/** Begins with a figure, which would be read together with one before it. */
const figured = ([first]: Part) => first!.kind === 'value' || first!.kind === 'range'
/** Within what the figures of a part are counted. */
const within = (outer: Part, unit: string, inner: Part): string =>
  !figured(inner) ? '' : isEvery(outer) ? `每${unit}` : single(outer) === undefined ? '的' : ''

const isEvery = (part: Part) => part.every((item) => item.kind === 'every' && (item.step ?? 1) === 1)
const single = (part: Part): number | undefined =>
  part.length === 1 && part[0]!.kind === 'value' ? part[0]!.value : undefined

/** Throws a CronError like the parser. */
export const describeCron = (expression: string): string => describe(parseCron(expression))

function describe(parts: CronParts): string {
  const year = isEvery(parts.year) ? '' : tell('year', parts.year)
  const month = isEvery(parts.month) ? '' : tell('month', parts.month)
  return [year, month, dayWords(parts, month), timeWords(parts)].filter(Boolean).join(' ')
}

function dayWords({ day, week }: CronParts, month: string): string {
  const byWeek = isNone(day)
  const moved = movedDay(day)
  const part: Part = byWeek ? week : moved === undefined ? day : [{ kind: 'workday', day: moved }]
  if (isEvery(part)) return '每天'
  const told = tell(byWeek ? 'week' : 'day', part)
  const inMonth = !byWeek || part.some(({ kind }) => kind === 'lastWeekday' || kind === 'nthWeekday')
  if (!inMonth) return `每周${told.replaceAll('星期', '')}`
  return month ? told : `每月${told}`
}

function timeWords({ hour, minute, second }: CronParts): string {
  const [h, m, s] = [single(hour), single(minute), single(second)]
  if (h !== undefined && m !== undefined && s !== undefined)
    return [h, m, s].map((value) => String(value).padStart(2, '0')).join(':')
  const at = (name: 'hour' | 'minute', part: Part) => (isEvery(part) ? '' : tell(name, part))
  const minutes = within(hour, '小时', minute) + (m === 0 && s === 0 ? '整点' : at('minute', minute))
  const seconds = s !== undefined && m === undefined ? `第${s}秒` : tell('second', second)
  const tail = s === 0 ? (isEvery(minute) ? '每分钟' : '') : within(minute, '分钟', second) + seconds
  return at('hour', hour) + minutes + tail
}

/** What may be chosen in a part, for labels: 秒 0-59. */
export const labelOf = (name: PartName): string => bounds[name].label
