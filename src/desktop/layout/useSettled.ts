import { useSyncExternalStore } from 'react'
import { isReady, whenReady } from '#headless/connection/ready.ts'

const LATEST_MS = 5_000

let settled = false
const isSettled = () => settled

/** Safari does not say when it is idle. */
const onceIdle = (then: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(then)
  else requestIdleCallback(then)
}

function follow(changed: () => void): () => void {
  if (settled) return () => undefined
  const settle = () => {
    settled = true
    changed()
  }
  const timer = setTimeout(settle, LATEST_MS)
  let stop = () => undefined as void
  // Between two answers nothing is under way for a moment, and on a slow processor what they brought is still being drawn.
  const look = () =>
    onceIdle(() => {
      if (isReady()) settle()
      else stop = whenReady(look)
    })
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** True once the first page is drawn with all it asked for, after 5 s in any case: what nobody came for is loaded then. */
export const useSettled = (): boolean => useSyncExternalStore(follow, isSettled)
