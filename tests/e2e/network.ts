/** A network that can be cut. */
import type { Page } from '@playwright/test'

export interface Network {
  cut(): Promise<void>
  mend(): Promise<void>
}

/**
 * Must be called before the page opens. What is asked while it is cut fails; sockets to `sockets` that are open fall
 * silent without being closed, as they do when a phone loses its network, and new ones do not open.
 */
export async function networkOf(page: Page, sockets: RegExp): Promise<Network> {
  let isCut = false
  let mended = Promise.resolve()
  let mend = (): void => undefined
  await page.routeWebSocket(sockets, async (socket) => {
    let gone = false
    let close = (): unknown => undefined
    socket.onClose(() => {
      gone = true
      return close()
    })
    await mended
    // The page gave it up meanwhile.
    if (gone) return
    const server = socket.connectToServer()
    close = () => server.close()
    socket.onMessage((text) => {
      if (!isCut) server.send(text)
    })
    server.onMessage((text) => {
      if (!isCut) socket.send(text)
    })
  })
  return {
    async cut() {
      isCut = true
      mended = new Promise((resolve) => (mend = resolve))
      await page.context().setOffline(true)
    },
    async mend() {
      await page.context().setOffline(false)
      isCut = false
      mend()
    },
  }
}
