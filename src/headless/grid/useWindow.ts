import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Rows drawn above and below what can be seen. */
const BESIDE = 4

export interface Window {
  /** First and one past the last row to draw. */
  from: number
  to: number
}

/**
 * Which rows of equal height can be seen in a scrolling box. Draws anew only when another row comes into sight; nothing is
 * kept for each row.
 */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  height: number,
): Window {
  const seen = useCallback(
    (top: number): Window => {
      const visible = Math.ceil(height / rowHeight) + 1
      // Steps of two rows: half as many renderings while it is scrolled.
      const from = Math.max((Math.floor(top / rowHeight) - BESIDE) & ~1, 0)
      return { from, to: Math.min(from + visible + 2 * BESIDE + 1, count) }
    },
    [count, rowHeight, height],
  )
  const [window, setWindow] = useState(() => seen(0))
  const shown = useRef(window)
  const look = useCallback(() => {
    const next = seen(box.current?.scrollTop ?? 0)
    if (next.from === shown.current.from && next.to === shown.current.to) return
    shown.current = next
    setWindow(next)
  }, [box, seen])
  const drawn = useRef(look)
  useLayoutEffect(() => {
    // A box just made stands at its top; asking would make the browser lay out the page at once.
    if (drawn.current !== look) look()
    drawn.current = look
    const element = box.current
    element?.addEventListener('scroll', look, { passive: true })
    return () => element?.removeEventListener('scroll', look)
  }, [box, look])
  return window
}
