/** What a sheet cell may hold. The type decides the cell: a string is never turned into a number or a formula. */
export type Cell = string | number | null

/** Stands in a cell whose formula nobody has worked out: the program that wrote it computes nothing. */
export const NO_RESULT = '#公式没有计算结果'

/** Cells shown as one, counted from 0. Only the one at the top left holds anything. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Column {
  title: string
  /** In characters of the standard font; left out, the title decides. */
  width?: number
  /** `text` also makes a number a string cell; `money` shows a number with two decimals. */
  kind?: 'text' | 'number' | 'money'
  /** People are to fill it in: what they read at its cells, and where in the workbook stands what they may choose (.xlsx). */
  fill?: { note: string; choices?: string }
}

export interface SheetPlan {
  name: string
  /** Title rows above the header, each one merged cell across the sheet. */
  heading?: string[]
  columns: Column[]
  rows: AsyncIterable<Cell[]>
  /** Further sheets (.xlsx). */
  more?: readonly SheetPlan[]
}

/** Excel cuts or refuses a longer cell in both formats. */
export const MAX_CELL_LENGTH = 32_767

/** What a cell holds of a text. */
export const cellText = (text: string): string => cut(text, MAX_CELL_LENGTH)

/** A Chinese character takes the place of two. */
export const widthOf = ({ title, width }: Column) =>
  Math.min(255, width ?? Math.max(10, title.replace(/[^\x00-\xff]/g, 'xx').length + 4))

/** Excel refuses a workbook whose sheet name holds one of these, or is longer than 31 characters. */
export function sheetName(name: string, number: number) {
  const suffix = number > 1 ? `_${number}` : ''
  const allowed =
    name
      .replace(/[\x00-\x1f[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  return cut(allowed, 31 - suffix.length) + suffix
}

/** Cuts without leaving half an emoji behind. */
export function cut(text: string, length: number) {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** What goes into the cell: a column of text keeps its numbers as text, and what is not a number is left empty. */
export function written(value: Cell | undefined, column: Column | undefined): Cell {
  if (value == null || value === '') return null
  if (typeof value === 'string') return cellText(value)
  if (!Number.isFinite(value)) return null
  return column?.kind === 'text' ? String(value) : value
}

/**
 * The rows of one plan, sheet after sheet. Each sheet's rows must be read to their end before the next sheet is asked for.
 * There is always a first sheet, so that an empty export still shows its header.
 */
export async function* sheetsOf(rows: AsyncIterable<Cell[]>, perSheet: number) {
  const source = rows[Symbol.asyncIterator]()
  let next = await source.next()
  async function* page() {
    for (let count = 0; count < perSheet && !next.done; count++) {
      yield next.value
      next = await source.next()
    }
  }
  try {
    do yield page()
    while (!next.done)
  } finally {
    if (!next.done) await source.return?.()
  }
}

/** Counted from 0: 27 is AB. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
