import { useEffect, useRef, type RefObject } from 'react'

/**
 * Whether this part is on the screen now, for what comes late: a page that waits behind another one, or is gone, must not
 * take the person anywhere.
 */
export function useShown(): RefObject<boolean> {
  const shown = useRef(false)
  // Runs again when the page comes back from behind another one.
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}
