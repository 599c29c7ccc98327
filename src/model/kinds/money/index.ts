import { grouped } from '../../money.ts'
import type { Values } from '../../typed.ts'
import type { FieldOf } from '../../fields.ts'
import { numberLike } from '../base/numberLike.ts'
import type { Kind } from '../kind.ts'

/** '+', '-' or nothing: the sign of an amount whose direction stands in another field. */
export const signOf = ({ signBy }: Pick<FieldOf<'money'>, 'signBy'>, row: Values): string =>
  signBy ? (signBy.signs[String(row[signBy.field] ?? '')]?.sign ?? '') : ''

export const money: Kind<FieldOf<'money'>> = {
  ...numberLike,
  width: 120,
  stored: () => 'hundredths',
  asked: '金额（最多两位小数）',
  plain: false,
  text: (value, field, _, row) => `${signOf(field, row)}${grouped(String(value))}`,
  told: (value) => `${grouped(String(value))} 元`,
  condition: { type: 'number', dbType: 'bigdecimal', one: ({ label }) => ({ kind: 'money', label, signed: true }) },
  cell: () => ({ type: 'inputNumber', decimals: 2, shownAs: (value) => grouped(String(value)) }),
}
