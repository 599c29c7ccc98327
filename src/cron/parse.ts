/** Text to parts, with the meaning and the refusals of Quartz 2.3.2 (`org.quartz.CronExpression`). */
import { bounds, CronError, PARTS, type CronParts, type Item, type Part, type PartName } from './parts.ts'

const LONGEST = 1000

/** Throws a CronError that names the part. Six parts mean every year. */
export function parseCron(expression: string): CronParts {
  if (expression.length > LONGEST) throw new CronError(`表达式最多 ${LONGEST} 个字符`)
  const texts = expression.trim().toUpperCase().split(/\s+/).filter(Boolean)
  if (!texts.length) throw new CronError('表达式不能为空')
  if (texts.length < 6) throw new CronError(`表达式不完整：需要 6 或 7 段，现在只有 ${texts.length} 段`)
  if (texts.length > 7) throw new CronError(`表达式过长：最多 7 段，现在有 ${texts.length} 段`)
  const parts = Object.fromEntries(
    PARTS.map((name, at) => [name, parsePart(name, texts[at] ?? '*')]),
  ) as unknown as CronParts
  const [noDay, noWeek] = [isNone(parts.day), isNone(parts.week)]
  if (noDay && noWeek) throw new CronError('日和周不能同时为 ?')
  if (!noDay && !noWeek) throw new CronError('日和周只能指定一个，另一个应为 ?')
  return parts
}

export const isNone = (part: Part): boolean => part.some(({ kind }) => kind === 'none')

/** One part on its own; the editor checks what is typed by it. */
export function parsePart(name: PartName, text: string): Part {
  const refuse = (message: string): never => {
    throw new CronError(message, name)
  }
  if (!text) refuse('不能为空')
  const pieces = text.toUpperCase().split(',')
  const items = pieces.map((piece) => itemOf(name, piece, refuse))
  if (items.length > 1) {
    const alone = items.find(({ kind }) => kind === 'last' || kind === 'lastWeekday' || kind === 'none')
    if (alone) refuse(`“${pieces[items.indexOf(alone)]}”不能与其它值并列`)
    if (items.filter(({ kind }) => kind === 'nthWeekday').length > 1) refuse('只能有一个 #')
  }
  return items
}

type Refuse = (message: string) => never
type Reader = (name: PartName, found: RegExpExecArray, refuse: Refuse) => Item

const NUMBER = String.raw`(\d{1,4}|[A-Z]{3})`
/** The shapes of an entry; the first that fits reads it. */
const shapes: readonly [RegExp, Reader][] = [
  [/^\*$/, () => ({ kind: 'every' })],
  [/^(?:\*\/|\/)(\d{1,4})$/, (name, [, step], refuse) => every(stepOf(name, step!, refuse))],
  [/^\?$/, (name, _, refuse) => (name === 'day' || name === 'week' ? { kind: 'none' } : refuse('? 只能用于日或周'))],
  [/^L$/, (name, _, refuse) => lastOf[name]?.() ?? refuse('L 只能用于日或周')],
  [/^L(?:-(\d{1,3}))?(W?)$/, lastDay],
  [/^(\d{1,3})W$/, workday],
  [new RegExp(`^${NUMBER}L$`), lastWeekday],
  [new RegExp(`^${NUMBER}#(.*)$`), nthWeekday],
  [new RegExp(`^${NUMBER}$`), (name, [, value], refuse) => ({ kind: 'value', value: numberOf(name, value!, refuse) })],
  [new RegExp(`^${NUMBER}-${NUMBER}(?:/(\\d{1,4}))?$`), range],
  [
    new RegExp(`^${NUMBER}/(\\d{1,4})$`),
    (name, [, from, step], refuse) => from_(numberOf(name, from!, refuse), stepOf(name, step!, refuse)),
  ],
]

function itemOf(name: PartName, text: string, refuse: Refuse): Item {
  if (!text) return refuse('逗号之间不能为空')
  for (const [shape, read] of shapes) {
    const found = shape.exec(text)
    if (found) return read(name, found, refuse)
  }
  return refuse(`无法识别“${text.slice(0, 20)}”`)
}

// Quartz takes a step of 0 as if there were none.
const every = (step: number): Item => (step === 0 ? { kind: 'every' } : { kind: 'every', step })
const from_ = (from: number, step: number): Item =>
  step === 0 ? { kind: 'value', value: from } : { kind: 'from', from, step }

const lastOf: Partial<Record<PartName, () => Item>> = {
  day: () => ({ kind: 'last', before: 0, workday: false }),
  // Alone it is the last day of the week, not of the month.
  week: () => ({ kind: 'value', value: 7 }),
}

function lastDay(name: PartName, [, before = '0', w]: RegExpExecArray, refuse: Refuse): Item {
  if (name !== 'day') return refuse('L-n 和 LW 只能用于日')
  if (Number(before) > 30) return refuse('距月末最多 30 天')
  return { kind: 'last', before: Number(before), workday: w === 'W' }
}

function workday(name: PartName, [, day]: RegExpExecArray, refuse: Refuse): Item {
  if (name !== 'day') return refuse('W 只能用于日')
  return { kind: 'workday', day: numberOf(name, day!, refuse) }
}

function lastWeekday(name: PartName, [, weekday]: RegExpExecArray, refuse: Refuse): Item {
  if (name !== 'week') return refuse('L 只能用于日或周')
  return { kind: 'lastWeekday', weekday: numberOf(name, weekday!, refuse) }
}

function nthWeekday(name: PartName, [, weekday, nth]: RegExpExecArray, refuse: Refuse): Item {
  if (name !== 'week') return refuse('# 只能用于周')
  if (!/^[1-5]$/.test(nth!)) return refuse('# 后面应为 1 到 5')
  return { kind: 'nthWeekday', weekday: numberOf(name, weekday!, refuse), nth: Number(nth) }
}

function range(name: PartName, [, a, b, step]: RegExpExecArray, refuse: Refuse): Item {
  const [from, to] = [numberOf(name, a!, refuse), numberOf(name, b!, refuse)]
  if (name === 'year' && to < from) return refuse('结束年份不能早于开始年份')
  if (step === undefined) return { kind: 'range', from, to }
  const by = Number(step)
  return by === 0 ? { kind: 'value', value: from } : { kind: 'range', from, to, step: by }
}

function numberOf(name: PartName, text: string, refuse: Refuse): number {
  const { min, max, names } = bounds[name]
  const named = names?.indexOf(text) ?? -1
  if (named >= 0) return min + named
  if (!/^\d+$/.test(text)) return refuse(`无法识别“${text}”`)
  const value = Number(text)
  return value >= min && value <= max ? value : refuse(`应在 ${min} 到 ${max} 之间`)
}

function stepOf(name: PartName, text: string, refuse: Refuse): number {
  const step = Number(text)
  return step <= bounds[name].step ? step : refuse(`间隔不能大于 ${bounds[name].step}`)
}
