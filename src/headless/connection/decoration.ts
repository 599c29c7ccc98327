import type { ComponentType } from 'react'

/** After the page has come: by then it has asked for what it needs itself. */
const QUIET_MS = 1000

const quiet = (): Promise<unknown> =>
  new Promise((resolve) => {
    const soon = () => setTimeout(resolve, QUIET_MS)
    if (document.readyState === 'complete') soon()
    else addEventListener('load', soon, { once: true })
  })

const Nothing = () => null

/** For `lazy`: what nobody waits for comes after everything the page needs; when it does not come nobody misses it. */
export const decoration =
  <P>(from: () => Promise<{ default: ComponentType<P> }>) =>
  (): Promise<{ default: ComponentType<P> }> =>
    quiet()
      .then(from)
      .catch(() => ({ default: Nothing }))
