/** What a person reads when the server says no, and how a session ends. */
import { DESKTOP, PHONE, as, calling, expect, kept, nobody, test, type Page } from './browser.ts'
import { signIn } from './sign-in.ts'

const EXPIRED = '很抱歉，登录已过期，请重新登录'
const DEPARTS = '**/sys/user/getCurrentUserDeparts**'
const answer = (page: Page, url: string, status: number, message: string) =>
  page.route(url, (route) => route.fulfill({ status, json: { success: false, code: status, message, result: null } }))

for (const size of [DESKTOP, PHONE]) {
  const isPhone = size === PHONE
  /** Asks for the departments, a call that speaks for itself when it fails. */
  const askDepartments = async (page: Page) => {
    if (isPhone) return page.goto('/me')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    return page.getByRole('menuitem', { name: '切换部门' }).click()
  }
  const home = isPhone ? '/todo' : '/dashboard/analysis'
  const notice = (page: Page, text: string) =>
    page.locator(isPhone ? '.adm-toast-main' : '.ant-notification-notice').filter({ hasText: text })
  const listed = (page: Page) => page.getByText(/共 \d+ 条/).first()

  test.describe(isPhone ? 'phone' : 'desktop', () => {
    test.describe('signed in', () => {
      test.use(as('viewer', size))

      for (const [name, status, message, said] of [
        ['S01: 403', 403, '', '拒绝访问'],
        ['S01: 404', 404, '', '很抱歉，资源未找到!'],
        ['S01: 504', 504, '', '网络超时'],
        ['S04: any other', 500, '部门服务正在维护', '部门服务正在维护'],
      ] as const)
        test(`${name} is said under 系统提示, and the page stays usable`, async ({ page }) => {
          await answer(page, DEPARTS, status, message)
          await page.goto(home)
          // Said for three seconds, which an address that is still loading may outlast.
          await Promise.all([
            expect(notice(page, said).filter({ hasText: '系统提示' })).toBeVisible(),
            askDepartments(page),
          ])
          await page.unroute(DEPARTS)
          await page.goto('/customer/userMessage')
          await expect(listed(page)).toBeVisible()
        })

      test('C08: departments that could not be asked for are asked for again where that is said', async ({ page }) => {
        await answer(page, DEPARTS, 500, '部门服务正在维护')
        await page.goto(home)
        await askDepartments(page)
        const place = isPhone
          ? page.locator('.adm-list-item').filter({ hasText: '部门' })
          : page.getByRole('dialog', { name: '切换部门' })
        await expect(place.getByRole('alert')).toContainText('部门服务正在维护')
        await page.unroute(DEPARTS)
        await place.getByText('重试').click()
        await expect(place).toContainText('总部')
        if (isPhone) return
        await answer(page, '**/sys/selectDepart', 200, '您不属于该部门')
        await page.getByRole('button', { name: '确定' }).click()
        await expect(place.getByRole('alert')).toContainText('您不属于该部门')
      })

      test('S01: no answer at all is said, not an empty page', async ({ page }) => {
        await page.route('**/rental/userMessage/list?**', (route) => route.abort('connectionrefused'))
        await page.goto('/customer/userMessage')
        await expect(page.getByText(/网络连接失败，请检查网络后重试/).first()).toBeVisible()
        await page.unroute('**/rental/userMessage/list?**')
        await page.getByRole('button', { name: '重试' }).click()
        await expect(listed(page)).toBeVisible()
      })

      test('S03: a token that has ended is told once for many calls, and the same page opens after signing in', async ({
        page,
      }) => {
        await page.goto(isPhone ? home : '/customer/userMessage?pageNo=2')
        await expect(isPhone ? page.getByRole('heading', { name: '待办' }) : listed(page)).toBeVisible()
        // Two calls are on their way before the first is answered.
        let calls = 0
        let both: () => void = () => undefined
        const underWay = new Promise<void>((resolve) => (both = resolve))
        await page.route(
          /\/sys\/user\/getCurrentUserDeparts|\/sys\/tenant\/getCurrentUserTenant|\/rental\/userMessage\/list/,
          async (route) => {
            calls += 1
            if (calls > 1) both()
            await underWay
            await route.fulfill({
              status: 500,
              json: { success: false, code: 500, message: 'Token失效，请重新登录!', result: null },
            })
          },
        )
        if (isPhone) await page.getByRole('navigation', { name: '主导航' }).getByText('我的').tap()
        else {
          await page.getByRole('button', { name: '刷新列表' }).click()
          await askDepartments(page)
        }
        const modal = page.getByRole('dialog').filter({ hasText: EXPIRED })
        await expect(modal).toContainText('登录已过期')
        await expect(modal).toHaveCount(1)
        expect(calls).toBeGreaterThan(1)
        await page.unrouteAll()
        const before = new URL(page.url())
        await modal.getByRole('button', { name: '重新登录' }).click()
        await expect(page).toHaveURL(`/user/login?redirect=${encodeURIComponent(before.pathname + before.search)}`)
        await signIn(page, 'viewer')
        await expect(page).toHaveURL(before.pathname + before.search)
      })
    })

    test('S02: a bare 401 says so and starts again by itself', async ({ another }) => {
      const page = await another('viewer', size)
      await page.goto('/customer/userMessage')
      await expect(listed(page)).toBeVisible()
      await answer(page, DEPARTS, 401, 'Unauthorized')
      // Shown until the page starts again, a moment later: looked for before it is asked for.
      const told = page.getByText(EXPIRED).first().waitFor()
      if (isPhone) await page.goto('/me')
      else await askDepartments(page)
      await told
      await expect(page).toHaveURL(/\/user\/login\?redirect=/)
      expect(await kept(page, 'voltdesk:session')).toBeUndefined()
    })

    test.describe('of their own session', () => {
      test.use(nobody(size))

      test('A12 S03: whoever is put out by an administrator reads it at the next call', async ({ page }) => {
        await page.goto(`/user/login?redirect=${encodeURIComponent('/customer/userMessage/add')}`)
        await signIn(page, 'operator')
        const name = page.getByRole('textbox', { name: '昵称' })
        await name.fill('写了一半')
        const online = await calling('admin').rows('/sys/online/list?username=operator&pageSize=100')
        const [own] = online.sort((a, b) => String(b.createTime).localeCompare(String(a.createTime)))
        const out = await calling('admin').post('/sys/online/forceLogout', { token: own!.token })
        expect(out).toMatchObject({ success: true, message: '退出登录成功！' })
        await page.getByRole('textbox', { name: /手机号/ }).fill('13900003001')
        // Whatever calls next tells it: the draft of what was typed may do so before this.
        await page.getByRole('button', { name: '保存' }).dispatchEvent('click')
        const modal = page.getByRole('dialog').filter({ hasText: EXPIRED })
        await expect(modal).toBeVisible()
        await modal.getByRole('button', { name: '重新登录' }).click()
        await expect(page).toHaveURL(`/user/login?redirect=${encodeURIComponent('/customer/userMessage/add')}`)
        // The half-typed form is there again.
        await signIn(page, 'operator')
        await expect(page).toHaveURL('/customer/userMessage/add')
        await expect(name).toHaveValue('写了一半')
      })

      if (!isPhone)
        test('S03: a file that comes as an error is read for the same sentence', async ({ page }) => {
          await page.goto(`/user/login?redirect=${encodeURIComponent('/customer/userMessage')}`)
          await signIn(page, 'operator')
          await expect(listed(page)).toBeVisible()
          await answer(page, '**/rental/userMessage/exportXls**', 500, 'Token失效，请重新登录!')
          await page.getByRole('button', { name: /导出/ }).click()
          await page.getByRole('menuitem', { name: /\.xlsx/ }).click()
          await expect(page.getByRole('dialog').filter({ hasText: EXPIRED })).toHaveCount(1)
          await page.unrouteAll()
        })
    })
  })
}
