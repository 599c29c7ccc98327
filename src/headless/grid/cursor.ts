import type { VisibleRows } from './visibleRows.ts'
import type { Signals } from './signals.ts'

export interface Place {
  id: string
  field: string
}
/** Rows and columns by number, both ends included. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

/** Where the person is, and what is marked around it. */
export class Cursor {
  #place: Place | undefined
  #anchor: Place | undefined
  /** Where the person stood last, by number: when the row has gone, they are nowhere, but go on from there. */
  #stood = { row: 0, column: 0 }
  readonly #rows: VisibleRows
  readonly #signals: Signals
  readonly #fields: () => readonly string[]

  /** `fields`: the shown columns from left to right. */
  constructor(rows: VisibleRows, signals: Signals, fields: () => readonly string[]) {
    this.#rows = rows
    this.#signals = signals
    this.#fields = fields
  }

  get place(): Place | undefined {
    return this.#place
  }
  isOn = (id: string): string | undefined => (this.#place?.id === id ? this.#place.field : undefined)

  /** With `extend` the other end of what is marked stays where it is. */
  go(place: Place | undefined, extend = false): void {
    const before = this.#place
    this.#anchor = extend ? (this.#anchor ?? before ?? place) : place
    this.#place = place
    this.#stood = this.#at(place) ?? this.#stood
    if (before && before.id !== place?.id) this.#signals.tell(`row:${before.id}`)
    if (place) this.#signals.tell(`row:${place.id}`)
    this.#signals.tell('cursor')
    this.#signals.tell('range')
  }

  /**
   * By so many rows and columns, as far as there are any; who is nowhere first comes back to where they stood. True when it
   * moved.
   */
  move(down: number, right: number, extend = false): boolean {
    const at = this.#at(this.#place)
    const from = at ?? this.#stood
    const row = Math.min(Math.max(from.row + (at ? down : 0), 0), this.#rows.count - 1)
    const column = Math.min(Math.max(from.column + (at ? right : 0), 0), this.#fields().length - 1)
    if (row === at?.row && column === at.column) return false
    return this.goTo(row, column, extend)
  }

  goTo(row: number, column: number, extend = false): boolean {
    const id = this.#rows.at(row)?.id
    const field = this.#fields()[column]
    if (id === undefined || field === undefined) return false
    this.go({ id, field }, extend)
    return true
  }

  markAll(): void {
    this.#anchor = undefined
    if (!this.goTo(0, 0)) return
    this.goTo(this.#rows.count - 1, this.#fields().length - 1, true)
  }

  #at(place: Place | undefined): { row: number; column: number } | undefined {
    if (!place) return undefined
    const row = this.#rows.indexOf(place.id)
    const column = this.#fields().indexOf(place.field)
    return row < 0 || column < 0 ? undefined : { row, column }
  }

  /** What is marked: at least the cell the person is on. */
  get range(): Range | undefined {
    const end = this.#at(this.#place)
    if (!end) return undefined
    const start = this.#at(this.#anchor) ?? end
    return {
      top: Math.min(start.row, end.row),
      bottom: Math.max(start.row, end.row),
      left: Math.min(start.column, end.column),
      right: Math.max(start.column, end.column),
    }
  }

  /** Columns marked in the row with this number, as `first:last`; empty when none or only one cell is marked at all. */
  markedIn(index: number): string {
    const { range } = this
    if (!range || index < range.top || index > range.bottom) return ''
    return range.top === range.bottom && range.left === range.right ? '' : `${range.left}:${range.right}`
  }

  /** Rows came or went. */
  refresh(): void {
    if (this.#place && !this.#at(this.#place)) this.go(undefined)
    else if (this.#anchor && !this.#at(this.#anchor)) this.#anchor = this.#place
    this.#stood = this.#at(this.#place) ?? this.#stood
    this.#signals.tell('range')
  }
}
