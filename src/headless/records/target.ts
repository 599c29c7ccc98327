import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'

/** The resource a field points at, given the record's other values; undefined when it points nowhere (yet). */
export const targetOf = (field: Field, values: Readonly<Record<string, unknown>> = {}): string | undefined =>
  kindOf(field).names(field, values)
