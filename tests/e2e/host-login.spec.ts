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
import { calling, DESKTOP, expect, kept, nobody, type Page, type Row } from './browser.ts'
import { test } from './clients.ts'
import { back, top } from './touch.ts'

const LIST = '/finance/userWithdrawal'
/** Longer than anything a page that cannot sign in may still wait for. */
const LATER_MS = 60_000
let record: Row

test.beforeAll(async () => {
  const rows = await calling('ops_manager').rows('/rental/userWithdrawal/list?pageSize=1')
  record = rows[0]!
})

/** How often the window left for the chat, or brought our server a code. */
const rounds = ({ requests }: Client) =>
  requests.filter((path) => /\/(connect\/oauth2\/authorize|sys\/thirdLogin\/exchange)$/.test(path)).length

const link = () => `${LIST}/${record.id}`
const withdrawNo = () => String(record.withdrawNo)
const usernameIn = async (page: Page) => ((await kept(page, 'voltdesk:session')) as { username?: string })?.username
const shows = (page: Page, text: string) => expect(page.locator('body')).toContainText(text)

for (const variant of [wecomAndroid, dingtalkAndroidApp, wecomWindows, dingtalkWindows])
  test.describe(variant.name, () => {
    test('a person nobody knows reads what to do, and nothing goes round', async ({ client }) => {
      const one = await client(variant, 'newcomer')
      const { page } = one
      await page.goto(link())
      const told = page.getByRole('alert')
      await expect(told).toContainText('您的账号尚未绑定')
      await expect(told).toContainText('请把下面的账号发给系统管理员，由管理员在“聊天账号绑定”中')
      await expect(page.getByText('newcomer', { exact: true })).toBeVisible()
      await expect(page.getByText('编号', { exact: true })).toBeVisible()
      expect(rounds(one)).toBe(1)
      await page.getByRole('button', { name: '复制诊断信息' }).click()
      await expect(page.getByText('已复制').or(page.getByText('原因：unbound'))).toBeVisible()
      // Trying again is the person's own wish, and is answered the same.
      await page.getByRole('button', { name: '重新登录' }).click()
      await expect.poll(() => rounds(one)).toBe(2)
      await expect(told).toContainText('您的账号尚未绑定')
    })

    test('the address keeps nothing that signs in, and going back does not lead to the chat', async ({ client }) => {
      const one = await client(variant, 'ops_manager')
      const { page } = one
      await page.goto(`${link()}?from=a%20b`)
      await shows(page, withdrawNo())
      expect(page.url()).not.toMatch(/oauth2LoginToken|[?&]code=|state=|authCode/)
      expect(page.url()).toContain(`${link()}?from=a%20b`)
      await page.reload()
      await shows(page, withdrawNo())
      // The reload is answered by the session that is there; a start in DingTalk only asks who sits here.
      expect(rounds(one)).toBe(1)
      if (variant.phone) {
        await back(page)
        await expect(page).toHaveURL('/todo')
      }
    })

    test('after signing out nobody is signed in again by itself, in no window', async ({ client }) => {
      const one = await client(variant, 'ops_manager')
      const { page, context } = one
      const other = await context.newPage()
      await page.goto(variant.phone ? '/me' : '/dashboard/analysis')
      await other.goto('/todo')
      await expect(other.getByText('待处理').first()).toBeVisible()
      const before = rounds(one)
      // What is asked between the end of the session and the word of it is refused, on a slow line for seconds.
      const refused = page.waitForResponse((answer) => answer.status() === 401)
      await page.route('**/sys/logout', async (route) => {
        const response = await route.fetch()
        await page
          .getByText(variant.phone ? '消息' : '我的待办', { exact: true })
          .first()
          .dispatchEvent('click')
        await refused
        await route.fulfill({ response })
      })
      await signOut(page, variant)
      await refused
      for (const window of [page, other])
        await expect(window.getByRole('alert').filter({ hasText: '您已退出登录' })).toBeVisible()
      // Whoever comes to this client next finds one window.
      await other.close()
      expect(await usernameIn(page)).toBeFalsy()
      expect(rounds(one)).toBe(before)
      await page.getByRole('button', { name: '重新登录' }).click()
      await expect.poll(() => usernameIn(page)).toBe('ops_manager')
    })
  })

for (const variant of [wecomAndroid, dingtalkAndroidApp, wecomWindows, dingtalkWindows])
  test(`${variant.name}: a server that takes no token ends on a page after two automatic tries`, async ({
    browser,
  }) => {
    const client = await openClient(browser, variant, 'ops_manager')
    const { page } = client
    await page.route(/\/jeecg-boot\/(rental|sys\/permission)\//, (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, code: 401, message: 'Token失效，请重新登录', result: null },
      }),
    )
    await page.clock.install()
    await page.goto(link())
    await expect(page.getByRole('button', { name: '重新登录' }).first()).toBeVisible()
    const tries = rounds(client)
    expect(tries).toBeLessThanOrEqual(3)
    await page.clock.runFor(LATER_MS)
    expect(rounds(client)).toBe(tries)
    await client.context.close()
  })

test('a long address is come back to', async ({ client }) => {
  const { page } = await client(wecomAndroid, 'ops_manager')
  const long = `${link()}?from=${'x'.repeat(2500)}`
  await page.goto(long)
  await shows(page, withdrawNo())
  await expect(page).toHaveURL(long)
})

test('a client that is too old reads so, and nothing is begun', async ({ client }) => {
  const { userAgent } = wecomAndroid.browser
  const old = { ...wecomAndroid.browser, userAgent: userAgent.replace(/Chrome\/\d+/, 'Chrome/86') }
  const one = await client({ ...wecomAndroid, browser: old }, 'ops_manager')
  await one.page.goto(link())
  await expect(one.page.getByRole('alert')).toContainText('请升级客户端')
  await one.page.waitForLoadState('networkidle')
  expect(rounds(one)).toBe(0)
})

test('a client that asks for the way back twice signs in once', async ({ client }) => {
  const one = await client(wecomAndroid, 'ops_manager')
  await one.behave('asks-twice')
  await one.page.goto(link())
  await shows(one.page, withdrawNo())
  expect(
    one.requests.filter((path) => path.endsWith('/sys/thirdLogin/oauth2/wechat_enterprise/callback')),
  ).toHaveLength(2)
  expect(rounds(one)).toBe(1)
})

test('who does not agree reads that nothing was confirmed', async ({ client }) => {
  const one = await client(wecomAndroid, 'ops_manager')
  await one.behave('refuses')
  await one.page.goto(link())
  await expect(one.page.getByRole('alert')).toContainText('未能登录')
})

test('a chat that is down is named, and a person may try again', async ({ client }) => {
  await chats().failNext({ path: '/auth/getuserinfo', userId: 'finance', http: 500, html: true })
  const { page } = await client(wecomAndroid, 'finance')
  await page.goto(link())
  await expect(page.getByRole('alert')).toContainText('登录服务繁忙')
  await page.getByRole('button', { name: '重新登录' }).click()
  await shows(page, withdrawNo())
})

test('in WeCom the way in of a message replaces who was there', async ({ client }) => {
  const one = await client(wecomAndroid, 'ops_manager')
  const { page } = one
  await page.goto(link())
  await shows(page, withdrawNo())
  await one.sit('viewer')
  await page.goto('/jeecg-boot/sys/thirdLogin/oauth2/wechat_enterprise/login?redirect=%2Fme&kind=inside')
  await shows(page, '赵明')
  expect(await usernameIn(page)).toBe('viewer')
})

for (const variant of [dingtalkAndroidApp, dingtalkIosApp, dingtalkWindows])
  test(`${variant.name}: without an answer of the client the address is the way in`, async ({ client }) => {
    const one = await client(variant, 'ops_manager')
    one.answer = (name) => (/AuthCode/i.test(name) ? { refused: 'unknown' } : undefined)
    await one.page.goto(link())
    await shows(one.page, withdrawNo())
    await expect(one.page).toHaveURL(link())
  })

for (const variant of [dingtalkAndroidApp, wecomAndroid])
  test(`${variant.name}: another person in a new window never sees what was there before`, async ({ browser }) => {
    const client = await openClient(browser, variant, 'ops_manager')
    await client.page.goto(link())
    await shows(client.page, withdrawNo())
    await client.page.close()
    await client.sit('viewer')
    const page = await client.context.newPage()
    await page.goto('/me')
    await shows(page, '赵明')
    expect(await usernameIn(page)).toBe('viewer')
    await client.context.close()
  })

test('who comes back with a state nobody knows gets to the record after all', async ({ client }) => {
  await chats().failNext({ path: '/auth/getuserinfo', userId: 'finance', http: 500, html: true })
  const { page } = await client(wecomAndroid, 'finance')
  await page.goto(link())
  await expect(page.getByRole('alert')).toContainText('登录服务繁忙')
  // Where the server sends a way back that it cannot place: without a path.
  await page.goto('/oauth2-app/login?problem=state&ref=r1')
  await shows(page, withdrawNo())
  await expect(page).toHaveURL(link())
})

test('an answer that nobody asked for names no account and signs nobody out', async ({ client }) => {
  const { page } = await client(wecomAndroid, 'ops_manager')
  await page.goto(link())
  await shows(page, withdrawNo())
  await page.goto('/oauth2-app/login?problem=unbound&uuid=stranger&ref=r1')
  await expect(page).toHaveURL('/todo')
  await expect(page.getByText('stranger')).toHaveCount(0)
  expect(await usernameIn(page)).toBe('ops_manager')
})

test('another organisation on the same device forgets the session first', async ({ client }) => {
  const one = await client(dingtalkAndroidApp, 'ops_manager')
  const { page } = one
  await page.goto(link())
  await shows(page, withdrawNo())
  const before = rounds(one)
  await one.sit('newcomer')
  await page.goto(`${link()}?corpId=dingother`)
  await expect(page.getByRole('alert')).toContainText('您的账号尚未绑定')
  expect(rounds(one) - before).toBe(1)
  expect(await usernameIn(page)).toBeFalsy()
})

test('the page names what its start in a chat needs, so that nothing waits for a script', async ({ client }) => {
  const { page, requests } = await client(dingtalkAndroidApp, 'ops_manager')
  const html = await (await page.goto(link()))!.text()
  await shows(page, withdrawNo())
  const before = requests.slice(0, requests.indexOf('/jeecg-boot/sys/thirdLogin/exchange'))
  // Who the application is stands in the page.
  expect(requests).not.toContain('/jeecg-boot/sys/chat/setup')
  const scripts = before.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((path) => !html.includes(`"${path}"`))).toEqual([])
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
