import type { Kind } from '../kind.ts'
import { textLike } from './textLike.ts'

/** A day or a moment as local text: chosen, compared, ordered. */
export const timeLike = {
  ...textLike,
  pick: true,
  search: 'range',
  rules: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'],
  text: (value) => String(value),
  start: () => undefined,
  filter: (value) => value,
} satisfies Kind
