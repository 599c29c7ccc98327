/** What every browser test stands on: the two sizes, the signed-in people, the server by hand. */
import { expect, test as plain, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { stateOf, tokenOf, type Role } from './people.ts'

export { expect }
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
}

export const test = plain.extend<Fixtures>({
  // Workers read the address the server chose when it began to listen.
  // eslint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(process.env.VOLTDESK_E2E_URL),
  another: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (role, size = DESKTOP) => {
      const more = { baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', storageState: stateOf(role) }
      const context = await browser.newContext({ ...more, ...size })
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** `test.use(as('admin', DESKTOP))` */
export const as = (role: Role, size: BrowserContextOptions) => ({ ...size, storageState: stateOf(role) })
export const nobody = (size: BrowserContextOptions) => ({ ...size, storageState: { cookies: [], origins: [] } })

export type Row = Record<string, unknown> & { id: string }
interface Reply {
  status: number
  success: boolean
  message: string
  // What an endpoint answers with differs by endpoint; tests say what they expect.
  result: any
}

/** Calls the server as this person, past the browser: to prepare records and to look at the truth. */
export function calling(role: Role) {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot${path}`, {
      method,
      headers: { 'X-Access-Token': tokenOf(role), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { ...((await answer.json()) as Omit<Reply, 'status'>), status: answer.status }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    remove: (path: string) => send('DELETE', path),
    async rows(path: string): Promise<Row[]> {
      const { result } = await send('GET', path)
      return result.records as Row[]
    },
  }
}

/** A value the page keeps in this browser; undefined when it is not there. */
export const kept = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => {
    const text = localStorage.getItem(name)
    return text === null ? undefined : (JSON.parse(text) as { value: unknown }).value
  }, key)
