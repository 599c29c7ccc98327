import type { Field } from '../../fields.ts'
import { LONGEST } from '../../lengths.ts'
import type { GridCell, Kind } from '../kind.ts'

/** Part of a number or a date is typed as well. */
export const typedText = (field: Field): Field => ({ kind: 'text', label: field.label, max: LONGEST.text })

/** One line that is typed, kept and shown as it is. */
export const textLike = {
  pick: false,
  search: 'contains',
  rules: ['like', 'right_like', 'left_like', 'eq', 'ne', 'in'],
  sortable: true,
  width: 140,
  align: 'left',
  wide: false,
  ordered: true,
  stored: () => 'text',
  asked: '可查询的值',
  plain: true,
  several: (field) => 'multiple' in field && Boolean(field.multiple),
  names: () => undefined,
  everyName: () => [],
  indexed: false,
  holdsFiles: false,
  text: (value, _, said) => said ?? String(value),
  told: (value) => String(value),
  start: (field) => ('initial' in field ? field.initial : undefined),
  filter: (value) => `*${value}*`,
  condition: { type: 'text', dbType: 'string', one: typedText },
  cell: (): GridCell => ({ type: 'input' }),
} satisfies Kind

/** Text of many lines: found by a part of it, and in no order. */
export const proseLike = {
  ...textLike,
  rules: ['like'],
  sortable: false,
  width: 260,
  wide: true,
  plain: false,
  holdsFiles: true,
  condition: { ...textLike.condition, type: 'textarea' },
  cell: (): GridCell => ({ type: 'textarea' }),
} satisfies Kind
