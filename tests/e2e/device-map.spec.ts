/** The map of devices on both shells: from the country to a city to a device. */
import type { DeviceCity, DeviceSpot } from '#model/deviceMap.ts'
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { top } from './touch.ts'

const first = async () => ((await calling('admin').get('/rental/deviceMap/cities')).result as DeviceCity[])[0]!
const spotsOf = async ({ areaCode }: DeviceCity) =>
  (await calling('admin').get(`/rental/deviceMap/devices?areaCode=${areaCode}`)).result as DeviceSpot[]

/** The tile of a place, by the formula every tile server documents. */
function tileOf({ lng, lat }: DeviceSpot, zoom: number): string {
  const radians = (lat * Math.PI) / 180
  const x = Math.floor(((lng + 180) / 360) * 2 ** zoom)
  const y = Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * 2 ** zoom)
  return `${zoom}/${x}/${y}`
}

/** The name of the tile below each mark: `12/3345/1786`. */
const tilesBelowMarks = (page: Page) =>
  page.locator('.device-map svg:visible').evaluate((svg) => {
    const number = (element: Element, name: string) => Number(element.getAttribute(name))
    const tiles = [...svg.querySelectorAll('image')].map((tile) => ({
      name: tile.getAttribute('href')!.split('/').slice(-3).join('/').replace('.svg', ''),
      x: number(tile, 'x'),
      y: number(tile, 'y'),
    }))
    return [...svg.querySelectorAll('circle')].map((mark) => {
      const [x, y] = [number(mark, 'cx'), number(mark, 'cy')]
      return tiles.find((tile) => x >= tile.x && x < tile.x + 256 && y >= tile.y && y < tile.y + 256)?.name
    })
  })

/** Every device of the city stands on the ground it stands on, and the ground was really fetched. */
async function expectOnGround(page: Page, city: DeviceCity, fetched: ReadonlyMap<string, number>): Promise<void> {
  const spots = await spotsOf(city)
  // Those that share a point share a mark.
  const points = [...new Map(spots.map((spot) => [`${spot.lng} ${spot.lat}`, spot])).values()]
  await expect(page.locator('.device-map circle:visible')).toHaveCount(points.length)
  // The map comes to rest at a scale of its own.
  let below: (string | undefined)[] = []
  await expect(async () => {
    below = await tilesBelowMarks(page)
    const zoom = Number(below[0]?.split('/')[0])
    expect([...below].sort()).toEqual(points.map((spot) => tileOf(spot, zoom)).sort())
  }).toPass()
  for (const name of new Set(below)) await expect.poll(() => fetched.get(name!), { message: name! }).toBe(200)
  await expect(page.locator('.device-map figcaption:visible')).toHaveText('© 试用底图')
}

/** Answers of the tile server by the name of the tile. */
function listenForTiles(page: Page): ReadonlyMap<string, number> {
  const fetched = new Map<string, number>()
  page.on('response', (answer) => {
    const [, name] = /(\d+\/\d+\/\d+)\.svg$/.exec(answer.url()) ?? []
    if (name) fetched.set(name, answer.status())
  })
  return fetched
}

/** What the browser refuses to show, by the policy of the page. */
function listenForRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  return refused
}

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

  test('draws the ground of the tile server below its marks', async ({ page }) => {
    const [fetched, refused] = [listenForTiles(page), listenForRefusals(page)]
    const city = await first()
    await page.goto('/device/map')
    const map = page.getByRole('region', { name: '设备地图' })
    await map.getByRole('row').nth(1).getByRole('button').click()
    await expect(map.getByRole('heading', { name: new RegExp(`（${city.total} 台）`) })).toBeVisible()
    await expectOnGround(page, city, fetched)
    expect(refused).toEqual([])
  })

  test('is a plain picture where there is no tile server', async ({ page }) => {
    await page.route('**/rental/deviceMap/tiles*', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result: null } }),
    )
    await page.goto('/device/map')
    await expect(page.locator('.device-map circle').first()).toBeVisible()
    await expect(page.locator('.device-map image')).toHaveCount(0)
    await expect(page.locator('.device-map figcaption')).toHaveCount(0)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))

  test('leads from a city to a device', async ({ page }) => {
    const { total } = await first()
    await page.goto('/device/map')
    await top(page)
      .locator('.adm-list-item')
      .filter({ hasText: `${total} 台` })
      .first()
      .tap()
    await expect(top(page).getByText('返回全部城市')).toBeVisible()
    await top(page).locator('.adm-list-item').nth(1).tap()
    await expect(page).toHaveURL(/\/device\/device\/\w+$/)
  })

  test('draws the ground of the tile server below its marks', async ({ page }) => {
    const [fetched, refused] = [listenForTiles(page), listenForRefusals(page)]
    const city = await first()
    await page.goto('/device/map')
    await top(page)
      .locator('.adm-list-item')
      .filter({ hasText: `${city.total} 台` })
      .first()
      .tap()
    await expect(top(page).getByText('返回全部城市')).toBeVisible()
    await expectOnGround(page, city, fetched)
    expect(refused).toEqual([])
  })
})
