/** What is there while the page comes, and while a chat says who sits here. Plain DOM: nothing else has been loaded by then. */
import { forgetRounds } from './rounds.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

/** Nobody reads words that are gone at once. */
const WORDS_MS = 1_000
/** Longer than a host may take for any call; then a person may try again. */
const AGAIN_MS = 10_000
/** Light on dark and dark on light. */
const SHADE = 'rgba(127,127,127,.15)'

/** A frame at once, words after a second, 重试 after ten. Returns how to stop; what was drawn goes with the first page. */
export function showWaiting(element: HTMLElement, words: string): () => void {
  const box = document.createElement('div')
  box.setAttribute('role', 'status')
  box.style.cssText = 'font:16px/2 system-ui,sans-serif;text-align:center'
  for (const height of [44, 96, 96, 96]) {
    const bar = document.createElement('div')
    bar.style.cssText = `height:${height}px;background:${SHADE};${height === 44 ? '' : 'margin:12px;border-radius:8px'}`
    box.append(bar)
  }
  element.replaceChildren(box)
  const slow = setTimeout(() => {
    const text = document.createElement('p')
    text.textContent = words
    box.append(text)
  }, WORDS_MS)
  const again = setTimeout(() => {
    const button = document.createElement('button')
    button.textContent = '重试'
    button.style.cssText =
      'min-width:120px;min-height:44px;border:1px solid rgba(127,127,127,.5);border-radius:6px;background:transparent;color:inherit;font:inherit;cursor:pointer'
    button.onclick = () => {
      forgetRounds()
      beginAnew()
    }
    box.append(button)
  }, AGAIN_MS)
  return () => {
    clearTimeout(slow)
    clearTimeout(again)
  }
}
