import { useEffectEvent, useLayoutEffect } from 'react'

/** By path: how often the page had begun anew, and where it stood. */
const left = new Map<string, { round: number; at: number }>()
let scrolled = 0

/** A page that begins anew begins at the top; one that was `kept` behind another stands where it was left. */
export function useScroll(path: string, round: number, kept: boolean): void {
  const stoodAt = useEffectEvent(() => {
    const known = left.get(path)
    return kept && known?.round === round ? known.at : 0
  })
  useLayoutEffect(() => {
    const at = stoodAt()
    left.set(path, { round, at })
    // What stands right already is not set: it makes the browser lay everything out on the spot.
    if (at !== scrolled) window.scrollTo(0, at)
    scrolled = at
    const remember = () => {
      scrolled = window.scrollY
      left.set(path, { round, at: scrolled })
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [path, round])
}
