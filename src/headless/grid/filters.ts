import { cellTypes, isChecked, isEmptyCell, manyOf } from './cellTypes.ts'
import type { CellType, Choice, Column, GridRow } from './column.ts'
import { filesIn } from '../records/fileValues.ts'
import type { Changing } from './changing.ts'

/** What a person asks of the cells of a column. */
export type Condition =
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  /** Both ends included; an absent one is open. */
  | { readonly kind: 'number'; readonly from?: number; readonly to?: number }
  /** Days, YYYY-MM-DD. */
  | { readonly kind: 'date'; readonly from?: string; readonly to?: string }

const kinds: { readonly [T in CellType]: Condition['kind'] } = {
  normal: 'text',
  input: 'text',
  inputNumber: 'number',
  checkbox: 'choices',
  checkbox_meta: 'choices',
  select: 'choices',
  list_multi: 'choices',
  sel_search: 'choices',
  sel_search_async: 'choices',
  sel_depart: 'choices',
  sel_user: 'choices',
  date: 'date',
  datetime: 'date',
  time: 'text',
  input_pop: 'text',
  textarea: 'text',
  upload: 'choices',
  file: 'choices',
  image: 'choices',
  popup: 'text',
  radio: 'choices',
  slot: 'text',
  hidden: 'text',
}
export const conditionKindOf = ({ type }: Column): Condition['kind'] => kinds[type]

const EMPTY: Choice = { value: '', text: '（空）' }
const FILES: Choice = { value: 'files', text: '已上传' }

/** What one cell holds, as it can be ticked in a list. */
function choicesIn({ looks }: Pick<Changing, 'looks'>, row: GridRow, column: Column): readonly Choice[] {
  const { type, field } = column
  const rule = cellTypes[type]
  if (rule.enters === 'switched') {
    const text = rule.text(row[field], column, looks, row)
    return [{ value: String(isChecked(row[field], column)), text }]
  }
  if (rule.enters === 'files') return [filesIn(row[field]).length ? FILES : EMPTY]
  if (isEmptyCell(row[field])) return [EMPTY]
  return manyOf(row[field]).map((value) => ({ value, text: rule.text(value, column, looks, row) }))
}

/** What the cells of a column hold, each once; empty ones last. */
export function choicesOf(store: Pick<Changing, 'looks' | 'rows'>, column: Column): readonly Choice[] {
  const found = new Map<string, Choice>()
  for (const row of store.rows.list)
    for (const choice of choicesIn(store, row, column)) if (!found.has(choice.value)) found.set(choice.value, choice)
  const filled = [...found.values()].filter(({ value }) => value !== '')
  const sorted = filled.sort((a, b) => a.text.localeCompare(b.text, 'zh-CN', { numeric: true }))
  return found.has('') ? [...sorted, EMPTY] : sorted
}

/** Does the cell of a row meet it? */
export function meets(
  store: Pick<Changing, 'looks' | 'textOf'>,
  row: GridRow,
  column: Column,
  condition: Condition,
): boolean {
  const value = row[column.field]
  if (condition.kind === 'choices')
    return choicesIn(store, row, column).some((choice) => condition.values.includes(choice.value))
  if (condition.kind === 'text')
    return store.textOf(row, column).toLowerCase().includes(condition.text.trim().toLowerCase())
  if (isEmptyCell(value)) return false
  return condition.kind === 'number'
    ? isWithin(Number(value), condition)
    : isWithin(cellTypes.date.text(value, { ...column, format: 'YYYY-MM-DD' }, store.looks, row), condition)
}

const isWithin = <T extends number | string>(value: T, { from, to }: { from?: T; to?: T }): boolean =>
  (from === undefined || value >= from) && (to === undefined || value <= to)

/** Nothing is asked: undefined, so that no column says it is filtered. */
export function meantBy(condition: Condition): Condition | undefined {
  if (condition.kind === 'choices') return condition.values.length ? condition : undefined
  if (condition.kind === 'text') return condition.text.trim() ? condition : undefined
  return condition.from === undefined && condition.to === undefined ? undefined : condition
}
