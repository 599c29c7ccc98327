/** What the editor offers in each part (acceptance M07). */
import type { PartName } from '#cron/parts.ts'

export interface Span {
  min: number
  max: number
}

export interface Limits {
  /** Starts, ends of ranges and single values. */
  value: Span
  step: Span
}

export const NTH: Span = { min: 1, max: 5 }
/** Days before the end of a month. */
export const BEFORE_END: Span = { min: 1, max: 30 }

const FIRST_YEAR = 2019
const YEARS_AHEAD = 100
/** A year that an expression names may lie this far ahead whatever year it is. */
const LAST_YEAR = 2119

const fixed: Record<Exclude<PartName, 'year'>, Limits> = {
  second: { value: { min: 0, max: 59 }, step: { min: 1, max: 59 } },
  minute: { value: { min: 0, max: 59 }, step: { min: 1, max: 60 } },
  hour: { value: { min: 0, max: 23 }, step: { min: 1, max: 23 } },
  day: { value: { min: 1, max: 31 }, step: { min: 1, max: 31 } },
  month: { value: { min: 1, max: 12 }, step: { min: 1, max: 12 } },
  week: { value: { min: 1, max: 7 }, step: { min: 1, max: 7 } },
}

export const limitsOf = (name: PartName, thisYear = new Date().getFullYear()): Limits =>
  name === 'year'
    ? { value: { min: FIRST_YEAR, max: Math.max(LAST_YEAR, thisYear + YEARS_AHEAD) }, step: { min: 1, max: 99 } }
    : fixed[name]

/** The values one may tick: of the years this one and the hundred after it. */
export function valuesOffered(name: PartName, thisYear = new Date().getFullYear()): number[] {
  const { min, max } = name === 'year' ? { min: thisYear, max: thisYear + YEARS_AHEAD } : limitsOf(name, thisYear).value
  return Array.from({ length: max - min + 1 }, (_, index) => min + index)
}

export const isWithin = ({ min, max }: Span, value: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

export const clamped = ({ min, max }: Span, value: number): number =>
  Math.min(max, Math.max(min, Math.trunc(value) || 0))
