/** Every entry of the administrator's menu, at both sizes: opens, fits, is silent in the console, and axe finds nothing grave. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, ConsoleMessage } from '@playwright/test'
import { allResources } from '#resources/index.ts'
import { menuGroups, menuUrl, type MenuGroup } from '#resources/menu.ts'
import { pages } from '../../server/db/seed/pages.ts'
import { PHONE, as, calling, expect, nobody, test, type DESKTOP, type Page } from './browser.ts'

interface Colours {
  fgColor?: string
  bgColor?: string
}

/** What comes from the kits themselves or is demanded: the rule, where it may be found, and why it is not ours. */
const NOT_OURS: readonly { rule: string; why: string; is: (html: string, colours: Colours) => boolean }[] = [
  {
    rule: 'color-contrast',
    why: 'antd draws the placeholder of a disabled select beside the disabled input, where axe cannot see that nothing is to be done there',
    is: (html, { bgColor }) => html.includes('ant-select-placeholder') && bgColor === '#f5f5f5',
  },
]

/** Rows of a list are alike, and axe takes its time: the first four stand for all. */
const REPEATED = ['tbody tr:nth-child(n + 5)']

/** One line for each fault, however many elements have it. */
async function grave(page: Page, part: string): Promise<string[]> {
  const looking = REPEATED.reduce((builder, selector) => builder.exclude(selector), new AxeBuilder({ page }))
  const { violations } = await looking
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .options({ resultTypes: ['violations'] })
    .analyze()
  const lines = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.flatMap(({ html, any }) => {
        const colours = (id === 'color-contrast' ? (any[0]?.data as Colours | undefined) : undefined) ?? {}
        if (NOT_OURS.some(({ rule, is }) => rule === id && is(html, colours))) return []
        const { fgColor, bgColor } = colours
        return [{ what: fgColor ? `${id} ${fgColor} on ${bgColor}` : id, html: html.slice(0, 140) }]
      }),
    )
  const one = new Map(lines.toReversed().map(({ what, html }) => [what, html]))
  return [...one].map(([what, html]) => `${what}: ${html}`)
}

/** `part`: what is new there; the frame around it is the same everywhere and seen whole on the pages of their own. */
async function expectGood(page: Page, where: string, part = 'body'): Promise<void> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.scrollingElement!.scrollWidth,
    room: window.innerWidth,
  }))
  expect.soft(wide, `${where}: width of the page`).toBeLessThanOrEqual(room)
  expect.soft(await grave(page, part), `${where}: axe`).toEqual([])
}

/** Everything the page says in its console from now on, as errors or warnings. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) said.push(`${message.type()}: ${message.text().slice(0, 300)}`)
  })
  page.on('pageerror', (error) => said.push(`thrown: ${error.message}`))
  return said
}

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  // A button that works is paler, and turns back by a transition that begins only then.
  await expect(page.locator('.ant-btn-loading:visible')).toHaveCount(0)
  // Popups fade in; axe would measure their colours half-way.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity).length,
      ),
    )
    .toBe(0)
}

const resources = allResources().filter(({ menu }) => menu && !menu.hidden)
const ownPages = [...Object.values(pages), { title: '任务中心', url: '/tasks' }].map(({ title, url }) => ({
  title,
  url,
}))

/** Declares the tests of one size. */
export function screensAt(size: typeof DESKTOP | typeof PHONE): void {
  const isPhone = size === PHONE
  test.describe(isPhone ? 'phone' : 'desktop', () => {
    // One window for all of them: what the browser has read and compiled once need not come again.
    let context: BrowserContext
    let page: Page
    let said: string[]
    test.beforeAll(async ({ browser }) => {
      context = await browser.newContext({
        ...as('admin', size),
        baseURL: process.env.VOLTDESK_E2E_URL,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
      })
    })
    test.beforeEach(async () => {
      page = await context.newPage()
      said = listen(page)
    })
    test.afterEach(() => page.close())
    test.afterAll(() => context.close())

    const inside = isPhone ? 'body' : 'main'
    const rows = (page: Page) => page.locator(isPhone ? '.vd-card:visible' : 'main tr.ant-table-row:visible')

    async function openByMenu(page: Page, group: string, url: string) {
      if (isPhone) {
        const { result } = await calling('admin').get('/sys/permission/getUserPermissionByToken')
        const title = titleIn(result.menu as Entry[], url)!
        await page.goto('/apps')
        await page.locator('.vd-apps').getByRole('button', { name: title, exact: true }).tap()
      } else {
        await page.goto('/')
        const menu = page.getByRole('navigation', { name: '主菜单' })
        await menu.getByRole('menuitem', { name: group }).click()
        await menu.locator(`a[href="${url}"]`).click()
      }
      await expect(page).toHaveURL(url)
    }

    for (const resource of resources)
      test(`${resource.label}: list, form and detail`, async () => {
        const url = menuUrl(resource)
        await openByMenu(page, menuGroups[resource.menu!.group as MenuGroup].title, url)
        await expect(rows(page).first()).toBeVisible()
        await settled(page)
        await expectGood(page, 'list', inside)

        if (resource.verbs.includes('add') || resource.verbs.includes('edit')) {
          if (isPhone && resource.verbs.includes('add'))
            await page.getByRole('button', { name: `新增${resource.label}` }).tap()
          else if (isPhone) {
            await rows(page).first().tap()
            await page.getByRole('button', { name: '编辑' }).tap()
          } else if (resource.verbs.includes('add')) await page.getByRole('button', { name: 'plus 新增' }).click()
          else await rows(page).first().getByRole('button', { name: '编辑' }).click()
          await expect(page.getByRole('button', { name: '保存' })).toBeVisible()
          await expect(page.getByRole('textbox').last()).toBeVisible()
          // With its complaints, where it has any.
          await page.getByRole('button', { name: '保存' }).click()
          await settled(page)
          await expectGood(page, 'form', isPhone ? 'body' : '.ant-modal')
          if (isPhone) {
            // From the form, and from the record where that led to it.
            await page.goBack()
            await expect(page.getByRole('button', { name: '保存' })).toBeHidden()
            if (!resource.verbs.includes('add')) await page.goBack()
          } else await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
        }

        await expect(rows(page).first()).toBeVisible()
        if (isPhone) await rows(page).first().tap()
        else await rows(page).first().getByRole('link', { name: '详情' }).click()
        await expect(page).toHaveURL(new RegExp(`${url}/[^/]+$`))
        await expect(
          isPhone
            ? page.locator('.vd-detail:visible, .vd-decision:visible')
            : page.getByRole('region', { name: '记录信息' }),
        ).toBeVisible()
        await settled(page)
        await expectGood(page, 'detail', inside)
        expect(said).toEqual([])
      })

    for (const { title, url } of ownPages)
      test(`${title}: opens`, async () => {
        await page.goto(url)
        await expect(page.getByRole('heading').or(page.getByRole('table')).first()).toBeVisible()
        await expect(page.getByText(/此页面尚未提供|页面不存在/)).toHaveCount(0)
        await settled(page)
        await expectGood(page, title)
        expect(said).toEqual([])
      })

    if (isPhone)
      test('待办、应用、消息、我的、设置 fit and are clean', async () => {
        for (const url of ['/todo', '/apps', '/messages', '/me', '/me/settings', '/me/password']) {
          await page.goto(url)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await settled(page)
          await expectGood(page, url)
        }
        expect(said).toEqual([])
      })

    test('login fits and is clean', async ({ browser }) => {
      const context = await browser.newContext({ ...nobody(size), baseURL: process.env.VOLTDESK_E2E_URL })
      const page = await context.newPage()
      const heard = listen(page)
      await page.goto('/user/login')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await settled(page)
      await expectGood(page, 'login')
      await page.getByRole('tab', { name: '手机号登录' }).click()
      await expectGood(page, 'phone login')
      expect(heard).toEqual([])
      await context.close()
    })
  })
}

interface Entry {
  path: string
  meta: { title: string }
  children?: Entry[]
}
const titleIn = (entries: Entry[], url: string): string | undefined => {
  for (const { path, meta, children } of entries) {
    const found = path === url ? meta.title : titleIn(children ?? [], url)
    if (found) return found
  }
  return undefined
}
