/** Single sign-on in the browser, with a CAS server that is only pretended: in by its ticket, and out there before in again. */
import { DESKTOP, PHONE, calling, expect, nobody, test, type Page } from './browser.ts'
import { PASSWORD } from './people.ts'
import { top } from './touch.ts'

const CAS = 'https://cas.example/cas'

/** What a redirect leads to is not asked for again here, what a page leads to is. */
const leadingTo = (address: string) => ({
  contentType: 'text/html',
  body: `<meta http-equiv="refresh" content="0;url=${address.replaceAll('&', '&amp;')}">`,
})

/** The pages of this window name that CAS server; `asked` is what it was asked for, in turn. */
async function withCas(page: Page, isPhone: boolean, beforeLogout?: Promise<void>) {
  const asked: string[] = []
  const origin = process.env.VOLTDESK_E2E_URL!
  let isIn = true
  await page.context().route(`${origin}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const html = (await answer.text()).replace(/<meta name="voltdesk-cas"[^>]*>/, '')
    return route.fulfill({
      response: answer,
      body: html.replace('<head>', `<head><meta name="voltdesk-cas" content="${CAS}">`),
    })
  })
  await page.context().route('**/sys/cas/client/validateLogin', async (route) => {
    const answer = await fetch(`${origin}/jeecg-boot/sys/mLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'viewer', password: PASSWORD }),
    })
    await route.fulfill({ json: await answer.json() })
  })
  await page.context().route(`${CAS}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const what = pathname.split('/').pop()!
    const service = searchParams.get('service')!
    if (what === 'logout') {
      // A phone's closing question may travel in the history: the journey is begun again, and asks again.
      if (!isPhone || asked.at(-1) !== 'logout') asked.push('logout')
      await beforeLogout
      isIn = false
      return route.fulfill(leadingTo(service))
    }
    asked.push(isIn ? 'login' : 'login form')
    if (!isIn) return route.fulfill({ contentType: 'text/html', body: '<h1>CAS login form</h1>' })
    const back = new URL(service)
    back.searchParams.set('ticket', `ST-${asked.length}`)
    return route.fulfill(leadingTo(back.href))
  })
  return asked
}

// Windows are used again, and their next pages have no such server.
test.afterEach(({ context }) => context.unrouteAll())

for (const size of [DESKTOP, PHONE]) {
  const isPhone = size === PHONE
  test.describe(isPhone ? 'phone' : 'desktop', () => {
    test.use(nobody(size))

    test('A03: signing out ends the session there first: however long that takes, nobody is signed in again', async ({
      page,
    }) => {
      let end = () => {}
      const beforeLogout = new Promise<void>((resolve) => {
        end = resolve
      })
      const asked = await withCas(page, isPhone, beforeLogout)
      const start = isPhone ? '/me' : '/isps/userAnnouncement'
      await page.goto(start)
      await expect(page).toHaveURL(start)
      // The page that this leads to comes only when `end` is called: it is not waited for here.
      const noWaitAfter = true
      if (isPhone) {
        await top(page).getByText('退出登录', { exact: true }).tap()
        await page.getByRole('dialog').getByText('退出登录', { exact: true }).tap({ noWaitAfter })
      } else {
        await page.getByRole('button', { name: /用户菜单/ }).click()
        await page.getByRole('menuitem', { name: '退出登录' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '确定' }).click({ noWaitAfter })
      }
      await expect.poll(() => asked).toEqual(['login', 'logout'])
      // A page without a session is drawn by now, here as in the next tab, and waits.
      const other = await page.context().newPage()
      await other.goto('/')
      await expect(other.getByText('正在登录…')).toBeVisible()
      expect(asked).toEqual(['login', 'logout'])
      end()
      await expect(page.getByRole('heading', { name: 'CAS login form' })).toBeVisible()
      await expect(other.getByRole('heading', { name: 'CAS login form' })).toBeVisible()
      expect(asked).toEqual(['login', 'logout', 'login form', 'login form'])
    })

    test('A03: a link that was followed is where one is after signing in there', async ({ page }) => {
      await withCas(page, isPhone)
      const [one] = await calling('admin').rows('/rental/device/list?pageSize=1')
      const link = `/device/device/${one!.id}?from=notice`
      await page.goto(link)
      const shown = isPhone
        ? top(page).getByRole('heading', { name: '设备详情' })
        : page.getByRole('main').getByText(String(one!.deviceSn)).first()
      await expect(shown).toBeVisible()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(link)
    })
  })
}
