import type { FieldOf } from '../../fields.ts'

type Switch = FieldOf<'switch'>
type Value = string | number | boolean

const typedAs = ({ boolean, numeric }: Switch, text: string): Value =>
  boolean ? text === 'true' : numeric ? Number(text) : text

/** The value of a switch that is on; nothing said is Y and N, 1 and 0, or true and false. */
export const onValue = (field: Switch): Value =>
  field.boolean ? true : typedAs(field, field.on ?? (field.numeric ? '1' : 'Y'))
/** What an empty switch means on the wire. */
export const offValue = (field: Switch): Value =>
  field.boolean ? false : typedAs(field, field.off ?? (field.numeric ? '0' : 'N'))

/** Also of a value that is kept as text. */
export const isOn = (field: Switch, value: unknown): boolean => String(value) === String(onValue(field))

/** 是 and 否, or what the field calls them. */
export const switchText = (field: Switch, value: unknown): string =>
  isOn(field, value) ? (field.onText ?? '是') : (field.offText ?? '否')

export const startValue = (field: Switch): Value =>
  field.initial === undefined ? offValue(field) : typedAs(field, field.initial)
