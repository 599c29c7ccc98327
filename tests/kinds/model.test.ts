/** What the model says of every kind: its check, its words, what it may be asked. */
import { describe, expect, it } from 'vitest'
import { textOf } from '#headless/records/formats.ts'
import { checkOf } from '#model/checks.ts'
import { date, dateTime, dict, integer, toggle } from '#model/fields.ts'
import { kindOf, kinds } from '#model/kinds/index.ts'
import { RULES } from '#model/kinds/rules.ts'
import { isOn, offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { missing } from '#model/emptiness.ts'
import { allKinds, sampleOf } from './samples.ts'

const NOW = '2026-03-02 10:20:30'

describe.each(allKinds)('the kind %s', (kind) => {
  const { field, value, other, beside, accepts, refuses, dictText, words } = sampleOf(kind)
  const check = (given: unknown, more = {}) => checkOf({ ...field, ...more }, beside ?? {}).safeParse(given)
  /** Lines get their ids when they are written. */
  const kept = (given: unknown) => check(given).data

  it('takes its values as they are, and twice is once', () => {
    for (const one of [value, other]) {
      expect(check(one).error).toBeUndefined()
      expect(kept(kept(one))).toEqual(kept(one))
      if (kind !== 'lines') expect(kept(one)).toEqual(one)
    }
  })

  it('takes what means the same', () => {
    for (const [given, meant] of accepts) expect(kept(given), JSON.stringify(given)).toEqual(meant)
  })

  it('refuses what it is not, with a sentence', () => {
    for (const [given, sentence] of refuses)
      expect(
        check(given).error?.issues.map(({ message }) => message),
        JSON.stringify(given)?.slice(0, 40),
      ).toContain(sentence)
  })

  it('may be empty, and says what is missing when it must not be', () => {
    const nothing = kind === 'switch' ? 'N' : kind === 'lines' ? [] : null
    for (const empty of [null, undefined, '', '  ']) if (!field.required) expect(check(empty).data).toEqual(nothing)
    // A switch that was not touched is off.
    if (kind !== 'switch')
      expect(check(null, { required: true }).error?.issues[0]?.message).toBe(missing({ ...field, required: true }))
  })

  it('reads as people write it', () => {
    const row = { ...beside, [kind]: value, ...(dictText && { [`${kind}_dictText`]: dictText }) }
    expect(textOf(field, row, kind)).toBe(words)
    expect(textOf(field, {}, kind)).toBe('')
  })

  it('begins a record with nothing its own check would refuse', () => {
    const start = kindOf(field).start(field, NOW)
    if (start !== undefined) expect(kept(start)).toEqual(start)
  })

  it('is described whole', () => {
    const { search, rules, width } = kinds[kind]
    expect(width).toBeGreaterThan(50)
    for (const rule of rules) expect(Object.keys(RULES)).toContain(rule)
    expect(search === 'none' || rules.length > 0).toBe(true)
  })
})

describe('a switch', () => {
  it.each([
    ['Y and N', toggle('开'), 'Y', 'N'],
    ['numbers', toggle('开', { numeric: true }), 1, 0],
    ['numbers of its own', toggle('开', { numeric: true, on: '2', off: '1' }), 2, 1],
    ['true and false', toggle('开', { boolean: true }), true, false],
    ['words of its own', toggle('开', { on: 'open', off: 'shut', onText: '开放', offText: '关闭' }), 'open', 'shut'],
  ] as const)('of %s is on and off for everybody, also where its value is kept as text', (_, field, on, off) => {
    expect([onValue(field), offValue(field)]).toEqual([on, off])
    for (const value of [on, String(on)]) expect(isOn(field, value)).toBe(true)
    for (const value of [off, String(off), null, undefined, '']) expect(isOn(field, value)).toBe(false)
    expect(switchText(field, String(on))).toBe('onText' in field ? '开放' : '是')
  })
})

describe('a new record', () => {
  const startOf = (field: Parameters<typeof kindOf>[0]) => kindOf(field).start(field, NOW)

  it('begins at the moment it is told, not at one of its own', () => {
    expect(startOf(date('日期', { initial: 'today' }))).toBe('2026-03-02')
    expect(startOf(dateTime('时间', { initial: 'now' }))).toBe(NOW)
    expect(startOf(dateTime('时间'))).toBeUndefined()
  })

  it('begins with what the definition says, in the type that travels', () => {
    expect(startOf(dict('状态', 'yn', { initial: '1', numeric: true }))).toBe(1)
    expect(startOf(toggle('开', { initial: 'true', boolean: true }))).toBe(true)
    expect(startOf(toggle('开', { numeric: true }))).toBe(0)
    expect(startOf(integer('数量', { initial: 3 }))).toBe(3)
  })
})
