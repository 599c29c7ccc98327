/** The map of devices on both shells: from the country to a city to a device. */
import { DESKTOP, PHONE, as, calling, expect, test } from './browser.ts'
import { top } from './touch.ts'

interface City {
  areaCode: string
  total: number
}
const first = async () => ((await calling('admin').get('/rental/deviceMap/cities')).result as City[])[0]!

test.describe('1440', () => {
  test.use(as('admin', DESKTOP))

  test('leads from a city to a device, by mouse and by keyboard', async ({ page }) => {
    const { total } = await first()
    await page.goto('/device/map')
    const map = page.getByRole('region', { name: '设备地图' })
    await map
      .getByRole('button', { name: new RegExp(`，${total} 台，`) })
      .first()
      .press('Enter')
    await expect(map.getByRole('heading', { name: new RegExp(`（${total} 台）`) })).toBeVisible()
    await map.getByRole('button', { name: '返回全部城市' }).click()
    await map.getByRole('row').nth(1).getByRole('button').click()
    await map.getByRole('row').nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/\/device\/device\/\w+$/)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('leads from a city to a device', async ({ page }) => {
    const { total } = await first()
    await page.goto('/device/map')
    await top(page)
      .locator('.adm-list-item')
      .filter({ hasText: `${total} 台，在线` })
      .first()
      .tap()
    await expect(top(page).getByText('返回全部城市')).toBeVisible()
    await top(page).locator('.adm-list-item').nth(1).tap()
    await expect(page).toHaveURL(/\/device\/device\/\w+$/)
  })
})
