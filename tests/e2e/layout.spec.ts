/** The frame around every desktop page: menu, tabs, header, settings. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { choose, columnTexts, tableReady, tableRows } from './antd.ts'
import { DESKTOP, as, calling, expect, kept, nobody, test, type Page } from './browser.ts'
import { moveTo } from './router.ts'
import { signIn } from './sign-in.ts'

const PLATFORM = '电池租赁管理平台'
const CONSUMERS = '/customer/userMessage'
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).first()
const tabs = (page: Page) => page.getByRole('navigation', { name: '页签' })
const tab = (page: Page, title: string) => tabs(page).getByRole('link', { name: title, exact: true })
const crumbs = (page: Page) => page.getByRole('navigation', { name: '当前位置' })

/** Clicks, and resolves once these words were anywhere on the page, be it for one frame: too short for a locator. */
const clickAndSee = (element: Element, words: string): Promise<void> =>
  new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.body.textContent?.includes(words)) return
      watch.disconnect()
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    ;(element as HTMLElement).click()
  })

async function openFromMenu(page: Page, group: string, title: string) {
  const entry = menu(page).getByRole('link', { name: title, exact: true })
  // A group that is about to close still shows its entries.
  await expect(async () => {
    if (!(await entry.isVisible())) await menu(page).getByRole('menuitem', { name: group }).click({ timeout: 5000 })
    await entry.click({ timeout: 5000 })
  }).toPass()
}
async function userMenu(page: Page, entry: string) {
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
async function onTab(page: Page, title: string, entry: string) {
  const opened = page.locator('.ant-dropdown:visible')
  const item = opened.getByRole('menuitem', { name: entry, exact: true })
  // A page that is still finding its place scrolls, and the kit closes such a menu when anything scrolls.
  await expect(async () => {
    if (!(await item.isVisible())) await tab(page, title).click({ button: 'right', timeout: 5000 })
    await item.click({ timeout: 3000 })
  }).toPass()
  await expect(opened).toHaveCount(0)
}

test.describe('admin', () => {
  test.use(as('admin', DESKTOP))

  test('C01 C03 C04 C06: side menu, breadcrumb, titles and search', async ({ page }) => {
    await page.goto('/')
    const sider = page.getByRole('complementary')
    await expect(sider).toHaveClass(/sider-dark/)
    expect((await sider.boundingBox())!.width).toBe(208)
    await expect(page).toHaveTitle(PLATFORM)
    await expect(page.getByText(`欢迎进入${PLATFORM}后台`)).toBeVisible()

    await openFromMenu(page, '用户管理', '用户信息')
    await expect(page).toHaveURL(CONSUMERS)
    await expect(page).toHaveTitle(`用户信息 · ${PLATFORM}`)
    await expect(menu(page).locator('.ant-menu-item-selected')).toHaveText('用户信息')
    await expect(crumbs(page).getByRole('listitem').filter({ hasText: /\S/ })).toContainText([
      '首页',
      '用户管理',
      '用户信息',
    ])
    // One group of the root at a time.
    await menu(page).getByRole('menuitem', { name: '财务管理' }).click()
    await expect(menu(page).getByRole('link', { name: '金额明细' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: '用户信息' })).toBeHidden()

    // A record below a list belongs to the same entry.
    await tableReady(page)
    await tableRows(page).first().getByRole('link', { name: '详情' }).click()
    await expect(page).toHaveURL(/\/customer\/userMessage\/\w+$/)
    await expect(menu(page).locator('.ant-menu-item-selected')).toHaveText('用户信息')
    await crumbs(page).getByRole('link', { name: '首页' }).click()
    await expect(page).toHaveURL('/dashboard/analysis')
    await page.goto(CONSUMERS)
    await page.getByRole('link', { name: `${PLATFORM}，回到首页` }).click()
    await expect(page).toHaveURL('/dashboard/analysis')

    const search = page.getByRole('combobox', { name: '搜索菜单' })
    await search.click()
    await search.fill('金额')
    await page.locator('.ant-select-item-option:visible').filter({ hasText: '金额明细' }).click()
    await expect(page).toHaveURL('/finance/amountDetail')
    await search.click()
    // By how it is read, and by its initials.
    await search.fill('jemx')
    await expect(page.locator('.ant-select-item-option:visible').filter({ hasText: '金额明细' })).toBeVisible()
    await search.fill('没有这样的菜单')
    await expect(page.getByText('没有这个菜单')).toBeVisible()
  })

  test('C02: below 1088 px the menu is a drawer and there are no tabs', async ({ page }) => {
    await page.setViewportSize({ width: 1088, height: 800 })
    await page.goto('/')
    await expect(page.getByRole('complementary')).toBeVisible()
    await expect(tabs(page)).toBeVisible()
    await page.setViewportSize({ width: 1087, height: 800 })
    await expect(page.getByRole('complementary')).toBeHidden()
    await expect(tabs(page)).toBeHidden()
    await expect(page.getByText('欢迎进入')).toHaveCount(0)
    await page.getByRole('button', { name: '打开菜单' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('menuitem', { name: '用户管理' }).click()
    await drawer.getByRole('link', { name: '用户信息' }).click()
    await expect(page).toHaveURL(CONSUMERS)
    await expect(drawer).toBeHidden()
    await page.setViewportSize({ width: 1088, height: 800 })
    await expect(page.getByRole('complementary')).toBeVisible()
  })

  test('C05 C07 C08: everything about the person in one menu; clearing the cache asks the server twice', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: '管理员，用户菜单' }).click()
    const entries = page.locator('.ant-dropdown:visible').getByRole('menuitem')
    for (const name of ['修改密码', '切换部门', '清理缓存', '系统设置', '退出登录'])
      await expect(entries.filter({ hasText: name })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => {
      const call = /sys\/dict\/(refleshCache|queryAllDictItems)/.exec(request.url())?.[1]
      if (call) asked.push(call)
    })
    await entries.filter({ hasText: '清理缓存' }).click()
    await expect(page.getByText('刷新缓存完成！')).toBeVisible()
    expect(asked).toEqual(['refleshCache', 'queryAllDictItems'])
    await page.route('**/sys/dict/refleshCache**', (route) =>
      route.fulfill({ status: 500, json: { success: false, code: 500, message: 'x', result: null } }),
    )
    await userMenu(page, '清理缓存')
    await expect(page.getByText('刷新缓存失败！')).toBeVisible()
  })

  test('C09 C10 C11: a tab a page, closed from its own menu, with everything typed still there', async ({ page }) => {
    // Others add people meanwhile, and a list that is seen again asks again: here it is answered as the first time.
    const answers = new Map<string | null, Promise<{ status: number; body: Buffer }>>()
    await page.route('**/rental/userMessage/list?**', async (route) => {
      const pageNo = new URL(route.request().url()).searchParams.get('pageNo')
      const answer = answers.get(pageNo) ?? route.fetch().then(async (one) => ({ status: one.status(), body: await one.body() })) // prettier-ignore
      answers.set(pageNo, answer)
      await route.fulfill({ ...(await answer), contentType: 'application/json' })
    })
    await page.goto('/')
    await expect(tab(page, '首页')).toBeVisible()
    await expect(tabs(page).getByRole('button')).toHaveCount(0)
    await onTab(page, '首页', '关闭')
    await expect(page.getByText('这是最后一页，不能再关闭了啦')).toBeVisible()

    await openFromMenu(page, '用户管理', '用户信息')
    await tableReady(page)
    const search = page.getByRole('search', { name: '查询用户信息' })
    const firstPage = await columnTexts(page, '用户编号')
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect(page.getByText(/^11-20 共 \d+ 条$/)).toBeVisible()
    // The rows of the page before stand until those of this one are there.
    await expect.poll(() => columnTexts(page, '用户编号')).not.toEqual(firstPage)
    await search.getByLabel('昵称').fill('还没查询')
    const texts = await columnTexts(page, '用户编号')
    // In a window that is too low for it even a list makes the page scroll.
    await page.setViewportSize({ width: 1440, height: 500 })
    const scrolled = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          addEventListener('scroll', () => done(scrollY), { once: true })
          scrollTo(0, 120)
        }),
    )
    expect(scrolled).toBeGreaterThan(0)

    // Not by the menu: a click on what moves is tried again scrolled, and then that is remembered.
    await moveTo(page, '/partner/serviceProvider')
    await expect(page).toHaveURL('/partner/serviceProvider')
    // A new page begins at the top.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await openFromMenu(page, '财务管理', '金额明细')
    await tableReady(page)
    await expect(tabs(page).getByRole('listitem')).toHaveText(['首页', '用户信息', '服务商', '金额明细'])
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/rental/userMessage/list')) asked += 1
    })
    await openFromMenu(page, '用户管理', '用户信息')
    await expect(tabs(page).getByRole('listitem')).toHaveCount(4)
    await expect(page).toHaveURL(`${CONSUMERS}?pageNo=2`)
    await expect(search.getByLabel('昵称')).toHaveValue('还没查询')
    await expect(page.getByText(/^11-20 共 \d+ 条$/)).toBeVisible()
    expect(await columnTexts(page, '用户编号')).toEqual(texts)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
    await page.setViewportSize(DESKTOP.viewport)

    // 刷新 begins the page anew.
    await onTab(page, '用户信息', '刷新')
    await expect(search.getByLabel('昵称')).toHaveValue('')
    expect(asked).toBeGreaterThan(0)

    // A form that is half filled in waits in its tab.
    await page.goto(`${CONSUMERS}/add`)
    await page.getByLabel('昵称', { exact: true }).fill('填了一半')
    await tab(page, '金额明细').click()
    await expect(page).toHaveURL('/finance/amountDetail')
    await tab(page, '新增用户信息').click()
    // Also while it is out of sight.
    await expect(page.getByLabel('昵称', { exact: true })).toBeVisible()
    await expect(page.getByLabel('昵称', { exact: true })).toHaveValue('填了一半')

    await onTab(page, '首页', '关闭')
    await expect(page.getByText('首页不能关闭!')).toBeVisible()
    await onTab(page, '服务商', '关闭左侧')
    await expect(tabs(page).getByRole('listitem')).toHaveText(['首页', '服务商', '金额明细', '新增用户信息'])
    await onTab(page, '金额明细', '关闭右侧')
    await expect(tabs(page).getByRole('listitem')).toHaveText(['首页', '服务商', '金额明细'])
    await expect(page).toHaveURL('/finance/amountDetail')
    await tabs(page).getByRole('button', { name: '关闭金额明细' }).click()
    await expect(page).toHaveURL('/partner/serviceProvider')
    await onTab(page, '服务商', '关闭其它')
    await expect(tabs(page).getByRole('listitem')).toHaveText(['首页', '服务商'])
    await page.reload()
    await expect(tabs(page).getByRole('listitem')).toHaveText(['首页', '服务商'])
  })

  test('C09 C10 C11: details share a tab unless it is pinned, a form with something typed keeps its own, and errors leave none', async ({
    page,
  }) => {
    // Of the demo: the newest are other tests' own, who take them away again. Only who has a nickname has a name to show.
    const ids = (await calling('admin').rows('/rental/userMessage/list?pageSize=50&column=createTime&order=asc'))
      .flatMap(({ id, nickName }) => (nickName ? [String(id)] : []))
      .slice(0, 3)
    const title = (at: number) => tabs(page).locator(`a[href="${CONSUMERS}/${ids[at]}"]`)
    const open = async (path: string) => {
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, path)
      await expect(page).toHaveURL(path)
    }
    await page.goto(CONSUMERS)
    await tableReady(page)
    await open(`${CONSUMERS}/${ids[0]}`)
    await expect(title(0)).toContainText(/用户信息 \S/)
    await open(`${CONSUMERS}/${ids[1]}`)
    await expect(title(1)).toContainText(/用户信息 \S/)
    await expect(tabs(page).getByRole('listitem')).toHaveCount(3)
    await onTab(page, (await title(1).textContent())!, '固定')
    await expect(tabs(page).getByRole('button', { name: /^取消固定用户信息 / })).toBeVisible()
    await open(`${CONSUMERS}/${ids[2]}`)
    await expect(title(2)).toContainText(/用户信息 \S/)
    await expect(title(1)).toBeVisible()
    // Known already: it is drawn before its tab is there.
    await open(`${CONSUMERS}/${ids[0]}`)
    await expect(title(0)).toContainText(/用户信息 \S/)

    await open(`${CONSUMERS}/add`)
    await page.getByRole('textbox', { name: '昵称', exact: true }).fill('填了一半')
    await open(`${CONSUMERS}/${ids[0]}/edit`)
    await expect(tab(page, '编辑用户信息')).toBeVisible()
    await expect(tab(page, '新增用户信息')).toBeVisible()
    await open(`${CONSUMERS}/${ids[1]}/edit`)
    await expect(tabs(page).locator(`a[href="${CONSUMERS}/${ids[1]}/edit"]`)).toBeVisible()
    await expect(tab(page, '编辑用户信息')).toHaveCount(1)

    const before = await tabs(page).getByRole('listitem').count()
    for (const wrong of ['/403', '/500', '/404']) {
      await open(wrong)
      await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible()
    }
    await expect(tabs(page).getByRole('listitem')).toHaveCount(before)
    await tabs(page).getByRole('button', { name: '关闭编辑用户信息' }).click()
    await expect(tab(page, '编辑用户信息')).toHaveCount(0)
    await expect(page).toHaveURL('/404')
    await onTab(page, '首页', '关闭其它')
    await expect(tabs(page).getByRole('listitem')).toHaveCount(2)
    await page.reload()
    await expect(title(1)).toBeVisible()
    await expect(tabs(page).getByRole('button', { name: /^取消固定用户信息 / })).toBeVisible()
  })

  test('C11: a page that is not to be kept begins anew', async ({ page }) => {
    await page.route('**/sys/permission/getUserPermissionByToken**', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replaceAll('"keepAlive":true', '"keepAlive":false') })
    })
    await page.goto(CONSUMERS)
    const name = page.getByRole('search').getByLabel('昵称')
    await name.fill('会被忘记')
    await tab(page, '首页').click()
    await expect(page).toHaveURL('/dashboard/analysis')
    await tab(page, '用户信息').click()
    await expect(name).toHaveValue('')
  })

  test('C12 C13: the header leaves and returns; details have columns, long texts are cut with the whole on hover', async ({
    page,
  }) => {
    const long = '因为多次逾期未归还设备并且拒绝支付欠费而被平台冻结账户'
    expect(long.length).toBeGreaterThan(25)
    const made = await calling('admin').post('/rental/userMessage/add', {
      nickName: '长文本',
      phone: '13900004001',
      status: consumerStates.frozen,
      freezeReason: long,
    })
    expect(made.message).toBe('添加成功！')
    const { id } = made.result as { id: string }
    await page.goto(`${CONSUMERS}/${id}`)
    const cut = page.getByTitle(long)
    await expect(cut).toHaveText(`${long.slice(0, 25)}…`)
    const facts = page.getByRole('region', { name: '基本资料' })
    // What is empty comes when it is asked for.
    await expect(facts).not.toContainText('性别')
    await page.getByRole('switch', { name: /^显示空白项（\d+）$/ }).click()
    await expect(facts).toContainText('性别')
    const columns = async () => {
      const tops = await facts
        .locator('.ant-descriptions-item')
        .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)))
      return tops.filter((top) => top === tops[0]).length
    }
    for (const [width, most] of [
      [1700, 4],
      [1300, 3],
      [800, 2],
      [500, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await expect.poll(columns, { message: `${width} px` }).toBe(most)
    }

    await page.setViewportSize({ width: 1440, height: 500 })
    await userMenu(page, '系统设置')
    await page.getByRole('dialog').getByRole('switch', { name: '下滑时隐藏页头' }).click()
    await page.keyboard.press('Escape')
    // Until the drawer is gone, the wheel would turn over it.
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.mouse.move(700, 300)
    const head = page.locator('.shell-head')
    await page.mouse.wheel(0, 400)
    await expect(head).toHaveClass(/shell-head-hidden/)
    await page.mouse.wheel(0, -150)
    await expect(head).not.toHaveClass(/shell-head-hidden/)
  })

  test('T01 T02 C01: settings act at once, are kept and go back to what they were', async ({ page }) => {
    await page.goto(CONSUMERS)
    await tableReady(page)
    const primary = () =>
      page
        .getByRole('button', { name: '查询', exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(await kept(page, 'voltdesk:settings')).toBeUndefined()
    const usual = await primary()
    await userMenu(page, '系统设置')
    const drawer = page.getByRole('dialog', { name: '系统设置' })
    const colours = drawer.getByRole('radiogroup', { name: '主题色' }).getByRole('radio')
    await expect(colours).toHaveCount(8)
    await expect(colours.first()).toBeChecked()
    await colours.nth(5).evaluate(clickAndSee, '正在编译主题！')
    await expect.poll(primary).not.toBe(usual)
    await drawer.locator('.setting').filter({ hasText: /^主题/ }).getByText('暗色').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await drawer.locator('.setting').filter({ hasText: '侧边栏风格' }).getByText('亮色').click()
    await expect(page.getByRole('complementary')).toHaveClass(/sider-light/)
    await drawer.locator('.setting').filter({ hasText: '流式' }).getByText('固定', { exact: true }).click()
    await expect(page.locator('main')).toHaveClass(/content-fixed/)
    await drawer.getByRole('switch', { name: '色弱模式' }).click()
    await expect(page.locator('html')).toHaveClass(/colour-weak/)
    await drawer.getByRole('switch', { name: '多页签模式' }).click()
    await expect(tabs(page)).toBeHidden()
    await drawer.getByText('顶部菜单').click()
    await expect(page.getByRole('complementary')).toBeHidden()
    await expect
      .poll(async () => (await page.locator('.header-right').boundingBox())!.width)
      .toBeGreaterThanOrEqual(400)

    await page.reload()
    await tableReady(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveClass(/colour-weak/)
    await expect(page.getByRole('complementary')).toBeHidden()
    await expect(tabs(page)).toBeHidden()
    expect(await kept(page, 'voltdesk:settings')).toMatchObject({ colour: '#52C41A', theme: 'dark', multipage: false })
    await expect.poll(primary).not.toBe(usual)
    await menu(page).getByRole('menuitem', { name: '财务管理' }).hover()
    await page.getByRole('link', { name: '金额明细' }).click()
    await expect(page).toHaveURL('/finance/amountDetail')

    await userMenu(page, '系统设置')
    await drawer.getByRole('button', { name: '恢复默认' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('complementary')).toHaveClass(/sider-dark/)
    await expect(tabs(page)).toBeVisible()
    await expect.poll(primary).toBe(usual)
    expect(await kept(page, 'voltdesk:settings')).toMatchObject({
      colour: '#1890FF',
      layout: 'sidemenu',
      multipage: true,
    })
  })
})

test.describe('a person of two departments', () => {
  test.use(nobody(DESKTOP))

  test('C08: after switching the department menu and data follow', async ({ page }) => {
    await page.goto(`/user/login?redirect=${encodeURIComponent('/partner/serviceProvider')}`)
    await signIn(page, 'two_departs')
    await page.getByLabel('部门', { exact: true }).selectOption({ label: '运营部' })
    await page.getByRole('button', { name: '进入', exact: true }).click()
    await expect(page).toHaveURL('/partner/serviceProvider')
    await expect(tableRows(page).first()).toBeVisible()
    await userMenu(page, '切换部门')
    const dialog = page.getByRole('dialog', { name: '切换部门' })
    await expect(dialog).toContainText('运营部')
    const menuAgain = page.waitForRequest(/getUserPermissionByToken/)
    await choose(dialog, '部门', '客服部')
    await dialog.getByRole('button', { name: '确定' }).click()
    await menuAgain
    await expect(page.getByText('切换成功')).toBeVisible()
    await expect(tableRows(page)).toHaveCount(0)
    await userMenu(page, '切换部门')
    await expect(dialog).toContainText('客服部')
  })
})
