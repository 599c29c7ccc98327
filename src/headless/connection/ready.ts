/**
 * `data-ready` stands on the document while nothing is asked of the server and no part of the program is on its way. Who
 * works the page by program waits for it and needs no clock. Its value is how much has been waited for since the page
 * began: who looks for longer than a moment sees by it whether something came meanwhile.
 */
const page = typeof document === 'undefined' ? undefined : document.documentElement

let underWay = 0
let begun = 0

/** A page in which something turns round for ever, on a slow machine, is never idle. */
const LONGEST_MS = 2000

/** What has just come is drawn before the page counts as ready; drawing it may ask for more. */
const onceDrawn = (mark: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(mark)
  else requestIdleCallback(mark, { timeout: LONGEST_MS })
}

const waiting = new Set<() => void>()

/** Nothing is under way, and what came is drawn. */
export const isReady = (): boolean => page?.dataset.ready !== undefined

/** Tells it when the page next counts as ready; the function that comes back takes that away again. */
export function whenReady(tell: () => void): () => void {
  waiting.add(tell)
  return () => void waiting.delete(tell)
}

/** The page is not ready before this has ended, well or badly. */
export function during<T>(work: Promise<T>): Promise<T> {
  if (!page) return work
  underWay += 1
  begun += 1
  delete page.dataset.ready
  const ended = () => {
    underWay -= 1
    onceDrawn(() => {
      if (underWay) return
      page.dataset.ready = String(begun)
      const told = [...waiting]
      waiting.clear()
      told.forEach((tell) => tell())
    })
  }
  work.then(ended, ended)
  return work
}
