import type { FieldKind } from './fields.ts'

/** The comparisons a query may use, with the names JeecgBoot gives them. right_like is "starts with". */
export const RULES = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  like: '包含',
  right_like: '以…开始',
  left_like: '以…结尾',
  in: '在…中',
} as const
export type Rule = keyof typeof RULES

const COMPARE = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'] as const
const TEXT = ['like', 'right_like', 'left_like', 'eq', 'ne', 'in'] as const
const PICK = ['eq', 'ne', 'in'] as const

export interface KindDescription {
  /** 请选择 rather than 请输入. */
  pick: boolean
  /** What the search area offers: text containing, one of several, or a range. */
  search: 'contains' | 'choose' | 'range' | 'none'
  rules: readonly Rule[]
  sortable: boolean
  /** px in a desktop table. */
  width: number
  align: 'left' | 'right' | 'center'
  /** Wants the whole width of a form or a page. */
  wide: boolean
}

const describe = (search: KindDescription['search'], rules: readonly Rule[], rest: Partial<KindDescription> = {}) => ({
  pick: search === 'choose',
  search,
  rules,
  sortable: rules.length > 0,
  width: 140,
  align: 'left' as const,
  wide: false,
  ...rest,
})

export const kinds: { readonly [K in FieldKind]: KindDescription } = {
  text: describe('contains', TEXT),
  longText: describe('contains', ['like'], { width: 220, sortable: false, wide: true }),
  richText: describe('contains', ['like'], { width: 260, sortable: false, wide: true }),
  markdown: describe('contains', ['like'], { width: 260, sortable: false, wide: true }),
  code: describe('contains', ['like'], { width: 260, sortable: false, wide: true }),
  tags: describe('contains', ['like', 'eq', 'ne'], { width: 200, sortable: false }),
  serial: describe('contains', TEXT, { width: 190 }),
  integer: describe('range', COMPARE, { width: 100, align: 'right' }),
  decimal: describe('range', COMPARE, { width: 110, align: 'right' }),
  money: describe('range', COMPARE, { width: 120, align: 'right' }),
  percent: describe('range', COMPARE, { width: 100, align: 'right' }),
  date: describe('range', COMPARE, { width: 120, pick: true }),
  dateTime: describe('range', COMPARE, { width: 170, pick: true }),
  switch: describe('choose', PICK, { width: 90, align: 'center' }),
  dict: describe('choose', PICK, { width: 120 }),
  ref: describe('choose', PICK, { width: 160 }),
  refs: describe('choose', ['like'], { width: 200, sortable: false }),
  refByType: describe('none', PICK, { width: 160, sortable: false, pick: true }),
  user: describe('choose', PICK, { width: 120 }),
  department: describe('choose', PICK, { width: 140 }),
  category: describe('choose', PICK, { width: 140 }),
  area: describe('choose', ['eq', 'ne', 'in', 'right_like'], { width: 180 }),
  image: describe('none', [], { width: 80, pick: true }),
  images: describe('none', [], { width: 150, pick: true }),
  file: describe('none', [], { width: 160, pick: true }),
  files: describe('none', [], { width: 200, pick: true }),
  cron: describe('contains', TEXT, { width: 200 }),
  json: describe('none', [], { width: 200, wide: true }),
  typed: describe('contains', ['like'], { width: 220, sortable: false, wide: true }),
  lines: describe('none', [], { width: 200, wide: true }),
}
