/** Signing in through a chat: what goes wrong ends in a page that says so, and never in a loop. */
import { chats, openClient, type Client } from '../hosts/bridges/open.ts'
import {
  dingtalkAndroidApp,
  dingtalkIosApp,
  dingtalkWindows,
  wecomAndroid,
  wecomWindows,
  type Variant,
} from '../hosts/bridges/variants.ts'
import { calling, DESKTOP, expect, kept, nobody, test, type Page, type Row } from './browser.ts'
import { back, top } from './touch.ts'

const LIST = '/finance/userWithdrawal'
const clients: Client[] = []
let record: Row

test.beforeAll(async () => {
  const rows = await calling('ops_manager').rows('/rental/userWithdrawal/list?pageSize=1')
  record = rows[0]!
})
test.afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ context }) => context.close()))
  await chats().doubleHit(false)
})

type Opening = Parameters<typeof openClient>
const open = async (...given: Opening): Promise<Client> => {
  const client = await openClient(...given)
  clients.push(client)
  return client
}

/** How often the page left for the chat, or brought it a code. */
function countRounds(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/sys\/thirdLogin\/(oauth2\/\w+\/login|exchange)/.test(request.url())) count += 1
  })
  return () => count
}

const link = () => `${LIST}/${record.id}`
const withdrawNo = () => String(record.withdrawNo)
const usernameIn = async (page: Page) => ((await kept(page, 'voltdesk:session')) as { username?: string })?.username
const shows = (page: Page, text: string) => expect(page.locator('body')).toContainText(text, { timeout: 20_000 })

for (const variant of [wecomAndroid, dingtalkAndroidApp, wecomWindows, dingtalkWindows])
  test.describe(variant.name, () => {
    test('a person nobody knows reads what to do, and nothing goes round', async ({ browser }) => {
      const { page } = await open(browser, variant, 'newcomer')
      const rounds = countRounds(page)
      await page.goto(link())
      const told = page.getByRole('alert')
      await expect(told).toContainText('您的账号尚未绑定')
      await expect(told).toContainText('请把下面的编号发给系统管理员')
      await expect(page.getByText('编号', { exact: true })).toBeVisible()
      expect(rounds()).toBe(1)
      await page.getByRole('button', { name: '复制诊断信息' }).click()
      await expect(page.getByText('已复制').or(page.getByText('原因：unbound'))).toBeVisible()
      // Trying again is the person's own wish, and is answered the same.
      await page.getByRole('button', { name: '重新登录' }).click()
      await expect.poll(rounds).toBe(2)
      await expect(told).toContainText('您的账号尚未绑定')
    })

    test('the address keeps nothing that signs in, and going back does not lead to the chat', async ({ browser }) => {
      const { page } = await open(browser, variant, 'ops_manager')
      const rounds = countRounds(page)
      await page.goto(`${link()}?from=a%20b`)
      await shows(page, withdrawNo())
      expect(page.url()).not.toMatch(/oauth2LoginToken|[?&]code=|state=|authCode/)
      expect(page.url()).toContain(`${link()}?from=a%20b`)
      await page.reload()
      await shows(page, withdrawNo())
      // The reload is answered by the session that is there; a start in DingTalk only asks who sits here.
      expect(rounds()).toBe(1)
      if (variant.phone) {
        await back(page)
        await expect(page).toHaveURL('/todo')
      }
    })

    test('after signing out nobody is signed in again by itself', async ({ browser }) => {
      const { page } = await open(browser, variant, 'ops_manager')
      await page.goto(variant.phone ? '/me' : '/dashboard/analysis')
      await signOut(page, variant)
      await expect(page.getByRole('alert')).toContainText('您已退出登录')
      expect(await usernameIn(page)).toBeFalsy()
      await page.getByRole('button', { name: '重新登录' }).click()
      await expect.poll(() => usernameIn(page), { timeout: 20_000 }).toBe('ops_manager')
    })

    test('a server that takes no token ends on a page after two automatic tries', async ({ browser }) => {
      const { page } = await open(browser, variant, 'ops_manager')
      const rounds = countRounds(page)
      await page.route(/\/jeecg-boot\/(rental|sys\/permission)\//, (route) =>
        route.fulfill({
          status: 401,
          json: { success: false, code: 401, message: 'Token失效，请重新登录', result: null },
        }),
      )
      await page.goto(link())
      const end = page.getByRole('button', { name: '重新登录' }).first()
      await expect(end).toBeVisible({ timeout: 30_000 })
      expect(rounds()).toBeLessThanOrEqual(3)
      const before = rounds()
      await page.waitForTimeout(3_000)
      expect(rounds()).toBe(before)
    })
  })

test('the page names what its start in a chat needs, so that nothing waits for a script', async ({ browser }) => {
  const { page } = await open(browser, dingtalkAndroidApp, 'ops_manager')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const html = await (await page.goto(link()))!.text()
  await shows(page, withdrawNo())
  const before = asked.slice(0, asked.indexOf('/jeecg-boot/rental/userWithdrawal/queryById'))
  const scripts = before.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((path) => !html.includes(`"${path}"`))).toEqual([])
})

test('a client that asks for the way back twice signs in once', async ({ browser }) => {
  await chats().doubleHit(true)
  const { page } = await open(browser, wecomAndroid, 'ops_manager')
  await page.goto(link())
  await shows(page, withdrawNo())
})

test('who does not agree reads that nothing was confirmed', async ({ browser }) => {
  const { page } = await open(browser, wecomAndroid, 'ops_manager')
  // The chat sends back who refuses without a code. Redirects cannot be caught, so the first step is.
  await page.route(/\/oauth2\/wechat_enterprise\/login/, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const { searchParams } = new URL(answer.headers().location!)
    const location = `${searchParams.get('redirect_uri')}?state=${searchParams.get('state')}`
    return route.fulfill({ status: 302, headers: { ...answer.headers(), location } })
  })
  await page.goto(link())
  await expect(page.getByRole('alert')).toContainText('未能登录')
})

test('a chat that is down is named, and a person may try again', async ({ browser }) => {
  await chats().failNext({ path: '/auth/getuserinfo', times: 1, http: 500, html: true })
  const { page } = await open(browser, wecomAndroid, 'ops_manager')
  await page.goto(link())
  await expect(page.getByRole('alert')).toContainText('登录服务繁忙', { timeout: 60_000 })
  await page.getByRole('button', { name: '重新登录' }).click()
  await shows(page, withdrawNo())
})

for (const variant of [dingtalkAndroidApp, dingtalkIosApp, dingtalkWindows])
  test(`${variant.name}: without an answer of the client the address is the way in`, async ({ browser }) => {
    const { page } = await open(browser, variant, 'ops_manager', {
      answer: (name) => (/AuthCode/i.test(name) ? { refused: 'unknown' } : undefined),
    })
    await page.goto(link())
    await shows(page, withdrawNo())
    await expect(page).toHaveURL(link())
  })

test('another person on the same device never sees what was there before', async ({ browser }) => {
  const client = await open(browser, dingtalkAndroidApp, 'ops_manager')
  await client.page.goto(link())
  await shows(client.page, withdrawNo())
  await client.page.close()
  await client.sit('viewer')
  const page = await client.context.newPage()
  await page.goto('/me')
  await shows(page, '赵明')
  expect(await usernameIn(page)).toBe('viewer')
})

test('another organisation on the same device forgets the session first', async ({ browser }) => {
  const client = await open(browser, dingtalkAndroidApp, 'ops_manager')
  await client.page.goto(link())
  await shows(client.page, withdrawNo())
  const rounds = countRounds(client.page)
  await client.sit('newcomer')
  await client.page.goto(`${link()}?corpId=dingother`)
  await expect(client.page.getByRole('alert')).toContainText('您的账号尚未绑定')
  expect(rounds()).toBe(1)
  expect(await usernameIn(client.page)).toBeFalsy()
})

test('in WeCom the way in of a message replaces who was there', async ({ browser }) => {
  const client = await open(browser, wecomAndroid, 'ops_manager')
  await client.page.goto(link())
  await shows(client.page, withdrawNo())
  await client.sit('viewer')
  await client.page.goto('/jeecg-boot/sys/thirdLogin/oauth2/wechat_enterprise/login?redirect=%2Fme&kind=inside')
  await shows(client.page, '赵明')
  expect(await usernameIn(client.page)).toBe('viewer')
})

test.describe('in a browser', () => {
  test.use(nobody(DESKTOP))

  for (const name of ['企业微信登录', '钉钉登录'])
    test(`${name} leads to the page that was wanted`, async ({ page, context }) => {
      await context.addCookies([{ name: 'sim_user', value: 'ops_manager', url: process.env.VOLTDESK_SIM_URL! }])
      await page.goto(link())
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('region', { name: '用户提现详情' })).toContainText(withdrawNo())
      await expect(page).toHaveURL(link())
    })

  test('a login that was not begun here signs nobody in', async ({ page }) => {
    await page.goto(
      '/oauth2-app/login?oauth2LoginToken=stolen-token&thirdType=dingtalk&redirect=%2Fdashboard%2Fanalysis',
    )
    await expect(page).toHaveURL(/^[^?]*\/user\/login\?redirect=%2Fdashboard%2Fanalysis$/)
    await expect(page.getByRole('alert')).toContainText('登录请求已过期')
    expect(await usernameIn(page)).toBeFalsy()
  })

  test('single sign-on goes to its server and comes back with a session', async ({ page }) => {
    const sso = 'https://cas.example/cas'
    const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'operator', password: 'Volt#2026' }),
    })
    const session: unknown = await answer.json()
    await page.route(/^http:\/\/127[^/]+\/(?!jeecg-boot|assets)[^.]*$/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const page = await route.fetch()
      const html = (await page.text()).replace('</head>', `<meta name="voltdesk-cas" content="${sso}"></head>`)
      return route.fulfill({ response: page, body: html })
    })
    await page.route(`${sso}/**`, (route) => {
      const service = new URL(new URL(route.request().url()).searchParams.get('service')!)
      service.searchParams.set('ticket', 'ST-1')
      // By a script: redirects cannot be caught, and this page needs its line about the server.
      const body = `<script>location.replace(${JSON.stringify(service.href)})</script>`
      return route.fulfill({ contentType: 'text/html', body })
    })
    const asked = page.waitForRequest('**/sys/cas/client/validateLogin')
    await page.route('**/sys/cas/client/validateLogin', (route) => route.fulfill({ json: session }))
    await page.goto(link())
    const body = (await asked).postDataJSON() as { ticket: string; service: string }
    expect(body.ticket).toBe('ST-1')
    expect(new URL(body.service).pathname + new URL(body.service).search).toBe(
      `/user/sso?redirect=${encodeURIComponent(link())}`,
    )
    await expect(page).toHaveURL(link())
    expect(await usernameIn(page)).toBe('operator')
    // And signing out leads there too, or the next page would sign in again.
    const left = page.waitForRequest(`${sso}/logout?**`)
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /退出|确\s*定/ })
      .click()
    expect(new URL((await left).url()).searchParams.get('service')).toBe(`${process.env.VOLTDESK_E2E_URL}/`)
  })
})

async function signOut(page: Page, { phone }: Variant): Promise<void> {
  if (phone) {
    await top(page).getByText('退出登录').tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /退出|确定/ })
      .tap()
    return
  }
  await page.getByText('周敏').first().click()
  await page.getByText('退出登录').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /退出|确\s*定/ })
    .click()
}
