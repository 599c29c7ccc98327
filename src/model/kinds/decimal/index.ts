import type { FieldOf } from '../../fields.ts'
import { numberLike } from '../base/numberLike.ts'
import type { Kind } from '../kind.ts'

/** Of its column, on both sides of the point. */
export const DECIMAL_DIGITS = 18

export const decimal: Kind<FieldOf<'decimal'>> = {
  ...numberLike,
  width: 110,
  stored: () => 'real',
  asked: '数字',
  text: (value, { scale, trimmed, unit = '' }) =>
    !Number.isFinite(Number(value))
      ? String(value)
      : `${trimmed ? String(Number(value)) : Number(value).toFixed(scale)}${unit}`,
  told: (value, { unit }) => `${String(value)}${unit ?? ''}`,
  condition: {
    type: 'number',
    dbType: 'double',
    one: ({ label, scale }) => ({ kind: 'decimal', label, scale }),
    taken: Number,
  },
}
