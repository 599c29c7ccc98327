import { choiceOf, type Choice, type Column, type GridOption, type GridRow, type Values } from './column.ts'
import type { Looks } from './cellTypes.ts'
import type { Signals } from './signals.ts'

/** Choices of a column that depend on the column above it: `key` is the first of the chain. */
export interface Linkage {
  key: string
  /** Asked with an empty text for the first column, then with the value of the one above. */
  load(parent: string, column: Column): Promise<readonly GridOption[]>
}

/** Where texts come from. */
export interface LookSources {
  dict?(code: string): Promise<readonly GridOption[]>
  /** Names of users, departments, rows of a table dictionary: by the stored values. */
  names?(column: Column, values: readonly string[]): Promise<readonly Choice[]>
}

const NONE: readonly Choice[] = []

/** What values are called. What is not known yet is asked once and drawn when it comes. */
export class KnownLooks implements Looks {
  readonly #lists = new Map<string, readonly Choice[]>()
  readonly #loading = new Set<Promise<void>>()
  /** How often a list could not be loaded. */
  readonly #failed = new Map<string, number>()
  readonly #names = new Map<string, Map<string, string>>()
  /** Field and value → what it was chosen from. */
  readonly #pools = new Map<string, string>()
  readonly #wanted = new Map<string, { column: Column; of: string; values: Set<string> }>()
  readonly #signals: Signals
  readonly #sources: LookSources
  /** Field → field above it and how its choices are loaded. */
  readonly #above = new Map<string, { parent: string | undefined; load: Linkage['load'] }>()

  constructor(signals: Signals, sources: LookSources, columns: readonly Column[], linkages: readonly Linkage[] = []) {
    this.#signals = signals
    this.#sources = sources
    const byField = new Map(columns.map((column) => [column.field, column]))
    for (const { key, load } of linkages) {
      let parent: string | undefined
      for (let column = byField.get(key); column && !this.#above.has(column.field);) {
        this.#above.set(column.field, { parent, load })
        parent = column.field
        column = column.linkageKey ? byField.get(column.linkageKey) : undefined
      }
    }
  }

  choices(column: Column, row: GridRow): readonly Choice[] {
    const linked = this.#above.get(column.field)
    if (!linked) {
      if (column.choices) return column.choices
      return column.dictCode ? this.#list(`dict ${column.dictCode}`, () => this.#dict(column.dictCode!)) : NONE
    }
    const parent = linked.parent === undefined ? '' : String(row[linked.parent] ?? '')
    // Without a value above there is nothing to choose from.
    if (linked.parent !== undefined && parent === '') return NONE
    return this.#list(`linked ${column.field} ${parent}`, () => linked.load(parent, column))
  }

  /** Rows that answer the same choose from the same. */
  poolOf(column: Column, row: Values): string | undefined {
    const above = this.#above.get(column.field)?.parent
    if (above !== undefined) return String(row[above] ?? '')
    return column.choiceSource ? column.choiceSource.of(row) : ''
  }

  get isLoading(): boolean {
    return this.#loading.size > 0
  }
  /** Resolves when the lists that are on their way are there, or did not come. */
  async loaded(): Promise<void> {
    await Promise.all(this.#loading)
  }

  #dict = (code: string) => this.#sources.dict?.(code) ?? Promise.resolve([])

  #list(key: string, load: () => Promise<readonly GridOption[]>): readonly Choice[] {
    const known = this.#lists.get(key)
    if (known) return known
    this.#lists.set(key, NONE)
    const loading = load()
      .then(
        (options) => {
          this.#failed.delete(key)
          this.#lists.set(key, options.map(choiceOf))
          this.#signals.tell('looks')
        },
        () => this.#askLater(key),
      )
      .finally(() => void this.#loading.delete(loading))
    this.#loading.add(loading)
    return NONE
  }

  /** Until then the bare value shows. */
  #askLater(key: string): void {
    const failed = this.#failed.get(key) ?? 0
    this.#failed.set(key, failed + 1)
    setTimeout(
      () => {
        this.#lists.delete(key)
        this.#signals.tell('looks')
      },
      RETRY_MS * 2 ** Math.min(failed, MOST_DOUBLED),
    )
  }

  nameOf(column: Column, value: string, row: Values): string {
    const names = this.#namesIn(column)
    const known = names.get(value)
    if (known !== undefined) return known
    const fixed = column.choices?.find((choice) => choice.value === value)
    if (fixed) return fixed.text
    const of = column.choiceSource ? column.choiceSource.of(row) : ''
    if (of !== undefined && (column.choiceSource || this.#sources.names)) {
      // Shows itself until its name is there; also when there is none.
      names.set(value, value)
      if (!this.#wanted.size) queueMicrotask(() => this.#ask())
      const key = `${column.field} ${of}`
      const wanted = this.#wanted.get(key) ?? { column, of, values: new Set() }
      wanted.values.add(value)
      this.#wanted.set(key, wanted)
    }
    return value
  }

  valueOf(column: Column, name: string, row: Values): string | undefined {
    const names = this.#namesIn(column)
    const pool = column.choiceSource?.of(row)
    const fits = (value: string) => {
      const known = this.#pools.get(`${column.field} ${value}`)
      return known === undefined || pool === undefined || known === pool
    }
    if (names.has(name) && fits(name)) return name
    for (const [value, text] of names) if (text === name && fits(value)) return value
    return undefined
  }

  #namesIn(column: Column): Map<string, string> {
    const names = this.#names.get(column.field) ?? new Map<string, string>()
    this.#names.set(column.field, names)
    return names
  }

  #ask(): void {
    const wanted = [...this.#wanted.values()]
    this.#wanted.clear()
    for (const { column, of, values } of wanted) {
      const asked = column.choiceSource?.names(of, [...values]) ?? this.#sources.names!(column, [...values])
      asked.then(
        (choices) => this.learn(column, choices, of),
        () => void setTimeout(() => values.forEach((value) => this.#forget(column, value)), RETRY_MS),
      )
    }
  }

  #forget(column: Column, value: string): void {
    const names = this.#names.get(column.field)
    if (names?.get(value) === value) names.delete(value)
  }

  /** What was just chosen need not be asked. `of`: what it was chosen from, where that changes from row to row. */
  learn(column: Column, choices: readonly Choice[], of?: string): void {
    const names = this.#namesIn(column)
    for (const { value, text } of choices) {
      names.set(value, text)
      if (of !== undefined && column.choiceSource) this.#pools.set(`${column.field} ${value}`, of)
    }
    this.#signals.tell('looks')
  }
}

const RETRY_MS = 5000
const MOST_DOUBLED = 4
