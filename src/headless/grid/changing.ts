import { cellTypes } from './cellTypes.ts'
import type { Column, GivenRow, GridRow, Values } from './column.ts'
import { columnOf } from './columns.ts'
import { Cursor } from './cursor.ts'
import { Frozen } from './frozen.ts'
import { History, type Change, type Command } from './history.ts'
import { KnownLooks } from './looks.ts'
import type { GridOptions, Patch, Said, Sorted } from './options.ts'
import { buttonsOf, columnRights, type GridButton } from './permissions.ts'
import { Problems } from './problems.ts'
import { isTemporary } from '../records/temporaryId.ts'
import { Rows } from './rows.ts'
import { checkOf, hasRules, type ColumnCheck } from './rules.ts'
import { Selection } from './selection.ts'
import { VisibleRows } from './visibleRows.ts'
import { Signals } from './signals.ts'
import { Statistics } from './statistics.ts'

const DEFAULT_ORDER = 'orderNum'
/** From here on everything drawn looks again, instead of row by row. */
export const MANY = 500

/** What a grid holds, and how its values and the order of its rows become others: judged, summed up, told, and remembered. */
export class Changing {
  /** Its callbacks are those of the latest rendering. */
  options: GridOptions
  /** All of them, hidden ones too. */
  readonly columns: readonly Column[]
  readonly byField: ReadonlyMap<string, Column>
  readonly buttons: ReadonlySet<GridButton>
  readonly signals = new Signals()
  readonly rows = new Rows()
  readonly visible = new VisibleRows(this.rows)
  readonly problems: Problems
  readonly statistics = new Statistics(() => this.rows.list)
  readonly selection: Selection
  readonly looks: KnownLooks
  readonly cursor: Cursor
  readonly orderField: string | undefined
  protected readonly history = new History()
  /** Rows as they were before this person changed them. */
  protected readonly originals = new Map<string, GridRow>()
  protected readonly removed = new Set<string>()
  readonly #frozen: Frozen
  #shown: readonly Column[]
  #fields: readonly string[]
  readonly #listeners = new Set<(changes: readonly Change[]) => void>()
  /** By which column the rows stand in order; until they are moved otherwise. */
  protected sortedBy: Sorted | undefined

  constructor(options: GridOptions, rows: readonly GivenRow[] = []) {
    this.options = options
    const { permissions = {}, columns } = options
    this.columns = columns.map((given) => {
      const column = columnOf(given)
      const { shown, editable } = columnRights(permissions, column.field)
      if (!shown) return { ...column, type: 'hidden' as const }
      return editable ? column : { ...column, disabled: true }
    })
    this.#frozen = new Frozen(options.name)
    this.#shown = this.#frozen.first(this.columns.filter(({ type }) => type !== 'hidden'))
    this.#fields = this.#shown.map(({ field }) => field)
    this.byField = new Map(this.columns.map((column) => [column.field, column]))
    this.buttons = options.readOnly ? new Set() : buttonsOf(permissions)
    const checks = this.columns.map(checkOf).filter(hasRules)
    this.problems = new Problems(
      this.rows,
      this.signals,
      new Map<string, ColumnCheck>(checks.map((check) => [check.column.field, check])),
    )
    this.selection = new Selection(this.visible, this.signals, options.selection ?? 'checkbox', options.disabledRows)
    this.looks = new KnownLooks(this.signals, options.sources ?? {}, this.columns, options.linkages)
    this.cursor = new Cursor(this.visible, this.signals, () => this.#fields)
    this.orderField = options.dragSort
      ? (this.columns.find(({ isOrder }) => isOrder)?.field ?? options.dragSortKey ?? DEFAULT_ORDER)
      : undefined
    this.rows.take(rows)
  }

  /** From left to right: those a person keeps at the left first. */
  get shown(): readonly Column[] {
    return this.#shown
  }
  /** How many of the shown columns stay at the left. */
  get frozen(): number {
    return this.#shown.filter(this.#frozen.has).length
  }
  isFrozen = (column: Column): boolean => this.#frozen.has(column)
  freeze(column: Column, on: boolean): void {
    this.#frozen.set(column, on)
    this.#shown = this.#frozen.first(this.columns.filter(({ type }) => type !== 'hidden'))
    this.#fields = this.#shown.map(({ field }) => field)
    this.signals.tell('columns')
    this.signals.tell('looks')
    this.cursor.refresh()
  }

  say = (kind: Said, text: string): void => this.options.say?.(kind, text)

  /** Hears what this person changed. Returns how to stop. */
  onChange(hear: (changes: readonly Change[]) => void): () => void {
    this.#listeners.add(hear)
    return () => void this.#listeners.delete(hear)
  }
  protected changed(changes: readonly Change[]): void {
    this.options.onChange?.(changes)
    for (const hear of this.#listeners) hear(changes)
  }

  editable(row: GridRow, { field, type, disabled }: Column): boolean {
    if (this.options.readOnly || !row || cellTypes[type].enters === 'never') return false
    if (field === this.orderField) return false
    return typeof disabled === 'function' ? !disabled(row) : !disabled
  }

  textOf = (row: GridRow, column: Column): string =>
    cellTypes[column.type].text(row[column.field], column, this.looks, row)

  /** Gives rows new values, as one step that can be undone. */
  change(patches: readonly Patch[]): void {
    const changes = this.apply(patches.map((patch) => this.withCleared(patch)))
    if (!changes.length) return
    this.remember({ changes })
    this.judge(changes)
    this.changed(changes)
  }
  set = (id: string, field: string, value: unknown): void => this.change([{ id, values: { [field]: value } }])

  /** A changed value empties what was chosen below it. */
  protected withCleared({ id, values }: Patch): Patch {
    const row = this.rows.get(id)
    const cleared: Record<string, unknown> = {}
    for (const field of Object.keys(values)) {
      if (!row || row[field] === values[field]) continue
      for (let key = this.byField.get(field)?.linkageKey; key; key = this.byField.get(key)?.linkageKey) {
        if (key in cleared || key in values) break
        cleared[key] = null
      }
    }
    return { id, values: { ...cleared, ...values } }
  }

  protected apply(patches: readonly Patch[], { foreign = false } = {}): Change[] {
    const changes: Change[] = []
    const touched = new Set<string>()
    for (const { id, values } of patches) {
      const index = this.rows.indexOf(id)
      const row = this.rows.at(index)
      if (!row) continue
      const fields = Object.keys(values).filter((field) => row[field] !== values[field] && field !== 'id')
      if (!fields.length) continue
      const next: GridRow = { ...row, ...values, id }
      this.rows.put(index, next)
      const original = this.originals.get(id)
      if (foreign) {
        if (original) this.originals.set(id, { ...original, ...values, id })
      } else if (!original && !isTemporary(id)) this.originals.set(id, row)
      for (const field of fields) {
        touched.add(field)
        this.statistics.changed(field, row[field], next[field])
      }
      changes.push({ id, before: only(row, fields), after: only(next, fields) })
    }
    if (!changes.length) return changes
    if (changes.length > MANY) this.signals.tell('looks')
    else for (const { id } of changes) this.signals.tell(`row:${id}`)
    for (const field of touched) this.signals.tell(`column:${field}`)
    if (this.options.disabledRows) this.selection.refresh()
    this.signals.tell('state')
    return changes
  }

  protected judge(changes: readonly Change[]): void {
    if (changes.length > MANY) return void this.problems.judgeAll()
    for (const { id, after } of changes)
      for (const field of Object.keys(after)) {
        const row = this.rows.get(id)
        if (row) this.problems.recheck(row, field, true)
      }
  }

  protected reorder(list: GridRow[], gone: readonly string[] = []): void {
    const before = this.rows.list
    this.rows.order(list)
    this.left(gone)
    this.reordered()
    this.remember({ changes: [], order: { before, after: this.rows.list } })
    this.changed([])
  }

  protected left(gone: readonly string[]): void {
    for (const id of gone) this.removed.add(id)
    this.problems.forget(gone)
    this.selection.refresh(gone)
  }

  protected reordered(): void {
    this.sortedBy = undefined
    this.renumber()
    this.statistics.forget()
    this.selection.refresh()
    this.cursor.refresh()
    this.signals.tell('rows')
    for (const { field, statistics } of this.shown) if (statistics.length) this.signals.tell(`column:${field}`)
    this.signals.tell('state')
  }

  /** The order field counts from 1. Follows from the order, so it is no step of its own. */
  protected renumber(): void {
    const field = this.orderField
    if (!field) return
    this.rows.list.forEach((row, index) => {
      if (row[field] === index + 1) return
      if (!isTemporary(row.id) && !this.originals.has(row.id)) this.originals.set(row.id, row)
      this.rows.put(index, { ...row, [field]: index + 1 })
    })
    this.signals.tell('looks')
  }

  get canUndo(): boolean {
    return this.history.canUndo
  }
  get canRedo(): boolean {
    return this.history.canRedo
  }
  protected remember(command: Command): void {
    this.history.did(command)
    this.signals.tell('history')
  }
}

const only = (row: GridRow, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))
