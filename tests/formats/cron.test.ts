/** When an expression fires, asked of two other engines: croner in Quartz mode, and cron-parser where it can say the same. */
import { readFileSync } from 'node:fs'
import { CronExpressionParser } from 'cron-parser'
import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRuns, ZONE } from '../../src/cron/index.ts'

const EIGHT_HOURS = 8 * 3_600_000
const shanghai = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)
const local = (date: Date) => new Date(date.getTime() + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')

type Engine = (expression: string, from: Date, count: number) => string[]

const ours: Engine = (expression, from, count) => nextRuns(expression, { from, count }).map(local)

/** croner counts weekdays as Quartz does when asked to, and knows `L-3` only as an offset beside `L`. */
const byCroner: Engine = (expression, from, count) => {
  const [, before] = /^\S+ \S+ \S+ L-(\d+) /.exec(expression) ?? []
  const cron = new Cron(before ? expression.replace(`L-${before}`, 'L') : expression, {
    timezone: ZONE,
    alternativeWeekdays: true,
    sloppyRanges: true,
    mode: '6-or-7-parts',
    paused: true,
    ...(before && { dayOffset: -Number(before) }),
  })
  // With an offset croner looks for the day it is counted from, which may be before what was asked for.
  return cron
    .nextRuns(count + 1, from)
    .filter((run) => run > from)
    .slice(0, count)
    .map(local)
}

const byCronParser: Engine = (expression, from, count) =>
  CronExpressionParser.parse(expression, { currentDate: from, tz: ZONE })
    .take(count)
    .map((run) => local(run.toDate()))

interface Example {
  expr: string
  from: string
  times?: string[]
  error?: string
}
/** What Quartz 2.3.2 itself answers. */
const examples = JSON.parse(
  readFileSync(new URL('../cron/quartz-examples.json', import.meta.url), 'utf8'),
) as readonly Example[]

/** All that croner is known to understand otherwise than Quartz, and so than we: it is why our engine is our own. */
const KNOWN = {
  firesElsewhere: ['0 0 0 31W * ?', '0 0 0 L-1W * ?', '0 50-10 * * * ?', '0 0 12 1W,15W * ?', '0 0/0 * * * ?'],
  takesWhatQuartzRefuses: ['0 0 0 1 * MON'],
}

describe('Quartz’s own examples', () => {
  const attempt = (engine: Engine, { expr, from, times }: Example) => {
    try {
      return engine(expr, shanghai(from), times?.length ?? 1)
    } catch {
      return 'refused'
    }
  }
  const same = (engine: Engine) => (example: Example) =>
    JSON.stringify(attempt(engine, example)) === JSON.stringify(example.times ?? 'refused')

  it('mean the same to croner, but for the known ones', () => {
    const differing = examples.filter((example) => !same(byCroner)(example))
    expect(new Set(differing.map(({ expr }) => expr))).toEqual(
      new Set([...KNOWN.firesElsewhere, ...KNOWN.takesWhatQuartzRefuses]),
    )
    expect(differing.filter((example) => !same(ours)(example))).toEqual([])
  })
})

const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

const from = (min: number, max: number) => fc.integer({ min, max })
/** A value, a list, a range, a range with steps, a start with steps, or anything. */
function part(min: number, max: number, { loose = true, longest = 9 } = {}) {
  const range = fc.tuple(from(min, max), from(min, max)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
  const step = from(1, Math.min(longest, max - min))
  return fc.oneof(
    from(min, max).map(String),
    fc.uniqueArray(from(min, max), { minLength: 2, maxLength: 4 }).map((values) => values.join(',')),
    range,
    fc.tuple(range, step).map((both) => both.join('/')),
    fc.tuple(from(min, max), step).map((both) => both.join('/')),
    ...(loose ? [fc.constant('*'), step.map((by) => `*/${by}`)] : []),
  )
}

const time = fc.tuple(part(0, 59, { loose: false }), part(0, 59), part(0, 23)).map((parts) => parts.join(' '))
const month = part(1, 12, { longest: 5 })
const moment = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))

const SEED = 20_261_122

describe('random expressions', () => {
  const day = fc.oneof(
    part(1, 31),
    fc.constantFrom('L', 'LW'),
    // Up to the length of the shortest month; further back croner slides into the month before.
    from(1, 27).map((before) => `L-${before}`),
    from(1, 28).map((near) => `${near}W`),
  )
  const weekday = fc.oneof(
    part(1, 7, { longest: 3 }),
    fc.constantFrom('MON-FRI', 'SAT,SUN', ...NAMES),
    from(1, 7).map((last) => `${last}L`),
    fc.tuple(from(1, 7), from(1, 5)).map((both) => both.join('#')),
  )
  const days = fc.oneof(
    fc.tuple(day, month).map(([d, m]) => `${d} ${m} ?`),
    fc.tuple(month, weekday).map(([m, w]) => `? ${m} ${w}`),
  )
  const year = fc.constantFrom('', '', ' 2027', ' 2026-2031', ' 2027/2', ' 2028,2032')
  const expression = fc.tuple(time, days, year).map(([t, d, y]) => `${t} ${d}${y}`)

  it('fire when croner says', () => {
    fc.assert(
      fc.property(expression, moment, (expr, at) => {
        expect(ours(expr, at, 4), `${expr} from ${local(at)}`).toEqual(byCroner(expr, at, 4))
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})

describe('random expressions of six parts', () => {
  /** cron-parser has no years, no W and no L-3; its Sunday is 0 where that of Quartz is 1. */
  const shifted = fc.oneof(
    ...[from(1, 7).map((at) => [at]), fc.uniqueArray(from(1, 7), { minLength: 2, maxLength: 4 })].map((values) =>
      values.map((all) => [all.join(','), all.map((at) => at - 1).join(',')] as const),
    ),
    fc.tuple(from(1, 7), from(1, 7)).map((both) => {
      const [a, b] = [Math.min(...both), Math.max(...both)]
      return [`${a}-${b}`, `${a - 1}-${b - 1}`] as const
    }),
    from(1, 7).map((at) => [`${at}L`, `${at - 1}L`] as const),
    fc.tuple(from(1, 7), from(1, 5)).map(([at, nth]) => [`${at}#${nth}`, `${at - 1}#${nth}`] as const),
    fc.constantFrom(...NAMES, 'MON-FRI').map((name) => [name, name] as const),
  )
  const pair = fc.oneof(
    fc.tuple(time, fc.oneof(part(1, 31), fc.constant('L')), month).map(([t, d, m]) => {
      const expr = `${t} ${d} ${m} ?`
      return [expr, expr] as const
    }),
    fc
      .tuple(time, month, shifted)
      .map(([t, m, [quartz, unix]]) => [`${t} ? ${m} ${quartz}`, `${t} ? ${m} ${unix}`] as const),
  )

  it('fire when cron-parser says', () => {
    fc.assert(
      fc.property(pair, moment, ([quartz, unix], at) => {
        const runs = ours(quartz, at, 4)
        // 30 February: cron-parser refuses what we call an expression without a next run.
        fc.pre(runs.length > 0)
        expect(runs, `${quartz} from ${local(at)}`).toEqual(byCronParser(unix, at, 4))
      }),
      // It walks from second to second and is slow.
      { seed: SEED, numRuns: 150 },
    )
  })
})
