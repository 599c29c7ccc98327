/** I01: somebody who knows spreadsheets, without a mouse. */
import { DESKTOP, as, calling, expect, test } from './browser.ts'
import { alone, cell, gridNamed } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I01: 200 prizes are added, filled, copied, sorted and corrected with the keys of a spreadsheet alone', async ({
    page,
  }) => {
    const [box] = await calling('admin').rows('/rental/blindBox/list?status=0&pageSize=1')
    await alone(page)
    await page.goto(`/product/blindBox/${box!.id}/edit`)
    const grid = gridNamed(page, '奖品')
    const input = page.getByRole('textbox', { name: /^奖品/ })
    const keys = async (...all: readonly string[]) => {
      for (const one of all) await page.keyboard.press(one)
    }
    const sum = grid.locator('[data-statistic="sum stock"]')
    await expect(await cell(grid, 1, 'prizeName')).not.toBeEmpty()
    const first = Number(await grid.getAttribute('aria-rowcount'))
    const old = first - 1
    const name = (line: number) => cell(grid, line, 'prizeName')

    // 200 at once.
    await page.getByRole('button', { name: '新增设置' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: '新增设置' })
    await dialog.getByLabel('添加行数').focus()
    await keys('Control+a')
    await page.keyboard.type('200')
    await dialog.getByRole('button', { name: /保\s?存/ }).focus()
    await keys('Enter')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: /新增$/ }).focus()
    await keys('Enter')
    await expect(grid).toHaveAttribute('aria-rowcount', String(first + 200))
    await expect(await name(old + 1)).toBeInViewport()

    // A whole column by one name: marked to the end, typed once.
    await keys('Control+Shift+ArrowDown')
    await page.keyboard.type('红包')
    await keys('Control+Enter')
    await expect(await name(old + 200)).toHaveText('红包')
    // A list: chosen once, filled down.
    await keys('ArrowRight', 'Control+ArrowUp')
    const kind = await cell(grid, old + 1, 'prizeType')
    await keys('Control+Home', ...Array.from({ length: old }, () => 'ArrowDown'), 'ArrowRight', 'Enter')
    await expect(page.locator('.ant-select-item-option:visible').first()).toBeVisible()
    await page.keyboard.type('余额')
    await keys('Enter')
    await expect(kind).toHaveText(/余额/)
    await keys('Control+Shift+ArrowDown', 'Control+d')
    await expect(await cell(grid, old + 200, 'prizeType')).toHaveText(/余额/)
    // Two numbers, copied over all the others: 1 and 2, in turns.
    const before = Number(await sum.textContent())
    await keys('Control+Home', ...Array.from({ length: old }, () => 'ArrowDown'), 'End', 'ArrowLeft')
    await page.keyboard.type('1')
    await keys('Enter')
    await page.keyboard.type('2')
    await keys('Enter', 'ArrowUp', 'ArrowUp', 'Shift+ArrowDown', 'Control+c', 'Control+Shift+ArrowDown', 'Control+v')
    await expect(sum).toHaveText(String(before + 300))
    await keys('Control+z')
    await expect(sum).toHaveText(String(before + 3))
    await keys('Control+y')
    await expect(sum).toHaveText(String(before + 300))
    // What does not belong here is seen and corrected.
    await keys('Control+Home', 'Control+ArrowRight', 'End', 'ArrowLeft')
    await page.keyboard.type('-1')
    await keys('Enter', 'ArrowUp')
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.type('77777')
    await keys('Enter')
    await expect(page.getByRole('tooltip')).toBeHidden()
    // Sorted by the number, from its head and back.
    await page.getByRole('columnheader', { name: '库存' }).getByRole('button', { name: '库存' }).focus()
    await keys('Enter', 'Enter')
    await expect(grid.getByRole('columnheader', { name: '库存' })).toHaveAttribute('aria-sort', 'descending')
    await expect(await cell(grid, 1, 'stock')).toHaveText('77777')
    await input.focus()
    // Found again, however many there are.
    await keys('Control+f')
    await page.keyboard.type('77777')
    await keys('Enter')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 / 1')
    await keys('Escape')
    await expect(input).toBeFocused()
    await expect(input).toHaveAccessibleName(/第1行 库存：77777$/)
    // Wider, and as wide as that the next time.
    const head = grid.locator('[data-head="stock"]')
    const wide = async () => (await head.boundingBox())!.width
    const was = await wide()
    await keys('Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight')
    await expect.poll(wide).toBe(Math.round(was) + 40)
    // To be sure: nothing is thrown away.
    await keys('Escape', 'Escape')
    await expect(page.getByText('放弃已填写的内容吗')).toHaveCount(0)
    await keys('Control+End', 'Home')
    await expect(await name(old + 200)).toBeInViewport()
  })
})
