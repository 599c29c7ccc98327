import type { Kind } from '../kind.ts'
import { textLike } from './textLike.ts'

/** A number: compared, ordered, to the right. */
export const numberLike = {
  ...textLike,
  search: 'range',
  rules: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'],
  width: 100,
  align: 'right',
  text: (value) => String(value),
  filter: (value) => value,
  cell: () => ({ type: 'inputNumber' }),
} satisfies Kind
