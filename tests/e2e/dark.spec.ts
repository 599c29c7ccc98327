/** The dark theme is read by everybody: one page of each kind, at both sizes; and what red and green mean without them. */
import type { Page } from '@playwright/test'
import { DESKTOP, PHONE, as, calling, expect, nobody, test } from './browser.ts'
import { grave, settled } from './screens.ts'

const like = (settings: object) => (page: Page) =>
  page.addInitScript(
    (value) => localStorage.setItem('voltdesk:settings', JSON.stringify({ value, expire: null })),
    settings,
  )
const dark = like({ theme: 'dark' })

for (const size of [DESKTOP, PHONE]) {
  const isPhone = size === PHONE
  test.describe(isPhone ? 'phone' : 'desktop', () => {
    const isDark = (page: Page) =>
      expect
        .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), { message: 'theme' })
        .toBe('dark')

    test.describe('nobody', () => {
      test.use(nobody(size))
      test('T01: the login is dark and legible for who likes it so', async ({ page }) => {
        await dark(page)
        await page.goto('/user/login')
        await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
        await isDark(page)
        expect(await grave(page, 'body')).toEqual([])
      })
    })

    test.describe('signed in', () => {
      test.use(as('ops_manager', size))
      test('T01: lists, details, forms and decisions are legible in the dark', async ({ page }) => {
        await dark(page)
        const [todo] = await calling('ops_manager').rows('/sys/todo/list?pageSize=1')
        const [provider] = await calling('ops_manager').rows('/rental/serviceProvider/list?pageSize=1')
        const kinds = { agentApply: 'partner', complaint: 'customer', userWithdrawal: 'finance' } as const
        const group = kinds[String(todo!.resource) as keyof typeof kinds] ?? 'order'
        // Each by something that is there only when the page is.
        for (const [address, there] of [
          ['/partner/serviceProvider', /FW\d{14}|共 \d+ 条/],
          [`/partner/serviceProvider/${provider!.id}`, String(provider!.providerNo)],
          ['/partner/serviceProvider/add', '保存'],
          [`/${group}/${String(todo!.resource)}/${todo!.id}`, '处理期限'],
          [isPhone ? '/dashboard/board' : '/dashboard/chart', /统计于/],
        ] as const) {
          await page.goto(address)
          await expect(page.getByText(there).filter({ visible: true }).first()).toBeVisible()
          await settled(page)
          await isDark(page)
          expect.soft(await grave(page, 'body'), address).toEqual([])
        }
      })

      test('T01: with 色弱模式 a state is told by a sign too, and the page keeps its colours', async ({ page }) => {
        await like({ colourWeak: true })(page)
        await page.goto('/finance/userWithdrawal')
        await settled(page)
        await expect(page.locator('html')).toHaveCSS('filter', 'none')
        const tags = page.locator(
          isPhone ? '.vd-tone-orange, .vd-tone-red, .vd-tone-green' : '.ant-tag-orange, .ant-tag-red, .ant-tag-green',
        )
        await expect(tags.first()).toBeVisible()
        const signs = await tags.evaluateAll((all) => all.map((tag) => getComputedStyle(tag, '::before').content))
        expect(signs.length).toBeGreaterThan(0)
        for (const sign of signs) expect(sign).toMatch(/[✓✕◔]/)
        expect.soft(await grave(page, 'body')).toEqual([])
      })

      if (isPhone)
        test('T01: the switches of 设置 act at once and stay', async ({ page }) => {
          await page.goto('/me/settings')
          const dark = page.getByRole('switch', { name: '深色主题' })
          const weak = page.getByRole('switch', { name: '色弱模式' })
          await expect(dark).not.toBeChecked()
          await dark.tap()
          await isDark(page)
          await weak.tap()
          await expect(page.locator('html')).toHaveClass(/colour-weak/)
          await page.reload()
          await isDark(page)
          await expect(dark).toBeChecked()
          await expect(weak).toBeChecked()
          await dark.tap()
          await expect
            .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
            .not.toBe('dark')
        })
    })
  })
}
