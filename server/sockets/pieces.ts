import type { RowPiece } from '../db/live-words.ts'
import { keepNewest } from '../kernel/keep-newest.ts'

/** Texts that are not complete; a sender that dies in the middle must not fill the memory. */
const MOST_OPEN = 100

/** Puts together what came in pieces. */
export class Pieces {
  readonly #open = new Map<string, string[]>()

  /** The whole text with its last piece, else undefined. */
  take({ id, at, of, piece }: RowPiece): string | undefined {
    const pieces = this.#open.get(id) ?? []
    pieces[at] = piece
    this.#open.set(id, pieces)
    keepNewest(this.#open, MOST_OPEN)
    if (Object.keys(pieces).length < of) return undefined
    this.#open.delete(id)
    return Buffer.from(pieces.join(''), 'base64').toString()
  }
}
