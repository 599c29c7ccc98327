/** I01 I02 I12 I13 I18: every type of cell, its value and its editor. */
import type { Locator } from '@playwright/test'
import { DESKTOP, as, calling, expect, test } from './browser.ts'
import { UPLOAD, cell, type, read, open } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I01: every cell type shows its value, I02: the options of columns are honoured', async ({ page }) => {
    const { result } = await calling('admin').get('/sys/sysDepart/queryTreeList')
    const department = (result as { orgCode: string; departName: string }[]).find(({ orgCode }) => orgCode === 'A01')!
    const asked: string[] = []
    page.on('request', (request) => void asked.push(decodeURIComponent(request.url())))
    const grid = await open(page)
    const shown = {
      no: '2', prizeName: '奖品2', orderNum: '2', count: '7', price: '1.3', mobile: '13810000001', level: '二等奖', unit: '台',
      kinds: '一等奖,二等奖', tags: '热门,新品', priority: '紧急', sex: '男', search: '重要', remote: department.departName,
      province: '广东', city: '深圳', district: '南山区', depart: department.departName, user: '管理员,李伟', day: '2026-01-05',
      moment: '2026-01-05 08:30:00', time: '08:30:00', deadline: '2026年12月31日', remark: '说明文字', scan: '存档扫描件…', slot: '3 字', locked: '原值',
    } // prettier-ignore
    for (const [field, text] of Object.entries(shown)) await expect(await cell(grid, 2, field), field).toHaveText(text)
    await expect((await cell(grid, 2, 'open')).getByRole('checkbox')).toBeChecked()
    await expect((await cell(grid, 2, 'meta')).getByRole('checkbox')).not.toBeChecked()
    await expect((await cell(grid, 2, 'upload')).getByRole('button')).toContainText('选择文件')
    for (const field of ['file', 'image'])
      await expect((await cell(grid, 2, field)).getByRole('button')).toContainText('上传')
    await expect(grid.locator('[data-head="secret"]')).toHaveCount(0)
    // People by the field that is stored, departments likewise.
    expect(asked.some((url) => url.includes('/sys/user/getMultiUser?username=admin,operator'))).toBe(true)
    // What may not be removed or downloaded has no button for it.
    const scan = await cell(grid, 2, 'scan')
    await expect(scan.getByRole('button', { name: /更多/ })).toHaveCount(1)
    await expect(scan.getByRole('button', { name: /下载|删除/ })).toHaveCount(0)

    // Disabled by the row, and the order field, which only moving changes.
    for (const field of ['locked', 'orderNum']) {
      await (await cell(grid, 2, field)).dblclick()
      await page.keyboard.type('9')
      await expect(await cell(grid, 2, field)).toHaveText(shown[field as 'locked'])
    }
    await type(page, await cell(grid, 1, 'locked'), '新值')
    await expect(await cell(grid, 1, 'locked')).toHaveText('新值')
    // Props reach the editor, as does the placeholder.
    await type(page, await cell(grid, 1, 'mobile'), '1391234567899999')
    await expect(await cell(grid, 1, 'mobile')).toHaveText('13912345678')
    await (await cell(grid, 1, 'prizeName')).click()
    await page.keyboard.press('Delete')
    await page.keyboard.press('F2')
    await expect(page.getByPlaceholder('请输入名称')).toBeFocused()
    await page.keyboard.type('一')
    await page.keyboard.press('Enter')
    // Not to be searched: nothing can be typed.
    await (await cell(grid, 1, 'priority')).click()
    await expect(page.getByRole('combobox', { name: '优先级' })).toHaveAttribute('readonly')
    await page.keyboard.press('Escape')
    // The head puts the rows in order, then the other way round.
    const head = grid.getByRole('columnheader', { name: /编号/ })
    await head.getByRole('button', { name: '编号' }).click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button', { name: '编号' }).click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(await cell(grid, 1, 'no')).toHaveText('30')
  })

  test('I12: checkboxes, lists with search, free input and several, and choices that depend on another', async ({
    page,
  }) => {
    const grid = await open(page)
    const option = (text: string) => page.locator('.ant-select-item-option:visible').getByText(text, { exact: true })
    await (await cell(grid, 2, 'open')).getByRole('checkbox').click()
    expect((await read(page, '读取'))[1].open).toBe('0')

    const level = await cell(grid, 1, 'level')
    await level.click()
    await expect(page.locator('.ant-select-item-option-disabled:visible')).toHaveText('停用')
    await page.keyboard.type('二')
    await expect(page.locator('.ant-select-item-option:visible')).toHaveCount(1)
    await option('二等奖').click()
    await expect(level).toHaveText('二等奖')
    const unit = await cell(grid, 1, 'unit')
    await unit.click()
    await page.keyboard.type('辆')
    await page.keyboard.press('Enter')
    await expect(unit).toHaveText('辆')
    const tags = await cell(grid, 1, 'tags')
    await tags.click()
    await option('限量').click()
    await page.keyboard.press('Tab')
    await expect(tags).toHaveText('热门,新品,限量')

    const [province, city, district] = [await cell(grid, 1, 'province'), await cell(grid, 1, 'city'), await cell(grid, 1, 'district')] // prettier-ignore
    await province.click()
    await option('上海').click()
    await expect(province).toHaveText('上海')
    await expect(city).toHaveText('')
    await expect(district).toHaveText('')
    await city.click()
    await expect(page.locator('.ant-select-item-option:visible')).toHaveText(['黄浦区', '浦东新区'])
    await option('黄浦区').click()
    await expect(city).toHaveText('黄浦区')
  })

  test('I13: dates, people, departments, reports and long texts', async ({ page }) => {
    const grid = await open(page)
    const width = async (field: string) => (await grid.locator(`[data-head="${field}"]`).boundingBox())!.width
    expect([await width('moment'), await width('day'), await width('user'), await width('depart')]).toEqual([200, 135, 220, 160]) // prettier-ignore
    for (const [field, typed] of [['day', '2026-03-04'], ['moment', '2026-03-04 05:06:07'], ['time', '23:59:58']] as const) {
      const at = await cell(grid, 1, field)
      await at.click()
      await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(1)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(at).toHaveText(typed)
    } // prettier-ignore

    const long = await cell(grid, 1, 'remark')
    await long.dblclick()
    const box = page.getByRole('dialog', { name: '备注' })
    await expect.poll(() => box.boundingBox()).toMatchObject({ width: 300, height: 210 })
    await box.getByRole('textbox').fill('第一行\n第二行')
    await page.keyboard.press('Control+Enter')
    await expect(long).toContainText('第一行')

    const user = await cell(grid, 1, 'user')
    await user.click()
    await page.getByRole('combobox', { name: '用户' }).fill('钱静')
    await page.locator('.ant-select-item-option:visible').getByText('钱静', { exact: true }).click()
    await page.keyboard.press('Tab')
    await expect(user).toHaveText('管理员,李伟,钱静')
    // One choice in a report fills two cells.
    await (await cell(grid, 1, 'popup')).click()
    await expect(await cell(grid, 1, 'popup')).toHaveText('张三1')
    await expect(await cell(grid, 1, 'mobile')).toHaveText('13900000001')
  })

  test('I18: file and picture cells', async ({ page }) => {
    const grid = await open(page)
    const choose = async (at: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser')
      await at.getByRole('button', { name: /上传/ }).click()
      await (await chooser).setFiles(file)
    }
    const pdf = { name: '合同扫描件终稿.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(UPLOAD, async (route) => {
      await held
      await route.continue()
    })
    const file = await cell(grid, 1, 'file')
    await choose(file, pdf)
    const going = file.getByRole('status', { name: /上传中 \d+%/ })
    await expect(going).toBeVisible()
    await going.hover()
    await expect(page.getByRole('tooltip')).toHaveText(/上传中 \d+%/)
    answer()
    await expect(file).toContainText('合同扫描件…')
    await expect(file.getByRole('img', { name: 'paper-clip' }).or(file.locator('.anticon-paper-clip'))).toBeVisible()
    await file.hover()
    await file.getByRole('button', { name: '更多文件第1行' }).click()
    const list = page.getByRole('dialog', { name: '文件' })
    // The name is no warning.
    const colour = (at: Locator) => at.evaluate((element) => getComputedStyle(element).color)
    expect(await colour(file.locator('.grid-cut'))).toBe(await colour(file))
    await expect(list).toContainText('合同扫描件终稿.pdf')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await file.hover()
    const [got] = await Promise.all([
      page.waitForEvent('download'),
      file.getByRole('button', { name: '下载文件第1行' }).click(),
    ])
    expect(decodeURIComponent(got.url())).toMatch(/\/sys\/common\/static\/.*合同扫描件终稿/)
    expect(got.suggestedFilename()).toBe('合同扫描件终稿.pdf')
    await file.hover()
    await file.getByRole('button', { name: '删除文件第1行' }).click()
    await expect(file.getByRole('button', { name: /上传/ })).toBeVisible()

    await page.unroute(UPLOAD)
    const body = { success: false, code: 500, message: '图片已损坏', result: null }
    await page.route(UPLOAD, (route) => route.fulfill({ status: 200, json: body }))
    const image = await cell(grid, 1, 'image')
    await choose(image, { name: '门头.png', mimeType: 'image/png', buffer: Buffer.from('png') })
    const failed = image.getByRole('button', { name: '上传失败' })
    // Said once, before the grid has checked the cell and after.
    const words = page.getByRole('tooltip').filter({ hasText: '上传失败' })
    await failed.hover()
    await expect(words.first()).toBeVisible()
    await expect(image).toHaveClass(/grid-cell-wrong/)
    await page.mouse.move(0, 0)
    await expect(words).toHaveCount(0)
    await failed.hover()
    await expect(words.first()).toBeVisible()
    // The kit waits a moment with a tooltip of its own.
    const twice = async () => expect(await words.count()).toBeGreaterThan(1)
    await expect(expect(twice).toPass({ timeout: 500 })).rejects.toThrow()
    await failed.click()
    const dialog = page.getByRole('dialog', { name: '上传出错' })
    await expect(dialog).toContainText('图片已损坏')
  })
})
