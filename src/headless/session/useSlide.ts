import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'

const END = 100
const KEY_STEP = 10

const keys: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + KEY_STEP,
  ArrowUp: (at) => at + KEY_STEP,
  ArrowLeft: (at) => at - KEY_STEP,
  ArrowDown: (at) => at - KEY_STEP,
  Home: () => 0,
  End: () => END,
}

export interface Slide {
  /** At the far end; it stays there. */
  passed: boolean
  text: '请按住滑块拖动' | '验证通过'
  /** For the track: how far the handle is, 0 to 100. */
  style: CSSProperties
  /** For the handle, which must lie in its track directly. */
  handle: {
    role: 'slider'
    tabIndex: 0
    'aria-label': string
    'aria-valuemin': number
    'aria-valuemax': number
    'aria-valuenow': number
    'aria-valuetext': string
    children: '✓' | '»'
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
    onPointerUp(): void
    onPointerCancel(): void
    onKeyDown(event: KeyboardEvent): void
    onBlur(): void
  }
}

/** A handle to be dragged, or moved by arrow keys, to the far end. Let go earlier, it goes back. */
export function useSlide(onPass: () => void): Slide {
  const [at, setAt] = useState(0)
  const drag = useRef<{ from: number; length: number }>(undefined)
  const passed = at === END

  function move(to: number) {
    if (passed) return
    setAt(Math.min(END, Math.max(0, to)))
    if (to < END) return
    drag.current = undefined
    onPass()
  }
  function letGo() {
    drag.current = undefined
    if (!passed) setAt(0)
  }

  const text = passed ? '验证通过' : '请按住滑块拖动'
  return {
    passed,
    text,
    style: { '--at': at } as CSSProperties,
    handle: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': '滑块验证',
      'aria-valuemin': 0,
      'aria-valuemax': END,
      'aria-valuenow': Math.round(at),
      'aria-valuetext': text,
      children: passed ? '✓' : '»',
      onPointerDown({ currentTarget, clientX, pointerId, isPrimary }) {
        if (!isPrimary || passed) return
        // So that the finger may leave the handle on its way.
        currentTarget.setPointerCapture(pointerId)
        const length = currentTarget.parentElement!.clientWidth - currentTarget.offsetWidth
        drag.current = { from: clientX, length }
      },
      onPointerMove({ clientX }) {
        if (drag.current) move(((clientX - drag.current.from) / drag.current.length) * END)
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onKeyDown(event) {
        const to = keys[event.key]
        if (!to) return
        // Not the page as well.
        event.preventDefault()
        move(to(at))
      },
      onBlur: letGo,
    },
  }
}
