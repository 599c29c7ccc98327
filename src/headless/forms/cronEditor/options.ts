/** What is set in one part of the editor. Every mode keeps what was set in it, so that going back and forth loses nothing. */
import type { PartName } from '#cron/parts.ts'
import { limitsOf } from './limits.ts'

export const MODES = [
  'none',
  'every',
  'increment',
  'range',
  'specific',
  'last',
  'lastWorkday',
  'beforeEnd',
  'nearestWorkday',
  'lastWeekday',
  'nthWeekday',
  'typed',
] as const
export type Mode = (typeof MODES)[number]

export interface PartOptions {
  /** Which mode is chosen. */
  cronEvery: Mode
  incrementStart: number
  incrementIncrement: number
  rangeStart: number
  rangeEnd: number
  specificSpecific: readonly number[]
  /** The weekday whose last in the month is meant; 1 is Sunday. */
  cronLastSpecificDomDay: number
  cronDaysBeforeEomMinus: number
  cronDaysNearestWeekday: number
  cronNthDayDay: number
  cronNthDayNth: number
  /** What no other mode can say, as it was typed. */
  typed: string
}

const PLAIN = ['every', 'range', 'increment', 'specific'] as const

/** The modes of each part in the order they are shown; the first that can say what was loaded is chosen. */
export const modesOf: Readonly<Record<PartName, readonly Mode[]>> = {
  second: [...PLAIN, 'typed'],
  minute: [...PLAIN, 'typed'],
  hour: [...PLAIN, 'typed'],
  day: ['none', ...PLAIN, 'last', 'lastWorkday', 'beforeEnd', 'nearestWorkday', 'typed'],
  month: [...PLAIN, 'typed'],
  week: ['none', ...PLAIN, 'lastWeekday', 'nthWeekday', 'typed'],
  year: [...PLAIN, 'typed'],
}

/** An empty part is every; an empty week leaves it to the day. */
export function emptyOptions(name: PartName, thisYear = new Date().getFullYear()): PartOptions {
  const { min, max } = limitsOf(name, thisYear).value
  const first = name === 'year' ? thisYear : min
  return {
    cronEvery: name === 'week' ? 'none' : 'every',
    incrementStart: first,
    incrementIncrement: 1,
    rangeStart: first,
    rangeEnd: Math.min(first + 1, max),
    specificSpecific: [],
    cronLastSpecificDomDay: 1,
    cronDaysBeforeEomMinus: 1,
    cronDaysNearestWeekday: 1,
    cronNthDayDay: 1,
    cronNthDayNth: 1,
    typed: name === 'week' ? '?' : '*',
  }
}
