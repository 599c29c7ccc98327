import type { GridRow } from './column.ts'
import type { VisibleRows } from './visibleRows.ts'
import type { Signals } from './signals.ts'

export type SelectionKind = 'checkbox' | 'radio' | 'none'
/** Rows that cannot be selected: a field and the values that forbid it, or a question about its value. */
export type DisabledRows = Readonly<Record<string, readonly unknown[] | ((value: unknown, row: GridRow) => boolean)>>

const NONE: ReadonlySet<string> = new Set()

/** Which rows are ticked. */
export class Selection {
  #chosen = new Set<string>()
  #selectable: number | undefined
  readonly kind: SelectionKind
  readonly #rows: VisibleRows
  readonly #signals: Signals
  readonly #disabled: readonly [string, DisabledRows[string]][]

  constructor(rows: VisibleRows, signals: Signals, kind: SelectionKind, disabled: DisabledRows = {}) {
    this.kind = kind
    this.#rows = rows
    this.#signals = signals
    this.#disabled = Object.entries(disabled)
  }

  has = (id: string): boolean => this.#chosen.has(id)
  get size(): number {
    return this.#chosen.size
  }
  get ids(): ReadonlySet<string> {
    return this.#chosen.size ? this.#chosen : NONE
  }
  /** In the order of the rows. */
  rows = (): GridRow[] => (this.#chosen.size ? this.#rows.list.filter(({ id }) => this.#chosen.has(id)) : [])

  disabled = (row: GridRow): boolean =>
    this.#disabled.some(([field, forbids]) =>
      typeof forbids === 'function' ? forbids(row[field], row) : forbids.includes(row[field]),
    )

  /** All of those that may be; `some` is the indeterminate state. */
  get state(): 'none' | 'some' | 'all' {
    if (!this.#chosen.size) return 'none'
    this.#selectable ??= this.#disabled.length
      ? this.#rows.list.reduce((count, row) => count + Number(!this.disabled(row)), 0)
      : this.#rows.count
    return this.#chosen.size >= this.#selectable ? 'all' : 'some'
  }

  toggle(id: string): void {
    const row = this.#rows.get(id)
    if (!row || this.disabled(row) || this.kind === 'none') return
    if (this.kind === 'radio') return this.#replace(new Set(this.has(id) ? [] : [id]))
    if (!this.#chosen.delete(id)) this.#chosen.add(id)
    this.#signals.tell(`row:${id}`)
    this.#signals.tell('selection')
  }

  /** Everything between two rows, as Shift and a click mean. */
  extend(from: string, to: string): void {
    if (this.kind !== 'checkbox') return this.toggle(to)
    const [first, last] = [this.#rows.indexOf(from), this.#rows.indexOf(to)].sort((a, b) => a - b) as [number, number]
    // From a row that is hidden, or gone: there is no between.
    if (first < 0) return this.toggle(to)
    const between = this.#rows.list.slice(first, last + 1).filter((row) => !this.disabled(row))
    this.#replace(new Set([...this.#chosen, ...between.map(({ id }) => id)]))
  }

  all(): void {
    const chosen = new Set<string>()
    for (const row of this.#rows.list) if (!this.#disabled.length || !this.disabled(row)) chosen.add(row.id)
    this.#replace(chosen)
  }
  clear = (): void => this.#replace(new Set())

  /** Rows came, went or changed. */
  refresh(gone?: Iterable<string>): void {
    this.#selectable = undefined
    for (const id of gone ?? []) this.#chosen.delete(id)
    this.#signals.tell('selection')
  }

  #replace(chosen: Set<string>): void {
    this.#chosen = chosen
    this.#signals.tell('looks')
    this.#signals.tell('selection')
  }
}
