import type { z } from 'zod'
import type { Field } from '../fields.ts'
import type { Values } from '../typed.ts'

/** What a cell of a spreadsheet holds. */
export type SheetCell = string | number | null
type Row = Readonly<Record<string, unknown>>

/** Finds the value behind a word: dictionary value, record id, code of an area. A problem comes back as `{ problem }`. */
export interface Lookup {
  dict(code: string, text: string): string | undefined
  record(target: string, text: string): string | { problem: string }
  area(text: string): string | undefined
}
export type Read = { value: unknown } | { problem: string }

export interface Sheet<F = Field> {
  /** `text` also makes a number a text; `money` shows two decimals. */
  column: 'text' | 'number' | 'money'
  /** What an export writes of a row, its words added. */
  write(field: F, row: Row, name: string): SheetCell
  /** Undefined: the kind cannot be imported. Checks of form come later, with the same schema as the form. */
  read?(field: F, text: string, cell: SheetCell, lookup: Lookup, row: Row): Read
  /** A text that differs from what is written and means the same. */
  alike?(written: string, text: string): boolean
  /** Why what a record keeps is not to be replaced by what a cell holds. */
  kept?(field: F, value: unknown): string | undefined
  /** The example of a template; `choices` are the words of what may be chosen. */
  example(field: F, choices: readonly string[]): SheetCell
  /** What its filling-in notes say besides 必填, 不能重复 and the field's own hint; `named` is what it points at. */
  note?(field: F, named: string): string
}

/** What people put into a field of a kind, in a form or in a spreadsheet. */
export interface Entry<F = Field> {
  /** What a filled-in value must look like; `of` is the check of another field. Emptiness is judged once, in `checkOf`. */
  check(field: F, values: Values, of: (field: Field) => z.ZodType): z.ZodType
  /** What is kept where nothing was given; nothing where it is left out. Undefined asks whether it is required. */
  empty?(field: F): unknown
  sheet: Sheet<F>
}
