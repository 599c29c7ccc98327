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
  readonly #names = new Map<string, Map<string, string>>()
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

  #dict = (code: string) => this.#sources.dict?.(code) ?? Promise.resolve([])

  #list(key: string, load: () => Promise<readonly GridOption[]>): readonly Choice[] {
    const known = this.#lists.get(key)
    if (known) return known
    this.#lists.set(key, NONE)
    load().then(
      (options) => {
        this.#lists.set(key, options.map(choiceOf))
        this.#signals.tell('looks')
      },
      // Asked again when it is drawn the next time; until then the bare value shows.
      () => void setTimeout(() => this.#lists.delete(key), RETRY_MS),
    )
    return NONE
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

  valueOf(column: Column, name: string): string | undefined {
    const names = this.#namesIn(column)
    if (names.has(name)) return name
    for (const [value, text] of names) if (text === name) return value
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
        (choices) => this.learn(column, choices),
        () => void setTimeout(() => values.forEach((value) => this.#forget(column, value)), RETRY_MS),
      )
    }
  }

  #forget(column: Column, value: string): void {
    const names = this.#names.get(column.field)
    if (names?.get(value) === value) names.delete(value)
  }

  /** What was just chosen need not be asked. */
  learn(column: Column, choices: readonly Choice[]): void {
    const names = this.#namesIn(column)
    for (const { value, text } of choices) names.set(value, text)
    this.#signals.tell('looks')
  }
}

const RETRY_MS = 5000
