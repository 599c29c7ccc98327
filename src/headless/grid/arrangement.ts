import type { Arrangement, TakenBack } from '#model/arrangement.ts'
import type { GridRow } from './column.ts'

const NOBODY: ReadonlySet<string> = new Set()

/**
 * The ids that are here, in the wanted order. What it does not name was added by somebody else and stays behind what it
 * stands behind now. `late`: ids that everybody else hears of later, so they come behind others put in the same place.
 */
export function placed(now: readonly string[], wanted: readonly string[], fresh = NOBODY, late = NOBODY): string[] {
  const here = new Set([...now, ...fresh])
  const named = new Set(wanted)
  const order = wanted.filter((id) => here.has(id))
  let behind: string | undefined
  for (const id of [...now, ...fresh]) {
    if (!named.has(id)) {
      let place = behind === undefined ? 0 : order.indexOf(behind) + 1
      while (late.has(id) && fresh.has(order[place] ?? '')) place++
      order.splice(place, 0, id)
    }
    behind = id
  }
  return order
}

/** What became of rows; undefined when all stand as they stood. */
export function arrangementOf(before: readonly string[], rows: readonly GridRow[]): Arrangement | undefined {
  if (before.length === rows.length && rows.every(({ id }, at) => id === before[at])) return undefined
  const known = new Set(before)
  const now = new Set(rows.map(({ id }) => id))
  return {
    added: rows.filter(({ id }) => !known.has(id)),
    gone: before.filter((id) => !now.has(id)),
    order: [...now],
  }
}

/** Both, one after the other. */
export function joined(first: Arrangement | undefined, then: Arrangement): Arrangement {
  if (!first) return then
  const gone = new Set(then.gone)
  const added = [...first.added.filter(({ id }) => !gone.has(id)), ...then.added]
  const again = new Set(then.added.map(({ id }) => id))
  const back = first.back || then.back ? { back: [...(first.back ?? []), ...(then.back ?? [])] } : {}
  return { added, gone: [...first.gone.filter((id) => !again.has(id)), ...gone], order: then.order, ...back }
}

/** Do the rows that are in both stand in another order? */
export function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const [was, is] = [new Set(before), new Set(after)]
  const stayed = after.filter((id) => was.has(id))
  return before.filter((id) => is.has(id)).some((id, at) => id !== stayed[at])
}

/** Bytes and things in one message; the server takes 64 KB and 2000. */
const MOST_BYTES = 40_000
const MOST_THINGS = 2000
const encoder = new TextEncoder()
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/** In messages that are not too long, numbered when they are several; all but the last say that more follows. */
export function inParts({ added, gone, order, back }: Arrangement): Arrangement[] {
  const start = () => ({ added: [] as GridRow[], gone: [] as string[], order: [] as string[], ...(back && { back: [] as TakenBack[] }) }) // prettier-ignore
  const parts = [start()]
  let [bytes, things] = [0, 0]
  const roomFor = (thing: unknown) => {
    const size = bytesOf(thing)
    if (things && (bytes + size > MOST_BYTES || things === MOST_THINGS)) {
      parts.push(start())
      ;[bytes, things] = [0, 0]
    }
    bytes += size
    things++
    return parts.at(-1)!
  }
  for (const row of added) roomFor(row).added.push(row)
  for (const id of gone) roomFor(id).gone.push(id)
  for (const id of order) roomFor(id).order.push(id)
  for (const one of back ?? []) roomFor(one).back?.push(one)
  if (parts.length === 1) return parts
  return parts.map((part, at) => ({ ...part, part: at, ...(at < parts.length - 1 && { more: true }) }))
}
