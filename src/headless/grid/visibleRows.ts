import type { GridRow } from './column.ts'
import type { Rows } from './rows.ts'

/** The rows that no filter hides, in their order: what a person sees and works on. Without a filter those are all. */
export class VisibleRows {
  #hidden = new Set<string>()
  /** Numbers of the rows in sight, ascending; undefined when that are all. */
  #places: number[] | undefined
  #of: readonly GridRow[] | undefined
  readonly #rows: Rows

  constructor(rows: Rows) {
    this.#rows = rows
  }

  /** Hides these until it is told otherwise; rows that come later are in sight. */
  hide(ids: Iterable<string>): void {
    this.#hidden = new Set(ids)
    this.#of = undefined
  }
  reveal(ids: Iterable<string>): void {
    for (const id of ids) if (this.#hidden.delete(id)) this.#of = undefined
  }
  hides = (id: string): boolean => this.#hidden.has(id)
  get hidden(): ReadonlySet<string> {
    return this.#hidden
  }

  #known(): number[] | undefined {
    const { list } = this.#rows
    if (this.#of === list) return this.#places
    this.#of = list
    this.#places = this.#hidden.size ? [] : undefined
    if (this.#places)
      for (let index = 0; index < list.length; index++) if (!this.#hidden.has(list[index]!.id)) this.#places.push(index)
    return this.#places
  }

  get count(): number {
    return this.#known()?.length ?? this.#rows.count
  }
  /** Must not be changed. */
  get list(): readonly GridRow[] {
    return this.#known()?.map((place) => this.#rows.at(place)!) ?? this.#rows.list
  }
  at = (index: number): GridRow | undefined => this.#rows.at(this.placeOf(index))
  get = (id: string): GridRow | undefined => (this.hides(id) ? undefined : this.#rows.get(id))

  /** Which of all rows the one with this number in sight is, both from 0; behind the last when there is none. */
  placeOf(index: number): number {
    const places = this.#known()
    return places && index >= 0 ? (places[index] ?? this.#rows.count) : index
  }

  /** -1 when it is not in sight. */
  indexOf(id: string): number {
    const place = this.#rows.indexOf(id)
    const places = this.#known()
    if (!places || place < 0) return place
    let [low, high] = [0, places.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      if (places[middle] === place) return middle
      if (places[middle]! < place) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
