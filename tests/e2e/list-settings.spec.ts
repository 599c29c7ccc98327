/** What a person changes about a list and finds again. */
import { tableReady, tableRows } from './antd.ts'
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
    expect(await heads(page)).toEqual(wanted)
    await page.getByRole('button', { name: '列设置' }).click()
    await drawer.getByRole('button', { name: '恢复默认' }).click()
    await drawer.locator('.ant-drawer-close').click()
    await expect.poll(() => heads(page)).toEqual(usual)
  })
  test('E06 E07: from a whole page on everything found can be chosen, exported and deleted, if it is still as much', async ({
    page,
  }) => {
    const admin = calling('admin')
    const make = (n: number) =>
      admin.post('/rental/userMessage/add', { nickName: `整批${n}`, phone: `1370000${String(1000 + n)}`, status: '1' })
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
})
