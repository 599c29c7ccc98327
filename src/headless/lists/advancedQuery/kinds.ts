import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import type { Rule } from '#model/kinds.ts'
import { offValue } from '#model/emptiness.ts'
import { LONGEST } from '#model/lengths.ts'
import { isMultiple } from '#model/query.ts'
import { resourceNamed } from '#resources/index.ts'

/** How a condition about a field of one kind is written and sent. */
interface Asking<K extends FieldKind> {
  /** Names the contract's clients give the editor and the column (contract.md §5.3). */
  type: string
  dbType: string
  /** The field one value is typed or chosen in; free of the limits of the record's own. */
  one(field: FieldOf<K>): Field
  /** The field several are chosen in. Without it they are typed, with commas between. */
  many?(field: FieldOf<K>): Field
  /** What else the condition carries for the editors of other clients. */
  carries?(field: FieldOf<K>): Record<string, unknown>
  /** The value a new condition begins with. */
  begins?(field: FieldOf<K>): string
}

const typed = (field: Field): Field => ({ kind: 'text', label: field.label, max: LONGEST.text })
const words = { type: 'text', dbType: 'string', one: typed }
const never = words

const table = (to: string): Record<string, unknown> => {
  const target = resourceNamed(to)
  return target ? { dictTable: target.table, dictCode: 'id', dictText: target.title } : {}
}

const asking: { [K in FieldKind]: Asking<K> } = {
  text: words,
  longText: { ...words, type: 'textarea' },
  richText: { ...words, type: 'textarea' },
  markdown: { ...words, type: 'textarea' },
  code: { ...words, type: 'textarea' },
  tags: words,
  serial: words,
  integer: { type: 'int', dbType: 'int', one: ({ label }) => ({ kind: 'integer', label }) },
  decimal: { type: 'number', dbType: 'double', one: ({ label, scale }) => ({ kind: 'decimal', label, scale }) },
  money: { type: 'number', dbType: 'bigdecimal', one: ({ label }) => ({ kind: 'money', label, signed: true }) },
  percent: {
    type: 'number',
    dbType: 'bigdecimal',
    one: ({ label }) => ({ kind: 'percent', label, min: -MOST_PERCENT, max: MOST_PERCENT }),
  },
  date: { type: 'date', dbType: 'date', one: ({ label }) => ({ kind: 'date', label }) },
  dateTime: { type: 'datetime', dbType: 'datetime', one: ({ label }) => ({ kind: 'dateTime', label }) },
  switch: {
    type: 'switch',
    dbType: 'string',
    one: ({ required: _, ...field }) => field,
    carries: (field) => ({ extendOption: [field.on ?? 'Y', String(offValue(field))] }),
    begins: ({ boolean, numeric, on }) => (boolean ? 'true' : (on ?? (numeric ? '1' : 'Y'))),
  },
  dict: {
    type: 'list',
    dbType: 'string',
    one: ({ label, dict }) => ({ kind: 'dict', label, dict }),
    many: ({ label, dict }) => ({ kind: 'dict', label, dict, multiple: true }),
    carries: ({ dict }) => ({ dictCode: dict }),
  },
  ref: {
    type: 'sel_search',
    dbType: 'string',
    one: ({ label, to }) => ({ kind: 'ref', label, to }),
    many: ({ label, to }) => ({ kind: 'refs', label, to }),
    carries: ({ to }) => table(to),
  },
  refs: {
    type: 'sel_search',
    dbType: 'string',
    one: ({ label, to }) => ({ kind: 'ref', label, to }),
    many: ({ label, to }) => ({ kind: 'refs', label, to }),
    carries: ({ to }) => table(to),
  },
  refByType: { type: 'popup', dbType: 'string', one: ({ label, by, to }) => ({ kind: 'refByType', label, by, to }) },
  user: {
    type: 'sel_user',
    dbType: 'string',
    one: ({ label }) => ({ kind: 'user', label }),
    many: ({ label }) => ({ kind: 'user', label, multiple: true }),
  },
  department: {
    type: 'sel_depart',
    dbType: 'string',
    one: ({ label }) => ({ kind: 'department', label }),
    many: ({ label }) => ({ kind: 'department', label, multiple: true }),
  },
  category: {
    type: 'cat_tree',
    dbType: 'string',
    one: ({ label, under }) => ({ kind: 'category', label, ...(under && { under }) }),
    many: ({ label, under }) => ({ kind: 'category', label, multiple: true, ...(under && { under }) }),
  },
  area: { type: 'pca', dbType: 'string', one: ({ label }) => ({ kind: 'area', label }) },
  image: never,
  images: never,
  file: never,
  files: never,
  cron: words,
  json: never,
  typed: { ...words, type: 'textarea' },
  lines: never,
}
const MOST_PERCENT = 1_000_000

const of = (field: Field) => asking[field.kind] as Asking<FieldKind>

/** The field whose input takes the value of a condition. */
export function editorOf(field: Field, rule: Rule): Field {
  const { one, many } = of(field)
  // Part of a number or a date is typed; so is part of a chosen value.
  if (rule !== 'in') return isPart(rule) && field.kind !== 'area' ? typed(field) : one(field)
  return many?.(field) ?? { kind: 'text', label: field.label, hint: '多个值用逗号分隔', max: 2000 }
}
const isPart = (rule: Rule) => rule === 'like' || rule === 'right_like' || rule === 'left_like'

/** What one value of it must look like. */
export const oneOf = (field: Field): Field => of(field).one(field)

export const beginsWith = (field: Field): string => of(field).begins?.(field) ?? ''

/** What a condition carries besides field, rule and value. */
export function carriedBy(field: Field): Record<string, unknown> {
  const { type, dbType, carries } = of(field)
  return { type, dbType, ...carries?.(field) }
}

const inputs: Partial<Record<FieldKind, (val: string) => unknown>> = {
  integer: Number,
  decimal: Number,
  switch: (val) => (val === 'true' ? true : val === 'false' ? false : val),
  dateTime: (val) => (val.length === DAY ? `${val} 00:00:00` : val),
}
const DAY = 'YYYY-MM-DD'.length

/** The value of a condition as an input takes it. */
export const inputValue = (editor: Field, val: string): unknown =>
  val === '' ? null : (inputs[editor.kind]?.(val) ?? val)

/** Words of a rule; where a field holds several values or codes within codes they say what is found. */
const WORDS: { areas: Partial<Record<Rule, string>>; several: Partial<Record<Rule, string>> } = {
  areas: { right_like: '在…之内' },
  several: { eq: '包含', in: '包含任一' },
}
export const wordOf = (field: Field, rule: Rule): string | undefined =>
  isMultiple(field) ? WORDS.several[rule] : field.kind === 'area' ? WORDS.areas[rule] : undefined
