/** P03: a form of ten fields, made in the browser, used on the phone, exported and removed. */
import { readFileSync } from 'node:fs'
import * as SheetJS from 'xlsx'
import { tableReady, tableRows } from './antd.ts'
import { DESKTOP, PHONE, as, expect, test } from './browser.ts'
import { cell, gridNamed, paste } from './grid.ts'

const FIELDS = [
  ['title', '标题', '单行文字', '是', '', '100', '是', '是', '拜访的主题'],
  ['people', '人数', '整数', '否', '', '', '是', '是', ''],
  ['amount', '金额', '金额（元）', '否', '', '', '是', '否', ''],
  ['startDate', '开始日期', '日期', '否', '', '', '是', '是', ''],
  ['endDate', '结束日期', '日期', '否', '', '', '否', '否', ''],
  ['rate', '比例', '百分比', '否', '', '', '否', '否', ''],
  ['answer', '是否成交', '字典单选', '否', 'yn', '', '是', '是', ''],
  ['owner', '负责人', '人员', '否', '', '', '否', '否', ''],
  ['open', '公开', '开关', '否', '', '', '否', '否', ''],
  ['note', '说明', '多行文字', '否', '', '', '否', '否', ''],
]

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('P03: a form of ten fields made in the browser is used on the phone, exported, and removed', async ({
    page,
    browser,
  }) => {
    const code = `visit_${Date.now().toString(36)}`
    const name = `拜访${code}`
    const row = () => tableRows(page).filter({ hasText: code })
    await page.goto('/online/cgform')
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('表单名称').fill(name)
    await form.getByLabel('表单编码').fill(code)
    await form.getByRole('button', { name: '新增' }).first().click()
    const grid = gridNamed(page, '字段')
    await paste(page, await cell(grid, 1, 'name'), FIELDS)
    await expect(grid.getByText('note', { exact: true })).toBeAttached()
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await expect(form).toBeHidden()

    await row().getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '发布', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(`新建数据表 onl_${code}，共 10 个字段`)).toBeVisible()
    await drawer.getByRole('button', { name: /^发\s*布$/ }).click()
    await expect(drawer.getByText(/第 1 版：admin 于/)).toBeVisible()

    const phone = await (await browser.newContext(as('admin', PHONE))).newPage()
    await phone.goto('/apps')
    await phone.getByText(name, { exact: true }).tap()
    await phone.getByRole('button', { name: '新增' }).first().tap()
    await phone.getByRole('textbox', { name: '标题' }).fill('张三便利店')
    await phone.getByRole('textbox', { name: '人数' }).fill('3')
    await phone.getByRole('button', { name: '保存' }).tap()
    await expect(phone.getByText('张三便利店').filter({ visible: true }).first()).toBeVisible()
    await phone.context().close()

    await drawer.getByRole('button', { name: '打开表单' }).click()
    await tableReady(page)
    await expect(tableRows(page).filter({ hasText: '张三便利店' })).toHaveCount(1)
    await page.getByRole('button', { name: '导出' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /xlsx/ }).click()
    const file = await coming
    const [sheet] = Object.values(SheetJS.read(readFileSync(await file.path())).Sheets)
    expect(SheetJS.utils.sheet_to_json(sheet!)).toMatchObject([{ 标题: '张三便利店', 人数: 3 }])
    await tableRows(page).first().getByRole('button', { name: '删除' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除|确\s*定/ })
      .click()
    await expect(tableRows(page)).toHaveCount(0)

    await page.goto('/online/cgform')
    await row().getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '发布', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^停\s*用$/ })
      .click()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /^停\s*用$/ })
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /撤回/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await row().getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '删除', exact: true }).click()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /删\s*除|确\s*定/ })
      .click()
    await expect(row()).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  })
})
