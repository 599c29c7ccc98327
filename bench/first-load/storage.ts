import type { Browser, BrowserContextOptions } from '@playwright/test'
import { PASSWORD, type Server } from '../server.ts'

/** A browser's storage after this person has signed in. */
export async function storageOf(browser: Browser, server: Server, username: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${server.address}/user/login`)
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/user/login'), { timeout: 60_000 })
  const state = await context.storageState()
  await context.close()
  return state
}
