import { offValue, onValue, startValue, switchText } from './values.ts'
import type { FieldOf } from '../../fields.ts'
import { choiceLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

export const toggle: Kind<FieldOf<'switch'>> = {
  ...choiceLike,
  width: 90,
  align: 'center',
  asked: '开关值',
  stored: ({ boolean, numeric }) => (boolean ? 'boolean' : numeric ? 'whole' : 'text'),
  worded: 'switch',
  text: (value, field, said) => said ?? switchText(field, value),
  start: startValue,
  condition: {
    type: 'switch',
    dbType: 'string',
    one: ({ required: _, ...field }) => field,
    carries: (field) => ({ extendOption: [field.on ?? 'Y', String(offValue(field))] }),
    begins: (field) => String(onValue(field)),
    taken: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  },
  cell: (field) => ({ type: 'checkbox', customValue: [onValue(field), offValue(field)] }),
}
