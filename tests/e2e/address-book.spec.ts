/** 通讯录 at both sizes: departments, people, how to reach them. */
import { DESKTOP, PHONE, as, expect, test } from './browser.ts'
import { moveTo } from './router.ts'
import { top } from './touch.ts'

test.describe('desktop', () => {
  test.use(as('viewer', DESKTOP))

  test('N17: a department shows its people; a name finds one', async ({ page }) => {
    await page.goto('/isystem/addressList')
    const book = page.getByRole('region', { name: '通讯录' })
    const people = book.locator('tbody tr.ant-table-row')
    await expect(people.filter({ hasText: '周敏' })).toBeVisible()
    await book.getByRole('tree').getByText('财务部', { exact: true }).click()
    await expect(people.filter({ hasText: '周敏' })).toHaveCount(0)
    await book.getByRole('tree').getByText('财务部', { exact: true }).click()
    await book.getByPlaceholder('搜索姓名').fill('吴涛')
    await book.getByPlaceholder('搜索姓名').press('Enter')
    await expect(people).toHaveCount(1)
    await expect(people).toContainText('运营部 | 客服部')
    await expect(people.getByRole('link', { name: '13800010007' })).toHaveAttribute('href', 'tel:13800010007')
    await book.getByPlaceholder('搜索姓名').fill('查无此人')
    await book.getByPlaceholder('搜索姓名').press('Enter')
    await expect(book.getByText('没有叫这个名字的同事')).toBeVisible()
  })
})

test.describe('phone', () => {
  test.use(as('viewer', PHONE))

  test('N17: departments lead down and back, and a tap calls', async ({ page }) => {
    await page.goto('/todo')
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, '/isystem/addressList')
    await top(page).getByText('总部', { exact: true }).first().tap()
    await expect(top(page).getByRole('heading', { name: '总部' })).toBeVisible()
    await top(page).getByText('运营部', { exact: true }).first().tap()
    await expect(top(page).getByRole('heading', { name: '运营部' })).toBeVisible()
    await expect(top(page).getByRole('link', { name: '给吴涛打电话 13800010007' })).toHaveAttribute(
      'href',
      'tel:13800010007',
    )
    await top(page).getByRole('button', { name: '返回' }).tap()
    await expect(top(page).getByRole('heading', { name: '总部' })).toBeVisible()
  })
})
