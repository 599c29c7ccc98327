import { useEffect, useState } from 'react'

const AFTER_PX = 100
const DEBOUNCE_MS = 100

/** Downwards past 100 px the header leaves, upwards it comes back. */
export function useHiddenHeader(enabled: boolean): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    if (!enabled) return
    let before = window.scrollY
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const now = window.scrollY
      setHidden(now > AFTER_PX && now > before)
      before = now
    }
    const scrolled = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, DEBOUNCE_MS)
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', scrolled)
    }
  }, [enabled])
  return enabled && hidden
}
