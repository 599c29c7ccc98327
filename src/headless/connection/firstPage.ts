/** Whether what somebody came for stands on the screen; what leads elsewhere, and what nobody asked for, waits for it. */

/** A page that never comes keeps back nothing for longer. */
const LATEST_MS = 15_000

let drawn = false
const waiting = new Set<() => void>()

export const isDrawn = (): boolean => drawn

/** The first page stands. */
export function pageDrawn(): void {
  if (drawn) return
  drawn = true
  waiting.forEach((tell) => tell())
  waiting.clear()
}

/** Tells it once, when the first page stands, 15 s from now in any case; what comes back takes that away again. */
export function whenDrawn(tell: () => void): () => void {
  if (drawn) {
    tell()
    return () => undefined
  }
  waiting.add(tell)
  const timer = setTimeout(pageDrawn, LATEST_MS)
  return () => {
    clearTimeout(timer)
    waiting.delete(tell)
  }
}
