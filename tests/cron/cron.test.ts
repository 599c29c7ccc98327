import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CronError, describeCron, nextRuns, parseCron, printCron } from '../../src/cron/index.ts'

interface Example {
  expr: string
  from: string
  times?: string[]
  error?: string
}
/** What Quartz 2.3.2 itself answers. */
const examples = JSON.parse(
  readFileSync(new URL('./quartz-examples.json', import.meta.url), 'utf8'),
) as readonly Example[]
const shanghai = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)
const EIGHT_HOURS = 8 * 3_600_000
const local = (date: Date) => new Date(date.getTime() + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')

test.each(examples.filter(({ times }) => times))('$expr fires when Quartz does', ({ expr, from, times }) => {
  const runs = nextRuns(expr, { from: shanghai(from), count: times!.length })
  expect(runs.map(local)).toEqual(times)
  const printed = printCron(parseCron(expr))
  expect(nextRuns(printed, { from: shanghai(from), count: times!.length })).toEqual(runs)
  expect(describeCron(expr)).not.toMatch(/undefined|NaN|^$/)
})

test.each(examples.filter(({ error }) => error))('$expr is refused as by Quartz', ({ expr }) => {
  expect(() => parseCron(expr)).toThrow(CronError)
})

/** A second reading of the rules that shares nothing with the product: it looks at every day and every second of it. */
function* walk(expr: string, from: string): Generator<string> {
  const [second, minute, hour, day, month, week, year = '*'] = expr.split(' ')
  /** The values of a part, each judged by itself. */
  const hits = (text: string, min: number, max: number): ReadonlySet<number> => {
    const fits = (value: number) =>
      text.split(',').some((piece) => {
        const [span, step = '1'] = piece.split('/')
        const [a, b] = span === '*' ? [min, max] : span!.split('-').map(Number)
        if (b === undefined && !piece.includes('/')) return value === a
        const end = b ?? max
        const size = max - min + 1
        const distance = value >= a! ? value - a! : end < a! ? value + size - a! : -1
        const reach = end < a! ? end + size - a! : end - a!
        return distance >= 0 && distance <= reach && distance % Number(step) === 0
      })
    return new Set(Array.from({ length: max - min + 1 }, (_, at) => min + at).filter(fits))
  }
  const two = (value: number) => String(value).padStart(2, '0')
  const times: string[] = []
  const [hours, minutes, seconds] = [hits(hour!, 0, 23), hits(minute!, 0, 59), hits(second!, 0, 59)]
  for (const h of hours) for (const m of minutes) for (const s of seconds) times.push(`${two(h)}:${two(m)}:${two(s)}`)
  const plain = (text: string, min: number, max: number) => (/[?L#]/.test(text) ? new Set() : hits(text, min, max))
  const [years, months] = [hits(year, 1970, 2199), hits(month!, 1, 12)]
  const [days, weekdays] = [plain(day!, 1, 31), plain(week!, 1, 7)]
  for (let at = Date.parse(`${from.slice(0, 10)}T00:00:00Z`), n = 0; n < 4000; at += 86_400_000, n++) {
    const date = new Date(at)
    const [y, mo, d, w] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay() + 1]
    if (!years.has(y) || !months.has(mo)) continue
    const length = new Date(Date.UTC(y, mo, 0)).getUTCDate()
    const fits =
      day === '?'
        ? week!.endsWith('L')
          ? w === Number(week![0]) && d + 7 > length
          : week!.includes('#')
            ? w === Number(week![0]) && Math.ceil(d / 7) === Number(week![2])
            : weekdays.has(w)
        : /^L(-\d+)?$/.test(day!)
          ? d === length - Number(day!.slice(2) || 0)
          : days.has(d)
    if (fits) for (const time of times) yield `${y}-${two(mo)}-${two(d)} ${time}`
  }
}

const NAMES = { second: [0, 59], minute: [0, 59], hour: [0, 23], day: [1, 31], month: [1, 12], week: [1, 7] } as const

test('agrees with a brute walk over 10,000 random expressions', () => {
  let seed = 20_261_121
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const between = (min: number, max: number) => min + random(max - min + 1)
  const plain = (name: keyof typeof NAMES, loose: boolean) => {
    const [min, max] = NAMES[name]
    const kinds = [
      () => String(between(min, max)),
      () => Array.from({ length: between(2, 3) }, () => between(min, max)).join(','),
      () => `${between(min, max)}-${between(min, max)}`,
      () => `${between(min, max)}/${between(1, name === 'month' || name === 'week' ? 5 : 9)}`,
      () => (loose ? '*' : String(between(min, max))),
      () => (loose ? `*/${between(2, 5)}` : String(between(min, max))),
    ]
    return kinds[random(kinds.length)]!()
  }
  for (let n = 0; n < 10_000; n++) {
    const byWeek = random(2) === 1
    const day = byWeek ? '?' : [plain('day', true), 'L', `L-${between(1, 30)}`][random(3)]!
    const week = byWeek
      ? [plain('week', true), `${between(1, 7)}L`, `${between(1, 7)}#${between(1, 5)}`][random(3)]!
      : '?'
    const year = ['', '', ' 2027', ' 2026-2030', ' 2027/2'][random(5)]!
    const expr = `${plain('second', false)} ${plain('minute', false)} ${plain('hour', true)} ${day} ${plain('month', true)} ${week}${year}`
    const from = `${between(2025, 2028)}-0${between(1, 9)}-${between(10, 28)} ${between(10, 20)}:30:15`
    const wanted: string[] = []
    for (const time of walk(expr, from)) {
      if (time > from) wanted.push(time)
      if (wanted.length === 5) break
    }
    const found = nextRuns(expr, { from: shanghai(from), count: 5 }).map(local)
    expect(found.slice(0, wanted.length), `${expr} from ${from}`).toEqual(wanted)
  }
}, 120_000)

test.each([
  ['0 0 12 * * ? 1999', '2026-01-01 00:00:00'],
  ['0 0 0 30 2 ?', '2026-01-01 00:00:00'],
  ['0 0 0 ? 2 1#5 2027', '2026-01-01 00:00:00'],
])('%s ends instead of searching for ever', (expr, from) => {
  expect(nextRuns(expr, { from: shanghai(from), count: 10 })).toEqual([])
})

test('an expression that ends gives what is left', () => {
  expect(nextRuns('0 0 0 1 1 ? 2027-2028', { from: shanghai('2026-06-01 00:00:00'), count: 10 }).map(local)).toEqual([
    '2027-01-01 00:00:00',
    '2028-01-01 00:00:00',
  ])
})

test.each([
  ['', '不能为空'],
  ['0 0 12', '需要 6 或 7 段'],
  ['* * * * * ? * *', '最多 7 段'],
  ['60 * * * * ?', '秒：应在 0 到 59 之间'],
  ['0 0 24 * * ?', '时：应在 0 到 23 之间'],
  ['0 0 0 ? 13 ?', '月：应在 1 到 12 之间'],
  ['0 0/61 * * * ?', '分：间隔不能大于 59'],
  ['0 0 0 ? * 6#6', '周：# 后面应为 1 到 5'],
  ['0 0 0 ? * ?', '不能同时为 ?'],
  ['0 0 0 1 * MON', '只能指定一个'],
  ['0 0 0 L,15 * ?', '日：“L”不能与其它值并列'],
  ['0 0 0 32W * ?', '日：应在 1 到 31 之间'],
  ['0 0 0 5W 5W ?', '月：W 只能用于日'],
  ['? * * * * ?', '秒：? 只能用于日或周'],
  ['0 0 0 1 FOO ?', '月：无法识别“FOO”'],
  ['0 0 0 1 1 ? 2030-2020', '年：结束年份不能早于开始年份'],
  ['0 0 0 1 1 ? 1969', '年：应在 1970 到 2199 之间'],
  ['0,, * * * * ?', '秒：逗号之间不能为空'],
  ['0 0 0 1 1 ? ;drop', '年：无法识别'],
  [`${'0,'.repeat(5000)}0 * * * * ?`, '最多 1000 个字符'],
])('%s is refused with a sentence that names the part', (expr, sentence) => {
  expect(() => parseCron(expr)).toThrow(sentence)
})

test.each([
  ['0 0 12 * * ?', '每天 12:00:00'],
  ['0 15 10 ? * 6L', '每月最后一个星期五 10:15:00'],
  ['0 15 10 ? * MON-FRI', '每周一到五 10:15:00'],
  ['0 0 0 LW * ?', '每月最后一个工作日 00:00:00'],
  ['0 0 0 L-3W * ?', '每月月末前3天最近的工作日 00:00:00'],
  // Of several only the earliest fires.
  ['0 0 12 1W,15W * ?', '每月1日最近的工作日 12:00:00'],
  ['0 0 * * * ?', '每天 每小时整点'],
  ['0 30 * * * ?', '每天 每小时30分'],
  ['0 0,30 * * * ?', '每天 每小时0分、30分'],
  ['30 15 * * * ?', '每天 每小时15分30秒'],
  ['30 * * * * ?', '每天 每分钟第30秒'],
  ['0 * * * * ?', '每天 每分钟'],
  ['* * * * * ?', '每天 每秒'],
  ['0 0 9-17 * * ?', '每天 9点到17点的整点'],
  ['0 30 0/2 * * ?', '每天 从0点起每隔2小时的30分'],
  ['0 0/5 9-17 * * ?', '每天 9点到17点从0分起每隔5分钟'],
  ['30 * 14 * * ?', '每天 14点每分钟第30秒'],
  ['0 0/5 14 * * ?', '每天 14点从0分起每隔5分钟'],
  ['0 0 0 1 1 ? 2027', '2027年 1月 1日 00:00:00'],
])('%s reads %s', (expr, text) => {
  expect(describeCron(expr)).toBe(text)
})

test('a clock that is put forward fires once, and what it skips moves on', () => {
  const zone = 'America/New_York'
  const runs = nextRuns('0 30 2 * * ?', { from: new Date('2027-03-13T12:00:00Z'), count: 2, timeZone: zone })
  expect(runs.map((run) => run.toISOString())).toEqual(['2027-03-14T07:30:00.000Z', '2027-03-15T06:30:00.000Z'])
})
