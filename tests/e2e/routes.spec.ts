/** Where an address leads, with and without a session. */
import { PAGE_COOKIE } from '#model/handed.ts'
import { DESKTOP, PHONE, as, expect, nobody, ready, test, type Page } from './browser.ts'
import { PASSWORD } from './people.ts'
import { signIn } from './sign-in.ts'

const PLATFORM = '电池租赁管理平台'
const loginFor = (address: string) => `/user/login?redirect=${encodeURIComponent(address)}`
const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })

const sizes = [
  { name: 'desktop', size: DESKTOP, isPhone: false, home: '/dashboard/analysis' },
  { name: 'phone', size: PHONE, isPhone: true, home: '/todo' },
] as const

for (const { name, size, isPhone, home } of sizes) {
  /** Something of the main layout: the side menu, or the page of the phone. */
  const layout = (page: Page) => page.locator(isPhone ? '.vd-head' : '.shell')
  const listShown = (page: Page) => page.getByText(/共 \d+ 条/).first()

  test.describe(`${name}, nobody signed in`, () => {
    test.use(nobody(size))

    test('B01 B02 B06: every protected address leads to the login and keeps where one wanted to go', async ({
      page,
    }) => {
      for (const [address, login] of [
        ['/user', '/user/login'],
        ['/user/login/', '/user/login'],
        ['/customer/userMessage/', loginFor('/customer/userMessage')],
        ['/', /\/user\/login(\?redirect=%2F)?$/],
        [
          '/customer/userMessage?pageNo=2&nickName=%E7%8E%8B',
          loginFor('/customer/userMessage?pageNo=2&nickName=%E7%8E%8B'),
        ],
        ['/no/such/page', loginFor('/no/such/page')],
        // Never out of our own origin, never back to the login.
        ['/user/login?redirect=//evil.example/x', '/user/login?redirect=//evil.example/x'],
        ['/oauth2-app/login', '/user/login'],
      ] as const) {
        await page.goto(address)
        await expect(page).toHaveURL(login)
        await expect(loginButton(page)).toBeVisible()
        await expect(layout(page)).toHaveCount(0)
      }
      await page.goto('/user/login?redirect=//evil.example/x')
      await signIn(page, 'viewer', PASSWORD)
      await expect(page).toHaveURL(home)
    })

    test('B02: the test page opens without a session and without the main layout', async ({ page }) => {
      await page.goto('/test/home')
      await expect(page.getByRole('heading', { name: '测试首页' })).toBeVisible()
      await expect(layout(page)).toHaveCount(0)
    })

    test('B03: registering and the forgotten password are open to everybody', async ({ page }) => {
      for (const address of ['/user/register', '/user/register-result', '/user/alteration']) {
        await page.goto(address)
        await expect(page).toHaveURL(address)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.getByText(/页面不存在/)).toHaveCount(0)
        await expect(layout(page)).toHaveCount(0)
      }
    })
  })

  test.describe(`${name}, signed in`, () => {
    test.use(as('admin', size))

    test('B01 B03 B09: home, error pages, unknown paths, reloads of deep links, and nothing goes in circles', async ({
      page,
    }) => {
      let moves = 0
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) moves += 1
      })
      const arrives = async (address: string, at: string) => {
        moves = 0
        await page.goto(address)
        await expect(page).toHaveURL(at)
        await ready(page)
        await expect(page).toHaveURL(at)
        expect(moves, `moves from ${address}`).toBeLessThanOrEqual(5)
      }
      await arrives('/', home)
      await expect(layout(page).first()).toBeVisible()
      if (!isPhone) await expect(page).toHaveTitle(PLATFORM)
      await arrives('/dashboard/analysis', home)
      await arrives('/user/login', home)
      await arrives('/user', home)
      await arrives('/oauth2-app/login', home)
      await arrives('/customer/userMessage/?pageNo=2', '/customer/userMessage?pageNo=2')
      await arrives(loginFor('/customer/userMessage/?pageNo=2'), '/customer/userMessage?pageNo=2')
      await arrives('/user/login?redirect=/user/login', home)
      await arrives(loginFor('/customer/userMessage?pageNo=2'), '/customer/userMessage?pageNo=2')
      await expect(listShown(page)).toBeVisible()
      await page.reload()
      await expect(page).toHaveURL('/customer/userMessage?pageNo=2')
      await expect(listShown(page)).toBeVisible()

      await arrives('/no/such/page', '/404')
      await expect(page.getByText(/页面不存在/).first()).toBeVisible()
      // Nobody writes into the ledger by hand.
      for (const form of ['add', '1/edit']) {
        await page.goto(`/finance/amountDetail/${form}`)
        await expect(page.getByText(/页面不存在/).first()).toBeVisible()
        await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
      }
      for (const [address, text] of [
        ['/403', /没有权限/],
        ['/404', /页面不存在/],
        ['/500', /服务器出错/],
      ] as const) {
        await arrives(address, address)
        await expect(page.getByText(text).first()).toBeVisible()
      }
      await page
        .getByRole('button', { name: /首页/ })
        .or(page.getByRole('link', { name: '返回首页' }))
        .first()
        .click()
      await expect(page).toHaveURL(home)
    })

    /** As another server would answer, which brings nothing in the page itself: nobody is named to it. */
    const reply = async (page: Page, status: number, body: object) => {
      await page.addInitScript(() =>
        Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined, configurable: true }),
      )
      await page.context().clearCookies({ name: PAGE_COOKIE })
      await page.route('**/sys/permission/getUserPermissionByToken**', (route) => route.fulfill({ status, json: body }))
    }
    const menu = (children: object[]) => ({
      success: true,
      code: 200,
      message: '查询成功',
      result: {
        menu: children,
        auth: [{ action: 'rental:userMessage:list', type: '1' }],
        allAuth: [],
        sysSafeMode: false,
      },
    })
    const WANTED = '/customer/userMessage?pageNo=2'

    test('B05 B07: a menu of the newer family is understood; hidden entries are routes, those without a route are none', async ({
      page,
    }) => {
      const entry = (key: string, more: object) => ({
        id: key,
        path: `/customer/${key}`,
        name: key,
        component: 'rental/UserMessageList',
        route: '1',
        meta: { title: `菜单${key}`, keepAlive: true },
        ...more,
      })
      const group = {
        id: 'group',
        path: '/customer',
        name: 'customer',
        component: 'layouts/default/index',
        route: '1',
        meta: { title: '用户', icon: 'ant-design:user-outlined' },
        children: [entry('userMessage', {}), entry('ghost', { hidden: true }), entry('none', { route: '0' })],
      }
      await reply(page, 200, menu([group]))
      await page.goto(WANTED)
      await expect(listShown(page)).toBeVisible()
      await expect(page).toHaveTitle(`菜单userMessage · ${PLATFORM}`)
      if (isPhone) await expect(page.getByRole('heading', { name: '菜单userMessage' })).toBeVisible()
      // A group is an address too.
      await page.goto('/customer')
      await expect(page).toHaveURL('/customer/userMessage')
      await expect(listShown(page)).toBeVisible()
      await page.goto('/customer/none')
      await expect(page.getByText(/页面不存在/).first()).toBeVisible()
      // The component names the page, wherever an administrator put it.
      await page.goto('/customer/ghost')
      await expect(listShown(page)).toBeVisible()
      await expect(page.getByRole('menuitem', { name: '菜单ghost' })).toHaveCount(0)
    })

    test('B08: a page of a site that the settings name fills its place, one of another site is offered in a new window', async ({
      page,
      context,
    }) => {
      await page.goto('/404')
      const allowed = await page.locator('meta[name="voltdesk-frames"]').getAttribute('content')
      const inside = (key: string, url: string) => ({
        id: key,
        path: `/${key}`,
        component: 'layouts/IframePageView',
        route: '1',
        meta: { title: `外部${key}`, url },
      })
      await reply(
        page,
        200,
        menu([inside('ours', `${allowed}/3/6/3.svg`), inside('theirs', 'https://elsewhere.example/figures')]),
      )
      await page.goto('/ours')
      const frame = page.locator('iframe')
      await expect(frame.contentFrame().getByText('3/6/3')).toBeVisible()
      const { width, height } = (await frame.boundingBox())!
      expect(width).toBeGreaterThan(size.viewport.width * 0.8)
      expect(height).toBeGreaterThan(size.viewport.height * 0.8)
      if (isPhone) await expect(page.getByRole('heading', { name: '外部ours' })).toBeVisible()

      await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'figures' }))
      await page.goto('/theirs')
      await expect(page.getByText('“外部theirs”是另一个网站的页面，不能在这里显示。')).toBeVisible()
      await expect(frame).toHaveCount(0)
      const opened = context.waitForEvent('page')
      await page.getByRole('button', { name: '在新窗口打开' }).click()
      const other = await opened
      await expect(other).toHaveURL('https://elsewhere.example/figures')
      await other.close()
    })

    test('B05: a menu that does not come, or is empty, ends the session and says why', async ({ page }) => {
      await reply(page, 200, menu([]))
      await page.goto(WANTED)
      await expect(page.getByText(/non-null array/).first()).toBeVisible()
      await expect(page).toHaveURL(loginFor(WANTED))
      await expect(loginButton(page)).toBeVisible()
      await page.unrouteAll()

      await reply(page, 500, { success: false, code: 500, message: '菜单服务暂时不可用', result: null })
      await signIn(page, 'admin')
      await expect(page.getByText('菜单服务暂时不可用').first()).toBeVisible()
      await expect(page).toHaveURL(loginFor(WANTED))
      await page.unrouteAll()
      await signIn(page, 'admin')
      await expect(page).toHaveURL(WANTED)
      await expect(listShown(page)).toBeVisible()
    })
  })
}
