import { useEffect, useEffectEvent, useRef } from 'react'
import { useShown } from '#headless/records/useShown.ts'
import { holdBack } from './back.ts'
import { askToDiscard } from './discard.ts'
import { useGo } from './go.ts'

interface Leaving {
  dirty: boolean
  discard(): void
  /** How it is asked about, where it is nothing that was typed. */
  words?: Parameters<typeof askToDiscard>[0]
}

/** Leaving something half-done asks first, by the arrow and by the back key. */
export function useLeaving({ dirty, discard, words }: Leaving) {
  const go = useGo()
  const held = useRef<() => void>(undefined)
  const leaving = useRef<() => Promise<void>>(undefined)
  const shown = useShown()
  /** Saved while another page lay above it: it goes when it comes back. */
  const over = useRef(false)

  const letGo = () => {
    held.current?.()
    held.current = undefined
  }
  const hold = () => {
    letGo()
    held.current = holdBack(() => void leaving.current?.(), { beneath: true })
  }
  const leave = async () => {
    if (dirty) {
      // The back key has taken the entry already: it is laid again under the question.
      hold()
      if (!(await askToDiscard(words))) return
      discard()
    }
    letGo()
    go.back()
  }
  useEffect(() => {
    leaving.current = leave
  })
  useEffect(() => {
    if (!dirty) return
    hold()
    return letGo
  }, [dirty])
  const isOver = useEffectEvent(() => {
    if (over.current) go.back()
  })
  // Runs again when the page comes back from behind another one.
  useEffect(() => isOver(), [])

  return {
    /** For the arrow of the title. */
    leave: () => void leave(),
    /** Everything is saved. */
    leaveNow() {
      letGo()
      if (shown.current) go.back()
      else over.current = true
    },
  }
}
