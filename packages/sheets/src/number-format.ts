import { type DateKind, dateKind, dateText } from './dates.ts'
import type { Cell } from './plan.ts'
import { numberCell } from './tally.ts'

/** What a number format makes of a number that is more than the number: a day, a percentage, leading zeros. */
export type NumberFormat = NonNullable<DateKind> | 'percent' | { zeros: number } | null

/** Formats that files name by number only ([ECMA-376] 18.8.30). */
const PERCENT = [9, 10]

/** `code` is the format the file defines for this number, if it does. */
export function numberFormat(id: number, code?: string): NumberFormat {
  const date = dateKind(id, code)
  if (date) return date
  if (code === undefined) return PERCENT.includes(id) ? 'percent' : null
  const first = code.slice(0, 1000).split(';')[0]!
  if (first.replace(/"[^"]*"|\\.|[_*]./g, '').includes('%')) return 'percent'
  const zeros = /^(?:\[[^\]]*\])*(0{2,})$/.exec(first.trim())?.[1]
  return zeros ? { zeros: zeros.length } : null
}

/** The number as its cell shows it: 0.3 as 30%, 12 as 000012; what shows a number stays one. */
export function shownNumber(value: number, format: NumberFormat, is1904: boolean): Cell {
  if (format === null) return numberCell(value)
  if (format === 'percent') return `${Number((value * 100).toPrecision(14))}%`
  if (typeof format === 'string') return dateText(value, format, is1904)
  return Number.isInteger(value) && value >= 0 && value < 1e15
    ? String(value).padStart(format.zeros, '0')
    : numberCell(value)
}
