import { z } from 'zod'
import { fromHundredths, toHundredths } from '../../money.ts'
import type { Entry, Read, SheetCell } from '../entry.ts'
import { same } from './textEntry.ts'
import { plainCharacters, ungrouped } from './typedNumber.ts'

const BLANK = /\s/
const NO_BLANKS = '不能有空格'

/** Accepts a number or its text; keeps out everything JSON or a form could put there instead. */
const number = (message: string) =>
  z.union([z.number(), z.string()], { error: message }).transform((value, context) => {
    if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    context.addIssue({ code: 'custom', message: BLANK.test(value) ? NO_BLANKS : message })
    return z.NEVER
  })

interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

/** `shape` is what makes a number one of the kind. */
export const bounded = (
  message: string,
  [fits, otherwise]: readonly [(value: number) => boolean, string],
  { min, max }: Bounds,
) =>
  number(message)
    .refine(fits, otherwise)
    .refine((value) => min === undefined || value >= min, `不能小于${min}`)
    .refine((value) => max === undefined || value <= max, `不能大于${max}`)

export function hundredths(what: string, { min, max }: Bounds) {
  return z
    .union([z.string(), z.number()], { error: `${what}应为数字` })
    .transform((value, context) => {
      const fen = toHundredths(value)
      if (fen !== undefined) return fen
      const text = String(value)
      const message = BLANK.test(text) ? NO_BLANKS : /^-?\d+\.\d{3,}$/.test(text) ? '最多两位小数' : '应为数字'
      context.addIssue({ code: 'custom', message: what + message })
      return z.NEVER
    })
    .refine(
      (fen) => min === undefined || fen >= BigInt(Math.round(min * 100)),
      min === 0 ? `${what}不能为负数` : `不能小于${min}`,
    )
    .refine((fen) => max === undefined || fen <= BigInt(Math.round(max * 100)), `不能大于${max}`)
    .transform((fen) => fromHundredths(fen))
}

/**
 * '1,234.50' and 1234.5 mean the same amount; a float's noise is rounded away, a third decimal typed is not. Blanks, which a
 * form refuses, are dropped: people's sheets have them around their figures.
 */
export const amount = (text: string, cell: SheetCell): Read => ({
  value:
    typeof cell === 'number'
      ? String(Number(cell.toFixed(6)))
      : ungrouped(plainCharacters(text).replace(/[¥￥\s]/g, '')),
})

const oneIn = ({ min = 1, max = Infinity }: Bounds) => Math.min(Math.max(min, 1), max)

export const numberSheet = {
  column: 'number',
  write: (_, row, name) => (row[name] == null ? null : Number(row[name])),
  read: (_, text) => same(ungrouped(plainCharacters(text))),
  example: (field) => oneIn(field as Bounds),
} satisfies Entry['sheet']
