/** The page names the scripts its address will need, and they are those the client then asks for. */
import { tableReady, tableRows } from './antd.ts'
import { as, calling, DESKTOP, expect, nobody, PHONE, test, type Page } from './browser.ts'

const MENU = '/jeecg-boot/sys/permission/getUserPermissionByToken'
const LIST = '/jeecg-boot/rental/userMessage/list'

/** A record that a notification leads to. */
async function waiting(resource: string): Promise<string> {
  const { result } = await calling('ops_manager').get('/sys/todo/list?pageSize=100')
  const todo = (result.records as { resource: string; id: string }[]).find((one) => one.resource === resource)
  expect(todo, `${resource} of the demo that waits`).toBeDefined()
  return todo!.id
}

test.describe('a link tapped on the phone', () => {
  test.use(as('ops_manager', PHONE))

  test('fetches what the decision needs in one step', async ({ page }) => {
    const id = await waiting('userWithdrawal')
    const asked: string[] = []
    const signed: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      asked.push(pathname)
      // As the scripts ask.
      if (request.headers()['x-sign']) signed.push(pathname)
    })
    const answer = await page.goto(`/finance/userWithdrawal/${id}`)
    const html = await answer!.text()
    const named = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, href]) => href!)
    expect(named.length).toBeGreaterThan(5)
    await expect(page.getByRole('button', { name: '通过', exact: true })).toBeEnabled()
    // Said once the record is shown.
    await expect.poll(() => asked.indexOf('/jeecg-boot/sys/notify/opened')).toBeGreaterThan(0)
    const before = asked.slice(0, asked.indexOf('/jeecg-boot/sys/notify/opened'))
    // The page asks for the record itself, and nobody asks again.
    expect(before.filter((path) => path.endsWith('/queryById'))).toHaveLength(1)
    expect(signed).not.toContain('/jeecg-boot/rental/userWithdrawal/queryById')
    const scripts = before.filter((path) => path.endsWith('.js'))
    // Everything that ran until then was named in the page, but for the entry itself.
    const unnamed = scripts.filter((path) => !named.includes(path) && !html.includes(`src="${path}"`))
    expect(unnamed).toEqual([])
    // What moves is not what she waits for.
    expect(before.filter((path) => /\/(motion|pull-to-refresh)-/.test(path))).toEqual([])
    // And nothing was named in vain.
    expect(named.filter((path) => !asked.includes(path))).toEqual([])
  })

  test('brings what is not for deciding when the page is touched', async ({ page }) => {
    const id = await waiting('orderDeposit')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/order/orderDeposit/${id}`)
    await expect(page.getByRole('button', { name: '驳回', exact: true })).toBeEnabled()
    // What asks for a reason is there before the first tap.
    await expect.poll(() => asked.some((path) => /\/mobileAsker-/.test(path))).toBe(true)
    // So are the pages that lead on from what the record names, but not these pages themselves.
    await expect(page.getByRole('link').first()).toBeVisible()
    const further = () => asked.filter((path) => /\/inside-.*\.js$|\/queryAllDictItems$/.test(path))
    expect(further()).toEqual([])
    await page.getByRole('heading').first().tap()
    await expect.poll(() => further().length).toBeGreaterThan(1)
  })
})

/** The files that are asked for, and those the page named by itself: to everybody, to who is signed in, to strangers. */
async function opened(
  page: Page,
  address: string,
  whose: 'data-signed-in' | 'data-stranger',
  usable: (soFar: () => string[]) => Promise<void>,
) {
  const asked: string[] = []
  const signed: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.push(pathname)
    if (request.headers()['x-sign']) signed.push(pathname)
  })
  const html = await (await page.goto(address))!.text()
  // The drawing beside the form, and what signing in does, come after the page and are waited for by nobody.
  const files = () => asked.filter((path) => /^\/assets\/(?!Face-|slogan-|PhoneForm-|account-).*\.(js|css)$/.test(path))
  await usable(files)
  const told = new RegExp(`${whose}="([^"]*)"`).exec(html)?.[1]?.split(' ') ?? []
  const linked = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
  return { asked, signed, files: files(), named: [...told, ...linked].filter(Boolean) }
}

// A browser opens six connections to a server: one file more costs a whole way there and back.
const AT_ONCE = 6
for (const [shell, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)
  test.describe(`a stranger, ${shell}`, () => {
    test.use(nobody(size))
    test('gets the form in one step, in as many files as come at once', async ({ page }) => {
      const { files, named } = await opened(page, '/user/login', 'data-stranger', () =>
        expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled(),
      )
      expect(files.filter((file) => !named.includes(file))).toEqual([])
      expect(files.length).toBeLessThanOrEqual(AT_ONCE)
    })

    test('whom a page sends to the form gets it in one step too', async ({ page }) => {
      const { files, named } = await opened(page, '/customer/userMessage', 'data-stranger', () =>
        expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled(),
      )
      expect(files.filter((file) => !named.includes(file))).toEqual([])
    })
  })

test.describe('a list on the desktop', () => {
  test.use(as('ops_manager', DESKTOP))

  test('comes in one step, its menu and its rows with it, and what nobody came for after them', async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/rental/userMessage/list?*', async (route) => {
      await held
      await route.continue()
    })
    let before: string[] = []
    const { asked, named, signed } = await opened(page, '/customer/userMessage', 'data-signed-in', async (soFar) => {
      await expect(page.getByRole('search')).toBeVisible()
      before = soFar()
      answer()
      await tableReady(page)
    })
    expect(before.some((file) => /\/desktopList-/.test(file))).toBe(true)
    expect(before.filter((file) => !named.includes(file))).toEqual([])
    for (const call of [MENU, LIST]) {
      expect(asked.filter((path) => path === call)).toHaveLength(1)
      expect(signed).not.toContain(call)
    }
    // Pictures of the menu and the bell: drawn all the same.
    await expect(page.getByRole('button', { name: /^(bell )?消息/ })).toBeVisible()
    await expect(page.getByRole('menuitem').first().getByRole('img')).toBeVisible()
  })

  test('shows its rows first, and what follows moves nothing', async ({ page }) => {
    await page.addInitScript(() => {
      // The second that a frame waits for its rows, on a machine that has much else to do.
      const wait = window.setTimeout
      const patiently = (work: () => void, ms?: number) => wait(work, ms === 1_000 ? 100_000 : ms)
      window.setTimeout = patiently as typeof setTimeout
      const look = new MutationObserver(() => {
        const row = document.querySelector('main .ant-table-row')
        if (!row) return
        look.disconnect()
        const { top } = row.getBoundingClientRect()
        Object.assign(window, { first: { top, buttons: document.querySelectorAll('main .toolbar button').length } })
      })
      look.observe(document, { childList: true, subtree: true })
    })
    await page.goto('/customer/userMessage')
    await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '新增', exact: false })).toBeVisible()
    await expect(page.locator('main .ant-pagination')).toBeVisible()
    const top = await tableRows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top)
    expect(await page.evaluate(() => (window as { first?: unknown }).first)).toEqual({ top, buttons: 0 })
  })

  test('that comes again has its menu and its rows in the page', async ({ page }) => {
    // Somebody may add a consumer between the two.
    await expect(async () => {
      await page.goto('/customer/userMessage')
      await tableReady(page)
      const rows = await tableRows(page).allTextContents()
      const { asked, files, named } = await opened(page, '/customer/userMessage', 'data-signed-in', () =>
        tableReady(page),
      )
      expect(asked.filter((path) => path === MENU || path === LIST)).toEqual([])
      expect(files.filter((file) => /\/desktop(List|Frame)?-/.test(file) && !named.includes(file))).toEqual([])
      expect(await tableRows(page).allTextContents()).toEqual(rows)
    }).toPass()
  })

  test('with a search in its address is not asked for ahead', async ({ page }) => {
    const answered = page.waitForResponse(/\/rental\/userMessage\/list\?/)
    await page.goto('/customer/userMessage?nickName=%E5%BC%A0')
    expect(new URL((await answered).url()).searchParams.get('nickName')).toBe('*张*')
    await tableReady(page)
  })
})

test.describe('a phone', () => {
  test.use(as('ops_manager', PHONE))

  test('never loads what is the desktop’s', async ({ page }) => {
    const { files } = await opened(page, '/todo', 'data-signed-in', () =>
      expect(page.locator('.vd-page-root').first()).toBeVisible(),
    )
    expect(files.filter((file) => /\/(desktop|antd~)/.test(file))).toEqual([])
  })
})

for (const [shell, size, address] of [
  ['desktop', DESKTOP, '/'],
  ['phone', PHONE, '/dashboard/board'],
] as const)
  test.describe(`figures, ${shell}`, () => {
    test.use(as('ops_manager', size))

    test('come with the page, asked for once and before its scripts', async ({ page }) => {
      const { asked, named, files, signed } = await opened(page, address, 'data-signed-in', () =>
        expect(page.locator('.tile .big-number, .vd-tile strong').first()).toContainText(/\d/),
      )
      const call = '/jeecg-boot/rental/figures/analysis'
      expect(asked.filter((path) => path === call)).toHaveLength(1)
      expect(signed).not.toContain(call)
      expect(files.filter((file) => /\/mobileFigures-/.test(file) && !named.includes(file))).toEqual([])
    })
  })
