import type { Kind } from '../kind.ts'
import { textLike } from './textLike.ts'

/** What has a shape of its own: shown, but neither searched nor ordered. */
export const nested = {
  ...textLike,
  search: 'none',
  rules: [],
  sortable: false,
  width: 200,
  wide: true,
  plain: false,
  filter: (value) => value,
} satisfies Kind
