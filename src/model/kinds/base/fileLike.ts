import type { FieldOf } from '../../fields.ts'
import { textLike } from './textLike.ts'
import type { Kind } from '../kind.ts'

/** The most files of a field that holds several, where it does not say. */
export const FILES = 9

/** The paths of uploads: neither searched nor ordered. */
export const fileLike = {
  ...textLike,
  pick: true,
  search: 'none',
  rules: [],
  sortable: false,
  width: 160,
  ordered: false,
  plain: false,
  holdsFiles: true,
  filter: (value) => value,
  cell: () => ({ type: 'file', number: 1 }),
} satisfies Kind<FieldOf<'image' | 'images' | 'file' | 'files'>>
