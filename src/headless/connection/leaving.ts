/**
 * Leaving this document for another. A browser gives the journey up when something travels in the history meanwhile, as a
 * popup does on a phone when it closes: what travels asks first, and what travelled all the same begins the journey again.
 */

/** If the page is still here after this, the way is blocked, and it works on. */
const STUCK_MS = 20_000

let stay: (() => void) | undefined

/** The page is on its way elsewhere: nothing may travel in its history. */
export const isLeaving = (): boolean => stay !== undefined

/** `go` begins the journey, as often as it was given up. */
export function leaveBy(go: () => void): void {
  stay?.()
  // Going back from elsewhere may bring this page as it was.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && stay?.()
  const stuck = setTimeout(() => stay?.(), STUCK_MS)
  stay = () => {
    clearTimeout(stuck)
    window.removeEventListener('popstate', go)
    window.removeEventListener('pageshow', shown)
    stay = undefined
  }
  window.addEventListener('popstate', go)
  window.addEventListener('pageshow', shown)
  go()
}

/** To an address of this site or another; going back leads here. */
export const leaveFor = (address: string): void => leaveBy(() => location.assign(address))

/** To an address in place of this page: going back does not lead here. */
export const leaveForGood = (address: string): void => leaveBy(() => location.replace(address))

/** The same page from its beginning. */
export const beginAnew = (): void => leaveBy(() => location.reload())

/**
 * Pages of this document that are not shown, and would be lost with it. A shell that keeps pages alive behind others says so
 * here (`session/tabs.ts`): the other one must not carry its tabs.
 */
export const unseenPages = {
  isKept: (_path: string): boolean => false,
  /** In some of them something is half-typed or on its way. */
  areAtWork: (): boolean => false,
}
