import type { FieldOf } from '../../fields.ts'
import { choiceLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const dict: Kind<FieldOf<'dict'>> = {
  ...choiceLike,
  width: 120,
  asked: '字典值',
  stored: ({ numeric }) => (numeric ? 'whole' : 'text'),
  worded: 'dictionary',
  start: ({ initial, numeric }) => (initial !== undefined && numeric ? Number(initial) : initial),
  condition: {
    type: 'list',
    dbType: 'string',
    one: ({ label, dict: code }) => ({ kind: 'dict', label, dict: code }),
    many: ({ label, dict: code }) => ({ kind: 'dict', label, dict: code, multiple: true }),
    carries: ({ dict: code }) => ({ dictCode: code }),
  },
  cell: ({ dict: dictCode, multiple }) => ({ type: multiple ? 'list_multi' : 'select', dictCode }),
}
