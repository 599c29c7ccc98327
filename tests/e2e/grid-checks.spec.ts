/** I09 I10 I11: what a cell refuses, and what it says. */
import { DESKTOP, as, expect, test } from './browser.ts'
import { gridNamed, cell, type, paste, said, open } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I09: each rule with its own message, while typing, on leaving and on change; I11: only numbers', async ({
    page,
  }) => {
    const grid = await open(page)
    const tip = page.getByRole('tooltip')
    const name = await cell(grid, 2, 'prizeName')
    // While it is typed.
    await name.click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await expect(tip).toHaveText('名称不能为空')
    await page.keyboard.type('奖品1')
    await expect(tip).toHaveText('名称不能重复')
    await page.keyboard.press('Tab')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveClass(/grid-cell-wrong/)
    await name.hover()
    await expect(tip).toHaveText('名称不能重复')
    // The other one has the name alone again.
    await type(page, await cell(grid, 1, 'prizeName'), '甲')
    await expect(name).not.toHaveAttribute('aria-invalid')
    const plate = await cell(grid, 1, 'plate')
    for (const [text, message] of [['abc', '车牌格式不正确'], ['京A00000', '该车牌已登记']] as const) {
      await type(page, plate, text)
      await expect(plate).toHaveAttribute('aria-invalid', 'true')
      await plate.hover()
      await expect(tip).toHaveText(message)
    } // prettier-ignore
    // Reading everything is refused while a cell fails.
    await page.getByRole('button', { name: '校验' }).click()
    await expect(said(page, '第1行：该车牌已登记')).toBeVisible()
    await type(page, plate, '京A12345')
    await expect(plate).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: '校验' }).click()
    await expect(said(page, '校验通过，共 30 行')).toBeVisible()

    const count = await cell(grid, 1, 'count')
    await type(page, count, '-1a2.3.4x')
    await expect(count).toHaveText('-12.34')
    await expect(count).toHaveAttribute('aria-invalid', 'true')
    // What is no number when it is left becomes empty.
    await type(page, count, '-', 'Tab')
    await expect(count).toHaveText('')
    await type(page, count, '12')
    await expect(count).toHaveText('12')
    await expect(count).not.toHaveAttribute('aria-invalid')
  })

  test('I10: the named patterns', async ({ page }) => {
    await open(page)
    const grid = gridNamed(page, '规则')
    const wrong = grid.locator('[role=gridcell][aria-invalid=true]')
    const first = await cell(grid, 1, 'p0')
    const bad = ['12345', '12345', 'abcde', 'htp:/x', 'a@', '12812345678', '12345', 'ab1', '1.2.3', '1.5', '', '1.234']
    await paste(page, first, [bad])
    // An empty one is wrong only where it must not be.
    await expect(wrong).toHaveCount(12)
    const messages = ['请输入6到16位数字', '请输入6到16位任意字符', '请输入6到18位字母', '请输入正确的网址', '请输入正确的电子邮件', '请输入正确手机号', '请输入正确的邮政编码', '请输入字母', '请输入数字', '请输入整数', undefined, '请输入正确的金额，最多两位小数'] // prettier-ignore
    for (const [place, message] of messages.entries()) {
      if (!message) continue
      await (await cell(grid, 1, `p${place}`)).click()
      await expect(page.getByRole('tooltip')).toHaveText(message)
    }
    const good = ['123456', '任意六个字符', 'abcdef', 'https://a.cn', 'a@b.cn', '13812345678', '310000', 'abc', '-1.5', '-12', 'x', '1.23'] // prettier-ignore
    await paste(page, first, [good])
    await expect(wrong).toHaveCount(0)
  })
})
