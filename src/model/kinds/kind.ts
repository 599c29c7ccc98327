import type { Field } from '../fields.ts'
import type { Values } from '../typed.ts'
import type { Rule } from './rules.ts'

/** How the database keeps a value; `rows` is a table of its own. The server knows a column, its values and its parameters by it. */
export type Stored = 'text' | 'whole' | 'real' | 'hundredths' | 'date' | 'moment' | 'boolean' | 'json' | 'rows'

/** A value that is not what people read: whoever has dictionaries, areas and expressions at hand says it in words. */
export type Worded = 'dictionary' | 'switch' | 'area' | 'cron' | 'standIn'

/** How a condition of the advanced query about a field is written and sent. */
export interface Condition<F> {
  /** Names the contract's clients give the editor and the column (contract.md §5.3). */
  type: string
  dbType: string
  /** The field one value is typed or chosen in; free of the limits of the record's own. */
  one(field: F): Field
  /** The field several are chosen in. Without it they are typed, with commas between. */
  many?(field: F): Field
  /** What else the condition carries for the editors of other clients. */
  carries?(field: F): Record<string, unknown>
  /** The resource whose table those editors search. */
  searches?(field: F): string
  /** The value a new condition begins with. */
  begins?(field: F): string
  /** The value of a condition as the input of this kind takes it. */
  taken?(value: string): unknown
}

/** What a field is as a cell of a grid; `chosen` is searched among records of what it names, or among areas. */
export interface GridCell {
  type:
    | 'normal'
    | 'input'
    | 'inputNumber'
    | 'textarea'
    | 'checkbox'
    | 'select'
    | 'list_multi'
    | 'sel_search_async'
    | 'date'
    | 'datetime'
    | 'image'
    | 'file'
    | 'hidden'
  chosen?: 'records' | 'areas'
  props?: Readonly<Record<string, unknown>>
  dictCode?: string
  decimals?: number
  /** Of a checkbox. */
  customValue?: readonly [on: unknown, off: unknown]
  /** Of files. */
  number?: number
  shownAs?(value: unknown): string
}

/**
 * What a kind of field is to everybody who reads values: asked for, kept, shown. What people put in is judged by its `Entry`,
 * which pages that only show need not load.
 */
export interface Kind<F = Field> {
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
  /** Lines have an order by it that a person would look for. */
  ordered: boolean
  stored(field: F): Stored
  /** What a parameter has to be: 应为… */
  asked: string
  /** Its value is one plain word or number, which requests for dictionaries may name. */
  plain: boolean
  /** Several values in one, comma-joined. */
  several(field: F): boolean
  /** The name of the resource whose records a value names in such a record. */
  names(field: F, row: Values): string | undefined
  /** All it may name. */
  everyName(field: F): readonly string[]
  /** What hangs on a record is found by it. */
  indexed: boolean
  worded?: Worded
  /** May a value name a stored file? */
  holdsFiles: boolean
  /** What a person reads for a filled-in value; `said` are the server's words for it. */
  text(value: unknown, field: F, said: string | undefined, row: Values): string
  /** The same in a message, where nothing stands beside it. */
  told(value: unknown, field: F): string
  /** What a new record holds: undefined for nothing. `now` is local text, YYYY-MM-DD HH:mm:ss. */
  start(field: F, now: string): unknown
  /** What was chosen or typed to search by → the value form of contract.md §5.2. */
  filter(value: string, field: F): string
  condition: Condition<F>
  cell(field: F): GridCell
}
