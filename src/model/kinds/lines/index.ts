import type { FieldOf } from '../../fields.ts'
import { nested } from '../base/nested.ts'
import type { Kind } from '../kind.ts'

export const lines: Kind<FieldOf<'lines'>> = {
  ...nested,
  stored: () => 'rows',
  text: (value) => (Array.isArray(value) ? `${value.length} 行` : ''),
  start: () => [],
  cell: () => ({ type: 'hidden' }),
}
