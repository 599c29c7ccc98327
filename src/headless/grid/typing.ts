import { cellTypes, isChecked, keptNumber, numberIn, pairOf, typedNumber } from './cellTypes.ts'
import { Changing } from './changing.ts'
import type { Choice, Column, GridRow, Values } from './column.ts'
import type { Place } from './cursor.ts'
import type { Draft, Patch } from './options.ts'

/** Cells that are typed into, switched, chosen for and emptied. */
export class Typing extends Changing {
  #draft: Draft | undefined
  /** What somebody else wrote into the cell that is being typed into. */
  #theirs: { value: unknown } | undefined
  /** What a cell holds for others while something for it is on its way, by row and field. */
  readonly #beneath = new Map<string, unknown>()
  /** What arrived for a row that was deleted meanwhile: undoing brings the row back. */
  readonly #arrived = new Map<string, Place & { value: unknown }>()

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
    const taken = value === undefined ? undefined : typedInto(column, value)
    // Of a blank or a sign nothing is left: it takes nothing away.
    const begins = taken === '' && value !== '' ? undefined : taken
    this.#draft = { id, field, value: begins === undefined ? (row[field] ?? '') : begins }
    this.#toldDraft(id)
    return true
  }

  /** A key pressed. What cannot become a value of the cell is not taken: the text before it stands. */
  type(value: unknown): void {
    const draft = this.#draft
    const row = draft && this.rows.get(draft.id)
    const column = draft && this.byField.get(draft.field)
    if (!row || !column) return
    const taken = typedInto(column, value ?? null)
    if (taken === undefined) return
    this.#draft = { ...draft, value: taken }
    this.problems.judge(row, draft.field, this.#valueOf(column, taken, row))
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
    const untouched = value === (row[draft.field] ?? null)
    const now = this.#withTheirs(draft) ?? row
    if (untouched || value === (now[draft.field] ?? null)) return this.problems.recheck(now, draft.field, true)
    this.set(draft.id, draft.field, value)
  }

  /** What was kept back while it was typed is shown; the row as it is then. */
  #withTheirs({ id, field }: Place): GridRow | undefined {
    if (this.#theirs) this.apply([{ id, values: { [field]: this.#theirs.value } }], { foreign: true })
    this.#theirs = undefined
    return this.rows.get(id)
  }

  /** Keeps back what somebody else wrote where this person is busy; the rest. */
  protected keptBack(id: string, values: Values): Values {
    const { draft } = this
    const free = Object.entries(values).filter(([field, value]) => {
      const key = keyOf(id, field)
      if (draft?.id === id && draft.field === field) this.#theirs = { value }
      else if (this.#beneath.has(key)) this.#beneath.set(key, value)
      else return true
      return false
    })
    return Object.fromEntries(free)
  }

  /** Ends the editing and hands over the row as it was typed, for who puts it elsewhere too. */
  takeDraft(): { row: GridRow; column: Column } | undefined {
    const draft = this.#draft
    const row = draft && this.rows.get(draft.id)
    const column = draft && this.byField.get(draft.field)
    this.cancel()
    return row && column && { row: { ...row, [draft.field]: this.#valueOf(column, draft.value, row) }, column }
  }

  cancel(): void {
    const draft = this.#draft
    if (!draft) return
    this.#draft = undefined
    this.#toldDraft(draft.id)
    const row = this.#withTheirs(draft)
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
    const left = this.#draft
    this.#draft = undefined
    if (left) this.#withTheirs(left)
    const column = this.byField.get(field)
    const row = this.rows.get(id)
    if (!column || !row) return
    if (names.length) this.looks.learn(column, names, column.choiceSource?.of(row))
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
  show(id: string, field: string, value: unknown): void {
    const key = keyOf(id, field)
    if (!this.#beneath.has(key)) this.#beneath.set(key, this.rows.get(id)?.[field])
    this.apply([{ id, values: { [field]: value } }], { foreign: true })
  }

  /** What was on its way has arrived: one step from what was there before it began, or what others left there since. */
  settle(id: string, field: string, value: unknown): void {
    const key = keyOf(id, field)
    this.apply([{ id, values: { [field]: this.#beneath.get(key) } }], { foreign: true })
    this.#beneath.delete(key)
    if (this.rows.get(id)) this.set(id, field, value)
    else this.#arrived.set(key, { id, field, value })
  }

  protected override reordered(): void {
    super.reordered()
    for (const [key, { id, field, value }] of this.#arrived) {
      if (!this.rows.get(id)) continue
      this.#arrived.delete(key)
      this.apply([{ id, values: { [field]: value } }])
    }
  }

  /** Empties what is marked. */
  clearMarked(): void {
    const { range } = this.cursor
    if (!range) return
    const columns = this.shown.slice(range.left, range.right + 1)
    const patches: Patch[] = []
    for (let index = range.top; index <= range.bottom; index++) {
      const row = this.visible.at(index)!
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
    this.#theirs = undefined
    this.#beneath.clear()
    this.#arrived.clear()
  }
}

/** What stands in a cell once this is typed into it; undefined when the cell does not take it. */
const typedInto = ({ type }: Column, value: unknown): unknown =>
  type === 'inputNumber' && typeof value === 'string' ? typedNumber(value) : value
const keyOf = (id: string, field: string) => `${id}\0${field}`
const isWritten = ({ type }: Column): boolean => cellTypes[type].enters === 'typed' || type === 'textarea'
const emptyOf = (column: Column): unknown => (cellTypes[column.type].enters === 'switched' ? pairOf(column)[1] : null)
