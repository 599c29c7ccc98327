import { createContext, useContext } from 'react'
import { isTab, QUEUE } from './paths.ts'

export interface Go {
  to(address: string, options?: { replace?: boolean }): void
  /** To the page before; the work queue when there is none. */
  back(): void
}

/** Moves between pages: with the router inside, without it on the first page of a link. */
export const GoContext = createContext<Go | undefined>(undefined)

export function useGo(): Go {
  const go = useContext(GoContext)
  if (!go) throw new Error('Pages stand below Inside or Linked')
  return go
}

/** How many pages lie beneath, as the router counts. */
export const depth = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

/** A page opened by a link gets the work queue beneath it, so that going back leads there. */
export function layQueueBeneath(): void {
  const { pathname, search, hash } = location
  if (depth() > 0 || isTab(pathname)) return
  history.replaceState({ idx: 0, key: 'queue' }, '', QUEUE)
  history.pushState({ idx: 1, key: 'link' }, '', pathname + search + hash)
}
