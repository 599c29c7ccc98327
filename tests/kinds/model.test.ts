/** What the model says of every kind: its check, its words, what it may be asked. */
import { describe, expect, it } from 'vitest'
import { textOf } from '#headless/records/formats.ts'
import { checkOf } from '#model/checks.ts'
import { kinds } from '#model/kinds/index.ts'
import { RULES } from '#model/kinds/rules.ts'
import { missing } from '#model/emptiness.ts'
import { allKinds, sampleOf } from './samples.ts'

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

  it('is described whole', () => {
    const { search, rules, width } = kinds[kind]
    expect(width).toBeGreaterThan(50)
    for (const rule of rules) expect(Object.keys(RULES)).toContain(rule)
    expect(search === 'none' || rules.length > 0).toBe(true)
  })
})
