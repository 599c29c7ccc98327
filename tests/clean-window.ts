/** The files of the client share a window and the packages: each finds the page, and our own modules, as if it were the first. */
import { afterAll, vi } from 'vitest'

interface Heard {
  target: EventTarget
  args: Parameters<EventTarget['addEventListener']>
}
declare global {
  var heardByOurs: Heard[] | undefined
}

/** Packages are read once a worker and go on listening; a module of ours that is gone does not. */
function begin(): Heard[] {
  const heard: Heard[] = []
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target) as EventTarget['addEventListener']
    target.addEventListener = (...args: Heard['args']) => {
      const [, , caller = ''] = new Error().stack!.split('\n')
      if (!caller.includes('/node_modules/')) heard.push({ target, args })
      listen(...args)
    }
  }
  return heard
}

if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  const heard = (globalThis.heardByOurs ??= begin())
  afterAll(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    cleanup()
    for (const { target, args } of heard.splice(0)) target.removeEventListener(...args)
    for (const element of [document.documentElement, document.head, document.body])
      for (const { name } of [...element.attributes]) element.removeAttribute(name)
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const kept of [localStorage, sessionStorage]) kept.clear()
    for (const cookie of document.cookie.split('; '))
      document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
    history.replaceState(null, '', '/')
    document.title = ''
  })
}
vi.resetModules()
