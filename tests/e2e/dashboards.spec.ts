/** Figures on both shells: what a number says is what stands in the list behind it. */
import { DESKTOP, PHONE, as, calling, expect, ready, test, type Page } from './browser.ts'
import { moveTo } from './router.ts'
import { grave, settled } from './screens.ts'

const OLD_DAY = 12
const REFUNDS = '退款（含押金、购卡、补偿）'

const inDark = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('voltdesk:settings', JSON.stringify({ value: { theme: 'dark' }, expire: null })),
  )
/** What the chart writes beside its axes. */
const inkOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name, exact: true })
    .locator('svg text')
    .first()
    .evaluate((text) => getComputedStyle(text).fill)
const isLight = (colour: string) =>
  /\d+/g.exec(colour) ? Math.min(...colour.match(/\d+/g)!.slice(0, 3).map(Number)) > 150 : false

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('C14: the first page counts, and a day of a chart leads to exactly its orders', async ({ page }) => {
    await page.goto('/')
    for (const name of ['今日订单', '今日收入', `今日${REFUNDS}`, '今日新用户', '待审提现', '在线设备'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: '今日订单', exact: true })).toContainText(/昨日同期.*上周同日/)
    const chart = page.getByRole('region', { name: '近 30 天订单', exact: true })
    await expect(chart.getByRole('img', { name: '近 30 天订单' }).locator('svg')).toBeVisible()
    await expect(chart).toContainText(/今日截至 \d\d:\d\d/)
    await expect(page.getByText('当前部门：总部')).toBeVisible()
    await chart.getByText('表格', { exact: true }).click()
    const line = chart.getByRole('row').nth(OLD_DAY)
    const count = /(\d+) 笔/.exec(await line.innerText())![1]!
    expect(await grave(page, 'main')).toEqual([])
    await line.getByRole('link').click()
    await expect(page).toHaveURL(/\/order\/orderMessage\?startTime_begin=/)
    await expect(page.getByText(new RegExp(`共 ${count} 条`)).first()).toBeVisible()
  })

  test('C14: how often people came is what the log says, for who may read the log', async ({ page, another }) => {
    const visits = page.getByRole('region', { name: '访问统计' })
    // Somebody may sign in between the page's question and ours.
    await expect(async () => {
      await page.goto('/')
      await expect(visits).toContainText('今日访问')
      const { result } = await calling('admin').get('/sys/loginfo')
      const { result: days } = await calling('admin').get('/sys/visitInfo')
      const { tian, visit, ip } = (days as { tian: string; visit: number; ip: number }[]).at(-1)!
      const soon = { timeout: 5000 }
      await expect(visits).toContainText(`今日访问${result.todayVisitCount}`, soon)
      await expect(visits).toContainText(`累计访问${Number(result.totalVisitCount).toLocaleString('zh-CN')}`, soon)
      const day = visits.getByRole('listitem').last()
      await expect(day).toContainText(`${tian}：访问 ${visit} 次，地址 ${ip} 个`, soon)
    }).toPass()

    const other = await another('ops_manager')
    const asked: string[] = []
    other.on('request', (request) => asked.push(request.url()))
    await other.goto('/')
    await expect(other.getByText(/统计于/)).toBeVisible()
    await settled(other)
    await expect(other.getByRole('region', { name: '访问统计' })).toHaveCount(0)
    expect(asked.filter((url) => /loginfo|visitInfo/.test(url))).toEqual([])
  })

  test('who hears a chart finds its numbers in a table, and nobody tabs through what they do not see', async ({
    page,
  }) => {
    await page.goto('/dashboard/chart')
    const chart = page.getByRole('region', { name: '近 90 天订单', exact: true })
    await expect(chart.getByRole('img').first()).toBeVisible()
    await expect(chart.getByRole('table').getByRole('row')).toHaveCount(91)
    await expect(chart.getByRole('link').first()).toHaveAttribute('tabindex', '-1')
    await expect(chart.locator('.beside')).toHaveCSS('width', '1px')
    await expect(chart.locator('.beside')).toHaveCSS('height', '1px')
    await chart.getByText('表格', { exact: true }).click()
    await expect(chart.getByRole('link').first()).not.toHaveAttribute('tabindex', '-1')
    await expect(chart.getByRole('table')).toHaveCount(1)
  })

  test('on paper stand the figures, the charts and their tables in light colours, without the frame', async ({
    page,
  }) => {
    await inDark(page)
    await page.goto('/')
    const name = '近 30 天订单'
    const chart = page.getByRole('region', { name, exact: true })
    await expect(chart.locator('svg text').first()).toBeVisible()
    expect(isLight(await inkOf(page, name))).toBe(true)
    await page.emulateMedia({ media: 'print' })
    for (const part of [
      page.getByRole('navigation', { name: '主菜单' }),
      page.locator('.shell-head'),
      page.locator('.tab-bar'),
    ])
      await expect(part).toBeHidden()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect.poll(async () => isLight(await inkOf(page, name))).toBe(false)
    await expect(chart.getByRole('row').last()).toBeVisible()
    for (const part of [chart.getByRole('table'), chart.locator('svg').first()]) {
      const { width, height } = (await part.boundingBox())!
      expect(width).toBeGreaterThan(300)
      expect(height).toBeGreaterThan(200)
    }
    await expect(chart.getByText('表格', { exact: true })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
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

  test('what it was before leads to its list as well', async ({ page }) => {
    await page.goto('/dashboard/board')
    const tile = page.getByRole('region', { name: '今日订单', exact: true })
    const before = tile.getByRole('button', { name: /上周同日/ })
    const count = /(\d+) 笔/.exec(await before.innerText())![1]!
    await before.tap()
    await expect(page).toHaveURL(/startTime_end=\d{4}-\d\d-\d\d\+\d\d/)
    await expect(page.getByText(new RegExp(`共 ${count} 条|没有符合`)).first()).toBeVisible()
  })

  test('figures that could not be counted anew stay, and it is said', async ({ page }) => {
    await page.clock.install()
    let broken = false
    await page.route('**/rental/figures/**', (route) =>
      broken
        ? route.fulfill({ status: 503, json: { success: false, message: '系统繁忙', code: 503 } })
        : route.continue(),
    )
    await page.goto('/dashboard/board')
    const tile = page.getByRole('region', { name: '今日订单', exact: true })
    await expect(tile).toBeVisible()
    await expect(page.getByText('之后没有更新成功')).toHaveCount(0)
    broken = true
    // It counts again every minute.
    await page.clock.runFor(100_000)
    await expect(page.getByText(/统计于.*之后没有更新成功/)).toBeVisible()
    await expect(tile).toBeVisible()
  })

  test('on paper stands all of it with the tables, in light colours and without what is tapped', async ({ page }) => {
    await inDark(page)
    await page.goto('/dashboard/board')
    const name = '近 30 天订单'
    const chart = page.getByRole('region', { name, exact: true })
    await expect(chart.locator('svg text').first()).toBeVisible()
    // There for who hears the page, and not seen.
    await expect(chart.getByRole('table').getByRole('row')).toHaveCount(31)
    await expect(chart.getByRole('table').getByRole('button').first()).toHaveAttribute('tabindex', '-1')
    expect(isLight(await inkOf(page, name))).toBe(true)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', 'light')
    await expect.poll(async () => isLight(await inkOf(page, name))).toBe(false)
    for (const part of [page.getByRole('button', { name: '返回' }), page.locator('.vd-boards')])
      await expect(part).toBeHidden()
    for (const part of [chart.getByRole('table'), chart.locator('svg').first()]) {
      const { width, height } = (await part.boundingBox())!
      expect([width, height].every((size) => size > 200)).toBe(true)
    }
    // Nothing is cut off below the edge of the screen.
    const { tall, shown } = await page.evaluate(() => ({
      tall: document.documentElement.scrollHeight,
      shown: innerHeight,
    }))
    expect(tall).toBeGreaterThan(3 * shown)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', 'dark')
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
      await ready(page)
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
