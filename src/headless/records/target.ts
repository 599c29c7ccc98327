import type { Field } from '#model/fields.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import { kindOf } from '#model/kinds/index.ts'

export type Among = Readonly<Record<string, string>>

/** The resource a field points at, given the record's other values; undefined when it points nowhere (yet). */
export const targetOf = (field: Field, values: Readonly<Record<string, unknown>> = {}): string | undefined =>
  kindOf(field).names(field, values)

/** What records must hold to be chosen in a field, by their own fields; what this record does not say yet keeps none away. */
export const amongOf = (field: Field, values: Readonly<Record<string, unknown>> = {}): Among =>
  Object.fromEntries(
    Object.entries((field.kind === 'ref' && field.among) || {}).flatMap(([theirs, ours]) =>
      isEmptyValue(values[ours]) ? [] : [[theirs, String(values[ours])]],
    ),
  )

/** Why a field points nowhere: the type that says where to is not chosen yet, or has nothing to point at. */
export const nowhere = (field: Field, values: Readonly<Record<string, unknown>> = {}): string =>
  field.kind === 'refByType' && !isEmptyValue(values[field.by]) ? '该类型无需选择' : '请先选择类型'
