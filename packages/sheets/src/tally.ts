import type { Limits } from './limits.ts'
import type { Cell, Merge } from './plan.ts'
import { SpreadsheetError } from './refusal.ts'

/** Where a reader puts what it finds. Rows come with their position, counted from 0; rows without content never come. */
export interface Sink {
  sheet: (name: string) => void | Promise<void>
  row: (index: number, cells: Cell[]) => void | Promise<void>
  /** Of the sheet that came last, among its rows or behind them. */
  merged?: (merge: Merge) => void
}

/** Counts what has been read over all sheets and refuses the file when it becomes too much. */
export class Tally {
  private rowsBefore = 0
  private lastRow = -1
  private cells = 0
  private text = 0
  private sheets = 0
  private merges = 0
  private sink: Sink
  readonly limits: Limits

  constructor(limits: Limits, sink: Sink) {
    this.limits = limits
    this.sink = sink
  }

  sheet(name: string) {
    if (++this.sheets > this.limits.sheets) throw new SpreadsheetError('too-large')
    this.rowsBefore += this.lastRow + 1
    this.lastRow = -1
    return this.sink.sheet(name)
  }

  /** `found` may have holes and end in nothing. */
  row(index: number, found: (Cell | undefined)[]) {
    let length = found.length
    while (length > 0 && found[length - 1] == null) length--
    if (length === 0) return
    const { limits } = this
    this.lastRow = Math.max(this.lastRow, index)
    if (this.rowsBefore + this.lastRow >= limits.rows) {
      throw new SpreadsheetError('too-many-rows', `表格超过 ${limits.rows} 行，请拆分成多个文件后再上传`)
    }
    if (length > limits.columns) {
      throw new SpreadsheetError('too-many-columns', `表格超过 ${limits.columns} 列，请删除多余的列后再上传`)
    }
    const cells: Cell[] = []
    for (let i = 0; i < length; i++) {
      const cell = found[i] ?? null
      if (typeof cell === 'string') this.count(cell)
      cells.push(cell)
    }
    if ((this.cells += length) > limits.cells) throw new SpreadsheetError('too-large')
    return this.sink.row(index, cells)
  }

  merged(merge: Merge) {
    if (++this.merges > this.limits.rows) throw new SpreadsheetError('too-large')
    this.sink.merged?.(merge)
  }

  private count({ length }: string) {
    if (length > this.limits.cell) throw new SpreadsheetError('too-large', `单元格内容超过 ${this.limits.cell} 个字符`)
    if ((this.text += length) > this.limits.text) throw new SpreadsheetError('too-large')
  }
}

/** A text cell; without content it is an empty cell. NUL would be refused by PostgreSQL. */
export const textCell = (text: string) => text.replaceAll('\0', '') || null

/** Excel shows 15 digits, and writes 0.30000000000000004 for 0.1+0.2. Whole numbers are exact. */
export const numberCell = (value: number) => (Number.isInteger(value) ? value + 0 : Number(value.toPrecision(15)))
