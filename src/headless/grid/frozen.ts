import { local } from '../connection/storage.ts'
import type { Column } from './column.ts'

const keyOf = (grid: string) => `voltdesk:grid-frozen:${grid}`

/** Columns a person keeps at the left, kept on this computer by the name of the grid. */
export class Frozen {
  readonly #name: string | undefined
  readonly #fields: Set<string>

  constructor(name: string | undefined) {
    this.#name = name
    const kept = name ? local.get<unknown>(keyOf(name)) : undefined
    this.#fields = new Set(Array.isArray(kept) ? kept.filter((field) => typeof field === 'string') : [])
  }

  has = ({ field }: Pick<Column, 'field'>): boolean => this.#fields.has(field)

  set({ field }: Pick<Column, 'field'>, on: boolean): void {
    if (on) this.#fields.add(field)
    else this.#fields.delete(field)
    if (!this.#name) return
    if (this.#fields.size) local.set(keyOf(this.#name), [...this.#fields])
    else local.remove(keyOf(this.#name))
  }

  /** These first, in the order they have among each other. */
  first = (columns: readonly Column[]): Column[] => [
    ...columns.filter(this.has),
    ...columns.filter((column) => !this.has(column)),
  ]
}
