import type { FieldOf } from '../../fields.ts'
import { recordLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const refByType: Kind<FieldOf<'refByType'>> = {
  ...recordLike,
  search: 'none',
  width: 160,
  sortable: false,
  plain: false,
  indexed: true,
  names: ({ by, to }, row) => to[String(row[by] ?? '')],
  everyName: ({ to }) => Object.values(to),
  filter: (value) => value,
  condition: {
    type: 'popup',
    dbType: 'string',
    one: ({ label, by, to }) => ({ kind: 'refByType', label, by, to }),
  },
}
