import { boundedAddSettings, keepAddSettings, readAddSettings, type AddSettings } from './addSettings.ts'
import { cellTypes, isChecked, mayBecomeNumber, numberIn, pairOf } from './cellTypes.ts'
import type { Choice, Column, GivenRow, GridColumn, GridRow, Values } from './column.ts'
import { columnOf } from './columns.ts'
import { Cursor, type Place } from './cursor.ts'
import { History, type Change, type Command } from './history.ts'
import { KnownLooks, type Linkage, type LookSources } from './looks.ts'
import { buttonsOf, columnRights, type GridButton, type GridPermissions } from './permissions.ts'
import { Problems, type Judgement } from './problems.ts'
import { isTemporary, Rows, temporaryId } from './rows.ts'
import { checkOf, hasRules, type ColumnCheck } from './rules.ts'
import { Selection, type DisabledRows, type SelectionKind } from './selection.ts'
import { Signals } from './signals.ts'
import { Statistics } from './statistics.ts'

export type Said = 'success' | 'info' | 'warning' | 'error'

export interface GridOptions {
  columns: readonly GridColumn[]
  /** Name under which the add settings are kept; without one they last until the page goes. */
  name?: string
  readOnly?: boolean
  selection?: SelectionKind
  disabledRows?: DisabledRows
  /** Rows can be dragged; the order field is renumbered from 1. */
  dragSort?: boolean
  /** Name of the order field when no column is one: `orderNum`. */
  dragSortKey?: string
  linkages?: readonly Linkage[]
  sources?: LookSources
  permissions?: GridPermissions
  /** Rejects to keep the rows; its message is shown. */
  beforeRemove?(rows: readonly GridRow[]): Promise<void> | void
  /** Tells the person something. */
  say?(kind: Said, text: string): void
  /** After each change by this person, not for what comes from others. */
  onChange?(changes: readonly Change[]): void
  /** ms, for tests. */
  now?(): number
}

/** What one row is to be given. */
export interface Patch {
  id: string
  values: Values
}

/** What is being typed and is not in the row yet. */
export interface Draft extends Place {
  value: unknown
}

/** Bulk reading found cells that fail. */
export class GridInvalid extends Error {
  constructor(readonly judgement: Judgement) {
    super(judgement.first ? `第${judgement.first.index + 1}行：${judgement.first.message}` : '校验未通过')
  }
}

export const INSERT_PAUSE_MS = 1500
export const FLASH_MS = 1400
export const TOO_FAST = '你点击得太快了，请慢一点！'
const DEFAULT_ORDER = 'orderNum'
/** From here on everything drawn looks again, instead of row by row. */
const MANY = 500

export class GridStore {
  /** Its callbacks are those of the latest rendering. */
  options: GridOptions
  /** All of them, hidden ones too. */
  readonly columns: readonly Column[]
  readonly shown: readonly Column[]
  readonly byField: ReadonlyMap<string, Column>
  readonly buttons: ReadonlySet<GridButton>
  readonly signals = new Signals()
  readonly rows = new Rows()
  readonly problems: Problems
  readonly statistics = new Statistics(() => this.rows.list)
  readonly selection: Selection
  readonly looks: KnownLooks
  readonly cursor: Cursor
  readonly orderField: string | undefined
  readonly #history = new History()
  /** Rows as they were before this person changed them. */
  readonly #originals = new Map<string, GridRow>()
  readonly #removed = new Set<string>()
  readonly #listeners = new Set<(changes: readonly Change[]) => void>()
  readonly #flashing = new Map<string, ReturnType<typeof setTimeout>>()
  #draft: Draft | undefined
  #settings: AddSettings
  #insertedAt = -Infinity

  constructor(options: GridOptions, rows: readonly GivenRow[] = []) {
    this.options = options
    const { permissions = {}, columns } = options
    this.columns = columns.map((given) => {
      const column = columnOf(given)
      const { shown, editable } = columnRights(permissions, column.field)
      if (!shown) return { ...column, type: 'hidden' as const }
      return editable ? column : { ...column, disabled: true }
    })
    this.shown = this.columns.filter(({ type }) => type !== 'hidden')
    this.byField = new Map(this.columns.map((column) => [column.field, column]))
    this.buttons = options.readOnly ? new Set() : buttonsOf(permissions)
    const checks = this.columns.map((column) => checkOf(column, (why) => this.say('error', why))).filter(hasRules)
    this.problems = new Problems(
      this.rows,
      this.signals,
      new Map<string, ColumnCheck>(checks.map((check) => [check.column.field, check])),
    )
    this.selection = new Selection(this.rows, this.signals, options.selection ?? 'checkbox', options.disabledRows)
    this.looks = new KnownLooks(this.signals, options.sources ?? {}, this.columns, options.linkages)
    const fields = this.shown.map(({ field }) => field)
    this.cursor = new Cursor(this.rows, this.signals, () => fields)
    this.orderField = options.dragSort
      ? (this.columns.find(({ isOrder }) => isOrder)?.field ?? options.dragSortKey ?? DEFAULT_ORDER)
      : undefined
    this.#settings = readAddSettings(options.name)
    this.rows.take(rows)
  }

  say = (kind: Said, text: string): void => this.options.say?.(kind, text)

  /** Other rows: what was changed, deleted and undone before is forgotten. */
  load(rows: readonly GivenRow[]): void {
    this.#draft = undefined
    this.#originals.clear()
    this.#removed.clear()
    this.#history.clear()
    this.rows.take(rows)
    this.problems.clear()
    this.selection.clear()
    this.signals.tell('draft')
    this.#reordered()
  }

  /** Hears what this person changed. Returns how to stop. */
  onChange(hear: (changes: readonly Change[]) => void): () => void {
    this.#listeners.add(hear)
    return () => void this.#listeners.delete(hear)
  }
  #changed(changes: readonly Change[]): void {
    this.options.onChange?.(changes)
    for (const hear of this.#listeners) hear(changes)
  }

  // Cells

  editable(row: GridRow, { field, type, disabled }: Column): boolean {
    if (this.options.readOnly || !row || cellTypes[type].enters === 'never') return false
    if (field === this.orderField) return false
    return typeof disabled === 'function' ? !disabled(row) : !disabled
  }

  textOf = (row: GridRow, column: Column): string =>
    cellTypes[column.type].text(row[column.field], column, this.looks, row)

  /** Gives rows new values, as one step that can be undone. */
  change(patches: readonly Patch[]): void {
    const changes = this.#apply(patches.map((patch) => this.#withCleared(patch)))
    if (!changes.length) return
    this.#remember({ changes })
    this.#judge(changes)
    this.#changed(changes)
  }
  set = (id: string, field: string, value: unknown): void => this.change([{ id, values: { [field]: value } }])

  /** A changed value empties what was chosen below it. */
  #withCleared({ id, values }: Patch): Patch {
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

  #apply(patches: readonly Patch[], { foreign = false } = {}): Change[] {
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
      const original = this.#originals.get(id)
      if (foreign) {
        if (original) this.#originals.set(id, { ...original, ...values, id })
      } else if (!original && !isTemporary(id)) this.#originals.set(id, row)
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

  #judge(changes: readonly Change[]): void {
    if (changes.length > MANY) return void this.problems.judgeAll()
    for (const { id, after } of changes)
      for (const field of Object.keys(after)) {
        const row = this.rows.get(id)
        if (row) this.problems.recheck(row, field, true)
      }
  }

  // Typing

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
    return typeof before === 'string' && number !== null && Number(before) === Number(number) ? before : number
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

  /** Something on its way, such as an upload: drawn, but no change yet. */
  show = (id: string, field: string, value: unknown): void =>
    void this.#apply([{ id, values: { [field]: value } }], { foreign: true })

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

  // Rows

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
    ...values,
    id: temporaryId(),
  })

  /** As many rows as the settings say, where they say; or these. The rows that were added. */
  add(given?: readonly Values[]): readonly GridRow[] {
    const { addRowNum, addIndex } = boundedAddSettings(this.#settings, this.rows.count)
    const rows = given
      ? given.map((values) => this.newRow(values))
      : Array.from({ length: addRowNum }, () => this.newRow())
    this.#insert(rows, addIndex === 0 ? this.rows.count : addIndex)
    return rows
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
    this.#insertedAt = now
    const row = this.newRow()
    this.#insert([row], index + 1)
    return row
  }

  /** What a paste brought: new rows for the end, and values for rows that are there. One step. */
  pasted(added: readonly GridRow[], patches: readonly Patch[]): void {
    const before = this.rows.list
    const changes = this.#apply(patches.map((patch) => this.#withCleared(patch)))
    if (!changes.length && !added.length) return
    if (added.length) {
      this.rows.order(this.rows.with(this.rows.count, added))
      this.#reordered()
    }
    this.#remember({ changes, ...(added.length && { order: { before, after: this.rows.list } }) })
    if (added.length > MANY) this.problems.judgeAll()
    else {
      this.#judge(changes)
      for (const row of added)
        for (const { field } of this.columns) if (row[field] !== null) this.problems.recheck(row, field, true)
    }
    this.#changed(changes)
  }

  #insert(rows: readonly GridRow[], index: number): void {
    this.commit()
    this.#reorder(this.rows.with(index, rows))
  }

  /** To this number among the rows, from 0. */
  move(id: string, to: number): void {
    this.commit()
    const from = this.rows.indexOf(id)
    const target = Math.min(Math.max(to, 0), this.rows.count - 1)
    if (from < 0 || from === target) return
    const list = [...this.rows.list]
    list.splice(target, 0, ...list.splice(from, 1))
    this.#reorder(list)
  }
  moveUp = (id: string): void => this.move(id, this.rows.indexOf(id) - 1)
  moveDown = (id: string): void => this.move(id, this.rows.indexOf(id) + 1)

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
    if (this.#draft && gone.has(this.#draft.id)) this.cancel()
    else this.commit()
    this.#reorder(this.rows.without(gone), [...gone])
    return true
  }
  clear = (): Promise<boolean> => this.remove(this.rows.list.map(({ id }) => id))

  #reorder(list: GridRow[], gone: readonly string[] = []): void {
    const before = this.rows.list
    this.rows.order(list)
    this.#left(gone)
    this.#reordered()
    this.#remember({ changes: [], order: { before, after: this.rows.list } })
    this.#changed([])
  }

  #left(gone: readonly string[]): void {
    for (const id of gone) this.#removed.add(id)
    this.problems.forget(gone)
    this.selection.refresh(gone)
  }

  #reordered(): void {
    this.#renumber()
    this.statistics.forget()
    this.selection.refresh()
    this.cursor.refresh()
    this.signals.tell('rows')
    for (const { field, statistics } of this.shown) if (statistics.length) this.signals.tell(`column:${field}`)
    this.signals.tell('state')
  }

  /** The order field counts from 1. Follows from the order, so it is no step of its own. */
  #renumber(): void {
    const field = this.orderField
    if (!field) return
    this.rows.list.forEach((row, index) => {
      if (row[field] === index + 1) return
      if (!isTemporary(row.id) && !this.#originals.has(row.id)) this.#originals.set(row.id, row)
      this.rows.put(index, { ...row, [field]: index + 1 })
    })
    this.signals.tell('looks')
  }

  // Undo

  get canUndo(): boolean {
    return this.#history.canUndo
  }
  get canRedo(): boolean {
    return this.#history.canRedo
  }
  #remember(command: Command): void {
    this.#history.did(command)
    this.signals.tell('history')
  }
  undo(): void {
    if (this.#draft) return this.cancel()
    this.#replay(this.#history.undo(), 'before', 'after')
  }
  redo(): void {
    this.commit()
    this.#replay(this.#history.redo(), 'after', 'before')
  }

  #replay(command: Command | undefined, to: 'before' | 'after', from: 'before' | 'after'): void {
    if (!command) return
    const { changes, order } = command
    const patches = () => this.#apply(changes.map((change) => ({ id: change.id, values: change[to] })))
    const changed = to === 'after' ? patches() : []
    if (order) {
      // Rows as they are now, and as they leave: others may have changed them since.
      order[from] = this.rows.list
      const list = order[to].map((row) => this.rows.get(row.id) ?? row)
      const now = new Set(list.map(({ id }) => id))
      this.rows.order(list)
      for (const id of now) this.#removed.delete(id)
      this.#left(order[from].map(({ id }) => id).filter((id) => !now.has(id)))
      this.#reordered()
    }
    if (to === 'before') changed.push(...patches())
    this.#judge(changed)
    const first = changed[0]
    const field = first && Object.keys(first.after).find((name) => this.byField.get(name)?.type !== 'hidden')
    if (first && field) this.cursor.go({ id: first.id, field })
    this.signals.tell('history')
    this.#changed(changed)
  }

  // Others

  /** What somebody else did to a row: it is theirs, so it is neither undone nor sent by us. Flashes for 1400 ms. */
  merge(values: Values & { readonly id?: unknown }): boolean {
    const id = String(values.id ?? '')
    const draft = this.#draft?.id === id ? this.#draft : undefined
    const known = Object.entries(values).filter(([field]) => field !== 'id' && field !== draft?.field)
    const [change] = this.#apply([{ id, values: Object.fromEntries(known) }], { foreign: true })
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
      const [row, original] = [this.rows.get(id), this.#originals.get(id)]
      const mine = row && original ? Object.keys(values).filter((field) => row[field] !== original[field]) : []
      const theirs = Object.entries(values).filter(([field]) => !mine.includes(field))
      if (original) this.#originals.set(id, { ...original, ...values, id })
      this.merge({ ...Object.fromEntries(theirs), id })
    }
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
  deletedIds = ({ temporary = false } = {}): string[] =>
    [...this.#removed].filter((id) => temporary || !isTemporary(id))

  /** What a save must send. */
  changes(): { added: GridRow[]; changed: GridRow[]; deletedIds: string[] } {
    this.commit()
    const added = this.rows.list.filter(({ id }) => isTemporary(id))
    return { added, changed: this.#changedRows(), deletedIds: this.deletedIds() }
  }
  #changedRows = (): GridRow[] =>
    [...this.#originals].flatMap(([id, original]) => {
      const row = this.rows.get(id)
      return row && Object.keys(row).some((field) => row[field] !== original[field]) ? row : []
    })
  get dirty(): boolean {
    if (this.#draft || this.deletedIds().length || this.#changedRows().length) return true
    return this.rows.list.some(({ id }) => isTemporary(id))
  }
}

const only = (row: GridRow, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

const emptyOf = (column: Column): unknown => (cellTypes[column.type].enters === 'switched' ? pairOf(column)[1] : null)
