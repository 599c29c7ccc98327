/** A page that is older than its server, and a webview that is older than the page. */
import { as, DESKTOP, expect, nobody, PHONE, test, type Page } from './browser.ts'

const newer = (page: Page) =>
  page.route('**/version.json*', (route) => route.fulfill({ json: { version: 'newer0000000' } }))
/** The person comes back to the page after being elsewhere; resolves when the page has asked for the newest version. */
async function comeBack(page: Page): Promise<void> {
  let asked = false
  const listen = (request: { url(): string }) => (asked ||= request.url().includes('/version.json'))
  page.on('request', listen)
  // What listens is loaded after the page is drawn.
  await expect
    .poll(async () => {
      if (!asked)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => undefined)
      return asked
    })
    .toBe(true)
  page.off('request', listen)
}
const loads = (page: Page) => {
  let count = 0
  page.on('load', () => (count += 1))
  return () => count
}

test.describe('an old page', () => {
  for (const [name, size] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    test.describe(name, () => {
      test.use(as('ops_manager', size))

      test('starts again when the person comes back, once', async ({ page }) => {
        const count = loads(page)
        await page.goto('/finance/userWithdrawal')
        await expect(page.locator('body')).toContainText('提现')
        await newer(page)
        await comeBack(page)
        await expect.poll(count).toBe(2)
        // The server still says "newer": now the person is told instead.
        await comeBack(page)
        await expect(page.getByText(/系统已更新/)).toBeVisible()
        expect(count()).toBe(2)
      })

      test('stays while the server says nothing else, or says nothing', async ({ page }) => {
        const count = loads(page)
        await page.goto('/finance/userWithdrawal')
        await comeBack(page)
        await page.route('**/version.json*', (route) => route.abort())
        await comeBack(page)
        await expect(page.locator('body')).toContainText('提现')
        expect(count()).toBe(1)
      })
    })

  test.describe('with something half typed', () => {
    test.use(as('ops_manager', DESKTOP))
    test('is not taken away', async ({ page }) => {
      const count = loads(page)
      await page.goto('/finance/userWithdrawal')
      await page.getByRole('button', { name: 'plus 新增' }).click()
      const form = page.getByRole('dialog', { name: '新增', exact: true })
      await form.getByLabel('户名').fill('张三')
      await newer(page)
      await comeBack(page)
      await expect(page.getByText('系统已更新')).toBeVisible()
      await expect(form.getByLabel('户名')).toHaveValue('张三')
      expect(count()).toBe(1)
    })
  })

  test.describe('whose parts are gone', () => {
    test.use(as('ops_manager', DESKTOP))
    test('starts again by itself when there is a newer one', async ({ page }) => {
      const count = loads(page)
      await page.goto('/dashboard/analysis')
      await expect(page.getByRole('heading', { name: '快捷入口' })).toBeVisible()
      await newer(page)
      await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
      await expect.poll(count).toBe(2)
    })
  })
})

test.describe('an old webview', () => {
  for (const [name, userAgent] of [
    [
      'DingTalk 7.0 on Android',
      'Mozilla/5.0 (Linux; U; Android 10; zh-CN) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.1.233 Mobile Safari/537.36 AliApp(DingTalk/7.0.10) com.alibaba.android.rimet/1 Channel/1',
    ],
    [
      'an iPhone with iOS 13',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/4.0.0 MicroMessenger/7.0.1',
    ],
  ] as const)
    test.describe(name, () => {
      test.use({ ...nobody(PHONE), userAgent })
      test('reads what to do', async ({ page }) => {
        await page.goto('/user/login')
        await expect(page.getByRole('alert')).toContainText('请升级客户端')
        await expect(page.getByLabel('用户名')).toHaveCount(0)
      })
    })
})
