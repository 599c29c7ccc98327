/** What the model says of every kind: its check, its words, what it may be asked. */
import { describe, expect, it } from 'vitest'
import { textOf } from '#headless/records/formats.ts'
import { checkOf } from '#model/checks.ts'
import { date, dateTime, decimal, dict, integer, money, percent, toggle, type Field } from '#model/fields.ts'
import { entryOf } from '#model/kinds/entries.ts'
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

describe('a figure', () => {
  const said = (field: Field, value: unknown) =>
    checkOf(field)
      .safeParse(value)
      .error?.issues.map((one) => one.message)

  it.each([
    [integer('排序'), 2_147_483_647, 13_800_138_000, '不能大于2147483647'],
    [integer('排序'), -2_147_483_647, -2_147_483_648, '不能小于-2147483647'],
    [integer('排序', { max: 13_800_138_000 }), '2147483647', '2147483648', '不能大于2147483647'],
    [decimal('经度', { scale: 6 }), 999_999_999_999, 1_000_000_000_000, '整数部分最多12位'],
    [decimal('经度', { scale: 6 }), -999_999_999_999, -1e12, '整数部分最多12位'],
    [money('金额'), '99999999999.00', '100000000000', '不能大于99999999999'],
    [percent('比例', { max: 1e13 }), '9999999999999.99', '10000000000000', '比例应为数字'],
  ])('is no larger than its column: %j, %s, %s', (field, fits, tooLarge, sentence) => {
    expect(said(field, fits)).toBeUndefined()
    expect(said(field, tooLarge)).toEqual([sentence])
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

describe('a figure of a spreadsheet', () => {
  const read = (field: Field, text: string) => {
    const found = entryOf(field).sheet.read!(field, text, text, {} as never, {})
    return 'value' in found ? checkOf(field).safeParse(found.value) : undefined
  }

  it.each([
    [money('金额'), '1，234，567.5', '1234567.50'],
    [integer('数量'), '１，０４２', 1042],
    [decimal('小数', { scale: 3 }), '12,345.678', 12345.678],
    [percent('比例', { max: 5000 }), '1,200%', '1200.00'],
  ])('$1 has its thousands apart', (field, text, value) => {
    expect(read(field, text)?.data).toBe(value)
  })

  // It may be the decimal point of another country.
  it.each([
    [money('金额'), '12,50', '金额应为数字'],
    [money('金额'), '1,5', '金额应为数字'],
    [money('金额'), '0,125', '金额应为数字'],
    [money('金额'), '1,2345', '金额应为数字'],
    [money('金额'), '5%', '金额应为数字'],
    [integer('数量'), '1,5', '请输入整数'],
    [decimal('小数', { scale: 3 }), '12，50', '请输入数字'],
    [percent('比例'), '12,5%', '比例应为数字'],
  ])('$1 has a comma elsewhere', (field, text, reason) => {
    expect(read(field, text)?.error?.issues.map(({ message }) => message)).toEqual([reason])
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
