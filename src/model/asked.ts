import type { Field } from './fields.ts'
import { exists } from './kinds/base/typedTime.ts'
import { kindOf } from './kinds/index.ts'
import { LARGEST_INTEGER } from './kinds/integer/index.ts'
import type { Stored } from './kinds/kind.ts'
import { toHundredths } from './money.ts'

export const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const DATE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

const number = (text: string) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)
const INTEGER = /^-?\d+$/
const whole = (text: string) =>
  INTEGER.test(text) && Math.abs(Number(text)) <= LARGEST_INTEGER ? Number(text) : undefined
const boolean = (text: string) => (/^(true|1|Y)$/.test(text) ? true : /^(false|0|N)$/.test(text) ? false : undefined)
/** 2026-02-30 is none. */
const dayOf = (text: string) => (DATE.test(text) && exists(text) ? text : undefined)
const nothing = () => undefined

/** Text of a parameter → value of the column; undefined when it does not fit. */
const readings: Record<Stored, (text: string) => unknown> = {
  text: (text) => text,
  whole,
  real: number,
  hundredths: toHundredths,
  date: (text) => dayOf(text.slice(0, 10)),
  moment: (text) => (DATE_TIME.test(text) ? dayOf(text.slice(0, 10)) && text : dayOf(text) && `${text} 00:00:00`),
  boolean,
  json: nothing,
  rows: nothing,
}

/** What a list can be asked with about a field: the value of a text, or why it is none. Both sides of the wire read it here. */
export function askedOf(field: Field, text: string): { value: unknown } | { problem: string } {
  const kind = kindOf(field)
  const value = readings[kind.stored(field)](text)
  if (value !== undefined) return { value }
  if (kind.stored(field) !== 'whole' || !INTEGER.test(text)) return { problem: `应为${kind.asked}` }
  return { problem: text.startsWith('-') ? `不能小于-${LARGEST_INTEGER}` : `不能大于${LARGEST_INTEGER}` }
}
