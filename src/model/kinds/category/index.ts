import type { FieldOf } from '../../fields.ts'
import { recordLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const category: Kind<FieldOf<'category'>> = {
  ...recordLike,
  width: 140,
  plain: false,
  names: () => 'sysCategory',
  everyName: () => ['sysCategory'],
  condition: {
    type: 'cat_tree',
    dbType: 'string',
    one: ({ label, under }) => ({ kind: 'category', label, ...(under && { under }) }),
    many: ({ label, under }) => ({ kind: 'category', label, multiple: true, ...(under && { under }) }),
  },
}
