import type { Field, FieldOf } from '#model/fields.ts'
import type { Keyboard } from './LineInput.tsx'

type Figure = 'integer' | 'decimal' | 'money' | 'percent'

/** The least that a field of the kind takes. */
const least: { [K in Figure]: (field: FieldOf<K>) => number } = {
  integer: ({ min = -Infinity }) => min,
  decimal: ({ min = -Infinity }) => min,
  money: ({ signed, min = signed ? -Infinity : 0 }) => min,
  percent: ({ min = 0 }) => min,
}

/** An iPhone's keys for figures have no minus: what may be below zero is typed with all the others. */
export function figureKeys(field: Field): Keyboard | undefined {
  const leastOf = (least as Partial<Record<string, (field: Field) => number>>)[field.kind]
  if (!leastOf || leastOf(field) < 0) return undefined
  return field.kind === 'integer' ? 'numeric' : 'decimal'
}
