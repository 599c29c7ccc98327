import { cellTypes, NOT_UNDERSTOOD } from './cellTypes.ts'
import type { Column, GridRow, Values } from './column.ts'
import type { Patch } from './options.ts'
import type { GridStore } from './store.ts'
import { readTsv, writeTsv } from './tsv.ts'

/** ms of work between two turns of the page. */
const SLICE_MS = 12
/** Cells from which on the person is told that it is done. */
const MUCH = 2000
const NAMED = 3

export interface Progress {
  done: number
  total: number
}

/** A text that a cell did not take. */
interface Refused {
  row: number
  column: Column
  text: string
}

/** Lets the page draw and listen. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Takes what a spreadsheet put on the clipboard; one paste at a time for each grid. */
export class Pasting {
  #progress: Progress | undefined
  #stopped = false
  readonly #store: GridStore

  constructor(store: GridStore) {
    this.#store = store
  }

  get progress(): Progress | undefined {
    return this.#progress
  }
  stop(): void {
    this.#stopped = true
  }

  /** What is marked, as a spreadsheet takes it. */
  copied(): string {
    const { cursor, rows, shown } = this.#store
    const { range } = cursor
    if (!range) return ''
    const columns = shown.slice(range.left, range.right + 1)
    const marked = rows.list.slice(range.top, range.bottom + 1)
    return writeTsv(marked.map((row) => columns.map((column) => this.#store.textOf(row, column))))
  }

  /** From the upper left of what is marked. Rows that are missing are added. One step to undo. */
  async paste(text: string): Promise<void> {
    const store = this.#store
    if (store.options.readOnly) return
    if (this.#progress) return store.say('warning', '正在粘贴，请稍候')
    store.commit()
    const { range = { top: 0, left: 0, bottom: 0, right: 0 } } = store.cursor
    const cells = filling(readTsv(text), range)
    const total = cells.length
    if (!total) return
    const columns = store.shown.slice(range.left)
    const room = store.buttons.has('add') ? store.room : 0
    const patches: Patch[] = []
    const added: GridRow[] = []
    const refused: Refused[] = []
    let beyond = 0
    let taken = 0
    // Rows as they stand now: what comes and goes meanwhile moves none of them.
    const targets = store.rows.list.slice(range.top, range.top + total)
    const blank = store.newRow()
    const { orderField } = store
    const numbered = (number: number) => (orderField ? { [orderField]: number } : {})
    this.#stopped = false
    this.#say({ done: 0, total })
    try {
      for (let index = 0, began = performance.now(); index < total; index++) {
        const target = targets[index]
        if (!target && added.length >= room) beyond += cells[index]!.length
        else {
          const values = this.#values(target ?? blank, columns, cells[index]!, (column, cell) =>
            refused.push({ row: range.top + index, column, text: cell }),
          )
          beyond += Math.max(cells[index]!.length - columns.length, 0)
          taken += Object.keys(values).length
          if (target) patches.push({ id: target.id, values })
          else added.push(store.newRow({ ...values, ...numbered(range.top + index + 1) }))
        }
        if (performance.now() - began < SLICE_MS) continue
        this.#say({ done: index + 1, total })
        await breathe()
        if (this.#stopped) return store.say('info', '已取消粘贴')
        began = performance.now()
      }
    } finally {
      this.#say(undefined)
    }
    store.pasted(added, patches)
    this.#mark(range, Math.max(...cells.slice(0, MUCH).map((row) => row.length)), total)
    report(store, { taken, refused, beyond })
  }

  #values(
    row: GridRow,
    columns: readonly Column[],
    cells: readonly string[],
    refuse: (column: Column, cell: string) => void,
  ): Values {
    const store = this.#store
    const values: Record<string, unknown> = {}
    const last = Math.min(cells.length, columns.length)
    for (let place = 0; place < last; place++) {
      const column = columns[place]!
      if (!store.editable(row, column)) continue
      // What stands left in the same paste decides what may be chosen here.
      const value = cellTypes[column.type].read(cells[place]!, column, store.looks, { ...row, ...values })
      if (value === NOT_UNDERSTOOD) refuse(column, cells[place]!)
      else values[column.field] = value === '' ? null : value
    }
    return values
  }

  #mark(range: { top: number; left: number }, width: number, height: number): void {
    const { cursor, rows, shown } = this.#store
    cursor.goTo(range.top, range.left)
    const bottom = Math.min(range.top + height, rows.count) - 1
    cursor.goTo(bottom, Math.min(range.left + width, shown.length) - 1, true)
  }

  #say(progress: Progress | undefined): void {
    this.#progress = progress
    this.#store.signals.tell('progress')
  }
}

/** One cell pasted into several goes into each of them. */
function filling(
  cells: string[][],
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): string[][] {
  const one = cells.length === 1 && cells[0]!.length === 1 ? cells[0]![0]! : undefined
  if (one === undefined || (top === bottom && left === right)) return cells
  return Array.from({ length: bottom - top + 1 }, () => new Array<string>(right - left + 1).fill(one))
}

function report(
  store: GridStore,
  { taken, refused, beyond }: { taken: number; refused: readonly Refused[]; beyond: number },
): void {
  if (refused.length) {
    const named = refused
      .slice(0, NAMED)
      .map(({ row, column, text }) => `第${row + 1}行“${column.title}”的“${text.slice(0, 20)}”`)
    const more = refused.length > NAMED ? '等' : ''
    store.say('warning', `${refused.length} 个单元格的内容无法识别，已跳过：${named.join('、')}${more}`)
  }
  if (beyond) store.say('warning', `${beyond} 个单元格超出表格范围，未粘贴`)
  if (taken >= MUCH) store.say('success', `已粘贴 ${taken} 个单元格`)
}
