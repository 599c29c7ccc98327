/** T02: eight colours, chosen on either shell and kept for both; each is read on light and on dark. */
import { DESKTOP, PHONE, as, expect, test, type Page } from './browser.ts'
import { grave, settled } from './screens.ts'

const kept = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('voltdesk:settings')!) as { value: { colour: string } }).value.colour,
  )
const begins = (page: Page, settings: object) =>
  page.addInitScript((value) => {
    if (localStorage.getItem('voltdesk:settings') === null)
      localStorage.setItem('voltdesk:settings', JSON.stringify({ value, expire: null }))
  }, settings)
const shownOn = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('a colour chosen under 设置 is that of links and buttons at once, after a reload, and on the desktop', async ({
    page,
    another,
  }) => {
    await page.goto('/me/settings')
    const choice = page.getByRole('group', { name: '主题色' })
    const radios = choice.getByRole('radio')
    await expect(radios).toHaveCount(8)
    await expect(choice.getByRole('radio', { name: '拂晓蓝（默认）' })).toBeChecked()
    const words = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--adm-color-primary'))
    const blue = await words()
    const seen = new Set([blue])
    for (const name of ['薄暮', '火山', '日暮', '明青', '极光绿', '极客蓝', '酱紫']) {
      await choice.getByText(name, { exact: true }).tap()
      await expect(choice.getByRole('radio', { name })).toBeChecked()
      seen.add(await words())
    }
    expect(seen.size).toBe(8)
    expect(await kept(page)).toBe('#722ED1')
    await page.goto('/isystem/newPermissionList')
    const add = page.getByRole('button', { name: '新增菜单' })
    await expect(add).toHaveCSS('background-color', 'rgb(114, 46, 209)')

    const desktop = await another('admin', DESKTOP)
    await begins(desktop, { colour: await kept(page) })
    await desktop.goto('/isystem/newPermissionList')
    await expect(desktop.getByRole('button', { name: 'plus 新增' })).toHaveCSS('background-color', 'rgb(114, 46, 209)')
  })
})

for (const size of [DESKTOP, PHONE])
  test.describe(size === PHONE ? 'phone' : 'desktop', () => {
    test.use(as('ops_manager', size))
    // The palest and the darkest of them.
    for (const [colour, theme] of [
      ['#FAAD14', 'light'],
      ['#FAAD14', 'dark'],
      ['#722ED1', 'dark'],
    ] as const)
      test(`${colour} is legible, ${theme}`, async ({ page }) => {
        await begins(page, { colour, theme })
        for (const address of size === PHONE
          ? ['/me/settings', '/dashboard/board', '/partner/serviceProvider']
          : ['/partner/serviceProvider']) {
          await page.goto(address)
          // A tree has no count below it.
          await expect(
            page
              .getByText(/主题色|统计于|共 \d+ 条/)
              .or(page.locator('main tr.ant-table-row'))
              .filter({ visible: true })
              .first(),
          ).toBeVisible()
          await settled(page)
          expect.soft(await grave(page, 'body'), address).toEqual([])
        }
        const link = size === PHONE ? '.vd-text-button' : 'main a'
        expect(await shownOn(page, link, 'color')).not.toBe('rgb(16, 104, 184)')
      })
  })
