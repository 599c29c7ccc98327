import { z } from 'zod'
import { MOST_LINES } from '../../lines.ts'
import { nestedSheet } from '../base/nestedEntry.ts'
import { shapeOf, strange } from '../shape.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const lines: Entry<FieldOf<'lines'>> = {
  check: ({ of: fields, required }, _, of) =>
    z
      .array(z.strictObject({ id: z.string().max(64).optional(), ...shapeOf(fields, of) }, { error: strange }), {
        error: '请填写明细行',
      })
      .min(required ? 1 : 0, '最少选择1项')
      .max(MOST_LINES, `最多选择${MOST_LINES}项`),
  empty: ({ required }) => (required ? undefined : []),
  sheet: {
    ...nestedSheet,
    write: (_, row, name) => (Array.isArray(row[name]) ? `${row[name].length} 行` : null),
  },
}
