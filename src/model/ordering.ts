/** Records that a person puts into an order by hand. */

/** The most that are put in order at once: the largest page. */
export const MOST_ORDERED = 100

/** The same items with one of them taken from a place and put to another. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

/** A record, and the number that says where it stands; records of one number stand in the order of their ids. */
export interface Place {
  id: string
  number: number
}

/**
 * The numbers that put `wanted` into the places which these records hold among `all`: everything from the number of the
 * first of them on, in today's order. Theirs rise strictly; others keep their number unless they stood on it first, and
 * then step back as little as the order needs.
 */
export function renumbered(all: readonly Place[], wanted: readonly string[]): Map<string, number> {
  const own = new Set(wanted)
  const numbers = new Map<string, number>()
  let placed = 0
  let lastOwn = -Infinity
  let before: Place = { id: '', number: -Infinity }
  for (const place of all) {
    const mine = own.has(place.id)
    const id = mine ? wanted[placed++]! : place.id
    const least = before.number + (id < before.id ? 1 : 0)
    const number = Math.max(place.number, mine ? Math.max(least, lastOwn + 1) : least)
    if (mine) lastOwn = number
    // Nobody behind the last of them is in the way any more.
    else if (placed === wanted.length && number === place.number) break
    numbers.set(id, number)
    before = { id, number }
  }
  return numbers
}
