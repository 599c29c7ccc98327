import { cellTypes, manyOf, NOT_UNDERSTOOD } from './cellTypes.ts'
import type { Column, GridRow, Values } from './column.ts'
import type { Range } from './cursor.ts'
import { readHtml, writeHtml } from './html.ts'
import type { Patch, Progress } from './options.ts'
import type { GridStore } from './store.ts'
import { readTsv, writeTsv } from './tsv.ts'

/** ms of work between two turns of the page. */
const SLICE_MS = 12
/** Cells from which on the person is told that it is done. */
const MUCH = 2000
const NAMED = 3

/** ms a paste waits at most for choices that are on their way. */
const LOADING_MS = 5000
/** Cells; more are only copied as plain text. */
const MOST_IN_A_TABLE = 50_000

/** What stands in another cell. */
export interface Taken {
  row: GridRow
  column: Column
}
/** What is put into a cell. */
export type Put = string | Taken

/** What a cell did not take. */
interface Refused {
  /** From 0. */
  line: number
  /** As it stands after what is left of the cell was put in. */
  row: GridRow
  column: Column
  text: string
}
interface Read {
  values: Values
  refused: Refused[]
}

/** Lets the page draw and listen. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Takes what a spreadsheet put on the clipboard, or what stands in other cells; one at a time for each grid. */
export class Pasting {
  #stopped = false
  readonly #store: GridStore

  constructor(store: GridStore) {
    this.#store = store
  }

  get progress(): Progress | undefined {
    return this.#store.progress
  }
  stop(): void {
    this.#stopped = true
  }

  /** What is marked, as a spreadsheet takes it. */
  copied(): string {
    return writeTsv(this.#marked(({ text }) => text))
  }
  /** The same as a table; none when there is too much of it. */
  copiedHtml(): string | undefined {
    const { range = NOWHERE } = this.#store.cursor
    const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1)
    return cells > MOST_IN_A_TABLE ? undefined : writeHtml(this.#marked((cell) => cell))
  }
  #marked<T>(as: (cell: { text: string; plain: boolean }) => T): T[][] {
    const { cursor, visible, shown } = this.#store
    const { range } = cursor
    if (!range) return []
    const columns = shown.slice(range.left, range.right + 1)
    return visible.list.slice(range.top, range.bottom + 1).map((row) =>
      columns.map((column) =>
        as({
          text: cellTypes[column.type].copied?.(row[column.field]) ?? this.#store.textOf(row, column),
          plain: column.type !== 'inputNumber',
        }),
      ),
    )
  }

  /** One at a time: says so while one is going on. */
  refuses(): boolean {
    const { busy } = this.#store
    if (busy) this.#store.say('warning', busy)
    return Boolean(busy)
  }

  /** From the upper left of what is marked, or over all of it. Rows that are missing are added. One step to undo. */
  async paste(text: string, html = ''): Promise<void> {
    const store = this.#store
    if (store.options.readOnly) return
    if (this.refuses()) return
    store.commit()
    const { range: marked } = store.cursor
    // The row one stood on has gone, or one never stood anywhere: no row is meant.
    if (!marked && store.visible.count) return store.say('warning', NO_PLACE)
    const range = marked ?? NOWHERE
    const first = store.visible.at(range.top)?.id
    const cells = tiled(readHtml(html) ?? readTsv(text), range)
    if (!cells.length || (await this.#put(cells, range, PASTED)) === undefined) return
    // What came and went above it meanwhile has moved it.
    const top = first === undefined ? range.top : store.visible.indexOf(first)
    if (top >= 0)
      this.#mark({ ...range, top }, Math.max(...cells.slice(0, MUCH).map((row) => row.length)), cells.length)
  }

  /** Into rows that are there, from the upper left of a range. One step to undo. True when every cell took it. */
  async fill(cells: readonly (readonly Put[])[], range: Pick<Range, 'top' | 'left'>): Promise<boolean> {
    const store = this.#store
    if (store.options.readOnly) return false
    if (this.refuses()) return false
    store.commit()
    return (await this.#put(cells, range, FILLED)) === 0
  }

  /** How many cells did not take it; undefined when it was stopped. */
  async #put(
    cells: readonly (readonly Put[])[],
    range: Pick<Range, 'top' | 'left'>,
    { verb, adds }: typeof PASTED | typeof FILLED,
  ): Promise<number | undefined> {
    const store = this.#store
    const total = cells.length
    const columns = store.shown.slice(range.left)
    const room = adds && store.buttons.has('add') ? store.room : 0
    const patches: Patch[] = []
    const added: GridRow[] = []
    const refused: Refused[] = []
    let beyond = 0
    let taken = 0
    // Rows as they stand now: what comes and goes meanwhile moves none of them.
    const targets = store.visible.list.slice(range.top, range.top + total)
    const blank = store.newRow()
    const { orderField } = store
    const numbered = (number: number) => (orderField ? { [orderField]: number } : {})
    const lookUp = lookingUp(store)
    this.#stopped = false
    let told: Progress | undefined
    const tell = (done: number) => store.tellProgress((told = { done, total, verb }))
    const isDropped = () => store.progress !== told
    tell(0)
    try {
      for (let index = 0, began = performance.now(); index < total; index++) {
        const target = targets[index]
        if (!target && added.length >= room) beyond += cells[index]!.length
        else {
          const line = target ? store.rows.indexOf(target.id) : store.rows.count + added.length
          const again = () => this.#values(target ?? blank, columns, cells[index]!, line)
          let read = again()
          while (read.refused.length && (await lookUp(read.refused))) read = again()
          refused.push(...read.refused)
          beyond += Math.max(cells[index]!.length - columns.length, 0)
          taken += Object.keys(read.values).length
          if (target) patches.push({ id: target.id, values: read.values })
          else added.push(store.newRow({ ...read.values, ...numbered(line + 1) }))
        }
        if (isDropped()) return undefined
        if (performance.now() - began < SLICE_MS && !this.#stopped) continue
        tell(index + 1)
        await breathe()
        if (isDropped()) return undefined
        if (this.#stopped) {
          store.say('info', `已取消${verb}`)
          return undefined
        }
        began = performance.now()
      }
    } finally {
      if (!isDropped()) store.tellProgress(undefined)
    }
    store.pasted(added, patches)
    report(store, { verb, taken, refused, beyond })
    return refused.length
  }

  #values(row: GridRow, columns: readonly Column[], cells: readonly Put[], line: number): Read {
    const store = this.#store
    const values: Record<string, unknown> = {}
    const refused: Refused[] = []
    const last = Math.min(cells.length, columns.length)
    for (let place = 0; place < last; place++) {
      const column = columns[place]!
      // What stands left in the same paste decides what may be chosen here, and whether.
      const now = { ...row, ...values }
      if (!store.editable(now, column)) continue
      const value = this.#read(cells[place]!, column, now)
      if (value === NOT_UNDERSTOOD) refused.push({ line, row: now, column, text: this.#textOf(cells[place]!) })
      else values[column.field] = value === '' ? null : value
    }
    return { values, refused }
  }

  #textOf = (cell: Put): string => (typeof cell === 'string' ? cell : this.#store.textOf(cell.row, cell.column))

  #read(cell: Put, column: Column, row: GridRow): unknown {
    const { looks } = this.#store
    if (typeof cell !== 'string' && cell.column === column) {
      // Below each other the value itself is taken, unless something else is chosen from there.
      if (looks.poolOf(column, cell.row) === looks.poolOf(column, row)) return cell.row[column.field] ?? null
    }
    return cellTypes[column.type].read(this.#textOf(cell), column, looks, row)
  }

  #mark(range: Range, width: number, height: number): void {
    const { cursor, visible, shown } = this.#store
    const bottom = Math.min(range.top + height, visible.count) - 1
    // The person stays where it began, as in a spreadsheet.
    cursor.goTo(bottom, Math.min(range.left + width, shown.length) - 1)
    cursor.goTo(range.top, range.left, true)
  }
}

const NO_PLACE = '请先选择要粘贴到的单元格'
const NOWHERE: Range = { top: 0, left: 0, bottom: 0, right: 0 }
const PASTED = { verb: '粘贴', adds: true } as const
const FILLED = { verb: '填充', adds: false } as const

/**
 * For one paste: gets what cells did not understand because it is not here yet, choices on their way and names of records.
 * True when it is worth reading the cells again.
 */
function lookingUp({ looks }: GridStore): (refused: readonly Refused[]) => Promise<boolean> {
  const asked = new Set<string>()
  const until = performance.now() + LOADING_MS
  return async (refused) => {
    if (looks.isLoading && performance.now() < until) {
      await Promise.race([looks.loaded(), new Promise((resolve) => setTimeout(resolve, until - performance.now()))])
      return true
    }
    let learned = false
    for (const { column, row, text } of refused) {
      const of = column.choiceSource?.of(row)
      if (of === undefined) continue
      for (const name of manyOf(text)) {
        const key = `${column.field} ${of} ${name}`
        if (asked.has(key) || looks.valueOf(column, name, row) !== undefined) continue
        asked.add(key)
        const found = await column.choiceSource!.search(of, name).catch(() => [])
        const named = found.filter((choice) => choice.text === name)
        if (named.length) looks.learn(column, named, of)
        learned ||= named.length > 0
      }
    }
    return learned
  }
}

/** Repeated over what is marked when that is a multiple of it each way, or one cell wide that way; else once. As spreadsheets do. */
function tiled(cells: readonly string[][], { top, bottom, left, right }: Range): readonly string[][] {
  const high = cells.length
  const wide = cells.reduce((most, row) => Math.max(most, row.length), 0)
  const down = timesIn(bottom - top + 1, high)
  const across = timesIn(right - left + 1, wide)
  if (!down || !across || (down === 1 && across === 1)) return cells
  const rows = cells.map((row) => {
    const whole = Array.from({ length: wide }, (_, at) => row[at] ?? '')
    return across === 1 ? row : Array.from({ length: across }, () => whole).flat()
  })
  return Array.from({ length: down * high }, (_, at) => rows[at % high]!)
}

/** 0: it does not fit. */
const timesIn = (marked: number, size: number): number => (marked === 1 ? 1 : marked % size === 0 ? marked / size : 0)

function report(
  store: GridStore,
  {
    verb,
    taken,
    refused,
    beyond,
  }: Pick<Progress, 'verb'> & { taken: number; refused: readonly Refused[]; beyond: number },
): void {
  if (refused.length) {
    const named = refused
      .slice(0, NAMED)
      .map(({ line, column, text }) => `第${line + 1}行“${column.title}”的“${text.slice(0, 20)}”`)
    const more = refused.length > NAMED ? '等' : ''
    store.say('warning', `${refused.length} 个单元格的内容无法识别，已跳过：${named.join('、')}${more}`)
  }
  if (beyond) store.say('warning', `${beyond} 个单元格超出表格范围，未${verb}`)
  if (taken >= MUCH) store.say('success', `已${verb} ${taken} 个单元格`)
}
