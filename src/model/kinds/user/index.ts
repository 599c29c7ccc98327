import type { FieldOf } from '../../fields.ts'
import { recordLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const user: Kind<FieldOf<'user'>> = {
  ...recordLike,
  width: 120,
  names: () => 'sysUser',
  everyName: () => ['sysUser'],
  condition: {
    type: 'sel_user',
    dbType: 'string',
    one: ({ label }) => ({ kind: 'user', label }),
    many: ({ label }) => ({ kind: 'user', label, multiple: true }),
  },
}
