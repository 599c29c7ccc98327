import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { standing, type Values } from '#model/typed.ts'

/** What a person reads for a value of a record: dictionary text, grouped money, percent, date. Empty for nothing. */
export function textOf(field: Field, row: Values, name: string): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  const said = row[`${name}_dictText`]
  const own = standing(field, row)
  return kindOf(own).text(value, own, typeof said === 'string' && said ? said : undefined, row)
}
