/** What a form begins with, and how its values follow each other and travel. */
import { checkOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { isEmptyValue, sameValue } from '#model/emptiness.ts'
import { kindOf } from '#model/kinds/index.ts'
import { keptText, standsFor } from '#model/typed.ts'
import { wallTime } from '../connection/wallTime.ts'
import type { Row } from '../records/rows.ts'
import { isTemporary, temporaryId } from '../records/temporaryId.ts'

/** By name, as they travel. */
export type Values = Record<string, unknown>

/** What a new record, or a new line, starts with. */
export function startValues(fields: Readonly<Record<string, Field>>, names = Object.keys(fields)): Values {
  const at = wallTime()
  return Object.fromEntries(
    names
      .map((name) => [name, kindOf(fields[name]!).start(fields[name]!, at)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** What an action's questions start with: what the record already says under the same names, or under those they are `from`. */
export const startWith = (fields: Readonly<Record<string, Field>>, row: Values | undefined): Values => ({
  ...startValues(fields),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const known = row?.[('from' in field && field.from) || name]
      return known == null ? [] : [[name, known] as const]
    }),
  ),
})

/** Do both say the same? A field that nothing was typed into is empty, however that is written. */
export const sameAnswer = (a: unknown, b: unknown): boolean => (isEmptyValue(a) && isEmptyValue(b)) || sameValue(a, b)

/** Whether anything stands in an action's questions that was not there when they `began` (`startWith`). */
export const hasTyped = (fields: Readonly<Record<string, Field>>, values: Values, began: Values): boolean =>
  Object.keys(fields).some((name) => !sameAnswer(values[name], began[name]))

/** What is left of a value when the field that decides its meaning has changed: what fits, and what is no reference. */
export function followed(field: Field, values: Values, name: string): unknown {
  if (field.kind === 'lines') return []
  if (field.kind !== 'typed' || (isEmptyValue(values[name]) && !field.required)) return null
  const own = standsFor(field, values)
  const fits = !kindOf(own).pick && checkOf(field, values).safeParse(values[name]).success
  return fits && !isEmptyValue(values[name]) ? values[name] : keptText(startValues({ own }).own)
}

/** Lines come from the server with their texts; only what they hold travels back. Ids made here are dropped. */
export function withoutTexts(field: Field, value: unknown): unknown {
  if (field.kind !== 'lines' || !Array.isArray(value)) return value ?? null
  return (value as Row[]).map((line) => {
    const kept = Object.entries(line).filter(([name]) => Object.hasOwn(field.of, name))
    const known = typeof line.id === 'string' && !isTemporary(line.id)
    return { ...(known && { id: line.id }), ...Object.fromEntries(kept) }
  })
}

/** A row of a sub-table that the server does not know yet. */
export const newLine = (fields: Readonly<Record<string, Field>>): Row => ({
  ...startValues(fields),
  id: temporaryId(),
})
