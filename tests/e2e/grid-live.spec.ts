/** I17 R09: the same lines on several screens at once. */
import type { Locator } from '@playwright/test'
import { DESKTOP, PHONE, as, calling, expect, test } from './browser.ts'
import { gridNamed, cell, type, packageGroup } from './grid.ts'
import { networkOf } from './network.ts'
import { toast, top } from './touch.ts'

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('I17 R09: people at desks and with a phone see the rows of each other; who is cut off for 30 seconds is told and catches up', async ({
    page,
    another,
  }) => {
    const [desk, phone] = [await another('operator'), await another('ops_manager', PHONE)]
    // Half a minute without a network must not take half a minute.
    for (const on of [desk, phone]) await on.clock.install()
    const networks = [await networkOf(desk, /\/vxeSocket\//), await networkOf(phone, /\/vxeSocket\//)]
    const id = await packageGroup(`实时套餐 ${Date.now()}`)
    const path = `/product/packageGroup/${id}/edit`
    await Promise.all([page, desk, phone].map((on) => on.goto(path)))
    const [mine, theirs] = [gridNamed(page, '阶梯'), gridNamed(desk, '阶梯')]
    const cards = top(phone).getByRole('list', { name: '阶梯' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    for (const on of [desk, phone])
      await on.evaluate(() => {
        new MutationObserver(() => {
          if (document.querySelector('.grid-row-flash, .vd-line-flash'))
            document.documentElement.dataset.flashed = 'yes'
        }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] })
      })
    const price = (grid: Locator, line: number) => cell(grid, line, 'price')
    // Said again until both others take part, too.
    await expect(async () => {
      await type(page, await price(mine, 1), String(Math.floor(10 + Math.random() * 70)))
      const text = (await (await price(mine, 1)).textContent())!
      await expect(await price(theirs, 1)).toHaveText(text, { timeout: 2000 })
      await expect(cards.nth(0)).toContainText(text, { timeout: 2000 })
    }).toPass()
    for (const on of [desk, phone]) await expect(on.locator('html')).toHaveAttribute('data-flashed', 'yes')
    // What is written on the phone's page of a row is heard when its field is left.
    await cards.nth(1).getByRole('button', { name: '编辑阶梯第2行' }).tap()
    const sheet = phone.locator('.vd-line-page:visible')
    await sheet.getByRole('textbox', { name: '价格' }).fill('7.5')
    await sheet.getByRole('button', { name: '确定' }).tap()
    await expect(sheet).toBeHidden()
    for (const grid of [mine, theirs]) await expect(await price(grid, 2)).toHaveText('7.50')
    // A row that one adds is there for all, with what is filled in; taken back it is gone for all.
    await page.getByRole('button', { name: /新增$/ }).first().click()
    await expect(cards).toHaveCount(3)
    await type(page, await price(mine, 3), '9')
    for (const grid of [mine, theirs]) await expect(await price(grid, 3)).toHaveText('9.00')
    await expect(cards.nth(2)).toContainText('9.00')
    for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z')
    for (const grid of [mine, theirs]) await expect(grid).toHaveAttribute('aria-rowcount', '3')
    await expect(cards).toHaveCount(2)
    // Nothing of it is saved.
    const prices = async () => {
      const { result } = await calling('admin').get(`/rental/packageGroup/queryById?id=${id}`)
      return (result as { steps: { price: string }[] }).steps.map(({ price: saved }) => saved)
    }
    expect(await prices()).toEqual(['3.00', '20.00'])

    await Promise.all(networks.map((network) => network.cut()))
    await type(page, await price(mine, 1), '88')
    await type(page, await price(mine, 2), '99')
    // Typed meanwhile by who is cut off: it is newer for them, and everybody hears it afterwards.
    await type(desk, await price(theirs, 2), '6')
    for (const on of [desk, phone]) {
      await on.clock.runFor(30_000)
      await expect(on.getByText('实时更新已断开').first()).toBeVisible()
    }
    await expect(page.getByText('实时更新已断开')).toHaveCount(0)
    await expect(await price(theirs, 1)).not.toHaveText('88.00')
    await Promise.all(networks.map((network) => network.mend()))
    await expect(await price(theirs, 1)).toHaveText('88.00')
    await expect(cards.nth(0)).toContainText('88.00')
    await expect(await price(theirs, 2)).toHaveText('6.00')
    await expect(await price(mine, 2)).toHaveText('6.00')
    await expect(cards.nth(1)).toContainText('6.00')
    for (const on of [desk, phone]) await expect(on.getByText('实时更新已断开')).toHaveCount(0)
    // What one saw is in the form: all of it is saved by who saves.
    await top(phone).getByRole('button', { name: '保存' }).tap()
    await expect(toast(phone, '修改成功!')).toBeVisible()
    expect(await prices()).toEqual(['88.00', '6.00'])
  })

  test('what one throws away on leaving the form the other sees no longer; what they wrote themselves stays', async ({
    page,
    another,
  }) => {
    const phone = await another('ops_manager', PHONE)
    const id = await packageGroup(`放弃套餐 ${Date.now()}`)
    const path = `/product/packageGroup/${id}/edit`
    await Promise.all([page, phone].map((on) => on.goto(path)))
    const grid = gridNamed(page, '阶梯')
    const price = (line: number) => cell(grid, line, 'price')
    const cards = top(phone).getByRole('list', { name: '阶梯' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    const write = async (line: number, field: string, text: string) => {
      await cards.nth(line - 1).getByRole('button', { name: `编辑阶梯第${line}行` }).tap() // prettier-ignore
      const sheet = phone.locator('.vd-line-page:visible')
      await sheet.getByRole('textbox', { name: field }).fill(text)
      await sheet.getByRole('button', { name: '确定' }).tap()
      await expect(sheet).toBeHidden()
    }
    // Said again until the other takes part, too.
    await expect(async () => {
      await write(1, '价格', String(Math.floor(10 + Math.random() * 80)))
      const text = (await cards.nth(0).locator('dl').textContent())!
      await expect(await price(1)).toHaveText(/(\d+\.\d\d)$/.exec(text)![1]!, { timeout: 2000 })
    }).toPass()
    await write(2, '价格', '44')
    await expect(await price(2)).toHaveText('44.00')
    await type(page, await price(2), '45')
    await expect(cards.nth(1)).toContainText('45.00')
    await top(phone).getByRole('button', { name: '返回' }).first().tap()
    await phone.getByRole('button', { name: '放弃', exact: true }).tap()
    await expect(await price(1)).toHaveText('3.00')
    await expect(await price(2)).toHaveText('45.00')
  })
})
