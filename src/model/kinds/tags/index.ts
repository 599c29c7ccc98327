import type { FieldOf } from '../../fields.ts'
import { textLike } from '../base/textLike.ts'
import type { Kind } from '../kind.ts'

export const tags: Kind<FieldOf<'tags'>> = {
  ...textLike,
  rules: ['like', 'eq', 'ne'],
  sortable: false,
  width: 200,
  plain: false,
}
