/** Rows of a table that several people edit, as a whole: what is said of them, in one message or in several. */

type Values = Readonly<Record<string, unknown>>

/** Values that somebody told and has thrown away: where they still stand, what was there before stands again. */
export interface TakenBack {
  readonly id: string
  readonly was: Values
  readonly is: Values
}

/** What somebody did to the rows of a table as a whole. */
export interface Arrangement {
  /** Rows that were not there before. */
  added: readonly ({ readonly id: string } & Values)[]
  /** Ids of rows that are no longer there. */
  gone: readonly string[]
  /** Ids of all rows as they stand; empty: added at the end. */
  order: readonly string[]
  /** Told when everything is thrown away that one has told; then rows stay that others have changed. */
  back?: readonly TakenBack[]
  /** Of those that are gone, told to who was away: thrown away by who had added them. */
  thrown?: readonly string[]
  /** A part: the rest follows. */
  more?: boolean
  /** Which part, from 0, when there are several. */
  part?: number
}

/** Things of one arrangement that are kept until its last part comes: far more than any table has. */
const MOST_THINGS = 20_000
const MOST_SPEAKERS = 200
/** Characters of one arrangement, and of all that are begun. */
const MOST_LENGTH = 2 * 1024 * 1024
const MOST_LENGTH_IN_ALL = 8 * MOST_LENGTH

/** A part whose first ones were missed. */
export const MISSED = 'missed'

interface Begun {
  whole: Arrangement
  parts: number
  things: number
  length: number
}

/** Puts arrangements together that come in parts. A line that is cut ends them anywhere: the first one begins anew. */
export class Parts {
  readonly #begun = new Map<string, Begun>()

  /** The whole with its last part; undefined before. `speaker`: who says it, of which table. */
  take(speaker: string, { more, part: at = 0, ...part }: Arrangement): Arrangement | typeof MISSED | undefined {
    const before = at ? this.#begun.get(speaker) : undefined
    this.#begun.delete(speaker)
    if (before?.parts !== (at || undefined)) return more ? undefined : MISSED
    const things = (before?.things ?? 0) + thingsIn(part)
    // One that comes whole is measured by nobody.
    const length = before || more ? (before?.length ?? 0) + JSON.stringify(part).length : 0
    const isTooMuch = things > MOST_THINGS || length > MOST_LENGTH
    const whole = before && isTooMuch ? before.whole : joined(before?.whole, part)
    if (!more) return whole
    // What is left out takes no room.
    this.#begun.set(speaker, { whole, parts: at + 1, things, length: before && isTooMuch ? before.length : length })
    this.#forgetOldest()
    return undefined
  }

  #forgetOldest(): void {
    let length = [...this.#begun.values()].reduce((sum, one) => sum + one.length, 0)
    for (const [speaker, one] of this.#begun) {
      if (this.#begun.size <= MOST_SPEAKERS && length <= MOST_LENGTH_IN_ALL) return
      this.#begun.delete(speaker)
      length -= one.length
    }
  }

  clear = (): void => this.#begun.clear()
  /** Of all speakers of these tables. */
  forget(prefix: string): void {
    for (const speaker of this.#begun.keys()) if (speaker.startsWith(prefix)) this.#begun.delete(speaker)
  }
}

const thingsIn = ({ added, gone, order, back = [] }: Arrangement) =>
  added.length + gone.length + order.length + back.length

const joined = (before: Arrangement | undefined, part: Arrangement): Arrangement =>
  before
    ? {
        added: [...before.added, ...part.added],
        gone: [...before.gone, ...part.gone],
        order: [...before.order, ...part.order],
        ...(part.back && { back: [...(before.back ?? []), ...part.back] }),
      }
    : part
