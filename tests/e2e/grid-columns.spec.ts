/** Columns that stay at the left of a grid, and rows that are filtered by their columns. */
import type { Locator } from '@playwright/test'
import { DESKTOP, as, expect, test } from './browser.ts'
import { alone, cell, gridNamed, ok, open, packageGroup, paste, said, type } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  const panelOf = async (grid: Locator, field: string, title: string) => {
    await grid
      .locator(`[data-head="${field}"]`)
      .getByRole('button', { name: /^筛选与固定/ })
      .click()
    return grid.page().getByRole('dialog', { name: `筛选${title}` })
  }

  test('a column that is kept at the left stays in sight with the row numbers, no cell one goes to hides below it, and the next time it is there again', async ({
    page,
  }) => {
    const grid = await open(page)
    const box = page.locator('.grid-scroll').first()
    const left = async (at: Locator) => Math.round((await at.boundingBox())!.x - (await box.boundingBox())!.x)
    await (await panelOf(grid, 'count', '数量')).getByRole('switch', { name: '固定数量' }).click()
    const kept = await cell(grid, 1, 'count')
    await expect.poll(() => left(kept)).toBe(121)
    await kept.click()
    await page.keyboard.press('End')
    await expect.poll(() => box.evaluate((one) => one.scrollLeft)).toBeGreaterThan(500)
    expect(await left(kept)).toBe(121)
    expect(await left(grid.locator('[aria-rowindex="2"] .grid-lead').first())).toBe(1)
    expect(await left(grid.locator('[data-statistic="sum count"]'))).toBe(121)
    // Back cell by cell: each is whole beside what stays.
    const edge = 121 + (await kept.boundingBox())!.width - 1
    const here = grid.locator('.grid-cell-here')
    const columns = await grid.locator('[data-head]').count()
    for (let at = columns - 2; at > 0; at--) {
      await page.keyboard.press('ArrowLeft')
      await expect(here).toHaveAttribute('data-place', String(at))
      expect(await left(here)).toBeGreaterThanOrEqual(edge)
    }
    // What is typed into it is typed where it stands.
    await page.keyboard.press('End')
    await kept.click()
    await page.keyboard.type('77')
    const input = page.locator('.grid-catcher-shown')
    expect(await left(input)).toBe(121)
    await page.keyboard.press('Enter')
    await expect(kept).toHaveText('77')

    await page.reload()
    await expect.poll(() => grid.locator('[data-head]').first().getAttribute('data-head')).toBe('count')
    await (await panelOf(grid, 'count', '数量')).getByRole('switch', { name: '固定数量' }).click()
    await expect(grid.locator('.grid-stuck')).toHaveCount(0)
  })

  test('filtered by a list and a number, rows are only hidden: what is pasted goes into those one sees, all are saved, and what is wrong in a hidden one is led to', async ({
    page,
  }) => {
    await alone(page)
    await page.goto(`/product/packageGroup/${await packageGroup(`筛选套餐 ${Date.now()}`)}/edit`)
    const grid = gridNamed(page, '阶梯')
    const note = page.getByText(/^显示 \d+ \/ \d+ 行/)
    await paste(page, await cell(grid, 1, 'fromMinutes'), [
      ['0', '60', '3'],
      ['60', '120', '4'],
      ['120', '180', '5'],
      ['180', '', '6'],
    ])
    await expect(await cell(grid, 4, 'price')).toHaveText('6.00')
    const panel = await panelOf(grid, 'price', '价格')
    await panel.getByRole('spinbutton', { name: '价格最小' }).fill('4')
    await panel.getByRole('spinbutton', { name: '价格最大' }).fill('5.5')
    await panel.getByRole('button', { name: ok }).click()
    await expect(note).toContainText('显示 2 / 4 行')
    await expect(grid.locator('.grid-number')).toHaveText(['2', '3'])
    await paste(page, await cell(grid, 1, 'price'), [['7'], ['8']])
    await expect(await cell(grid, 2, 'price')).toHaveText('8.00')
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await expect(note).toContainText('显示 3 / 5 行')
    await page.keyboard.press('Control+z')
    await expect(note).toContainText('显示 2 / 4 行')
    await page.getByRole('button', { name: '清除筛选' }).click()
    await expect(note).toHaveCount(0)
    await expect(grid.locator('[data-place="2"]')).toHaveText(['3.00', '7.00', '8.00', '6.00'])

    await type(page, await cell(grid, 4, 'price'), '')
    const again = await panelOf(grid, 'price', '价格')
    await again.getByRole('spinbutton', { name: '价格最大' }).fill('7')
    await page.keyboard.press('Enter')
    await expect(note).toContainText('显示 2 / 4 行')
    await page
      .getByRole('button', { name: /保\s?存/ })
      .last()
      .click()
    const sentence = page.getByRole('button', { name: /^第4行价格/ })
    await expect(sentence).toBeVisible()
    await expect(note).toContainText('显示 2 / 4 行')
    await sentence.click()
    await expect(said(page, '已清除筛选，以显示有问题的行')).toBeVisible()
    await expect(grid.locator('.grid-cell-here.grid-cell-wrong')).toHaveCount(1)
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /保\s?存/ })
      .last()
      .click()
    await expect(said(page, '修改成功!')).toBeVisible()
  })
})
