import { describe, expect, it } from 'vitest'
import { nextRuns, PARTS, type PartName } from '#cron/index.ts'
import { limitsOf, valuesOffered } from '#headless/forms/cronEditor/limits.ts'
import { partText } from '#headless/forms/cronEditor/modes.ts'
import { modesOf, type Mode, type PartOptions } from '#headless/forms/cronEditor/options.ts'
import { previewOf } from '#headless/forms/cronEditor/preview.ts'
import { sentenceOf } from '#headless/forms/cronEditor/sentences.ts'
import {
  changePart,
  chooseMode,
  finished,
  problemIn,
  readExpression,
  typePart,
  type CronEditorState,
} from '#headless/forms/cronEditor/state.ts'

const texts = (state: CronEditorState) => PARTS.map((name) => partText(name, state.parts[name]))
const start = () => readExpression('')
const set = (name: PartName, change: Partial<PartOptions>, from = start()) => changePart(from, name, change)

describe('the seven parts', () => {
  it('begin as every second of every day, with the week left to the day', () => {
    expect(start().expression).toBe('* * * * * ? *')
    expect(problemIn(start())).toBeUndefined()
  })

  it('that an expression lacks are empty', () => {
    expect(texts(readExpression('5 10'))).toEqual(['5', '10', '*', '*', '*', '?', '*'])
    expect(readExpression('0 0 12 * * ?').parts.year.cronEvery).toBe('every')
  })

  it('become every, and the week no value, when they are emptied', () => {
    const state = readExpression('0 15 10 ? * 6L 2030')
    expect(typePart(state, 'hour', '').expression).toBe('0 15 * ? * 6L 2030')
    expect(texts(typePart(state, 'year', ''))[6]).toBe('*')
    // Both without a value: one of them becomes 1.
    expect(typePart(state, 'week', '').expression).toBe('0 15 10 1 * ? 2030')
  })
})

describe('a loaded or typed expression', () => {
  it.each<[PartName, string, Mode, Partial<PartOptions>]>([
    ...(['second', 'minute'] as const).flatMap((name): [PartName, string, Mode, Partial<PartOptions>][] => [
      [name, '*', 'every', {}],
      [name, '5/10', 'increment', { incrementStart: 5, incrementIncrement: 10 }],
      [name, '*/15', 'increment', { incrementStart: 0, incrementIncrement: 15 }],
      [name, '10-20', 'range', { rangeStart: 10, rangeEnd: 20 }],
      [name, '50-10', 'range', { rangeStart: 50, rangeEnd: 10 }],
      [name, '30,0,30', 'specific', { specificSpecific: [0, 30] }],
      [name, '0-30/5', 'typed', { typed: '0-30/5' }],
      [name, '0,10-20', 'typed', { typed: '0,10-20' }],
      [name, '61', 'typed', { typed: '61' }],
    ]),
    ['hour', '*', 'every', {}],
    ['hour', '8/2', 'increment', { incrementStart: 8, incrementIncrement: 2 }],
    ['hour', '9-18', 'range', { rangeStart: 9, rangeEnd: 18 }],
    ['hour', '3', 'specific', { specificSpecific: [3] }],
    ['day', '?', 'none', {}],
    ['day', '*', 'every', {}],
    ['day', '1/5', 'increment', { incrementStart: 1, incrementIncrement: 5 }],
    ['day', '1-15', 'range', { rangeStart: 1, rangeEnd: 15 }],
    ['day', '1,15', 'specific', { specificSpecific: [1, 15] }],
    ['day', 'L', 'last', {}],
    ['day', 'LW', 'lastWorkday', {}],
    ['day', 'L-3', 'beforeEnd', { cronDaysBeforeEomMinus: 3 }],
    ['day', '15W', 'nearestWorkday', { cronDaysNearestWeekday: 15 }],
    ['day', 'L-3W', 'typed', { typed: 'L-3W' }],
    ['month', '*', 'every', {}],
    ['month', '3/3', 'increment', { incrementStart: 3, incrementIncrement: 3 }],
    // Accepted when loading, never offered.
    ['month', '0/3', 'increment', { incrementStart: 1, incrementIncrement: 3 }],
    ['month', '1-6', 'range', { rangeStart: 1, rangeEnd: 6 }],
    ['month', 'JAN,DEC', 'specific', { specificSpecific: [1, 12] }],
    ['week', '?', 'none', {}],
    ['week', '*', 'every', {}],
    ['week', '2/2', 'increment', { incrementStart: 2, incrementIncrement: 2 }],
    ['week', 'MON-FRI', 'range', { rangeStart: 2, rangeEnd: 6 }],
    ['week', '1,7', 'specific', { specificSpecific: [1, 7] }],
    ['week', 'L', 'specific', { specificSpecific: [7] }],
    ['week', '6L', 'lastWeekday', { cronLastSpecificDomDay: 6 }],
    ['week', '6#3', 'nthWeekday', { cronNthDayDay: 6, cronNthDayNth: 3 }],
    ['year', '*', 'every', {}],
    ['year', '2026/2', 'increment', { incrementStart: 2026, incrementIncrement: 2 }],
    ['year', '2019-2119', 'range', { rangeStart: 2019, rangeEnd: 2119 }],
    ['year', '2030', 'specific', { specificSpecific: [2030] }],
    ['year', '1970-1980', 'typed', { typed: '1970-1980' }],
  ])('%s %s is the mode %s', (name, text, mode, options) => {
    const whole = PARTS.map((one) => (one === name ? text : one === 'week' ? '?' : '*')).join(' ')
    const part = readExpression(whole).parts[name]
    expect(part).toMatchObject({ cronEvery: mode, ...options })
    expect(typePart(start(), name, text).parts[name]).toMatchObject({ cronEvery: mode, ...options })
  })

  it('means the same after its modes have written it', () => {
    const from = new Date('2026-02-27T10:00:00Z')
    for (const text of [
      '*/15 0/5 8-18 ? * MON-FRI',
      '0 0 0 L-3 * ?',
      '0 0 9 15W 1/3 ? 2026-2030',
      '0 0 1 ? * 6#3',
      '5 4 3 LW * ?',
    ]) {
      const state = readExpression(text)
      const again = chooseMode(state, 'second', state.parts.second.cronEvery)
      expect(nextRuns(again.expression, { from, count: 10 })).toEqual(nextRuns(text, { from, count: 10 }))
    }
  })

  it('keeps what was typed and says what is wrong with it', () => {
    expect(problemIn(readExpression('0 0 12 * * *'))).toBe('日和周只能指定一个，另一个应为 ?')
    expect(problemIn(readExpression('0 61 12 * * ?'))).toBe('分：应在 0 到 59 之间')
    expect(readExpression('0 61 12 * * ?').expression).toBe('0 61 12 * * ?')
    expect(problemIn(readExpression('1 2 3 4 5 6 7 8'))).toMatch(/最多 7 段/)
    expect(problemIn(readExpression('1,'.repeat(5000)))).toBe('最大长度255位字符')
    expect(finished(readExpression('  0  0 12 * *   ? '))).toBe('0 0 12 * * ?')
  })
})

describe('every mode of every part', () => {
  const all = PARTS.flatMap((name) => modesOf[name].map((mode) => [name, mode] as const))
  it.each(all)('%s: %s writes what it reads again', (name, mode) => {
    const chosen = chooseMode(set('year', { cronEvery: 'every' }), name, mode)
    const state =
      mode === 'specific' ? changePart(chosen, name, { specificSpecific: [limitsOf(name).value.max] }) : chosen
    expect(state.parts[name].cronEvery).toBe(mode)
    expect(problemIn(state), state.expression).toBeUndefined()
    const again = readExpression(state.expression).parts[name].cronEvery
    // What was put into words of its own is recognised by the mode that has them.
    if (mode !== 'typed') expect(again).toBe(mode)
    expect(sentenceOf(name, mode)[0]).toMatch(/\S/)
  })

  it('keeps what was set in the modes that are not chosen', () => {
    const ranged = set('hour', { cronEvery: 'range', rangeStart: 8, rangeEnd: 18 })
    const back = chooseMode(chooseMode(ranged, 'hour', 'every'), 'hour', 'range')
    expect(partText('hour', back.parts.hour)).toBe('8-18')
  })

  it('ticks in any order are written in order, once', () => {
    expect(texts(set('minute', { cronEvery: 'specific', specificSpecific: [30, 5, 30] }))[1]).toBe('5,30')
    expect(texts(set('minute', { cronEvery: 'specific', specificSpecific: [] }))[1]).toBe('*')
    // Nothing ticked yet is no reason to bother the day.
    expect(chooseMode(start(), 'week', 'specific').expression).toBe('* * * ? * * *')
  })
})

describe('what follows from a change', () => {
  const specific = (value: number) => ({ cronEvery: 'specific', specificSpecific: [value] }) as const

  it('minute set: second 0', () => {
    expect(set('minute', specific(5)).expression).toBe('0 5 * * * ? *')
  })
  it('second that was set stays', () => {
    expect(set('minute', specific(5), readExpression('7 * * * * ? *')).expression).toBe('7 5 * * * ? *')
  })
  it('hour set: minute 0, and with it second 0', () => {
    expect(set('hour', specific(5)).expression).toBe('0 0 5 * * ? *')
  })
  it('day set: hour 0 and what is finer', () => {
    expect(set('day', specific(5)).expression).toBe('0 0 0 5 * ? *')
  })
  it('week set: hour 0, and the day says no more', () => {
    expect(set('week', specific(2)).expression).toBe('0 0 0 ? * 2 *')
  })
  it('day set takes the word from the week', () => {
    expect(set('day', specific(9), readExpression('0 0 8 ? * 2 *')).expression).toBe('0 0 8 9 * ? *')
  })
  it('neither day nor week: one becomes 1', () => {
    expect(set('day', { cronEvery: 'none' }).expression).toBe('0 0 0 ? * 1 *')
    expect(set('week', { cronEvery: 'none' }, readExpression('0 0 8 ? * 2 *')).expression).toBe('0 0 8 1 * ? *')
  })
  it('month set while every day: the first day', () => {
    expect(set('month', specific(6)).expression).toBe('0 0 0 1 6 ? *')
    expect(set('month', specific(6), readExpression('* * * ? * * *')).expression).toBe('0 0 0 ? 6 1 *')
  })
  it('year set: month 1 and what is finer', () => {
    expect(set('year', specific(2030)).expression).toBe('0 0 0 1 1 ? 2030')
  })
  it('back to every changes nothing else', () => {
    expect(set('hour', { cronEvery: 'every' }, readExpression('0 0 5 * * ? *')).expression).toBe('0 0 * * * ? *')
  })
  it('loading changes nothing', () => {
    expect(texts(readExpression('* 5 * * * ? *'))).toEqual(['*', '5', '*', '*', '*', '?', '*'])
  })
})

describe('bounds', () => {
  it.each<[PartName, number, number, number, number]>([
    ['second', 0, 59, 1, 59],
    ['minute', 0, 59, 1, 60],
    ['hour', 0, 23, 1, 23],
    ['day', 1, 31, 1, 31],
    ['week', 1, 7, 1, 7],
    ['month', 1, 12, 1, 12],
    ['year', 2019, 2126, 1, 99],
  ])('%s: %i to %i, steps of %i to %i', (name, min, max, least, most) => {
    expect(limitsOf(name, 2026)).toEqual({ value: { min, max }, step: { min: least, max: most } })
  })
  it('years to tick are this one and the hundred after it', () => {
    expect(valuesOffered('year', 2026)).toHaveLength(101)
    expect(valuesOffered('year', 2026)[0]).toBe(2026)
    expect(limitsOf('year', 2018).value.max).toBe(2119)
  })
  it('every 60 minutes is once an hour', () => {
    const state = set('minute', { cronEvery: 'increment', incrementStart: 5, incrementIncrement: 60 })
    expect(state.expression).toBe('0 5 * * * ? *')
    expect(problemIn(state)).toBeUndefined()
    expect(state.parts.minute.cronEvery).toBe('increment')
  })
})

describe('the preview', () => {
  it('is the next ten in the time zone of the scheduler', () => {
    const from = new Date('2026-03-01T00:00:00Z')
    expect(previewOf('0 0 12 * * ? *', from, 'Asia/Shanghai')[0]).toBe('2026-03-01 12:00:00')
    expect(previewOf('0 0 12 * * ? *', from, 'America/New_York')[0]).toBe('2026-03-01 12:00:00')
    expect(previewOf('0 0 7 * * ? *', from, 'Asia/Shanghai')[0]).toBe('2026-03-02 07:00:00')
    expect(previewOf('0 0 12 * * ? *', from, 'Asia/Shanghai')).toHaveLength(10)
  })
  it('is shorter where the expression ends, and empty where it never fires or cannot be read', () => {
    const from = new Date('2026-03-01T00:00:00Z')
    expect(previewOf('0 0 0 1 1 ? 2027-2028', from, 'Asia/Shanghai')).toHaveLength(2)
    expect(previewOf('0 0 0 30 2 ? *', from, 'Asia/Shanghai')).toEqual([])
    expect(previewOf('nonsense', from, 'Asia/Shanghai')).toEqual([])
  })
})
