import type { Field, FieldOf } from './fields.ts'
import { kinds } from './kinds.ts'

/** 请输入手机号 / 请选择级别 */
export const missing = (field: Field): string => `${kinds[field.kind].pick ? '请选择' : '请输入'}${field.label}`

/** What an empty switch means on the wire. */
export const offValue = (field: FieldOf<'switch'>): string | number | boolean =>
  field.boolean ? false : field.numeric ? Number(field.off ?? 0) : (field.off ?? 'N')

/** Do both say the same? Lists and records by what is in them; an absent one is none. */
export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Is there nothing to show? An empty list is a statement: no risks. */
export const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === ''
