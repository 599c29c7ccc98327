import type { Page } from '@playwright/test'
import { PASSWORD } from './people.ts'

/** Fills in the login form that is open, of either shell. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
