import { Arranging } from './arranging.ts'
import { cellTypes } from './cellTypes.ts'
import type { GivenRow, GridRow, Values } from './column.ts'
import type { Command } from './history.ts'
import { GridInvalid } from './options.ts'
import type { Judgement } from './problems.ts'
import { isTemporary } from './rows.ts'

export const FLASH_MS = 1400
/** Said beside the rows while what others do does not arrive. */
export const CUT = '实时更新已断开，正在重新连接…'

/** One grid: what is in it, what a person does to it, what others do, and what a save must send. */
export class GridStore extends Arranging {
  readonly #flashing = new Map<string, ReturnType<typeof setTimeout>>()
  #isCut = false

  /** Other rows: what was changed, deleted and undone before is forgotten. */
  load(rows: readonly GivenRow[]): void {
    this.dropDraft()
    this.originals.clear()
    this.removed.clear()
    this.history.clear()
    this.rows.take(rows)
    this.problems.clear()
    this.selection.clear()
    this.signals.tell('draft')
    this.reordered()
  }

  // Undo

  undo(): void {
    if (this.draft) return this.cancel()
    this.#replay(this.history.undo(), 'before', 'after')
  }
  redo(): void {
    this.commit()
    this.#replay(this.history.redo(), 'after', 'before')
  }

  #replay(command: Command | undefined, to: 'before' | 'after', from: 'before' | 'after'): void {
    if (!command) return
    const { changes, order } = command
    const patches = () => this.apply(changes.map((change) => ({ id: change.id, values: change[to] })))
    const changed = to === 'after' ? patches() : []
    if (order) {
      // Rows as they are now, and as they leave: others may have changed them since.
      order[from] = this.rows.list
      const list = order[to].map((row) => this.rows.get(row.id) ?? row)
      const now = new Set(list.map(({ id }) => id))
      this.rows.order(list)
      for (const id of now) this.removed.delete(id)
      this.left(order[from].map(({ id }) => id).filter((id) => !now.has(id)))
      this.reordered()
    }
    if (to === 'before') changed.push(...patches())
    this.judge(changed)
    const first = changed[0]
    const field = first && Object.keys(first.after).find((name) => this.byField.get(name)?.type !== 'hidden')
    if (first && field) this.cursor.go({ id: first.id, field })
    this.signals.tell('history')
    this.changed(changed)
  }

  // Others

  /** What somebody else did to a row: it is theirs, so it is neither undone nor sent by us. Flashes for 1400 ms. */
  merge(values: Values & { readonly id?: unknown }): boolean {
    const id = String(values.id ?? '')
    const draft = this.draft?.id === id ? this.draft : undefined
    const known = Object.entries(values).filter(([field]) => field !== 'id' && field !== draft?.field)
    const [change] = this.apply([{ id, values: Object.fromEntries(known) }], { foreign: true })
    if (!change) return false
    const row = this.rows.get(id)!
    for (const field of Object.keys(change.after)) this.problems.recheck(row, field)
    this.flash(id)
    return true
  }

  /** What was saved while nobody listened. Own changes that are not saved yet stay. */
  catchUp(rows: readonly (Values & { readonly id?: unknown })[]): void {
    for (const values of rows) {
      const id = String(values.id ?? '')
      const [row, original] = [this.rows.get(id), this.originals.get(id)]
      const mine = row && original ? Object.keys(values).filter((field) => row[field] !== original[field]) : []
      const theirs = Object.entries(values).filter(([field]) => !mine.includes(field))
      if (original) this.originals.set(id, { ...original, ...values, id })
      this.merge({ ...Object.fromEntries(theirs), id })
    }
  }

  /** The line to the others is cut. */
  get isCut(): boolean {
    return this.#isCut
  }
  tellCut(isCut: boolean): void {
    if (this.#isCut === isCut) return
    this.#isCut = isCut
    this.signals.tell('cut')
  }

  isFlashing = (id: string): boolean => this.#flashing.has(id)
  flash(id: string): void {
    clearTimeout(this.#flashing.get(id))
    this.#flashing.set(
      id,
      setTimeout(() => {
        this.#flashing.delete(id)
        this.signals.tell(`row:${id}`)
      }, FLASH_MS),
    )
    this.signals.tell(`row:${id}`)
  }

  // Reading

  /** What is being typed counts. Rows the server does not know lose their temporary id unless it is asked for. */
  read({ temporaryIds = false } = {}): readonly GivenRow[] {
    this.commit()
    const sent = this.columns.filter(({ type }) => cellTypes[type].sent)
    const asSent = (row: GridRow): GivenRow => {
      if (!sent.length && (temporaryIds || !isTemporary(row.id))) return row
      const values = Object.fromEntries(sent.map(({ field, type }) => [field, cellTypes[type].sent!(row[field])]))
      const { id, ...rest } = { ...row, ...values, id: row.id }
      return temporaryIds || !isTemporary(id) ? { ...rest, id } : rest
    }
    return this.rows.list.map(asSent)
  }

  /** The same after all rules were asked; rejects with GridInvalid when a cell fails. */
  async readValid(options?: { temporaryIds?: boolean }): Promise<readonly GivenRow[]> {
    const judgement = await this.validate()
    if (judgement.count) throw new GridInvalid(judgement)
    return this.read(options)
  }

  validate(): Promise<Judgement> {
    this.commit()
    return this.problems.checkAll()
  }

  /** Rows that were deleted since loading; those the server never knew only when asked for. */
  deletedIds = ({ temporary = false } = {}): string[] => [...this.removed].filter((id) => temporary || !isTemporary(id))

  /** What a save must send. */
  changes(): { added: GridRow[]; changed: GridRow[]; deletedIds: string[] } {
    this.commit()
    const added = this.rows.list.filter(({ id }) => isTemporary(id))
    return { added, changed: this.#changedRows(), deletedIds: this.deletedIds() }
  }
  #changedRows = (): GridRow[] =>
    [...this.originals].flatMap(([id, original]) => {
      const row = this.rows.get(id)
      return row && Object.keys(row).some((field) => row[field] !== original[field]) ? row : []
    })
  get dirty(): boolean {
    if (this.draft || this.deletedIds().length || this.#changedRows().length) return true
    return this.rows.list.some(({ id }) => isTemporary(id))
  }
}
