/** N04: a menu's picture is picked by eye, found by a Chinese word, and seen where menus are listed; both shells. */
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { top } from './touch.ts'

const admin = calling('admin')
interface Menu {
  id: string
  name: string
}
/** A menu that nobody has in theirs. */
async function madeMenu(): Promise<Menu> {
  const name = `图标${String(Date.now()).slice(-6)}`
  const menu = {
    menuType: 0,
    name,
    url: `/icons/${name}`,
    component: 'layouts/RouteView',
    icon: 'ion:planet',
    hidden: true,
  }
  expect(await admin.post('/sys/permission/add', menu)).toMatchObject({ success: true })
  const { result } = await admin.get('/sys/permission/list')
  return (result as Menu[]).find((one) => one.name === name)!
}
const iconOf = async ({ id }: Menu) =>
  (await admin.get(`/sys/permission/queryById?id=${id}`)).result.icon as string | null
const remove = ({ id }: Menu) => admin.remove(`/sys/permission/delete?id=${id}`)

/** Scripts that hold the picker. */
function pickerFiles(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/Icon(Modal|Sheet)-/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('the picker opens over the form, and what is picked stands in the list', async ({ page }) => {
    const menu = await madeMenu()
    const asked = pickerFiles(page)
    await page.goto('/isystem/newPermissionList')
    const row = page.locator('main tr.ant-table-row').filter({ hasText: menu.name }).first()
    // Of another client of the contract: the name stays, and the form says what is drawn.
    await expect(row).toContainText('ion:planet')
    await row.getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog').first()
    await expect(form.getByText('本系统没有这个图标')).toBeVisible()
    expect(asked).toEqual([])
    await form.getByRole('button', { name: '选择菜单图标' }).click()
    const picker = page.getByRole('dialog', { name: '选择菜单图标' })
    const pictures = picker.getByRole('list', { name: '图标' }).getByRole('button')
    await expect(pictures.nth(60)).toBeAttached()
    expect(asked.length).toBeGreaterThan(0)
    await picker.getByRole('searchbox').fill('没有这样的')
    await expect(picker.getByText('没有找到')).toBeVisible()
    await picker.getByRole('searchbox').fill('奖杯')
    await expect(pictures).toHaveCount(1)
    await pictures.click()
    await expect(picker).toBeHidden()
    await expect(form.getByLabel('菜单图标', { exact: true })).toHaveValue('trophy')
    await form.getByRole('button', { name: '选择菜单图标' }).click()
    await expect(picker.getByRole('button', { name: /trophy$/ })).toHaveAttribute('aria-pressed', 'true')
    await picker.getByRole('button', { name: '取消' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(row.locator('.anticon-trophy')).toBeVisible()
    expect(await iconOf(menu)).toBe('trophy')

    await row.getByRole('button', { name: '编辑' }).click()
    await form.getByRole('button', { name: '选择菜单图标' }).click()
    await picker.getByRole('button', { name: '不要图标' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await expect(row.locator('.anticon-trophy')).toHaveCount(0)
    expect(await iconOf(menu)).toBeNull()
    await remove(menu)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('the picker is a sheet, and what is picked stands on the card', async ({ page }) => {
    const menu = await madeMenu()
    const asked = pickerFiles(page)
    await page.goto(`/isystem/newPermissionList/${menu.id}/edit`)
    const field = top(page).locator('[data-field=icon]')
    await expect(field.getByText('本系统没有这个图标')).toBeVisible()
    expect(asked).toEqual([])
    await field.getByRole('button', { name: '选择菜单图标' }).tap()
    const pictures = page.getByRole('list', { name: '图标' }).getByRole('button')
    await expect(pictures.nth(60)).toBeAttached()
    await page.getByPlaceholder(/按名称或中文查找/).fill('奖杯')
    await expect(pictures).toHaveCount(1)
    await pictures.tap()
    await expect(field.locator('input')).toHaveValue('trophy')
    await top(page).getByRole('button', { name: '保存' }).tap()
    await expect.poll(() => iconOf(menu)).toBe('trophy')
    // The form closes by itself, which would end a journey begun before.
    await expect(page).not.toHaveURL(/\/edit$/)
    await page.goto('/isystem/newPermissionList')
    const card = top(page).locator('.vd-card').filter({ hasText: 'trophy' })
    await expect(card.locator('svg.antd-mobile-icon').first()).toBeVisible()
    await remove(menu)
  })
})
