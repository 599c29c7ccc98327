/** What a person changes about a list and finds again. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { columnTexts, tableReady, tableRows } from './antd.ts'
import { bannersNamed, makeBanners } from './banners.ts'
import { DESKTOP, as, calling, expect, test, type Page } from './browser.ts'

const CONSUMERS = '/customer/userMessage'
const heads = async (page: Page) =>
  (await page.locator('main .ant-table-thead:visible th').allTextContents()).map((text) => text.trim()).filter(Boolean)

test.describe('admin at 1440 px', () => {
  test.use(as('admin', DESKTOP))

  test('E: columns are put away, taken out, moved and made narrow, stay so, and come back', async ({ page }) => {
    await page.goto(CONSUMERS)
    await tableReady(page)
    const usual = await heads(page)
    expect(usual.slice(0, 2)).toEqual(['用户编号', '昵称'])
    await page.getByRole('button', { name: '列设置' }).click()
    const drawer = page.getByRole('dialog', { name: '列设置' })
    await expect(drawer.getByRole('checkbox', { name: '昵称' })).toBeDisabled()
    await drawer.getByRole('checkbox', { name: '手机号' }).uncheck()
    await drawer.getByRole('checkbox', { name: '创建时间' }).check()
    await drawer.getByRole('button', { name: '昵称上移' }).click()
    await drawer.getByRole('spinbutton', { name: '昵称宽度' }).fill('80')
    await drawer.locator('.ant-drawer-close').click()
    const wanted = [...usual.filter((name) => name !== '手机号' && name !== '操作'), '创建时间', '操作']
    wanted.splice(0, 2, '昵称', '用户编号')
    await expect.poll(() => heads(page)).toEqual(wanted)
    const nickName = tableRows(page).first().locator('td').nth(1)
    await expect.poll(async () => Math.round((await nickName.boundingBox())!.width)).toBe(80)

    await page.reload()
    await tableReady(page)
    await expect.poll(() => heads(page)).toEqual(wanted)
    await page.getByRole('button', { name: '列设置' }).click()
    // Said to the server a moment later, and nobody else of this name shall find it.
    await Promise.all([
      page.waitForResponse((one) => one.url().includes('/sys/listColumns/delete') && one.ok()),
      drawer.getByRole('button', { name: '恢复默认' }).click(),
    ])
    await drawer.locator('.ant-drawer-close').click()
    await expect.poll(() => heads(page)).toEqual(usual)
  })
  test('E06 E07: from a whole page on everything found can be chosen, exported and deleted, if it is still as much', async ({
    page,
  }) => {
    const admin = calling('admin')
    const make = (n: number) =>
      admin.post('/rental/userMessage/add', {
        nickName: `整批${n}`,
        phone: `1370000${String(1000 + n)}`,
        status: consumerStates.normal,
      })
    for (let n = 0; n < 12; n += 1) expect((await make(n)).message).toBe('添加成功！')
    await page.goto(`${CONSUMERS}?nickName=${encodeURIComponent('整批')}`)
    await expect(tableRows(page)).toHaveCount(10)
    const bar = page.getByRole('status').filter({ hasText: '已选择' })
    const wholePage = page.locator('.ant-table-thead:visible').getByRole('checkbox')
    await tableRows(page).getByRole('checkbox').first().check()
    await expect(bar).toContainText('已选择 1 项')
    await expect(bar.getByRole('button', { name: /^选择全部/ })).toHaveCount(0)
    await wholePage.check()
    await bar.getByRole('button', { name: '选择全部 12 条' }).click()
    await expect(bar).toContainText('已选择符合条件的全部 12 条')

    const [file] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/rental/userMessage/exportXls')),
      (async () => {
        await page.getByRole('button', { name: '导出' }).click()
        await page.getByRole('menuitem', { name: /CSV/ }).click()
      })(),
    ])
    expect(new URL(file.url()).searchParams.get('selections')).toBeNull()

    // One more comes in after the count was seen.
    expect((await make(12)).message).toBe('添加成功！')
    await page.getByRole('button', { name: '批量删除' }).click()
    const sure = page.getByRole('dialog').filter({ hasText: '确认删除' })
    await expect(sure).toContainText('确定要删除这 12 项吗?')
    await sure.getByRole('button', { name: /^确\s?定$/ }).click()
    await expect(page.getByText('符合条件的记录已由 12 条变为 13 条，请重新确认')).toBeVisible()
    await expect(page.getByText('1-10 共 13 条')).toBeVisible()

    await expect(sure).toBeHidden()
    if (!(await wholePage.isChecked())) await wholePage.check()
    await bar.getByRole('button', { name: '选择全部 13 条' }).click()
    await page.getByRole('button', { name: '批量删除' }).click()
    await expect(sure).toContainText('确定要删除这 13 项吗?')
    await sure.getByRole('button', { name: /^确\s?定$/ }).click()
    await expect(page.getByText('已删除 13 条')).toBeVisible()
    await expect(page.getByText('没有符合条件的记录，请调整查询条件')).toBeVisible()
    await expect(bar).toBeHidden()
  })

  test('E06 Q04: everything found is put on the shelf at once, what stands there already is left out by name', async ({
    page,
  }) => {
    const prefix = `整批上架${Date.now()}-`
    const made = await makeBanners(
      prefix,
      Array.from({ length: 11 }, () => 6000),
    )
    await calling('admin').post('/rental/banner/putOn', { id: made[0]!.id })
    await page.goto(`/content/banner?title=${encodeURIComponent(prefix)}`)
    await expect(tableRows(page)).toHaveCount(10)
    const bar = page.getByRole('status').filter({ hasText: '已选择' })
    await page.locator('.ant-table-thead:visible').getByRole('checkbox').check()
    await bar.getByRole('button', { name: '选择全部 11 条' }).click()
    await expect(bar).toContainText('已选择符合条件的全部 11 条')
    await page.getByRole('button', { name: '批量上架' }).click()
    const dialog = page.getByRole('dialog', { name: '上架' })
    await expect(dialog).toContainText('将对 10 项执行“上架”')
    await expect(dialog.getByRole('row', { name: `${prefix}0` })).toContainText('上架')
    await dialog.getByRole('button', { name: '上架 10 项' }).click()
    await expect(page.getByText('已上架 10 条')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(bar).toBeHidden()
    expect((await bannersNamed(prefix)).map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => '1'))
  })

  test('Q04: banners are put in order with the mouse and with the keyboard, and go back when it is refused', async ({
    page,
    another,
  }) => {
    const prefix = `拖动${Date.now()}-`
    // Two on one number: they still get places of their own.
    await makeBanners(prefix, [7000, 7001, 7001])
    const [a, b, c] = [0, 1, 2].map((n) => `${prefix}${n}`) as [string, string, string]
    await page.goto(`/content/banner?title=${encodeURIComponent(prefix)}`)
    await tableReady(page)
    const order = () => columnTexts(page, '标题')
    await expect.poll(order).toEqual([a, b, c])
    const handle = (title: string) => page.getByRole('button', { name: `调整“${title}”的顺序` })
    const stored = async () => (await bannersNamed(prefix)).map(({ title }) => title)
    const spoken = page.getByRole('status').filter({ hasText: /第 \d 项，共 3 项|没有移动/ })
    await expect(handle(a)).toHaveAccessibleName(`调整“${a}”的顺序，第 1 项，共 3 项`)

    const from = (await handle(c).boundingBox())!
    const to = (await tableRows(page).first().boundingBox())!
    const x = from.x + from.width / 2
    await page.mouse.move(x, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(x, to.y + to.height, { steps: 8 })
    await page.mouse.move(x, to.y + 4, { steps: 4 })
    await expect.poll(order).toEqual([c, a, b])
    await page.mouse.up()
    await expect(page.getByText('排序已保存').first()).toBeVisible()
    await expect.poll(stored).toEqual([c, a, b])
    await expect(spoken).toContainText(`${c}已放在第 1 项，共 3 项`)

    await handle(c).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(stored).toEqual([a, c, b])
    await expect(spoken).toContainText(`${c}已放在第 2 项，共 3 项`)
    await expect(handle(c)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(handle(c)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('ArrowDown')
    await expect.poll(order).toEqual([a, b, c])
    await page.keyboard.press('Escape')
    await expect.poll(order).toEqual([a, c, b])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(stored).toEqual([a, b, c])
    await expect(spoken).toContainText(`${c}已放在第 3 项，共 3 项`)

    const said = '已由 周敏 于 10:32 排序，请核对后再保存'
    await page.route('**/rental/banner/sort', (route) =>
      route.fulfill({ status: 409, json: { success: false, code: 409, message: said, result: null } }),
    )
    await handle(c).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.locator('.ant-message-warning').filter({ hasText: said })).toBeVisible()
    await expect.poll(order).toEqual([a, b, c])
    await expect(spoken).toContainText(`没有移动：${said}`)
    await page.unroute('**/rental/banner/sort')

    await page.getByRole('columnheader', { name: '点击量' }).click()
    await expect(page).toHaveURL(/column=clicks/)
    await expect(handle(a)).toHaveCount(0)
    const viewer = await another('viewer')
    await viewer.goto(`/content/banner?title=${encodeURIComponent(prefix)}`)
    await expect(tableRows(viewer)).toHaveCount(3)
    await expect(viewer.getByRole('button', { name: /的顺序/ })).toHaveCount(0)
  })
})
