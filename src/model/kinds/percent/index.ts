import { grouped } from '../../money.ts'
import type { FieldOf } from '../../fields.ts'
import { numberLike } from '../base/numberLike.ts'
import type { Kind } from '../kind.ts'

const MOST_ASKED = 1_000_000

export const percent: Kind<FieldOf<'percent'>> = {
  ...numberLike,
  stored: () => 'hundredths',
  asked: '数字（最多两位小数）',
  plain: false,
  text: (value) => `${grouped(String(value))}%`,
  told: (value) => `${String(value)}%`,
  condition: {
    type: 'number',
    dbType: 'bigdecimal',
    one: ({ label }) => ({ kind: 'percent', label, min: -MOST_ASKED, max: MOST_ASKED }),
  },
  cell: () => ({ type: 'inputNumber', decimals: 2, shownAs: (value) => `${String(value)}%` }),
}
