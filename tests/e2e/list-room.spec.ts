/** What of a list stays in sight, whatever the window is like and however many rows and columns there are. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { tableRows } from './antd.ts'
import { DESKTOP, as, calling, expect, test, type Page } from './browser.ts'

const CONSUMERS = '/customer/userMessage'
const rowsOf = (page: Page) => page.locator('main .list:visible .ant-table-content')
const totals = (page: Page) => page.locator('main .totals:visible')
const pager = (page: Page) => page.locator('main .ant-pagination:visible')
const measured = (page: Page) =>
  rowsOf(page).evaluate((rows) => ({
    scrolls: rows.scrollHeight > rows.clientHeight,
    height: rows.clientHeight,
    top: rows.scrollTop,
    left: rows.scrollLeft,
    pageScrolls: document.documentElement.scrollHeight > innerHeight,
  }))

test.describe('admin', () => {
  test.use(as('admin', DESKTOP))

  test('E02 C11: rows scroll between their head and the pager, and the page does not', async ({ page }) => {
    // The oldest first: whom others add meanwhile would push the rows down.
    await page.goto(`${CONSUMERS}?pageSize=30&column=createTime&order=asc`)
    await expect(tableRows(page)).toHaveCount(30)
    await expect.poll(() => measured(page)).toMatchObject({ scrolls: true, pageScrolls: false })
    const head = page.locator('main .ant-table-thead:visible').getByText('昵称', { exact: true })
    const { y } = (await head.boundingBox())!
    await expect(totals(page)).toBeInViewport({ ratio: 1 })
    await expect(pager(page)).toBeInViewport({ ratio: 1 })

    const last = tableRows(page).last().getByRole('checkbox')
    await expect(last).not.toBeInViewport()
    await rowsOf(page).evaluate((rows) => rows.scrollTo(0, rows.scrollHeight))
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(head).toBeInViewport({ ratio: 1 })
    expect((await head.boundingBox())!.y).toBe(y)
    await expect(totals(page)).toBeInViewport({ ratio: 1 })

    // What comes in beside the rows takes from their room.
    const { height } = await measured(page)
    await page.getByRole('search').getByRole('button', { name: '展开' }).click()
    await expect.poll(async () => (await measured(page)).height).toBeLessThan(height)
    expect(await measured(page)).toMatchObject({ scrolls: true, pageScrolls: false })
    await last.check()
    await expect(page.getByText('已选择 1 项')).toBeVisible()
    await expect.poll(() => measured(page)).toMatchObject({ scrolls: true, pageScrolls: false })
    await page.getByRole('search').getByRole('button', { name: '收起' }).click()
    // A window too low for both scrolls rather than hiding the rows.
    await page.setViewportSize({ width: 1200, height: 420 })
    await expect.poll(() => measured(page)).toMatchObject({ height: 240, pageScrolls: true })
    await page.setViewportSize(DESKTOP.viewport)
    await expect.poll(() => measured(page)).toMatchObject({ scrolls: true, pageScrolls: false })

    await rowsOf(page).evaluate((rows) => rows.scrollTo(60, 120))
    const tabs = page.getByRole('navigation', { name: '页签' })
    await tabs.getByRole('link', { name: '首页' }).click()
    await expect(page.getByRole('heading', { name: '快捷入口' })).toBeVisible()
    await tabs.getByRole('link', { name: '用户信息' }).click()
    await expect(totals(page)).toBeVisible()
    expect(await measured(page)).toMatchObject({ top: 120, left: 60 })
  })

  test('another order begins at the top', async ({ page }) => {
    await page.goto(`${CONSUMERS}?pageSize=30&column=createTime&order=asc`)
    await expect(tableRows(page)).toHaveCount(30)
    await rowsOf(page).evaluate((rows) => rows.scrollTo(0, 400))
    await page.locator('main .ant-table-thead:visible').getByText('昵称', { exact: true }).click()
    await expect(page).toHaveURL(/column=nickName/)
    await expect.poll(async () => (await measured(page)).top).toBe(0)
  })

  test('a short list stays short; the last column is read by scrolling, past what stands fixed', async ({ page }) => {
    const name = `一行${Date.now()}`
    const phone = `133${String(Date.now()).slice(-8)}`
    const made = await calling('admin').post('/rental/userMessage/add', {
      nickName: name,
      phone,
      status: consumerStates.normal,
    })
    expect(made.message).toBe('添加成功！')
    await page.goto(`${CONSUMERS}?phone=${phone}`)
    await expect(tableRows(page)).toHaveCount(1)
    expect(await measured(page)).toMatchObject({ scrolls: false, pageScrolls: false })
    expect((await measured(page)).height).toBeLessThan(200)

    await page.setViewportSize({ width: 1100, height: 800 })
    const last = page.locator('main .ant-table-thead:visible th').nth(-2)
    const fixed = page.locator('main .ant-table-thead:visible th').last()
    const gap = async () => {
      const [cell, buttons] = [(await last.boundingBox())!, (await fixed.boundingBox())!]
      return Math.round(buttons.x - cell.x - cell.width)
    }
    expect(await gap()).toBeLessThan(0)
    await rowsOf(page).evaluate((rows) => rows.scrollTo(rows.scrollWidth, 0))
    await expect.poll(gap).toBeGreaterThanOrEqual(0)

    // 详情 is a link and 编辑 a button: they stand on one line all the same.
    const heights = await tableRows(page)
      .first()
      .locator('.row-buttons')
      .evaluate((buttons) => {
        const words = document.createTreeWalker(buttons, NodeFilter.SHOW_TEXT)
        const found: number[] = []
        while (words.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(words.currentNode)
          found.push(range.getBoundingClientRect().top)
        }
        return found
      })
    expect(heights.length).toBeGreaterThan(2)
    expect(new Set(heights).size).toBe(1)
  })
})

test.describe('viewer', () => {
  test.use(as('viewer', DESKTOP))

  test('rows stand as close as the person wants, on every list and after a reload', async ({ page }) => {
    const height = async () => (await tableRows(page).first().boundingBox())!.height
    const wants = async (words: string) => {
      await page.getByRole('button', { name: '列设置' }).click()
      const drawer = page.getByRole('dialog', { name: '列设置' })
      await Promise.all([
        page.waitForResponse((one) => one.url().includes('/sys/listDensity/save') && one.ok()),
        drawer.getByRole('radiogroup', { name: '密度' }).getByText(words).click(),
      ])
      await drawer.locator('.ant-drawer-close').click()
      await expect(drawer).toBeHidden()
    }
    await page.goto(CONSUMERS)
    await expect(tableRows(page)).toHaveCount(10)
    const usual = await height()
    await wants('宽松')
    await expect.poll(height).toBeGreaterThan(usual)
    await wants('紧凑')
    await expect.poll(height).toBeLessThan(usual)
    const close = await height()
    // Another browser knows it from the server.
    await page.evaluate(() =>
      Object.keys(localStorage).forEach((key) => key.includes(':density:') && localStorage.removeItem(key)),
    )
    await page.goto('/order/orderMessage')
    await expect(tableRows(page)).toHaveCount(10)
    await expect.poll(height).toBe(close)
    await wants('中等')
    await expect.poll(height).toBe(usual)
  })

  for (const [status, words] of [
    [403, '拒绝访问'],
    [404, '很抱歉，资源未找到!'],
    [504, '网络超时'],
  ] as const)
    test(`S01: ${status} stands where the table would be, and is asked again`, async ({ page }) => {
      const address = '**/rental/userMessage/list?**'
      await page.route(address, (route) =>
        route.fulfill({ status, json: { success: false, code: status, message: '用户库', result: null } }),
      )
      // It stands for some seconds, which a slow page may use up before it is called loaded.
      await Promise.all([
        page.locator('.ant-notification-notice').filter({ hasText: '系统提示' }).filter({ hasText: words }).waitFor(),
        page.goto(CONSUMERS),
      ])
      const list = page.getByRole('region', { name: '用户信息列表' })
      await expect(list.getByRole('alert')).toContainText(words)
      await expect(list.getByRole('table')).toHaveCount(0)
      await page.unroute(address)
      await list.getByRole('button', { name: '重试' }).click()
      await expect(tableRows(page)).toHaveCount(10)
    })
})
