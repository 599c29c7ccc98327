import type { Arrangement } from '#model/arrangement.ts'
import { isMoved, placed } from './arrangement.ts'
import { Filtering } from './filtering.ts'
import { cellTypes } from './cellTypes.ts'
import type { GivenRow, GridRow, Values } from './column.ts'
import type { Command } from './history.ts'
import { GridInvalid, type Progress } from './options.ts'
import type { Judgement } from './problems.ts'
import { isTemporary } from '../records/temporaryId.ts'

export const FLASH_MS = 1400
const UNDONE_BY_OTHERS = { before: '已被他人修改，未撤销', after: '已被他人修改，未重做' }
/** Said beside the rows while what others do does not arrive. */
export const CUT = '实时更新已断开，正在重新连接…'

/** One grid: what is in it, what a person does to it, what others do, and what a save must send. */
export class GridStore extends Filtering {
  readonly #flashing = new Map<string, ReturnType<typeof setTimeout>>()
  #isCut = false
  /** How often other rows were loaded: what was there before is not deleted by that. */
  #loads = 0
  #progress: Progress | undefined

  get loads(): number {
    return this.#loads
  }

  /** Other rows: what was changed, deleted and undone before is forgotten. */
  load(rows: readonly GivenRow[]): void {
    this.#loads++
    if (this.#progress) this.say('info', `已取消${this.#progress.verb}`)
    this.tellProgress(undefined)
    this.dropDraft()
    this.originals.clear()
    this.removed.clear()
    this.history.clear()
    this.rows.take(rows)
    this.problems.clear()
    this.selection.clear()
    this.signals.tell('draft')
    this.reordered()
    if (this.isFiltered) this.refilter()
  }

  /** The paste or filling that is going on, one at a time. Once another one stands here, or none, what began it ends. */
  get progress(): Progress | undefined {
    return this.#progress
  }
  tellProgress(progress: Progress | undefined): void {
    if (this.#progress === progress) return
    this.#progress = progress
    this.signals.tell('progress')
  }
  /** Why nothing else is pasted now, and the rows are not saved. */
  get busy(): string | undefined {
    return this.#progress && `正在${this.#progress.verb}，请稍候`
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
    let overtaken = false
    const patches = () =>
      this.apply(
        changes.flatMap((change) => {
          const row = this.rows.get(change.id)
          if (!row) return []
          // Only where the step is still what stands there: the rest is somebody else's by now.
          const fields = Object.keys(change[to]).filter((field) => row[field] === change[from][field])
          overtaken ||= Object.keys(change[to]).some((one) => !fields.includes(one) && row[one] !== change[to][one])
          return [{ id: row.id, values: Object.fromEntries(fields.map((field) => [field, change[to][field]])) }]
        }),
      )
    const changed = to === 'after' ? patches() : []
    if (order) {
      // Where this step moved nothing, the order is what others made of it since.
      const moved = isMoved(idsOf(order.before), idsOf(order.after))
      // Rows as they are now, and as they leave: others may have changed, added and deleted some since.
      const left = new Set(order[from].map(({ id }) => id))
      const whole = new Map([...order[to], ...this.rows.list].map((row) => [row.id, row]))
      const back = order[to].filter(({ id }) => this.rows.get(id) !== undefined || !left.has(id)).map(({ id }) => id)
      const returned = new Set(back)
      const others = this.rows.list.map(({ id }) => id).filter((id) => !left.has(id) || returned.has(id))
      order[from] = this.rows.list
      const next = moved ? placed(others, back, returned) : placed(back, others, new Set(others))
      const list = next.map((id) => whole.get(id)!)
      order[to] = [...list]
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
    this.reveal(changed.map(({ id }) => id))
    if (first && field) this.cursor.go({ id: first.id, field })
    if (overtaken) this.say('warning', UNDONE_BY_OTHERS[to])
    this.signals.tell('history')
    this.changed(changed)
  }

  // Others

  /** What somebody else did to a row: it is theirs, so it is neither undone nor sent by us. Flashes for 1400 ms. */
  merge(values: Values & { readonly id?: unknown }): boolean {
    const id = String(values.id ?? '')
    const [change] = this.apply([{ id, values: this.keptBack(id, values) }], { foreign: true })
    if (!change) return false
    const row = this.rows.get(id)!
    for (const field of Object.keys(change.after)) this.problems.recheck(row, field)
    this.flash(id)
    return true
  }

  /** Rows that somebody else added, deleted or moved: no step of this person's, and nothing they deleted. `late`: see `placed`. */
  arrange({ added, gone, order }: Arrangement, late?: ReadonlySet<string>): void {
    const left = gone.filter((id) => this.rows.get(id))
    if (this.draft && left.includes(this.draft.id)) {
      this.say('warning', `第${this.rows.indexOf(this.draft.id) + 1}行已被他人删除`)
      this.cancel()
    }
    const here = this.rows.without(new Set(left))
    const ids = here.map(({ id }) => id)
    const fresh = added.filter(({ id }) => !ids.includes(id))
    const names = fresh.map(({ id }) => id)
    const wanted = order.length ? order : [...ids, ...names]
    const next = placed(ids, wanted, new Set(names), late)
    const now = this.rows.list
    if (next.length === now.length && next.every((id, at) => id === now[at]!.id)) return
    const empty = Object.fromEntries(this.columns.map(({ field }) => [field, null]))
    const byId = new Map([...here, ...fresh.map((row) => ({ ...empty, ...row }))].map((row) => [row.id, row]))
    this.rows.order(next.map((id) => byId.get(id)!))
    this.problems.forget(left)
    this.selection.refresh(left)
    this.reordered()
    for (const id of names) this.flash(id)
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

  async validate(): Promise<Judgement> {
    this.commit()
    const judgement = await this.problems.checkAll()
    const { first } = judgement
    if (first && this.visible.hides(first.id)) this.lead(first)
    return judgement
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

const idsOf = (rows: readonly GridRow[]): string[] => rows.map(({ id }) => id)
