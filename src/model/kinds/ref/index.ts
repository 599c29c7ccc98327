import type { FieldOf } from '../../fields.ts'
import { recordLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const ref: Kind<FieldOf<'ref'>> = {
  ...recordLike,
  width: 160,
  indexed: true,
  names: ({ to }) => to,
  everyName: ({ to }) => [to],
  condition: {
    type: 'sel_search',
    dbType: 'string',
    one: ({ label, to }) => ({ kind: 'ref', label, to }),
    many: ({ label, to }) => ({ kind: 'refs', label, to }),
    searches: ({ to }) => to,
  },
}
