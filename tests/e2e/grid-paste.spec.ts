/** I01: many cells at once, on the page of examples and in the lines of a form. */
import { cardKinds } from '#resources/product/cardKinds.ts'
import { DESKTOP, as, calling, expect, test } from './browser.ts'
import { gridNamed, cell, type, paste, textsOf, said, open, packageGroup } from './grid.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I01: 100,000 pasted cells leave the page its turns, are announced, and are one step to take back', async ({
    page,
  }) => {
    const grid = await open(page)
    // A page that stands still draws nothing: pictures are counted while the cells come in.
    await page.evaluate(() => {
      const counted = { pictures: 0, told: 0 }
      Object.assign(window, { counted })
      const look = () => {
        if (document.querySelector('.grid-told')?.textContent?.startsWith('正在粘贴')) {
          counted.pictures += 1
          counted.told += Number(/[1-9]\d* \/ 10000/.test(document.querySelector('.grid-told')!.textContent))
        }
        requestAnimationFrame(look)
      }
      look()
    })
    const rows = Array.from({ length: 10_000 }, (_, at) => [
      `粘贴${at}`, String(at), String(at % 50), '1.5', '13800000000', '', '是', '否', '二等奖', '张',
    ]) // prettier-ignore
    await paste(page, await cell(grid, 1, 'prizeName'), rows)
    await expect(said(page, '已粘贴 90000 个单元格')).toBeVisible({ timeout: 150_000 })
    await expect(grid).toHaveAttribute('aria-rowcount', '10001')
    await page
      .locator('.grid-scroll')
      .first()
      .evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    await expect(await cell(grid, 10_000, 'prizeName')).toHaveText('粘贴9999')
    const counted = (await page.evaluate(() => (window as unknown as { counted: unknown }).counted)) as {
      pictures: number
      told: number
    }
    expect(counted.pictures).toBeGreaterThan(1)
    expect(counted.told).toBeGreaterThan(0)
    await page.getByRole('button', { name: '撤销', exact: true }).first().click()
    await expect(grid).toHaveAttribute('aria-rowcount', '31')
    await expect(await cell(grid, 1, 'prizeName')).toHaveText('奖品1')
  })

  test('I01: the corner of what is marked is drawn over other cells, or goes as far as the column beside it', async ({
    page,
  }) => {
    const grid = await open(page)
    const sum = grid.locator('[data-statistic="sum count"]')
    await type(page, await cell(grid, 1, 'count'), '10')
    await type(page, await cell(grid, 2, 'count'), '13')
    await (await cell(grid, 1, 'count')).click()
    await page.keyboard.press('Shift+ArrowDown')
    const corner = page.locator('.grid-fill:visible')
    const from = (await corner.boundingBox())!
    const to = (await (await cell(grid, 4, 'count')).boundingBox())!
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
    await expect(page.locator('.grid-fill-over')).toBeVisible()
    await page.mouse.up()
    await expect(await cell(grid, 3, 'count')).toHaveText('16')
    await expect(await cell(grid, 4, 'count')).toHaveText('19')
    await expect(page.locator('.grid-fill-over')).toHaveCount(0)
    await expect(grid.locator('.grid-cell-marked')).toHaveCount(4)
    await page.keyboard.press('Control+z')
    await expect(await cell(grid, 3, 'count')).toHaveText('14')
    await expect(await cell(grid, 4, 'count')).toHaveText('21')
    await type(page, await cell(grid, 1, 'count'), '7')
    await (await cell(grid, 1, 'count')).click()
    await corner.dblclick()
    await expect(sum).toHaveText(String(7 * 30))
    await page.keyboard.press('Control+z')
    await expect(sum).not.toHaveText(String(7 * 30))
  })

  test('I01: lines of a form: paste, checks of the model, half-typed cells, undo and saving', async ({ page }) => {
    const id = await packageGroup(`阶梯套餐 ${Date.now()}`)
    await page.goto(`/product/packageGroup/${id}/edit`)
    const grid = gridNamed(page, '阶梯')
    await expect(grid.locator('[data-head]')).toHaveText(['从（分钟）', '到（分钟）', '价格'])
    await expect(grid.locator('[data-statistic="average price"]')).toHaveText('11.50')
    await paste(page, await cell(grid, 1, 'fromMinutes'), [['0', '60', '¥3.00'], ['61', '480', '1,020.5'], ['480', '', '30']]) // prettier-ignore
    await expect(await cell(grid, 3, 'price')).toHaveText('30.00')
    await expect(await cell(grid, 2, 'price')).toHaveText('1,020.50')
    await type(page, await cell(grid, 1, 'price'), '1.234')
    await (await cell(grid, 1, 'price')).click()
    await expect(page.getByRole('tooltip')).toHaveText('金额最多两位小数')
    await type(page, await cell(grid, 1, 'price'), '3')
    const save = page.getByRole('button', { name: /保\s?存/ })
    await save.click()
    // The rule over several lines names line and column, and the cell fails.
    await expect(
      page.getByRole('alert').filter({ hasText: '第2行从（分钟）：应从 60 分钟开始，与上一级相接' }),
    ).toBeVisible()
    await expect(await cell(grid, 2, 'fromMinutes')).toHaveAttribute('aria-invalid', 'true')

    // The grid is there already. What stands in an open cell is not lost with the page.
    await expect(page.getByRole('textbox', { name: '阶梯 第2行 从（分钟）：61' })).toHaveCount(1)
    await (await cell(grid, 2, 'fromMinutes')).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('6')
    await page.reload()
    await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible()
    await expect(await cell(grid, 2, 'fromMinutes')).toHaveText('6')
    await type(page, await cell(grid, 2, 'fromMinutes'), '60')
    await (await cell(grid, 3, 'toMinutes')).click()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+z')
    await expect(await cell(grid, 3, 'toMinutes')).toHaveText('')
    // Records of other resources, by their names; what was chosen under one kind is gone under another, and comes back.
    await page.getByRole('button', { name: /新增$/ }).last().click()
    const sold = gridNamed(page, '可售卡')
    const [kind, card] = [await cell(sold, 1, 'cardKind'), await cell(sold, 1, 'cardId')]
    await expect(kind).toHaveText('时长卡')
    const option = page.locator('.ant-select-item-option:visible')
    await card.click()
    await option.first().click()
    await expect(card).toHaveText(/卡$/)
    const name = (await card.textContent())!
    await kind.click()
    await option.getByText('次卡', { exact: true }).click()
    await expect(kind).toHaveText('次卡')
    await expect(card).toHaveText('')
    await page.keyboard.press('Control+z')
    await expect(kind).toHaveText('时长卡')
    await expect(card).toHaveText(name)
    await save.click()
    await expect(said(page, '修改成功!')).toBeVisible()
    const { result } = await calling('admin').get(`/rental/packageGroup/queryById?id=${id}`)
    const { steps, cards } = result as {
      steps: { fromMinutes: number; toMinutes: number | null; price: string }[]
      cards: { cardKind: string; cardId_dictText: string }[]
    }
    expect(cards).toMatchObject([{ cardKind: cardKinds.time, cardId_dictText: name }])
    expect(steps.map(({ fromMinutes, toMinutes, price }) => [fromMinutes, toMinutes, price])).toEqual([[0, 60, '3.00'], [60, 480, '1020.50'], [480, null, '30.00']]) // prettier-ignore
    // Read only, drawn by the same.
    await page.goto(`/product/packageGroup/${id}`)
    await expect(textsOf(grid, 2)).toHaveText(['3.00', '1,020.50', '30.00'])
    await expect(page.getByRole('button', { name: /新增$/ })).toHaveCount(0)
  })
})
