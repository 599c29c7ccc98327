import type { FieldOf } from '../../fields.ts'
import type { Kind } from '../kind.ts'
import { ref } from '../ref/index.ts'

/** What `ref` is, several times. */
export const refs: Kind<FieldOf<'refs'>> = {
  ...(ref as unknown as Kind<FieldOf<'refs'>>),
  rules: ['like'],
  sortable: false,
  width: 200,
  plain: false,
  several: () => true,
  indexed: false,
  filter: (value) => `,${value},`,
  cell: () => ({ type: 'sel_search_async', chosen: 'records', props: { mode: 'multiple' } }),
}
