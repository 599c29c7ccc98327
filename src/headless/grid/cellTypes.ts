import { plainNumber } from '#model/kinds/base/typedNumber.ts'
import { EXACT_DIGITS } from '#model/lengths.ts'
import type { CellType, Choice, Column, GridRow } from './column.ts'
import { dateText } from './dates.ts'
import { filesIn, pathsOf } from '../records/fileValues.ts'

/** What a cell must be told to show its value: choices that depend on the row, names of people. */
export interface Looks {
  choices(column: Column, row: GridRow): readonly Choice[]
  nameOf(column: Column, value: string, row: GridRow): string
  /** The value that is known under this name. */
  valueOf(column: Column, name: string, row: GridRow): string | undefined
}

/** A text that cannot become a value of the cell. */
export const NOT_UNDERSTOOD = Symbol('not understood')

export interface CellRule {
  /** What is drawn while the cell is not edited, and copied unless `copied` says otherwise. */
  text(value: unknown, column: Column, looks: Looks, row: GridRow): string
  copied?(value: unknown): string
  /** The value a typed or pasted text means, or NOT_UNDERSTOOD. */
  read(text: string, column: Column, looks: Looks, row: GridRow): unknown
  /** What a new row starts with. */
  initial(column: Column): unknown
  /** What travels to the server. */
  sent?(value: unknown): unknown
  /** Typed into, switched, opened, or only looked at. */
  enters: 'typed' | 'switched' | 'opened' | 'files' | 'never'
  /** What opens takes a text of several lines. */
  prose?: true
  /** px */
  width: number
  minWidth: number
  /** 请选择 rather than 请输入. */
  picks: boolean
  align?: 'right' | 'center'
}

const DEFAULT_WIDTH = 120
const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** The values of a cell that may hold several, comma-joined. */
export const manyOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')).map((one) => one.trim()).filter(Boolean)

const typed: CellRule = {
  text: (value, { shownAs }) => (shownAs && !isEmptyCell(value) ? shownAs(value) : textOf(value)),
  read: (text) => text,
  initial: ({ defaultValue }) => defaultValue ?? null,
  enters: 'typed',
  width: DEFAULT_WIDTH,
  minWidth: DEFAULT_WIDTH,
  picks: false,
}
const shown: CellRule = { ...typed, enters: 'never', read: () => NOT_UNDERSTOOD }

/** What may stand in a number cell while it is typed: an optional minus, digits, one decimal point. Undefined for anything else. */
export function typedNumber(text: string): string | undefined {
  const plain = plainNumber(text)
  return /^-?\d*\.?\d*$/.test(plain) ? plain : undefined
}
const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/

/** Invalid becomes empty. A number of more than 15 digits stays text, or it would lose its last ones. */
export function numberIn(text: string): number | string | null {
  const plain = text.trim()
  if (!NUMBER.test(plain)) return null
  return plain.replace(/\D/g, '').length > EXACT_DIGITS ? plain : Number(plain)
}

/** As the column keeps it. */
export function keptNumber(number: number | string | null, { decimals }: Column): number | string | null {
  if (decimals === undefined || typeof number !== 'number') return number
  const text = String(number)
  return (text.split('.')[1] ?? '').length <= decimals && !text.includes('e') ? number.toFixed(decimals) : text
}

const number: CellRule = {
  ...typed,
  align: 'right',
  read(text, column) {
    const plain = plainNumber(text)
    if (!plain) return null
    return NUMBER.test(plain) ? keptNumber(numberIn(plain), column) : NOT_UNDERSTOOD
  },
}

/** Checked and not checked. */
export const pairOf = ({ type, customValue }: Pick<Column, 'type' | 'customValue'>): readonly [unknown, unknown] =>
  customValue ?? (type === 'checkbox_meta' ? [true, false] : ['Y', 'N'])
/** By their texts: a server may send 1 where the column says '1'. */
export const isChecked = (value: unknown, column: Pick<Column, 'type' | 'customValue'>): boolean =>
  value !== null && value !== undefined && String(value) === String(pairOf(column)[0])

const YES = ['是', '√', '✓', 'y', 'yes', 'true', '1', 'on']
const NO = ['否', '×', '✗', 'n', 'no', 'false', '0', 'off', '']
const check: CellRule = {
  ...typed,
  enters: 'switched',
  align: 'center',
  picks: true,
  text: (value, column) => (isChecked(value, column) ? '是' : '否'),
  read(text, column) {
    const [on, off] = pairOf(column)
    const plain = text.trim().toLowerCase()
    if (plain === String(on).toLowerCase() || YES.includes(plain)) return on
    return plain === String(off).toLowerCase() || NO.includes(plain) ? off : NOT_UNDERSTOOD
  },
  initial: (column) => column.defaultValue ?? pairOf(column)[column.defaultChecked ? 0 : 1],
}

const chosenText: CellRule['text'] = (value, column, looks, row) => {
  const choices = looks.choices(column, row)
  return manyOf(value)
    .map((one) => choices.find((choice) => choice.value === one)?.text ?? one)
    .join(',')
}
const chosenValue = (text: string, column: Column, looks: Looks, row: GridRow): unknown => {
  const plain = text.trim()
  if (!plain) return null
  const found = looks.choices(column, row).find((choice) => choice.text === plain || choice.value === plain)
  if (found) return found.disabled ? NOT_UNDERSTOOD : found.value
  return column.allowInput ? plain : NOT_UNDERSTOOD
}
const choice: CellRule = {
  ...typed,
  enters: 'opened',
  picks: true,
  text: chosenText,
  read: chosenValue,
}
const choices: CellRule = {
  ...choice,
  read(text, column, looks, row) {
    const values = manyOf(text).map((one) => chosenValue(one, column, looks, row))
    return values.includes(NOT_UNDERSTOOD) ? NOT_UNDERSTOOD : values.join(',') || null
  },
}
/** Select takes several when its props say so. */
const isMany = ({ type, props }: Column) =>
  type === 'list_multi' || props?.mode === 'multiple' || props?.mode === 'tags'
export const picksMany = (column: Column): boolean =>
  isMany(column) || (column.extend.multiSelect && (column.type === 'sel_user' || column.type === 'sel_depart'))

/** Values whose names only the server knows. */
const named: CellRule = {
  ...typed,
  enters: 'opened',
  picks: true,
  text: (value, column, looks, row) =>
    manyOf(value)
      .map((one) => looks.nameOf(column, one, row))
      .join(','),
  read(text, column, looks, row) {
    // Records of our own have ids that nobody types: only a name that was seen is understood.
    const values = manyOf(text).map(
      (one) => looks.valueOf(column, one, row) ?? (column.choiceSource ? NOT_UNDERSTOOD : one),
    )
    return values.includes(NOT_UNDERSTOOD) ? NOT_UNDERSTOOD : values.join(',') || null
  },
}

export const FORMATS = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss', time: 'HH:mm:ss' } as const
const moment = (type: keyof typeof FORMATS, width: number, minWidth: number): CellRule => ({
  ...typed,
  enters: 'opened',
  picks: true,
  width,
  minWidth,
  text: (value, { format = FORMATS[type] }) => dateText(value, format) ?? textOf(value),
  read: (text, { format = FORMATS[type] }) => (text.trim() ? (dateText(text, format) ?? NOT_UNDERSTOOD) : null),
})

const filed: CellRule = {
  ...typed,
  enters: 'files',
  // The button to upload, whole.
  minWidth: 112,
  picks: true,
  text: (value) => filesIn(value).map(({ name }) => name).join(','),
  copied: (value) => pathsOf(value) ?? '',
  // A name is not where the file lies.
  read: (text) => (text.trim() ? (filesIn(text.trim()).every(({ path = '' }) => /[/:]/.test(path)) ? text.trim() : NOT_UNDERSTOOD) : null),
  sent: pathsOf,
} // prettier-ignore

const long: CellRule = { ...typed, enters: 'opened', prose: true }

export const cellTypes: { readonly [T in CellType]: CellRule } = {
  normal: shown,
  input: typed,
  inputNumber: number,
  checkbox: check,
  checkbox_meta: check,
  select: {
    ...choice,
    read: (text, column, ...rest) => (isMany(column) ? choices : choice).read(text, column, ...rest),
  },
  list_multi: choices,
  sel_search: choice,
  sel_search_async: named,
  sel_depart: { ...named, width: 160, minWidth: 160 },
  sel_user: { ...named, width: 220, minWidth: 220 },
  date: moment('date', 135, 135),
  datetime: moment('datetime', 200, 190),
  time: moment('time', DEFAULT_WIDTH, DEFAULT_WIDTH),
  input_pop: long,
  textarea: long,
  // Keeps name, size and state beside the path; the two below store only paths.
  upload: { ...filed, sent: (value) => value ?? null },
  file: filed,
  image: filed,
  popup: { ...named, text: textOf },
  radio: choice,
  slot: { ...shown, initial: typed.initial },
  hidden: shown,
}

/** Asked a million times by a validation: most texts show by their first character that there is something. */
const isBlank = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return !((first > 32 && first < 127) || (first >= 0x3400 && first < 0xfe00)) && text.trim() === ''
}

/** Nothing in it. An unchecked box is not empty, a list of no files is. */
export const isEmptyCell = (value: unknown): boolean =>
  typeof value === 'string'
    ? isBlank(value)
    : value === undefined || value === null || (Array.isArray(value) && value.length === 0)
