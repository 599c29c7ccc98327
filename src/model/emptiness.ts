import type { Field } from './fields.ts'
import { kindOf } from './kinds/index.ts'

/** 请输入手机号 / 请选择级别 */
export const missing = (field: Field): string => `${kindOf(field).pick ? '请选择' : '请输入'}${field.label}`

/** Do both say the same? Lists and records by what is in them; an absent one is none. */
export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Is there nothing to show? An empty list is a statement: no risks. */
export const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === ''
