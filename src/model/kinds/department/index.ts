import type { FieldOf } from '../../fields.ts'
import { recordLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const department: Kind<FieldOf<'department'>> = {
  ...recordLike,
  width: 140,
  names: () => 'sysDepart',
  everyName: () => ['sysDepart'],
  condition: {
    type: 'sel_depart',
    dbType: 'string',
    one: ({ label }) => ({ kind: 'department', label }),
    many: ({ label }) => ({ kind: 'department', label, multiple: true }),
  },
}
