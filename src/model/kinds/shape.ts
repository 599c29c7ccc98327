import { z } from 'zod'
import type { Field, Fields } from '../fields.ts'
import { listed } from '../listed.ts'

/** Several fields of one record: what is not required may be left out. */
export const shapeOf = (fields: Fields, of: (field: Field) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.required ? of(field) : of(field).optional()]),
  )

/** Names that no field has. */
export const strange: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? `未知字段：${listed(issue.keys)}` : '格式不正确'
