/**
 * Whether a value follows the slices of a rule. The patterns are other people's, so they run in an engine that needs time in
 * proportion to the value, whatever they say (RE2); what it cannot promise that for, it does not take.
 */
import { RE2JS } from 're2js'
import { WHOLE } from '#resources/system/checkRule.ts'
import type { Slice } from './slices.ts'

export const LONGEST_VALUE = 500
const LONGEST_PROGRAM = 2000
/** A rule has no more slices. */
export const MOST_SLICES = 20

/** What is wrong with a pattern; undefined when it can be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    // Counted repetitions are unrolled: a short pattern may be a very long program.
    return RE2JS.compile(pattern).programSize() > LONGEST_PROGRAM ? '过于复杂，请减少重复次数' : undefined
  } catch {
    if (/\(\?<?[=!]/.test(pattern)) return '不能使用环视，如 (?=…)、(?!…)'
    if (/\\[1-9]|\\k</.test(pattern)) return '不能使用反向引用，如 \\1'
    return '不是正确的正则表达式'
  }
}

export interface Verdict extends Slice {
  /** Of what was looked at; absent where that is the whole value. */
  beginIndex?: number
  endIndex?: number
  checkValue: string
  passed: false
}

/** The first slice that the value does not follow, in the shape of the contract; undefined when it follows all. */
export function judge(slices: readonly Slice[], value: string): Verdict | undefined {
  let from = 0
  for (const slice of slices) {
    const whole = slice.digits === WHOLE
    const beginIndex = from
    const endIndex = Math.min(from + Number(slice.digits), value.length)
    // What is not typed yet is an empty slice.
    const checkValue = whole ? value : value.slice(beginIndex, Math.max(beginIndex, endIndex))
    if (!whole) from += Number(slice.digits)
    if (!RE2JS.matches(slice.pattern, checkValue))
      return { ...slice, ...(!whole && { beginIndex, endIndex }), checkValue, passed: false }
  }
  return undefined
}
