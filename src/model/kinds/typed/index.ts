import type { FieldOf } from '../../fields.ts'
import { proseLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

/** Whoever reads a value asks `standing` first; this is what is left to ask of the field itself. Never within lines. */
export const typed: Kind<FieldOf<'typed'>> = {
  ...proseLike,
  width: 220,
  worded: 'standIn',
  cell: () => ({ type: 'normal' }),
}
