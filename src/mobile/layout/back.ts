/**
 * The back key closes what lies on top. Every popup that opens has an entry in the history of the browser; going back
 * over it closes the popup, and closing the popup otherwise takes the entry away again.
 */
import { useEffectEvent, useLayoutEffect } from 'react'
import { isLeaving } from '#headless/connection/leaving.ts'
import { popupEntries } from '#headless/connection/popups.ts'

/** What is open, the topmost last. */
const open: { close: () => void }[] = []
let travelling = false
let planned = false
let waiting: (() => void)[] = []

function plan(): void {
  if (planned) return
  planned = true
  // After the events of this moment: one popup that makes place for another needs no travel at all.
  setTimeout(() => {
    planned = false
    settle()
  })
}

function settle(): void {
  // The browser would give up the way to another page for this one step back.
  if (travelling || isLeaving()) return
  const surplus = popupEntries() - open.length
  if (surplus > 0) {
    travelling = true
    return history.go(-surplus)
  }
  for (let count = popupEntries(); count < open.length; count++)
    history.pushState({ ...(history.state as object | null), popups: count + 1 }, '')
  const ready = waiting
  waiting = []
  ready.forEach((go) => go())
}

window.addEventListener('popstate', () => {
  if (travelling) travelling = false
  // Taken out first: what closes may lay something new on top, as a form does that asks before it is left.
  else for (const { close } of open.splice(popupEntries()).reverse()) close()
  plan()
})

/**
 * Something lies on top from now on; `close` is called when a person goes back. Returns how to let go. `beneath`: the page
 * itself, however much of it lies open already.
 */
export function holdBack(close: () => void, { beneath = false } = {}): () => void {
  const layer = { close }
  if (beneath) open.unshift(layer)
  else open.push(layer)
  plan()
  return () => {
    const at = open.indexOf(layer)
    if (at >= 0) open.splice(at, 1)
    plan()
  }
}

/** Closes the topmost popup; false when there is none. For the back key of a host. */
export function closeTopmost(): boolean {
  const layer = open.pop()
  layer?.close()
  plan()
  return Boolean(layer)
}

/** Resolves when the history is free of popups that were just closed: only then may an address be written. */
export const popupsGone = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      waiting.push(resolve)
      plan()
    })
  })

/** For every Popup, Dialog, ActionSheet and Picker: `useBackToClose(visible, () => setVisible(false))`. */
export function useBackToClose(visible: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => (visible ? holdBack(() => closeNow()) : undefined), [visible])
}

/** The back key asks as the arrow does; its entry is laid again under the question. */
export function useAskedBack(leave: () => void, visible = true): void {
  const leaveNow = useEffectEvent(leave)
  useLayoutEffect(() => {
    if (!visible) return undefined
    let letGo: () => void
    const hold = () => {
      letGo = holdBack(() => {
        hold()
        leaveNow()
      })
    }
    hold()
    return () => letGo()
  }, [visible])
}
