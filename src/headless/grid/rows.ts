import type { GivenRow, GridRow } from './column.ts'

import { temporaryId } from '../records/temporaryId.ts'

/** The rows in their order, by reference. Where an id stands is found out when it is first asked. */
export class Rows {
  #list: GridRow[] = []
  #places: Map<string, number> | undefined

  /** Must not be changed. */
  get list(): readonly GridRow[] {
    return this.#list
  }
  get count(): number {
    return this.#list.length
  }
  at = (index: number): GridRow | undefined => this.#list[index]
  get = (id: string): GridRow | undefined => this.#list[this.indexOf(id)]

  /** -1 when there is none. */
  indexOf(id: string): number {
    if (!this.#places) {
      this.#places = new Map()
      for (let index = 0; index < this.#list.length; index++) this.#places.set(this.#list[index]!.id, index)
    }
    return this.#places.get(id) ?? -1
  }

  /** In the place of the row with the same id. */
  put(index: number, row: GridRow): void {
    this.#list[index] = row
  }

  /** Rows without an id get a temporary one; the others are kept as they are. */
  take(given: readonly GivenRow[]): void {
    const list = given.slice() as GridRow[]
    for (let index = 0; index < list.length; index++) {
      const { id } = given[index]!
      if (typeof id !== 'string' || id === '')
        list[index] = { ...given[index], id: id === undefined || id === null || id === '' ? temporaryId() : String(id) }
    }
    this.order(list)
  }

  /** The same or other rows in a new order. The array belongs to this from now on. */
  order(list: GridRow[]): void {
    this.#list = list
    this.#places = undefined
  }

  with = (index: number, inserted: readonly GridRow[]): GridRow[] => [
    ...this.#list.slice(0, index),
    ...inserted,
    ...this.#list.slice(index),
  ]
  without = (ids: ReadonlySet<string>): GridRow[] => this.#list.filter(({ id }) => !ids.has(id))
}
