/** Signing in and out, at both sizes. */
import { PAGE_COOKIE } from '#model/handed.ts'
import { DESKTOP, PHONE, calling, expect, kept, nobody, test, type Page } from './browser.ts'
import { PASSWORD } from './people.ts'
import { signIn } from './sign-in.ts'

const LIST = '/customer/userMessage?pageNo=2'
const loginFor = (address: string) => `/user/login?redirect=${encodeURIComponent(address)}`

/** Today at this time in Shanghai; the timers of the page go on. */
async function setClock(page: Page, time: string, days = 0) {
  const day = new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  await page.clock.setFixedTime(`${day}T${time}+08:00`)
}

const sizes = [
  { name: 'desktop', size: DESKTOP, isPhone: false, home: '/dashboard/analysis' },
  { name: 'phone', size: PHONE, isPhone: true, home: '/todo' },
] as const

for (const { name, size, isPhone, home } of sizes)
  test.describe(name, () => {
    test.use(nobody(size))

    const enter = async (page: Page) => page.getByRole('button', { name: '进入', exact: true }).click()
    const pick = async (page: Page, label: string, text: string) => {
      if (isPhone) await page.getByRole('radio', { name: text }).check()
      else await page.getByLabel(label, { exact: true }).selectOption({ label: text })
    }
    /** Leaving ends with a page that starts again; until then the login shown is the old page's. */
    const leave = async (page: Page) => {
      if (isPhone) {
        await page.goto('/me')
        await page.getByText('退出登录', { exact: true }).click()
      } else {
        await page.getByRole('button', { name: /用户菜单/ }).click()
        await page.getByRole('menuitem', { name: '退出登录' }).click()
      }
      const startsAgain = page.waitForEvent('load')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: isPhone ? '退出登录' : '确定' })
        .click()
      await startsAgain
    }

    test('A01 A04 A05 B06: says what the server says, then opens what was asked for and stays in for seven days', async ({
      page,
    }) => {
      await setClock(page, '08:59:30')
      await page.goto(LIST)
      await expect(page).toHaveURL(loginFor(LIST))
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect(page.getByText('请输入用户名').last()).toBeVisible()
      await expect(page.getByText('请输入密码').last()).toBeVisible()
      await signIn(page, 'admin', 'not-the-password-1')
      await expect(page.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()
      expect(await kept(page, 'voltdesk:session')).toBeUndefined()

      const answered = page.waitForResponse(/\/sys\/login\?|\/sys\/login$/)
      await signIn(page, 'admin')
      expect(await (await answered).json()).toMatchObject({ success: true, code: 200 })
      await expect(page.getByText('早上好，管理员，欢迎回来')).toBeVisible()
      await expect(page).toHaveURL(LIST)
      await expect(page.getByText(/^(11-20 )?共 \d+ 条$/).first()).toBeVisible()
      const session = await kept(page, 'voltdesk:session')
      expect(session).toMatchObject({
        token: expect.stringMatching(/^[\w.-]{16,}$/),
        username: 'admin',
        realname: '管理员',
        welcome: '早上好',
        permissionList: expect.any(Array),
        info: { id: expect.any(String), username: 'admin' },
      })
      expect(Object.keys((await kept(page, 'UI_CACHE_DB_DICT_DATA')) as object)).toContain('sex')

      await page.reload()
      await expect(page).toHaveURL(LIST)
      // Other tests add menus and change them.
      const { permissionList: _, ...stays } = session as Record<string, unknown>
      expect(await kept(page, 'voltdesk:session')).toMatchObject(stays)
      if (!isPhone) await expect(page.getByRole('button', { name: '管理员，用户菜单' }).getByRole('img')).toBeVisible()

      // Seven days from when it was used last.
      await setClock(page, '08:58:00', 7)
      await page.reload()
      await expect(page).toHaveURL(LIST)
      await expect(page.getByText(/共 \d+ 条/).first()).toBeVisible()
      await setClock(page, '08:59:00', 14)
      await page.reload()
      await expect(page).toHaveURL(loginFor(LIST))
    })

    test('A02: by phone, with its own sentences and the same landing', async ({ page }) => {
      await page.goto('/user/login')
      await page.getByRole('tab', { name: '手机号登录' }).click()
      const submit = page.getByRole('button', { name: '登录', exact: true })
      const alone = (text: string) => page.getByText(text, { exact: true })
      await submit.click()
      await expect(alone('请输入手机号')).toBeVisible()
      await expect(alone('请输入验证码')).toBeVisible()
      await page.getByLabel('手机号', { exact: true }).fill('12345678901')
      await submit.click()
      await expect(alone('请输入正确手机号')).toBeVisible()
      await page.getByLabel('手机号', { exact: true }).fill('13800010005')
      await expect(alone('请输入正确手机号')).toBeHidden()

      // The code goes to a telephone; the answer to a right one is that of the account login.
      const reply = await page.request.post('/jeecg-boot/sys/login', {
        data: { username: 'viewer', password: PASSWORD },
      })
      let sent: unknown
      await page.route('**/sys/phoneLogin', async (route) => {
        sent = route.request().postDataJSON()
        await route.fulfill({ json: await reply.json() })
      })
      await page.getByLabel(/^(短信)?验证码$/).fill('123456')
      await submit.click()
      await expect(page).toHaveURL(home)
      expect(sent).toMatchObject({ mobile: '13800010005', captcha: '123456' })
      expect(await kept(page, 'voltdesk:session')).toMatchObject({ realname: '赵明' })
    })

    test('A02: where too many asked for codes the browser computes a proof, and the code is sent', async ({ page }) => {
      await page.goto('/user/login')
      await page.getByRole('tab', { name: '手机号登录' }).click()
      await page.route(
        '**/sys/sms',
        (route) =>
          route.fulfill({
            json: { success: false, code: 40002, message: '短信接口请求太多，请稍后再试！', result: null },
          }),
        { times: 1 },
      )
      const proven = page.waitForResponse(/\/sys\/smsCheckCaptcha/)
      await page.getByLabel('手机号', { exact: true }).fill(size === PHONE ? '13800010004' : '13800010003')
      await page.getByRole('button', { name: '获取验证码' }).click()
      expect(await (await proven).json()).toMatchObject({ success: true })
      await expect(page.getByRole('button', { name: /\d+ ?(s|秒)/ })).toBeDisabled()
      await expect(page.getByText('短信接口请求太多')).toHaveCount(0)
      await expect(page.getByText(/验证码.*(已发送|发送成功)/)).toBeVisible()
    })

    test('A06: a person of two tenants chooses one, and every request carries it', async ({ page }) => {
      await page.goto('/user/login')
      await signIn(page, 'two_tenants')
      await enter(page)
      await expect(page.getByRole('alert').filter({ hasText: /请选择(登录)?租户/ })).toBeVisible()
      await expect(page).toHaveURL('/user/login')
      await pick(page, '租户', '伏特华南')
      // Of the departments only those of the chosen tenant.
      await expect(page.getByText('总部', { exact: true })).toHaveCount(0)
      await pick(page, '部门', '华南公司')
      const next = page.waitForRequest(/getUserPermissionByToken/)
      await enter(page)
      const headers = (await next).headers()
      expect(headers['tenant-id'] ?? headers['x-tenant-id']).toBe('2')
      await expect(page).toHaveURL(home)
      await page.goto('/customer/userMessage')
      await expect(
        page
          .getByText('伏特华南')
          .or(page.getByText(/共 \d+ 条/))
          .first(),
      ).toBeVisible()
      const consumers = await calling('admin').get('/rental/userMessage/list?pageSize=1')
      await expect(page.getByText(new RegExp(`共 ${consumers.result.total} 条`))).toHaveCount(0)
    })

    if (isPhone)
      test('who goes to work for another tenant begins at its queue, with nothing of the former one lying open', async ({
        page,
      }) => {
        await page.goto('/user/login')
        await signIn(page, 'two_tenants')
        await enter(page)
        await pick(page, '租户', '伏特华南')
        await pick(page, '部门', '华南公司')
        await enter(page)
        await expect(page).toHaveURL(home)
        const view = page.locator('.adm-capsule-tabs-tab-active:visible')
        await page.getByText('我已处理', { exact: true }).tap()
        await expect(view).toHaveText('我已处理')
        await page.getByRole('navigation', { name: '主导航' }).getByText('我的', { exact: true }).tap()
        await expect(page).toHaveURL('/me')
        const switched = page.waitForRequest(/changeLoginTenantId/)
        await page.locator('.adm-list-item:visible', { hasText: '租户' }).tap()
        await page.getByText('伏特租赁', { exact: true }).tap()
        await switched
        await expect(page).toHaveURL(home)
        await expect(view).toHaveText(/待处理/)
      })

    test('A07: a person of two departments must choose one', async ({ page }) => {
      await page.goto('/user/login')
      await signIn(page, 'two_departs')
      await enter(page)
      await expect(page.getByRole('alert').filter({ hasText: /请选择(登录)?部门/ })).toBeVisible()
      // A reload does not skip the choice.
      await page.reload()
      await expect(page.getByRole('button', { name: '进入', exact: true })).toBeVisible()
      await pick(page, '部门', '客服部')
      const chosen = page.waitForRequest(/\/sys\/selectDepart/)
      await enter(page)
      expect((await chosen).postDataJSON()).toEqual({ orgCode: 'A01A03', username: 'two_departs' })
      await expect(page).toHaveURL(home)
      expect(await kept(page, 'voltdesk:session')).toMatchObject({ choosing: null, info: { orgCode: 'A01A03' } })
    })

    test('A07: without any department it is said', async ({ page }) => {
      const username = `nowhere_${name}`
      const made = await calling('admin').post('/sys/user/add', {
        username,
        realname: '无部门',
        password: PASSWORD,
        confirmpassword: PASSWORD,
        phone: isPhone ? '13911110001' : '13911110002',
        workNo: username,
        userIdentity: 1,
        selectedroles: '',
        selecteddeparts: '',
        relTenantIds: '1',
      })
      expect(made).toMatchObject({ success: true })
      await page.goto('/user/login')
      await signIn(page, username)
      // The password an administrator gave is changed first.
      for (const [label, password] of Object.entries({
        旧密码: PASSWORD,
        新密码: 'Own#20270',
        确认新密码: 'Own#20270',
      }))
        await page.getByLabel(label, { exact: true }).fill(password)
      const said = page.getByText('您尚未设置部门信息!').first()
      await page.getByRole('button', { name: '修改并进入' }).click()
      await expect(said).toBeVisible()
    })

    test('A11: leaves with everything of the person, also when the server cannot be told', async ({ page }) => {
      await page.goto('/user/login')
      await signIn(page, 'viewer')
      await expect(page).toHaveURL(home)
      const { token, pageKey } = (await kept(page, 'voltdesk:session')) as { token: string; pageKey: string }
      const named = (await page.context().cookies()).find(({ name }) => name === PAGE_COOKIE)!.value
      expect(named).toContain(pageKey)
      expect(named).not.toContain(token)
      const told = page.waitForRequest(/\/sys\/logout/)
      await leave(page)
      const request = await told
      expect(request.method()).toBe('POST')
      expect(request.headers()['x-access-token']).toBe(token)
      await expect(page).toHaveURL(/\/user\/login/)
      const left = () => page.evaluate(() => Object.keys(localStorage).join() + Object.keys(sessionStorage).join())
      await expect.poll(left).not.toMatch(/session|DICT|AUTH|draft|tabs/)
      // What named the page is gone with it, also where the server could not be told (below).
      const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
      expect(await cookies()).not.toContain(PAGE_COOKIE)
      const after = await page.request.get('/jeecg-boot/sys/user/getUserInfo', { headers: { 'X-Access-Token': token } })
      expect(after.status()).toBe(401)

      await signIn(page, 'viewer')
      await expect(page).not.toHaveURL(/\/user\/login/)
      await page.route('**/sys/logout', (route) =>
        route.fulfill({
          status: 500,
          json: { success: false, code: 500, message: '退出服务暂时不可用', result: null },
        }),
      )
      await leave(page)
      await expect(page.getByText('退出服务暂时不可用')).toBeVisible()
      await expect(page).toHaveURL(/\/user\/login/)
      await expect.poll(left).not.toMatch(/session|DICT|AUTH/)
      expect(await cookies()).not.toContain(PAGE_COOKIE)
    })

    test('A13: changes the password with the sentences of the specification', async ({ page }) => {
      await page.goto('/user/login')
      await signIn(page, 'cashier')
      await expect(page).toHaveURL(home)
      if (isPhone) {
        await page.goto('/me')
        await page.getByText('修改密码').click()
      } else {
        await page.getByRole('button', { name: /用户菜单/ }).click()
        await page.getByRole('menuitem', { name: '修改密码' }).click()
        // It grows into its place.
        const width = async () => Math.round((await page.locator('.ant-modal:visible').boundingBox())?.width ?? 0)
        await expect.poll(width).toBe(800)
      }
      const form = isPhone ? page.locator('.vd-page:visible') : page.getByRole('dialog', { name: '修改密码' })
      const save = form.getByRole('button', { name: isPhone ? '保存' : '确定' })
      const input = (label: string) => form.getByLabel(new RegExp(`^(\\* )?${label}$`)).and(form.locator('input'))
      await save.click()
      for (const text of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
        await expect(form.getByText(text)).toBeVisible()
      await input('旧密码').fill('Wrong#2026')
      await input('新密码').fill('Fresh#2027')
      await input('确认新密码').fill('Fresh#2028')
      await save.click()
      await expect(form.getByText('两次输入的密码不一样！')).toBeVisible()
      await input('确认新密码').fill('Fresh#2027')
      const sent = page.waitForRequest(/\/sys\/user\/updatePassword/)
      await save.click()
      expect((await sent).postDataJSON()).toEqual({
        username: 'cashier',
        oldpassword: 'Wrong#2026',
        password: 'Fresh#2027',
        confirmpassword: 'Fresh#2027',
      })
      await expect(page.getByText(/旧密码.*(错误|不正确)/)).toBeVisible()
    })

    const victim = isPhone ? 'kefu_chen' : 'service'
    /** Addresses of their own, so that nobody else is asked for a check because of this. */
    const from = (page: Page, last: number) =>
      page.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${last + (isPhone ? 1 : 0)}` })
    async function fail(page: Page, failure: number, name = victim): Promise<Record<string, unknown>> {
      const answer = page.waitForResponse(/\/sys\/login/)
      await signIn(page, name, `wrong-${failure}-Aa`)
      const sent = (await answer).request().postDataJSON() as Record<string, unknown>
      await expect(page.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()
      return sent
    }

    test('A01: computes a proof after failures, which nobody sees, then locks the name for this address', async ({
      page,
    }) => {
      await from(page, 10)
      await page.goto('/user/login')
      for (let failure = 1; failure <= 3; failure += 1) expect(await fail(page, failure)).not.toHaveProperty('proof')
      for (let failure = 4; failure <= 6; failure += 1)
        expect(await fail(page, failure)).toHaveProperty('proof', expect.any(String))
      await expect(page.getByRole('button', { name: '换一张验证码' })).toBeHidden()
      await signIn(page, victim)
      const locked = '该用户登录失败次数过多，请于10分钟后再次登录！'
      await expect(page.getByRole('alert').filter({ hasText: locked })).toBeVisible()
      await expect(page).toHaveURL('/user/login')
      // Nobody else is: the owner comes in from elsewhere.
      await from(page, 20)
      await signIn(page, victim)
      await expect(page).not.toHaveURL('/user/login')
    })

    test('A01: who comes where others have failed is asked for nothing: the proof is made at once', async ({
      page,
    }) => {
      await from(page, 50)
      await page.goto('/user/login')
      // Failures of one name count together, wherever they come from: the other tests have theirs.
      const other = 'finance'
      for (let failure = 1; failure <= 3; failure += 1) await fail(page, failure, other)
      // Another page knows nothing of them.
      await page.goto('/user/login')
      const tries: Record<string, unknown>[] = []
      page.on('request', (request) => {
        if (/\/sys\/login/.test(request.url())) tries.push(request.postDataJSON() as Record<string, unknown>)
      })
      await signIn(page, other)
      await expect(page).not.toHaveURL('/user/login')
      expect(tries.map(({ proof }) => Boolean(proof))).toEqual([false, true])
    })

    test('A01: asks for a picture code after failures where a page has no TLS', async ({ page }) => {
      await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
      await from(page, 30)
      await page.goto('/user/login')
      const picture = page.getByRole('button', { name: '换一张验证码' }).getByRole('img')
      for (let failure = 1; failure <= 3; failure += 1) {
        await expect(picture).toBeHidden()
        await fail(page, failure)
      }
      await expect(picture).toBeVisible()
      await signIn(page, victim)
      await expect(page.getByText('请输入验证码', { exact: true })).toBeVisible()
      const before = await picture.getAttribute('src')
      await page.getByLabel(/^验证码$/).fill('0000')
      await signIn(page, victim)
      await expect(page.getByRole('alert').filter({ hasText: '验证码错误' })).toBeVisible()
      await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
    })
  })
