import { cellTypes, isChecked, keptNumber, mayBecomeNumber, numberIn, pairOf } from './cellTypes.ts'
import { Changing } from './changing.ts'
import type { Choice, Column, GridRow, Values } from './column.ts'
import type { Place } from './cursor.ts'
import type { Draft, Patch } from './options.ts'

/** Cells that are typed into, switched, chosen for and emptied. */
export class Typing extends Changing {
  #draft: Draft | undefined

  get draft(): Draft | undefined {
    return this.#draft
  }

  /** Begins to edit a cell. `value` replaces what is in it, for a person who just types. */
  edit({ id, field }: Place, value?: unknown): boolean {
    this.commit()
    const row = this.rows.get(id)
    const column = this.byField.get(field)
    if (!row || !column || !this.editable(row, column)) return false
    const { enters } = cellTypes[column.type]
    if (enters === 'switched') {
      this.toggle({ id, field })
      return false
    }
    // Files are chosen in the cell itself.
    if (enters === 'files') return false
    const place = this.cursor.place
    if (place?.id !== id || place.field !== field) this.cursor.go({ id, field })
    const begins = value === undefined || (column.type === 'inputNumber' && !mayBecomeNumber(String(value)))
    this.#draft = { id, field, value: begins ? (row[field] ?? '') : value }
    this.#toldDraft(id)
    return true
  }

  /** A key pressed. What cannot become a value of the cell is not taken: the text before it stands. */
  type(value: unknown): void {
    const draft = this.#draft
    const row = draft && this.rows.get(draft.id)
    const column = draft && this.byField.get(draft.field)
    if (!row || !column) return
    if (column.type === 'inputNumber' && !mayBecomeNumber(String(value ?? ''))) return
    this.#draft = { ...draft, value }
    this.problems.judge(row, draft.field, this.#valueOf(column, value, row))
    this.signals.tell('draft')
  }

  /** What was typed becomes the cell's value. */
  commit(): void {
    const draft = this.#draft
    if (!draft) return
    this.#draft = undefined
    this.#toldDraft(draft.id)
    const row = this.rows.get(draft.id)
    const column = this.byField.get(draft.field)
    if (!row || !column) return
    const value = this.#valueOf(column, draft.value, row)
    if (value === (row[draft.field] ?? null)) return this.problems.recheck(row, draft.field, true)
    this.set(draft.id, draft.field, value)
  }

  cancel(): void {
    const draft = this.#draft
    if (!draft) return
    this.#draft = undefined
    this.#toldDraft(draft.id)
    const row = this.rows.get(draft.id)
    if (row) this.problems.recheck(row, draft.field)
  }

  #toldDraft(id: string): void {
    this.signals.tell('draft')
    this.signals.tell(`row:${id}`)
  }

  #valueOf(column: Column, draft: unknown, row: GridRow): unknown {
    if (column.type !== 'inputNumber') return draft === '' ? null : draft
    const number = numberIn(String(draft ?? ''))
    // Money travels as text: what came as text and means the same stays as it came.
    const before = row[column.field]
    if (typeof before === 'string' && number !== null && Number(before) === Number(number)) return before
    return keptNumber(number, column)
  }

  toggle({ id, field }: Place): void {
    const row = this.rows.get(id)
    const column = this.byField.get(field)
    if (!row || !column || !this.editable(row, column)) return
    const [on, off] = pairOf(column)
    this.set(id, field, isChecked(row[field], column) ? off : on)
  }

  /** A value chosen in an editor; what a dialog brings along are names it may show. */
  choose({ id, field }: Place, value: unknown, names: readonly Choice[] = []): void {
    this.#draft = undefined
    const column = this.byField.get(field)
    const row = this.rows.get(id)
    if (!column || !row) return
    if (names.length) this.looks.learn(column, names)
    const given = typeof value === 'string' ? (column.given.get(value) ?? value) : value
    // A column of numbers keeps holding numbers.
    const numeric = typeof row[field] === 'number' && typeof given === 'string' && given !== '' && !isNaN(Number(given))
    const next = numeric ? Number(given) : given
    if (next === (row[field] ?? null)) this.problems.recheck(row, field, true)
    else this.set(id, field, next)
    this.#toldDraft(id)
  }

  /** From a form beside the rows: what is written stays a draft until it is left, everything else counts at once. */
  fill({ id, field }: Place, value: unknown): void {
    const column = this.byField.get(field)
    if (!column) return
    if (!isWritten(column)) {
      this.commit()
      return this.set(id, field, value)
    }
    const on = this.#draft?.id === id && this.#draft.field === field
    if (on || this.edit({ id, field })) this.type(value)
  }

  /** Something on its way, such as an upload: drawn, but no change yet. */
  show = (id: string, field: string, value: unknown): void =>
    void this.apply([{ id, values: { [field]: value } }], { foreign: true })

  /** What was on its way has arrived: one step from what was there before it began. */
  settle(id: string, field: string, before: unknown, value: unknown): void {
    this.show(id, field, before)
    this.set(id, field, value)
  }

  /** Empties what is marked. */
  clearMarked(): void {
    const { range } = this.cursor
    if (!range) return
    const columns = this.shown.slice(range.left, range.right + 1)
    const patches: Patch[] = []
    for (let index = range.top; index <= range.bottom; index++) {
      const row = this.rows.at(index)!
      const open = columns.filter((column) => this.editable(row, column))
      const emptied = open.map((column) => [column.field, emptyOf(column)])
      if (open.length) patches.push({ id: row.id, values: Object.fromEntries(emptied) as Values })
    }
    this.change(patches)
  }

  /** The rows as they would stand if what is being typed were taken. */
  drafted(): readonly GridRow[] {
    const draft = this.#draft
    const index = draft ? this.rows.indexOf(draft.id) : -1
    const [row, column] = [this.rows.at(index), draft && this.byField.get(draft.field)]
    if (!draft || !row || !column) return this.rows.list
    const value = this.#valueOf(column, draft.value, row)
    if (value === (row[draft.field] ?? null)) return this.rows.list
    return this.rows.list.map((one) => (one === row ? { ...row, [draft.field]: value } : one))
  }

  protected dropDraft(): void {
    this.#draft = undefined
  }
}

const isWritten = ({ type }: Column): boolean => cellTypes[type].enters === 'typed' || type === 'textarea'
const emptyOf = (column: Column): unknown => (cellTypes[column.type].enters === 'switched' ? pairOf(column)[1] : null)
