/** I03 to I08: rows are added, moved, chosen, deleted and read. */
import { DESKTOP, as, expect, test } from './browser.ts'
import { ok, cell, menuOf, said, read, open } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I03: adds rows with their defaults, I04: as the settings say, I08: reads with ids or without', async ({
    page,
  }) => {
    const grid = await open(page)
    const add = page.getByRole('button', { name: /新增$/ }).first()
    await add.click()
    await expect(grid).toHaveAttribute('aria-rowcount', '32')
    let rows = await read(page, '读取')
    expect(rows[30]).toEqual({ no: null, prizeName: '新奖品', orderNum: 31, open: '1', secret: 'x' })
    expect(rows[0]).toMatchObject({ id: 'r1' })
    rows = await read(page, '读取（含编号）')
    expect(rows[30].id).toMatch(/^new:/)

    await page.getByRole('button', { name: '新增设置' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新增设置' })
    await dialog.getByLabel('添加行数').fill('0')
    await dialog.getByLabel('添加行数').blur()
    await expect(dialog.getByLabel('添加行数')).toHaveValue('1')
    await dialog.getByLabel('添加行数').fill('3')
    await dialog.getByLabel(/添加位置/).fill('2')
    await dialog.getByLabel('添加后滚动到底部').click()
    await dialog.getByRole('button', { name: /保\s?存/ }).click()
    await expect(said(page, '保存成功')).toBeVisible()
    await expect(dialog).toBeHidden()
    await add.click()
    await expect(grid).toHaveAttribute('aria-rowcount', '35')
    rows = await read(page, '读取')
    expect(rows.slice(1, 6).map(({ prizeName }: { prizeName: string }) => prizeName)).toEqual(['奖品2', '新奖品', '新奖品', '新奖品', '奖品3']) // prettier-ignore
    const scroll = page.locator('.grid-scroll').first()
    await expect
      .poll(() => scroll.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(5)
    // Kept on this computer.
    await open(page)
    await page.getByRole('button', { name: '新增设置' }).first().click()
    await expect(dialog.getByLabel('添加行数')).toHaveValue('3')
    await expect(dialog.getByLabel('添加后滚动到底部')).toBeChecked()
  })

  test('I03: a new row is seen, with what is typed into it, wherever it is added', async ({ page }) => {
    const grid = await open(page)
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await page.keyboard.type('看得见')
    await page.keyboard.press('Control+Home')
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await expect(await cell(grid, 32, 'prizeName')).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    await expect(await cell(grid, 31, 'prizeName')).toHaveText('看得见')
    // Below the last row that is in sight.
    await page
      .locator('.grid-scroll')
      .first()
      .evaluate((box) => box.scrollTo({ top: 0 }))
    await expect(await cell(grid, 6, 'prizeName')).toHaveText('奖品6')
    await (await menuOf(page, grid, 4)).getByRole('menuitem', { name: '在下方插入一行' }).click()
    await expect(await cell(grid, 5, 'prizeName')).toHaveText('新奖品')
    await expect(await cell(grid, 5, 'prizeName')).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.type('插入的')
    await page.keyboard.press('Enter')
    await expect(await cell(grid, 5, 'prizeName')).toHaveText('插入的')
  })

  test('I05: inserts below, not too fast; moves by menu and by dragging, and the order is counted anew', async ({
    page,
  }) => {
    const grid = await open(page)
    await page.clock.setFixedTime(new Date())
    for (const count of ['32', '32']) {
      await (await menuOf(page, grid, 1)).getByRole('menuitem', { name: '在下方插入一行' }).click()
      await expect(grid).toHaveAttribute('aria-rowcount', count)
    }
    await expect(said(page, '你点击得太快了，请慢一点！')).toBeVisible()
    await expect(await cell(grid, 2, 'prizeName')).toHaveText('新奖品')
    await expect(await cell(grid, 3, 'orderNum')).toHaveText('3')
    await (await menuOf(page, grid, 2)).getByRole('menuitem', { name: '下移' }).click()
    await expect(await cell(grid, 3, 'prizeName')).toHaveText('新奖品')
    await (await menuOf(page, grid, 3)).getByRole('menuitem', { name: '上移' }).click()
    await expect(await cell(grid, 2, 'prizeName')).toHaveText('新奖品')
    const from = (await grid.getByRole('button', { name: '第2行操作' }).boundingBox())!
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 30, { steps: 3 })
    await page.mouse.move(x, y + 61 * 2, { steps: 5 })
    await expect(page.locator('.grid-drop')).toBeVisible()
    await page.mouse.up()
    await expect(await cell(grid, 4, 'prizeName')).toHaveText('新奖品')
    expect((await read(page, '读取')).map(({ orderNum }: { orderNum: number }) => orderNum)).toEqual(Array.from({ length: 31 }, (_, at) => at + 1)) // prettier-ignore
    // Everything can be taken back, to where it began.
    for (let step = 0; step < 4; step++) await page.getByRole('button', { name: '撤销', exact: true }).first().click()
    await expect(grid).toHaveAttribute('aria-rowcount', '31')
    await expect(await cell(grid, 2, 'prizeName')).toHaveText('奖品2')
  })

  test('I06: selects, I07: deletes after a question, and knows what was deleted', async ({ page }) => {
    const grid = await open(page)
    const all = grid.getByRole('checkbox', { name: '全选' })
    const remove = page.getByRole('button', { name: /^(delete )?删\s?除$/ })
    const one = (line: number) => grid.getByRole('checkbox', { name: `选择第${line}行` })
    await expect(one(3)).toBeDisabled()
    await expect(remove).toHaveCount(0)
    await one(2).click()
    await expect(all).toBeChecked({ indeterminate: true })
    await expect(page.getByText('已选择 1 项')).toBeVisible()
    await all.click()
    await expect(page.getByText('已选择 29 项')).toBeVisible()
    await expect(one(3)).not.toBeChecked()
    await page.getByRole('button', { name: '清空选择' }).click()
    await expect(all).not.toBeChecked()
    await expect(remove).toHaveCount(0)

    // The hook before refuses, and says why.
    await one(1).click()
    await one(2).click()
    await remove.click()
    const question = page.getByRole('dialog', { name: '确认删除' })
    await expect(question).toContainText('确定要删除这 2 项吗?')
    await question.getByRole('button', { name: ok }).click()
    await expect(said(page, '编号 1 正在使用，不能删除')).toBeVisible()
    await expect(question).toBeHidden()
    await expect(grid).toHaveAttribute('aria-rowcount', '31')
    await one(1).click()
    await remove.click()
    await question.getByRole('button', { name: ok }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', '30')
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await expect(grid).toHaveAttribute('aria-rowcount', '31')
    await (await menuOf(page, grid, 30)).getByRole('menuitem', { name: /删\s?除/ }).click()
    await question.getByRole('button', { name: ok }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', '30')
    expect(await read(page, '已删除')).toEqual({ deleted: ['r2'], all: 2 })
  })
})
