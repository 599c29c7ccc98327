/** Figures on both shells: what a number says is what stands in the list behind it. */
import { DESKTOP, PHONE, as, expect, test, type Page } from './browser.ts'
import { moveTo } from './router.ts'
import { grave } from './screens.ts'

const OLD_DAY = 12

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('C14: the first page counts, and a day of a chart leads to exactly its orders', async ({ page }) => {
    await page.goto('/')
    for (const name of ['今日订单', '今日收入', '今日订单退款', '今日新用户', '待审提现', '在线设备'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: '今日订单', exact: true })).toContainText(/昨日同期.*上周同日/)
    const chart = page.getByRole('region', { name: '近 30 天订单', exact: true })
    await expect(chart.getByRole('img', { name: '近 30 天订单' }).locator('svg')).toBeVisible()
    await chart.getByText('表格', { exact: true }).click()
    const line = chart.getByRole('row').nth(OLD_DAY)
    const count = /(\d+) 笔/.exec(await line.innerText())![1]!
    expect(await grave(page, 'main')).toEqual([])
    await line.getByRole('link').click()
    await expect(page).toHaveURL(/\/order\/orderMessage\?startTime_begin=/)
    await expect(page.getByText(new RegExp(`共 ${count} 条`)).first()).toBeVisible()
  })

  test('C14: what cannot be counted says so and is asked again', async ({ page }) => {
    let broken = true
    await page.route('**/rental/figures/**', (route) =>
      broken
        ? route.fulfill({ status: 503, json: { success: false, message: '系统繁忙', code: 503 } })
        : route.continue(),
    )
    await page.goto('/dashboard/monitor')
    await expect(page.getByRole('alert')).toContainText('系统繁忙')
    broken = false
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('region', { name: '已激活设备', exact: true })).toBeVisible()
  })
})

test.describe('375', () => {
  test.use(as('ops_manager', PHONE))

  test('C14: 应用 leads to 看板, and a day of a chart to its orders', async ({ page }) => {
    await page.goto('/apps')
    await page.getByRole('button', { name: '看板', exact: true }).tap()
    await expect(page).toHaveURL('/dashboard/board')
    const chart = page.getByRole('region', { name: '近 30 天订单', exact: true })
    await chart.getByRole('button', { name: '看表格' }).tap()
    const line = chart.getByRole('row').nth(OLD_DAY)
    const count = /(\d+) 笔/.exec(await line.innerText())![1]!
    await line.getByRole('button').tap()
    await expect(page).toHaveURL(/\/order\/orderMessage\?startTime_begin=/)
    await expect(page.getByText(new RegExp(`共 ${count} 条`)).first()).toBeVisible()
  })
})

for (const size of [DESKTOP, PHONE]) {
  const isPhone = size === PHONE
  test.describe(isPhone ? 'phone' : 'desktop', () => {
    test.use(as('admin', size))

    const shown = (page: Page) => page.locator(isPhone ? '.vd-page:visible' : 'main')
    /** As its number says, the list behind it has so many. */
    async function leads(page: Page, text: string) {
      const count = /([\d,]+) [个单笔人台条件]/.exec(text)![1]!.replaceAll(',', '')
      await expect(
        shown(page)
          .getByText(new RegExp(`共 ${count} 条`))
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
    }

    test('C14: a tile and a part of a bar lead to the list that holds them', async ({ page }) => {
      await page.goto('/dashboard/monitor')
      const tile = isPhone
        ? shown(page).getByRole('button', { name: /^在线设备/ })
        : page.getByRole('region', { name: '在线设备', exact: true })
      const counted = await tile.innerText()
      await (isPhone ? tile : tile.getByRole('link').first()).click()
      await expect(page).toHaveURL(/\/device\/device\?/)
      await leads(page, counted)

      await moveTo(page, '/dashboard/monitor')
      const chart = shown(page).getByRole('region', { name: /^设备.*（按投放状态）$/ })
      if (isPhone) await chart.getByRole('button', { name: '看表格' }).tap()
      else await chart.getByText('表格', { exact: true }).click()
      const line = chart.getByRole('row').nth(1)
      const part = await line.innerText()
      await line.getByRole(isPhone ? 'button' : 'link').click()
      await expect(page).toHaveURL(/\/device\/device\?status=/)
      await leads(page, part)
    })

    test('C14: each page of figures opens with what was counted', async ({ page }) => {
      await page.goto('/dashboard/index')
      for (const name of ['index', 'task', 'chart', 'monitor']) {
        await moveTo(page, `/dashboard/${name}`)
        await expect(
          shown(page)
            .getByText(/^统计于 /)
            .filter({ visible: true }),
        ).toBeVisible()
        await expect(shown(page).getByRole('region').filter({ visible: true }).first()).toBeVisible()
      }
    })
  })
}
