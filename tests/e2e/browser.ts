/** What every browser test stands on: the two sizes, the signed-in people, the server by hand. */
import { expect, test as plain, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { stateOf, type Role } from './people.ts'
import { Windows } from './windows.ts'

export { expect }
export { calling, type Row } from './server.ts'
export type { Page }

/** The antd shell. */
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const
/** The antd-mobile shell. */
export const PHONE = {
  viewport: { width: 375, height: 667 },
  isMobile: true,
  hasTouch: true,
  // The server names other scripts in the page for a phone.
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
} as const

interface Fixtures {
  /** A further person with a browser of their own. */
  another: (role: Role, size?: BrowserContextOptions) => Promise<Page>
  /** Whether half-typed forms are kept on the server, where all tests of a person would find them. */
  drafts: boolean
}
interface OfTheWorker {
  windows: Windows
}

export const test = plain.extend<Fixtures, OfTheWorker>({
  // Workers read the address the server chose when it began to listen.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(process.env.VOLTDESK_E2E_URL),
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser, process.env.VOLTDESK_E2E_URL ?? '')
      await use(windows)
      await windows.close()
    },
    { scope: 'worker' },
  ],
  drafts: [false, { option: true }],
  context: async ({ windows, viewport, isMobile, hasTouch, userAgent, storageState, drafts }, use, info) => {
    const context = await windows.take({ viewport, isMobile, hasTouch, userAgent }, storageState, { drafts })
    await use(context)
    await windows.giveBack(context, info.status !== info.expectedStatus)
  },
  another: async ({ windows, drafts }, use, info) => {
    const opened: BrowserContext[] = []
    await use(async (role, size = DESKTOP) => {
      const context = await windows.take(size, stateOf(role), { drafts })
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => windows.giveBack(context, info.status !== info.expectedStatus)))
  },
})

/**
 * Nothing is asked of the server, no part of the program is on its way, and what has come is drawn. To be called when the
 * page shows something of what is waited for: asked for earlier, it may find the page before ready still.
 */
export async function ready(page: Page): Promise<void> {
  // Idle, so that what the page does after drawing (asking for more) has begun. A page that draws all the time never is.
  const isReady = () =>
    new Promise<boolean>((resolve) =>
      requestIdleCallback(() => resolve(document.documentElement.dataset.ready !== undefined), { timeout: 2000 }),
    )
  await page.waitForFunction(isReady).catch(async (error: unknown) => {
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .slice(-5)
        .map(({ name }) => name),
    )
    throw new Error(`${page.url()} stays busy; what it was answered last: ${asked.join(' ')}`, { cause: error })
  })
}

/** `test.use(as('admin', DESKTOP))` */
export const as = (role: Role, size: BrowserContextOptions) => ({ ...size, storageState: stateOf(role) })
export const nobody = (size: BrowserContextOptions) => ({ ...size, storageState: { cookies: [], origins: [] } })

/** A value the page keeps in this browser; undefined when it is not there. */
export async function kept(page: Page, key: string): Promise<unknown> {
  for (;;)
    try {
      return await page.evaluate((name) => {
        const text = localStorage.getItem(name)
        return text === null ? undefined : (JSON.parse(text) as { value: unknown }).value
      }, key)
    } catch (error) {
      // A page that starts again takes the question with it: the new one is asked.
      if (!String(error).includes('Execution context was destroyed')) throw error
    }
}
