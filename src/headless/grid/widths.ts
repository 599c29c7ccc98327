import { local } from '../connection/storage.ts'
import type { Column } from './column.ts'

const keyOf = (grid: string) => `voltdesk:grid-widths:${grid}`
const WIDEST = 1200

/** px of the columns a person made wider or narrower, kept on this computer by the name of the grid. */
export class Widths {
  readonly #name: string | undefined
  readonly #px: Map<string, number>

  constructor(name: string | undefined) {
    this.#name = name
    const kept = name ? local.get<unknown>(keyOf(name)) : undefined
    const pairs = kept !== null && typeof kept === 'object' ? Object.entries(kept) : []
    this.#px = new Map(pairs.filter((pair): pair is [string, number] => Number.isFinite(pair[1])))
  }

  /** Undefined where the column's own counts. */
  of({ field, minWidth }: Column): number | undefined {
    const px = this.#px.get(field)
    return px === undefined ? undefined : Math.min(Math.max(Math.round(px), Math.min(minWidth, NARROWEST)), WIDEST)
  }

  /** Undefined: as it was made. */
  set({ field }: Column, px: number | undefined): void {
    if (px === undefined) this.#px.delete(field)
    else this.#px.set(field, px)
    if (!this.#name) return
    if (this.#px.size) local.set(keyOf(this.#name), Object.fromEntries(this.#px))
    else local.remove(keyOf(this.#name))
  }
}

/** A few characters can still be read. */
const NARROWEST = 60
