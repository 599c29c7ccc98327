import type { Kind } from '../kind.ts'
import { textLike } from './textLike.ts'

/** One or several of what is offered, kept by a code or an id and read by its word. */
export const choiceLike = {
  ...textLike,
  pick: true,
  search: 'choose',
  rules: ['eq', 'ne', 'in'],
  filter: (value, field) => (textLike.several(field) ? `,${value},` : value),
} satisfies Kind

/** Ids of records of one resource. */
export const recordLike = {
  ...choiceLike,
  cell: (field) => ({
    type: 'sel_search_async',
    chosen: 'records',
    ...(textLike.several(field) && { props: { mode: 'multiple' } }),
  }),
} satisfies Kind
