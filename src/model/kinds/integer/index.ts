import type { FieldOf } from '../../fields.ts'
import { numberLike } from '../base/numberLike.ts'
import type { Kind } from '../kind.ts'

/** As far as its column reaches, either way. */
export const LARGEST_INTEGER = 2_147_483_647

const counted = (value: unknown, { unit }: FieldOf<'integer'>) => `${String(value)}${unit ?? ''}`

export const integer: Kind<FieldOf<'integer'>> = {
  ...numberLike,
  stored: () => 'whole',
  asked: '整数',
  text: counted,
  told: counted,
  condition: { type: 'int', dbType: 'int', one: ({ label }) => ({ kind: 'integer', label }), taken: Number },
}
