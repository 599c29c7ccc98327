import type { FieldOf } from '../../fields.ts'
import { textLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const text: Kind<FieldOf<'text'>> = {
  ...textLike,
  holdsFiles: true,
  filter: (value, { begins }) => (begins ? `${value}*` : textLike.filter(value)),
}
