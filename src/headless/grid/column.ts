import type { Statistic } from '#model/fields.ts'
import type { GridPattern } from '#model/patterns.ts'

/** What a cell can be (I01). Every reader is a map with one key per type. */
export type CellType =
  | 'normal'
  | 'input'
  | 'inputNumber'
  | 'checkbox'
  | 'checkbox_meta'
  | 'select'
  | 'list_multi'
  | 'sel_search'
  | 'sel_search_async'
  | 'sel_depart'
  | 'sel_user'
  | 'date'
  | 'datetime'
  | 'time'
  | 'input_pop'
  | 'textarea'
  | 'upload'
  | 'file'
  | 'image'
  | 'popup'
  | 'radio'
  | 'slot'
  | 'hidden'

/** A row is never changed: an edit puts a new one in its place. */
export type GridRow = { readonly id: string } & Readonly<Record<string, unknown>>
/** As it is handed in: a row the server does not know yet has no id. */
export type GivenRow = { readonly id?: string | number | null } & Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, unknown>>

export interface Choice {
  value: string
  text: string
  disabled?: boolean
}
/** As servers and settings write them: text, title and label are one. */
export interface GridOption {
  value: unknown
  text?: string
  title?: string
  label?: string
  disabled?: boolean
}

export interface CheckedCell {
  value: unknown
  row: GridRow
  column: Column
}
/** True, nothing or an empty text: it fits. False: the rule's message. A text: that message. Throwing: its message. */
export type Handler = (cell: CheckedCell) => Verdict | Promise<Verdict>
export type Verdict = boolean | string | undefined | void

export interface ValidateRule {
  required?: boolean
  /** No two rows may have the value; empty ones aside. */
  unique?: boolean
  /** A named pattern, `only` for unique, or an own regular expression. */
  pattern?: GridPattern | 'only' | RegExp
  handler?: Handler
  /** What can be said of a value at once and without its row: the message, nothing when it fits. */
  judge?: (value: unknown) => string | undefined
  /** `${title}` becomes the column's title. */
  message?: string
}

export type { Statistic }

/** Where a searched cell finds what it offers, when that is not the server's own for its type. */
export interface ChoiceSource {
  /** What is chosen from, given the row; undefined while that is not known. Rows with the same answer share names. */
  of(row: Values): string | undefined
  /** At most 30 that fit the keyword. */
  search(of: string, keyword: string): Promise<readonly Choice[]>
  names(of: string, values: readonly string[]): Promise<readonly Choice[]>
}

/** Of users and departments: which of their fields is stored and which is shown. */
export interface FieldExtend {
  store?: string
  text?: string
  multiSelect?: boolean
}

/** A column as a screen or the server describes it. */
export interface GridColumn {
  key: string
  /** Name in the row; the key when not said. */
  field?: string
  title?: string
  type?: CellType
  /** px; the type has its own otherwise. */
  width?: number | string
  options?: readonly GridOption[]
  dictCode?: string
  validateRules?: readonly ValidateRule[]
  defaultValue?: unknown
  defaultChecked?: boolean
  /** What a checkbox stores: checked, not checked. */
  customValue?: readonly [on: unknown, off: unknown]
  /** True is both. */
  statistics?: readonly Statistic[] | boolean
  /** The field whose choices depend on this one: it is cleared when this changes. */
  linkageKey?: string
  /** Of dates and times: YYYY MM DD HH mm ss. */
  format?: string
  /** Holds the order of the rows: dragging renumbers it. */
  isOrder?: boolean
  allowDownload?: boolean
  allowRemove?: boolean
  /** A select takes what is not among its choices. */
  allowInput?: boolean
  allowSearch?: boolean
  placeholder?: string
  /** Handed to the editor as they are. */
  props?: Readonly<Record<string, unknown>>
  disabled?: boolean | ((row: GridRow) => boolean)
  fieldExtendJson?: string | FieldExtend
  popupCode?: string
  /** Fields of the chosen report row, comma-joined, and the row's fields they go to. */
  orgFields?: string
  destFields?: string
  param?: Readonly<Record<string, unknown>>
  /** The head puts the rows in order: true, or how two of them compare. */
  sorter?: unknown
  btnText?: string
  /** Upload: send the access token. */
  token?: boolean
  /** Upload: the address. */
  action?: string
  /** Upload: the field of the reply that holds the path; `message` when not said. */
  responseName?: string
  /** Upload: how many files. */
  number?: number
  choiceSource?: ChoiceSource
  /** Numbers are kept as text with so many decimals, as money travels; more are kept as typed. */
  decimals?: number
  /** How a person reads the value, where that is not how it is typed. */
  shownAs?: (value: unknown) => string
}

/** A column with its defaults filled in. */
export interface Column extends Omit<GridColumn, 'width' | 'fieldExtendJson' | 'statistics' | 'options'> {
  field: string
  title: string
  type: CellType
  width: number
  minWidth: number
  choices: readonly Choice[] | undefined
  /** Values of the options as they were given, by their text. */
  given: ReadonlyMap<string, unknown>
  statistics: readonly Statistic[]
  extend: Required<FieldExtend>
  required: boolean
}

export const choiceOf = ({ value, text, title, label, disabled }: GridOption): Choice => ({
  value: String(value),
  text: text ?? title ?? label ?? String(value),
  ...(disabled && { disabled }),
})
