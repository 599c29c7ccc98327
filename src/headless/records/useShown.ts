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

/** Does what comes late at once, or when this part comes back from behind another page; never once it is gone. */
export function useWhenShown(): (late: () => void) => void {
  const shown = useShown()
  const waiting = useRef<() => void>(undefined)
  useEffect(() => {
    waiting.current?.()
    waiting.current = undefined
  }, [])
  return (late) => {
    if (shown.current) late()
    else waiting.current = late
  }
}
