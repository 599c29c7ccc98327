import type { Field, FieldKind, FieldOf, TextualKind } from './fields.ts'
import { LONGEST } from './lengths.ts'

export type Values = Readonly<Record<string, unknown>>
type StandIn = FieldOf<TextualKind>

/** A record that does not say its type (yet): whatever it is, it is text. */
const UNKNOWN = { kind: 'longText', max: LONGEST.richText } as const

/** One for each type: an editor that got another field with every letter would begin anew. */
const made = new WeakMap<FieldOf<'typed'>, Map<string, StandIn>>()

/** The plain field that a typed one is in a record with these values. */
export function standsFor(field: FieldOf<'typed'>, values: Values): StandIn {
  const { by, as, from: _from, unitBy, kind: _kind, ...common } = field
  const type = String(values[by] ?? '')
  const unit = unitBy ? String(values[unitBy] ?? '') : ''
  const key = `${type} ${unit}`
  const known = made.get(field) ?? new Map<string, StandIn>()
  made.set(field, known)
  const own =
    known.get(key) ??
    ({ ...(Object.hasOwn(as, type) ? as[type] : UNKNOWN), ...(unit && { unit }), ...common } as StandIn)
  known.set(key, own)
  return own
}

/** How what an input gives is kept. */
export const keptText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

/** The field as readers of a value see it: what a typed one stands for, any other as it is. */
export const standing = (field: Field, values: Values): FieldOf<Exclude<FieldKind, 'typed'>> =>
  field.kind === 'typed' ? standsFor(field, values) : field
