import { isEmptyCell } from './cellTypes.ts'
import type { Column, GridRow } from './column.ts'
import type { Range } from './cursor.ts'
import type { Key } from './keys.ts'
import type { Pasting, Put, Taken } from './paste.ts'
import type { GridStore } from './store.ts'

/** What is marked goes into the cells beside it, as spreadsheets do it. Each is one step to undo. */

const isOne = ({ top, bottom, left, right }: Range) => top === bottom && left === right

/** Ctrl+D: the uppermost marked row into those below it; a single row is filled from the one above. */
function fillDown(store: GridStore, pasting: Pasting): boolean {
  const { range } = store.cursor
  if (!range || store.options.readOnly) return false
  const { top, bottom, left, right } = range
  const from = top === bottom ? top - 1 : top
  const source = store.visible.at(from)
  if (source) {
    const cells = takenOf(source, store.shown.slice(left, right + 1))
    void pasting.fill(Array<readonly Put[]>(bottom - from).fill(cells), { top: from + 1, left })
  }
  return true
}

/** Ctrl+R: the leftmost marked column into those beside it. */
function fillRight(store: GridStore, pasting: Pasting): boolean {
  const { range } = store.cursor
  if (!range || store.options.readOnly) return false
  const { top, bottom, left, right } = range
  const from = left === right ? left - 1 : left
  const column = store.shown[from]
  if (column) {
    const rows = store.visible.list.slice(top, bottom + 1)
    void pasting.fill(
      rows.map((row) => Array<Put>(right - from).fill({ row, column })),
      { top, left: from + 1 },
    )
  }
  return true
}

/** Ctrl+Enter: what is typed goes into all that is marked, and the person stays. */
function fillTyped(store: GridStore, pasting: Pasting): boolean {
  const { range } = store.cursor
  if (!range || isOne(range)) {
    store.commit()
    return true
  }
  // What is typed stays in its cell.
  if (pasting.refuses()) return true
  const typed = store.takeDraft()
  if (!typed) return false
  const { top, bottom, left, right } = range
  const cells = Array<Put>(right - left + 1).fill(typed)
  void pasting.fill(Array<readonly Put[]>(bottom - top + 1).fill(cells), { top, left })
  return true
}

const takenOf = (row: GridRow, columns: readonly Column[]): Taken[] => columns.map((column) => ({ row, column }))

/** True: the key fills, and nothing else may happen. */
export function fillsBy(store: GridStore, pasting: Pasting, { key, ctrlKey, metaKey, altKey, shiftKey }: Key): boolean {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return false
  if (store.draft) return key === 'Enter' && fillTyped(store, pasting)
  if (key.toLowerCase() === 'd') return fillDown(store, pasting)
  return key.toLowerCase() === 'r' && fillRight(store, pasting)
}

/** What would be filled by drawing what is marked on to a row and a column; the longer way counts. Undefined within it. */
export function drawnTo(range: Range, row: number, column: number): Range | undefined {
  const { top, bottom, left, right } = range
  const down = row > bottom ? row - bottom : row < top ? row - top : 0
  const across = column > right ? column - right : column < left ? column - left : 0
  if (down === 0 && across === 0) return undefined
  if (Math.abs(down) >= Math.abs(across))
    return down > 0 ? { ...range, top: bottom + 1, bottom: row } : { ...range, top: row, bottom: top - 1 }
  return across > 0 ? { ...range, left: right + 1, right: column } : { ...range, left: column, right: left - 1 }
}

/** Repeats what is marked over another range, which lies above, below or beside it; numbers with equal steps go on. */
export async function fillOver(store: GridStore, pasting: Pasting, over: Range): Promise<void> {
  const { range } = store.cursor
  if (!range) return
  const { visible, shown } = store
  const columns = shown.slice(range.left, range.right + 1)
  const source = visible.list.slice(range.top, range.bottom + 1)
  const steps = columns.map((column) => stepOf(source, column))
  const cells = Array.from({ length: over.bottom - over.top + 1 }, (_, down) =>
    Array.from({ length: over.right - over.left + 1 }, (_one, across): Put => {
      const line = over.top + down - range.top
      const place = modulo(over.left + across - range.left, columns.length)
      const step = over.left === range.left ? steps[place] : undefined
      return step?.(line) ?? { row: source[modulo(line, source.length)]!, column: columns[place]! }
    }),
  )
  if (pasting.refuses()) return
  // Marked by its rows before some may come above them.
  store.cursor.goTo(Math.max(range.bottom, over.bottom), Math.max(range.right, over.right))
  store.cursor.goTo(Math.min(range.top, over.top), Math.min(range.left, over.left), true)
  await pasting.fill(cells, over)
}

const modulo = (number: number, by: number) => ((number % by) + by) % by

/** How numbers that differ by the same go on, by the line from the first of them. */
function stepOf(rows: readonly GridRow[], { field, type }: Column): ((line: number) => string) | undefined {
  if (type !== 'inputNumber' || rows.length < 2) return undefined
  const texts = rows.map((row) => String(row[field] ?? ''))
  const decimals = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length))
  // Whole units: 0.1 and 0.2 go on with 0.3.
  const units = texts.map((text) => (text.trim() ? Math.round(Number(text) * 10 ** decimals) : NaN))
  const [first, second] = units as [number, number]
  const step = second - first
  if (!Number.isSafeInteger(step) || units.some((unit, at) => unit !== first + at * step)) return undefined
  return (line) => ((first + line * step) / 10 ** decimals).toFixed(decimals)
}

/** As far down as the column beside what is marked goes on without a gap; undefined when it does not. */
export function besideDown({ cursor, visible: rows, shown }: GridStore): Range | undefined {
  const { range } = cursor
  if (!range) return undefined
  const goesTo = (column: Column | undefined) => {
    let last = range.bottom
    while (column && last + 1 < rows.count && !isEmptyCell(rows.at(last + 1)![column.field])) last++
    return last
  }
  const bottom = [shown[range.left - 1], shown[range.right + 1]].map(goesTo).find((last) => last > range.bottom)
  return bottom === undefined ? undefined : { ...range, top: range.bottom + 1, bottom }
}
