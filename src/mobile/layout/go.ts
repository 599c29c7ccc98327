import { TODO } from '#model/addresses.ts'
import { createContext, useContext } from 'react'
import { isTab } from './paths.ts'

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

/** Where each page stands in the history, by its depth, as far as it was seen. */
const trail: string[] = []
export const passed = (pathname: string): void => void (trail[depth()] = pathname)

/** To a page that this one came from, or in this one's place: never a second one of it on top. */
export function returnTo(go: Go, pathname: string): void {
  if (trail[depth() - 1] === pathname) go.back()
  else go.to(pathname, { replace: true })
}

/** Of a form the record it changes and its list: where it ends when it is saved. */
const pagesBelow = (pathname: string): string[] => {
  const [, list, id, verb] = /^(\/.+?)(?:\/([^/]+))?\/(add|edit)$/.exec(pathname) ?? []
  if (!list || !verb) return []
  return verb === 'add' ? [pathname.replace(/\/add$/, '')] : id ? [list, `${list}/${id}`] : []
}

/** A page opened by a link gets the work queue beneath it, so that going back leads there; a form its list too. */
export function layQueueBeneath(): void {
  const { pathname, search, hash } = location
  // At `/` a person begins: whatever is shown there is the first page.
  if (depth() > 0 || pathname === '/' || isTab(pathname)) return
  history.replaceState({ idx: 0, key: 'queue' }, '', TODO)
  passed(TODO)
  const pages = [...pagesBelow(pathname), pathname + search + hash]
  pages.forEach((page, at) =>
    history.pushState({ idx: at + 1, key: at + 1 < pages.length ? `below${at}` : 'link' }, '', page),
  )
}
