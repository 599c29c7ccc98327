import { useEffect, useRef, type PointerEvent } from 'react'

const HOLD_MS = 500
/** A finger is never quite still. */
const SLACK_PX = 8

/** The finger that is lifted in the end would tap what has come up under it. */
function swallowTap(): void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  const next = () => removeEventListener('click', swallow, { capture: true })
  addEventListener('pointerdown', next, { capture: true, once: true })
}

/** For an element on which a finger may stay: not every webview says so itself (Safari has no `contextmenu`). */
export function useHold(onHold: (() => void) | undefined) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const stop = () => {
    clearTimeout(held.current?.timer)
    held.current = undefined
  }
  useEffect(() => stop, [])
  if (!onHold) return {}
  return {
    onPointerDown({ clientX: x, clientY: y }: PointerEvent) {
      stop()
      const timer = setTimeout(() => {
        swallowTap()
        onHold()
      }, HOLD_MS)
      held.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = held.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The webview's own menu for it.
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  }
}
