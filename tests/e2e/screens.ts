/** Every entry of the administrator's menu, at both sizes: opens, fits, is silent in the console, and axe finds nothing grave. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, ConsoleMessage, Locator } from '@playwright/test'
import { accountTabPath, accountTabs } from '#headless/session/accountPages.ts'
import { ACCOUNT } from '#model/addresses.ts'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { menuGroups, menuUrl, type MenuGroup } from '#resources/menu.ts'
import { reportUrl } from '#resources/system/onlineReport.ts'
import { INCOME_REPORT } from '../../demo/reports.ts'
import { pages } from '../../server/seed/pages.ts'
import { PHONE, calling, expect, nobody, ready, test, type DESKTOP, type Page } from './browser.ts'
import { coverOf, hasForm, type View } from './coverage.ts'
import { expectFits } from './fits.ts'
import { stateOf } from './people.ts'
import { moveTo } from './router.ts'
import { back } from './touch.ts'

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

/** Rows of a list are alike, and axe takes its time: the first three stand for all. */
const REPEATED = ['tbody tr:nth-child(n + 4)']
/** A button that works takes no click: what cannot be used may be pale. One that asks again may begin while axe looks. */
const WORKING = '.ant-btn-loading'
/** What is said in passing, here of somebody else's doing, may be on its way in or out; pages are judged by what stays. */
const PASSING = '.adm-toast-main, .vd-arrival'

/** Answers how much had come by then: the same twice, and nothing has come in between. */
export async function settled(page: Page): Promise<string> {
  await ready(page)
  const came = await page.waitForFunction(() => {
    // A button that works is paler than axe would have it.
    const working = [...document.querySelectorAll('.ant-btn-loading')].some((button) => button.checkVisibility())
    // Colours on their way from one to the other are neither; what turns round for ever has no end to wait for.
    const moving = document
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
    return working || moving ? undefined : document.documentElement.dataset.ready
  })
  return (await came.jsonValue())!
}

/** A page that asks all the time never stands still for long: what was wrong each time is. */
const MOST_LOOKS = 4

/** One line for each fault, however many elements have it; of a page that stood still for the whole of the look. */
export async function grave(page: Page, part: string): Promise<string[]> {
  let always: string[] | undefined
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const before = await settled(page)
    const faults = await look(page, part)
    if (!faults.length || before === (await settled(page))) return faults
    always = always?.filter((fault) => faults.includes(fault)) ?? faults
  }
  return always ?? []
}

async function look(page: Page, part: string): Promise<string[]> {
  const looking = [...REPEATED, WORKING, PASSING].reduce(
    (builder, selector) => builder.exclude(selector),
    new AxeBuilder({ page }),
  )
  const { violations } = await looking
    // In one go: the pages have no frames of others, and the other way opens a page for each.
    .setLegacyMode()
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
async function expectAccessible(page: Page, where: string, part = 'body'): Promise<void> {
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

const resources = allResources().filter(({ menu }) => menu && !menu.hidden)
const looked: Record<View, ReadonlySet<Resource>> = {
  list: coverOf('list', resources),
  form: coverOf('form', resources.filter(hasForm)),
  detail: coverOf('detail', resources),
}
const ownPages = [
  ...Object.values(pages),
  { title: '任务中心', url: '/tasks' },
  { title: '在线报表 各服务商收入', url: reportUrl(INCOME_REPORT) },
  { title: '个人中心', url: ACCOUNT },
  ...accountTabs.map(({ key, label }) => ({ title: `个人设置 ${label}`, url: accountTabPath(key) })),
]

/** So many pages stay alive behind the one that is shown; more of them slow everything down. */
const MOST_MOVES = 8

/** Declares the tests of one size. */
export function screensAt(size: typeof DESKTOP | typeof PHONE): void {
  const isPhone = size === PHONE
  test.describe(isPhone ? 'phone' : 'desktop', () => {
    // One page for all of them, in which people move as they do: by the menu. What fails begins a new one.
    let context: BrowserContext
    let page: Page
    let said: string[]
    let moves = 0
    test.beforeAll(async ({ windows }) => {
      context = await windows.take(size, stateOf('admin'))
      page = await context.newPage()
      said = listen(page)
      await begin()
    })
    test.beforeEach(async () => {
      said.length = 0
      moves += 1
      if (moves % MOST_MOVES) return
      await page.evaluate(() => sessionStorage.clear())
      await begin()
    })
    test.afterAll(async ({ windows }) => windows.giveBack(context, false))

    async function begin() {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: isPhone ? '待办' : '快捷入口' })).toBeVisible()
      await ready(page)
    }
    const inside = isPhone ? 'body' : 'main'
    const rows = (): Locator => page.locator(isPhone ? '.vd-card:visible' : 'main tr.ant-table-row:visible')
    const see = async (view: View, resource: Resource, part: string) => {
      await settled(page)
      await expectFits(page, view)
      if (looked[view].has(resource)) await expectAccessible(page, view, part)
    }

    let titles: ReadonlyMap<string, string> | undefined
    async function openByMenu(group: string, url: string) {
      if (isPhone) {
        titles ??= titlesIn((await calling('admin').get('/sys/permission/getUserPermissionByToken')).result.menu)
        await moveTo(page, '/apps')
        await page
          .locator('.vd-apps:visible')
          .getByRole('button', { name: titles.get(url)!, exact: true })
          .tap()
      } else {
        const menu = page.getByRole('navigation', { name: '主菜单' })
        const link = menu.locator(`a[href="${url}"]`)
        await expect(menu.getByRole('menuitem').first()).toBeVisible()
        // A group that is about to close still shows its entries.
        await expect(async () => {
          if (!(await link.isVisible())) await menu.getByRole('menuitem', { name: group }).click({ timeout: 5000 })
          await link.click({ timeout: 5000 })
        }).toPass()
      }
      await expect(page).toHaveURL(url)
    }

    async function openForm(resource: Resource) {
      const adds = resource.verbs.includes('add')
      if (isPhone && adds) await page.getByRole('button', { name: `新增${resource.label}` }).tap()
      else if (isPhone) {
        await rows().first().tap()
        await page.getByRole('button', { name: '编辑' }).tap()
      } else if (adds) await page.getByRole('button', { name: 'plus 新增' }).click()
      else await rows().first().getByRole('button', { name: '编辑' }).click()
      await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible()
      await expect(page.getByRole('textbox').last()).toBeVisible()
    }
    async function closeForm(resource: Resource) {
      if (!isPhone) return page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      // From the form, and from the record where that led to it.
      await back(page)
      await expect(page.getByRole('button', { name: '保存', exact: true })).toBeHidden()
      if (!resource.verbs.includes('add')) await back(page)
    }

    for (const resource of resources)
      test(`${resource.label}: list, form and detail`, async () => {
        const url = menuUrl(resource)
        await openByMenu(menuGroups[resource.menu!.group as MenuGroup].title, url)
        await expect(rows().first()).toBeVisible()
        await see('list', resource, inside)

        if (hasForm(resource)) {
          await openForm(resource)
          // With its complaints, where it has any.
          await page.getByRole('button', { name: '保存', exact: true }).click()
          await see('form', resource, isPhone ? 'body' : '.ant-modal')
          await closeForm(resource)
        }

        await expect(rows().first()).toBeVisible()
        if (isPhone) await rows().first().tap()
        else await rows().first().getByRole('link', { name: '详情' }).click()
        await expect(page).toHaveURL(new RegExp(`${url}/[^/]+$`))
        await expect(
          isPhone
            ? page.locator('.vd-detail:visible, .vd-decision:visible')
            : page.getByRole('region', { name: '记录信息' }),
        ).toBeVisible()
        await see('detail', resource, inside)
        expect(said).toEqual([])
      })

    for (const { title, url } of ownPages)
      test(`${title}: opens`, async () => {
        await moveTo(page, url)
        const main = isPhone ? page : page.getByRole('main')
        await expect(main.getByRole('heading').or(main.getByRole('table')).first()).toBeVisible()
        await settled(page)
        await expect(page.getByText(/此页面尚未提供|页面不存在/)).toHaveCount(0)
        await expectFits(page, title)
        await expectAccessible(page, title)
        expect(said).toEqual([])
      })

    if (isPhone)
      for (const url of ['/todo', '/apps', '/dashboard/board', '/messages', '/me', '/me/settings', '/me/password'])
        test(`${url} fits and is clean`, async () => {
          await moveTo(page, url)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await settled(page)
          await expectFits(page, url)
          await expectAccessible(page, url)
          expect(said).toEqual([])
        })
  })

  test.describe(`${isPhone ? 'phone' : 'desktop'}, nobody signed in`, () => {
    test.use(nobody(size))

    test('login fits and is clean', async ({ page }) => {
      const heard = listen(page)
      await page.goto('/user/login')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await settled(page)
      await expectFits(page, 'login')
      await expectAccessible(page, 'login')
      await page.getByRole('tab', { name: '手机号登录' }).click()
      await expectFits(page, 'phone login')
      await expectAccessible(page, 'phone login')
      expect(heard).toEqual([])
    })
  })
}

interface Entry {
  path: string
  meta: { title: string }
  children?: Entry[]
}
/** What the menu calls each address. */
const titlesIn = (entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(entries.flatMap(({ path, meta, children }) => [[path, meta.title] as const, ...titlesIn(children ?? [])]))
