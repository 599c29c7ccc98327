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

/** A part whose first ones were missed. */
export const MISSED = 'missed'

interface Begun {
  whole: Arrangement
  parts: number
  things: number
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
    const whole = before && things > MOST_THINGS ? before.whole : joined(before?.whole, part)
    if (!more) return whole
    this.#begun.set(speaker, { whole, parts: at + 1, things })
    if (this.#begun.size > MOST_SPEAKERS) this.#begun.delete(this.#begun.keys().next().value!)
    return undefined
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
