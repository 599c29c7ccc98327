import { boundedAddSettings, keepAddSettings, readAddSettings, type AddSettings } from './addSettings.ts'
import { cellTypes } from './cellTypes.ts'
import { MANY } from './changing.ts'
import type { GivenRow, GridRow, Values } from './column.ts'
import type { GridOptions, Patch, Sorted } from './options.ts'
import { temporaryId } from '../records/temporaryId.ts'
import { comparing } from './sorting.ts'
import { Typing } from './typing.ts'

export const INSERT_PAUSE_MS = 1500
export const TOO_FAST = '你点击得太快了，请慢一点！'

/** Rows that come, go and are put in order. */
export class Arranging extends Typing {
  #settings: AddSettings
  #insertedAt = -Infinity

  constructor(options: GridOptions, rows: readonly GivenRow[] = []) {
    super(options, rows)
    this.#settings = readAddSettings(options.name)
  }

  get settings(): AddSettings {
    return this.#settings
  }
  keepSettings(settings: AddSettings): void {
    this.#settings = boundedAddSettings(settings, this.rows.count)
    keepAddSettings(this.options.name, this.#settings)
    this.signals.tell('settings')
    this.say('success', '保存成功')
  }

  /** A row with the columns' defaults. */
  newRow = (values: Values = {}): GridRow => ({
    ...Object.fromEntries(this.columns.map((column) => [column.field, cellTypes[column.type].initial(column)])),
    ...this.options.newValues?.(),
    ...values,
    id: temporaryId(),
  })

  /** How many more rows there may be. */
  get room(): number {
    return Math.max((this.options.most ?? Infinity) - this.rows.count, 0)
  }
  #sayFull = (): void => this.say('warning', `最多${String(this.options.most)}行`)

  /** As many rows as the settings say, where they say; or these. The rows that were added. */
  add(given?: readonly Values[]): readonly GridRow[] {
    const { addRowNum, addIndex } = boundedAddSettings(this.#settings, this.rows.count)
    const wanted = given ?? Array.from({ length: addRowNum }, () => ({}))
    const rows = wanted.slice(0, this.room).map((values) => this.newRow(values))
    if (rows.length < wanted.length) this.#sayFull()
    if (!rows.length) return []
    this.#insert(rows, addIndex === 0 ? this.rows.count : addIndex)
    return rows
  }

  /** To the first cell of a row that can be filled in. */
  enter(row: GridRow): void {
    const column = this.shown.find((one) => this.editable(row, one))
    if (column) this.cursor.go({ id: row.id, field: column.field })
  }

  /** One below this row. Twice within 1500 ms is too fast. */
  insertBelow(id: string): GridRow | undefined {
    const now = (this.options.now ?? Date.now)()
    if (now - this.#insertedAt < INSERT_PAUSE_MS) {
      this.say('warning', TOO_FAST)
      return undefined
    }
    const index = this.rows.indexOf(id)
    if (index < 0) return undefined
    if (!this.room) {
      this.#sayFull()
      return undefined
    }
    this.#insertedAt = now
    const row = this.newRow()
    this.#insert([row], index + 1)
    return row
  }

  /** What a paste brought: new rows for the end, and values for rows that are there. One step. */
  pasted(added: readonly GridRow[], patches: readonly Patch[]): void {
    const before = this.rows.list
    const changes = this.apply(patches.map((patch) => this.withCleared(patch)))
    if (!changes.length && !added.length) return
    if (added.length) {
      this.rows.order(this.rows.with(this.rows.count, added))
      this.reordered()
    }
    this.remember({ changes, ...(added.length && { order: { before, after: this.rows.list } }) })
    if (added.length > MANY) this.problems.judgeAll()
    else {
      this.judge(changes)
      for (const row of added)
        for (const { field } of this.columns) if (row[field] !== null) this.problems.recheck(row, field, true)
    }
    this.changed(changes)
  }

  #insert(rows: readonly GridRow[], index: number): void {
    this.commit()
    this.reorder(this.rows.with(index, rows))
  }

  /** To this number among the rows, from 0. */
  move(id: string, to: number): void {
    this.commit()
    const from = this.rows.indexOf(id)
    const target = Math.min(Math.max(to, 0), this.rows.count - 1)
    if (from < 0 || from === target) return
    const list = [...this.rows.list]
    list.splice(target, 0, ...list.splice(from, 1))
    this.reorder(list)
  }
  /** Above the row with this number in sight, from 0; let go directly above or below itself it stays where it is. */
  moveAbove(id: string, line: number): void {
    const here = this.visible.indexOf(id)
    if (line === here || line === here + 1) return
    const to = this.visible.placeOf(line)
    this.move(id, to > this.rows.indexOf(id) ? to - 1 : to)
  }
  /** Past the next one in sight. */
  #moveBy(id: string, by: 1 | -1): void {
    const past = this.visible.at(this.visible.indexOf(id) + by)
    if (past) this.move(id, this.rows.indexOf(past.id))
  }
  moveUp = (id: string): void => this.#moveBy(id, -1)
  moveDown = (id: string): void => this.#moveBy(id, 1)

  /** By which column the rows stand in order; until they are moved otherwise. */
  get sorted(): Sorted | undefined {
    return this.sortedBy
  }
  /** Puts the rows in the order of a column, by the second time the other way round. One step to undo. */
  sort(field: string): void {
    const column = this.byField.get(field)
    if (!column?.sorter) return
    this.commit()
    const down = this.sortedBy?.field === field && !this.sortedBy.down
    const sorted = [...this.visible.list].sort(comparing(column, down))
    let at = 0
    // Hidden ones stay where they are.
    this.reorder(this.rows.list.map((row) => (this.visible.hides(row.id) ? row : sorted[at++]!)))
    this.sortedBy = { field, down }
    this.signals.tell('looks')
  }

  /** False when the hook before refused; its message was shown. */
  async remove(ids: readonly string[]): Promise<boolean> {
    const rows = ids.flatMap((id) => this.rows.get(id) ?? [])
    if (!rows.length) return false
    try {
      await this.options.beforeRemove?.(rows)
    } catch (error) {
      this.say('error', error instanceof Error && error.message ? error.message : String(error))
      return false
    }
    const gone = new Set(rows.map(({ id }) => id))
    // What was typed into a row that goes, goes with it.
    if (this.draft && gone.has(this.draft.id)) this.cancel()
    else this.commit()
    this.reorder(this.rows.without(gone), [...gone])
    return true
  }
  clear = (): Promise<boolean> => this.remove(this.rows.list.map(({ id }) => id))
}
