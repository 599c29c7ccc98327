/**
 * Both shells at a server that speaks JeecgBoot's contract and nothing else (`tests/plain-server`), of either line: the frame, the
 * nine pages and the bell. Whatever is done, nothing is asked that the contract does not have, nothing is refused, and the
 * console is silent.
 */
import { fileURLToPath } from 'node:url'
import { expect, test as plain, type Locator, type Page } from '@playwright/test'
import { startPlainServer, type PlainServer } from '../plain-server/server.ts'
import { ADMIN, type Generation } from '../plain-server/world.ts'
import { DESKTOP, PHONE, ready } from './browser.ts'
import { moveTo } from './router.ts'
import { signIn } from './sign-in.ts'
import { cards, top } from './touch.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const QUESTION = 'GET /sys/voltdesk/capabilities'

/** Where each of the nine stands in the menu of its line, a record there, and what it is called in a form. */
const pages = [
  { title: '用户管理', old: '/isystem/user', new: '/system/user', shows: '李四', label: '姓名', field: 'realname' },
  {
    title: '角色管理',
    old: '/isystem/roleUserList',
    new: '/system/role',
    shows: '客服',
    label: '角色名称',
    field: 'roleName',
  },
  {
    title: '菜单管理',
    old: '/isystem/newPermissionList',
    new: '/system/menu',
    shows: '系统管理',
    label: '菜单名称',
    field: 'name',
  },
  {
    title: '租户管理',
    old: '/isys/tenant',
    new: '/system/tenant',
    shows: '第一租户',
    label: '租户名称',
    field: 'name',
  },
  {
    title: '部门管理',
    old: '/isystem/depart',
    new: '/system/depart',
    shows: '总部',
    label: '部门名称',
    field: 'departName',
  },
  {
    title: '职务管理',
    old: '/isystem/position',
    new: '/system/position',
    shows: '专员',
    label: '职务名称',
    field: 'name',
  },
  {
    title: '数据字典',
    old: '/isystem/dict',
    new: '/system/dict',
    shows: '电池规格',
    label: '字典名称',
    field: 'dictName',
  },
  {
    title: '系统通告',
    old: '/isystem/annountCement',
    new: '/system/notice',
    shows: '盘点',
    label: '标题',
    field: 'titile',
  },
] as const

interface Fixtures {
  generation: Generation
  server: PlainServer
  /** Signed in, by the form and its picture. */
  inside: Page
}

const test = plain.extend<Fixtures>({
  generation: ['new', { option: true }],
  server: async ({ generation }, use) => {
    const face = generation === 'old' ? 'ok404' : 'noResource'
    const server = await startPlainServer({ generation, face, client: DIST })
    server.world.rows.announcement.push({
      id: 'a'.repeat(32),
      titile: '盘点',
      msgContent: '<p>周五盘点</p>',
      msgCategory: '1',
      priority: 'M',
      msgType: 'ALL',
      userIds: null,
      sendStatus: '0',
      delFlag: '0',
      createBy: 'admin',
      createTime: '2026-01-02 10:00:00',
    })
    await use(server)
    await server.close()
  },
  baseURL: async ({ server }, use) => use(server.origin),
  inside: async ({ page, server }, use) => {
    const said: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text().slice(0, 300))
    })
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto('/')
    await signIn(page, ADMIN.username, ADMIN.password)
    await expect(page.getByText('验证码无效').first()).toBeVisible()
    await page.getByLabel('验证码', { exact: true }).fill(await pictured(server))
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByLabel('部门').or(page.getByText('请选择部门')).first()).toBeVisible()
    if (await page.locator('select').count()) await page.locator('select').last().selectOption({ label: '总部' })
    else await page.getByText('总部', { exact: true }).click()
    await page.getByRole('button', { name: '进入', exact: true }).click()
    await use(page)
    expect(server.unknown).toEqual([QUESTION])
    expect(server.refused).toEqual([])
    expect(said).toEqual([])
  },
})

/** What stands in the picture that was drawn last. */
async function pictured(server: PlainServer): Promise<string> {
  await expect.poll(() => server.world.captchas.size).toBeGreaterThan(0)
  return [...server.world.captchas.values()].at(-1)!
}

const quiet = async (page: Page) => {
  await ready(page)
  await expect(page.locator('.ant-message-error, .ant-message-warning, .ant-notification-notice-error')).toHaveCount(0)
}
const unread = (server: PlainServer) => server.world.sent.filter(({ readFlag }) => readFlag === '0').length

for (const generation of ['old', 'new'] as const) {
  test.describe(`desktop, ${generation} line`, () => {
    test.use({ ...DESKTOP, generation })

    test('the frame has what the server has: menu, ways, settings, and no door to what is ours', async ({ inside }) => {
      await expect(inside.getByRole('heading', { name: '快捷入口' })).toBeVisible()
      await expect(inside.getByRole('link', { name: '用户管理' }).first()).toBeVisible()
      await quiet(inside)
      for (const gone of ['我的待办', '自选']) await expect(inside.getByText(gone, { exact: true })).toHaveCount(0)
      await expect(inside.getByRole('button', { name: /^任务中心/ })).toHaveCount(0)
      await inside.getByRole('button', { name: /用户菜单$/ }).click()
      await expect(inside.getByRole('menuitem', { name: '修改密码' })).toBeVisible()
      await expect(inside.getByRole('menuitem', { name: '通知设置' })).toHaveCount(0)
      await inside.getByRole('menuitem', { name: '清理缓存' }).click()
      await expect(inside.getByText('刷新缓存完成！')).toBeVisible()
      await inside.getByRole('button', { name: /用户菜单$/ }).click()
      await inside.getByRole('menuitem', { name: '个人中心' }).click()
      await expect(inside.getByRole('region', { name: '个人中心' })).toContainText('admin')
      await inside.getByRole('link', { name: '个性化' }).click()
      await expect(inside.getByRole('region', { name: '个人设置' })).toBeVisible()
      await quiet(inside)
      await inside.reload()
      await expect(inside.getByRole('region', { name: '个人设置' })).toBeVisible()
      await quiet(inside)
    })

    test('each page lists, opens and changes its records', async ({ inside, server }) => {
      await expect(inside.getByRole('heading', { name: '快捷入口' })).toBeVisible()
      for (const { title, [generation]: address, shows, label } of pages) {
        await test.step(title, async () => {
          await moveTo(inside, address)
          const row = inside.locator('main tr.ant-table-row:visible').filter({ hasText: shows }).first()
          await expect(row).toBeVisible()
          await quiet(inside)
          await expect(inside.getByRole('button', { name: '为什么？' })).toHaveCount(0)
          await row.getByRole('button', { name: '编辑' }).click()
          const form = inside.getByRole('dialog', { name: '编辑' })
          const input = form.getByLabel(label, { exact: true }).first()
          await expect(input).toHaveValue(shows)
          await input.fill(`${shows}二`)
          await form.getByRole('button', { name: '保存' }).click()
          await expect(form).toBeHidden()
          const changed = inside
            .locator('main tr.ant-table-row:visible')
            .filter({ hasText: `${shows}二` })
            .first()
          await changed.getByRole('link', { name: '详情' }).click()
          await expect(inside.locator('main h2:visible').filter({ hasText: `${shows}二` })).toBeVisible()
          await quiet(inside)
        })
      }
      expect(server.world.rows.user[1]).toMatchObject({ realname: '李四二', relTenantIds: '1' })
      expect(server.world.roles.get(String(server.world.rows.user[1]!.id))).toHaveLength(1)
      expect(server.world.departs.get(String(server.world.rows.user[1]!.id))).toHaveLength(1)
    })

    test('people, roles, departments and dictionaries are added to, searched, worked on and removed', async ({
      inside,
      server,
    }) => {
      const at = (title: string) => pages.find((one) => one.title === title)![generation]
      const rows = inside.locator('main tr.ant-table-row:visible')
      const add = async (values: Readonly<Record<string, string>>) => {
        await inside.locator('main .toolbar:visible').getByRole('button', { name: '新增' }).click()
        const form = inside.getByRole('dialog', { name: '新增' })
        for (const [label, value] of Object.entries(values))
          await form.getByLabel(label, { exact: true }).first().fill(value)
        await form.getByRole('button', { name: '保存' }).click()
        await expect(form).toBeHidden()
      }
      const search = async (label: string, word: string) => {
        const area = inside.getByRole('search').filter({ visible: true })
        await area.getByLabel(label, { exact: true }).fill(word)
        await area.getByRole('button', { name: '查询' }).click()
        await expect(rows).toHaveCount(1)
      }
      const remove = async (row: Locator) => {
        await row.getByRole('button', { name: /更多/ }).click()
        await inside.getByRole('menuitem', { name: '删除' }).click()
        await inside
          .getByRole('dialog')
          .getByRole('button', { name: /删除|确定/ })
          .last()
          .click()
        await expect(row).toHaveCount(0)
      }
      await expect(inside.getByRole('heading', { name: '快捷入口' })).toBeVisible()

      await moveTo(inside, at('用户管理'))
      await add({ 用户名: 'wangwu', 姓名: '王五', 密码: 'Good#2026' })
      await search('用户名', 'wangwu')
      await rows.first().getByRole('button', { name: /更多/ }).click()
      await inside.getByRole('menuitem', { name: '冻结' }).click()
      await inside.getByRole('dialog').getByRole('button', { name: '确定冻结' }).click()
      await expect(rows.first()).toContainText('冻结')
      expect(server.world.rows.user.find(({ username }) => username === 'wangwu')).toMatchObject({ status: 2 })
      await remove(rows.filter({ hasText: 'wangwu' }))
      await inside.getByRole('button', { name: '回收站' }).click()
      await expect(inside.getByRole('dialog', { name: '用户回收站' })).toContainText('wangwu')
      await inside.keyboard.press('Escape')

      await moveTo(inside, at('角色管理'))
      await add({ 角色名称: '巡检', 角色编码: 'patrol' })
      await search('角色名称', '巡检')
      await rows.first().getByRole('button', { name: /更多/ }).click()
      await inside.getByRole('menuitem', { name: '授权' }).click()
      const grants = inside.getByRole('dialog', { name: /授权：巡检|授权/ })
      await grants.getByRole('button', { name: '全选' }).click()
      await grants.getByRole('button', { name: '保存' }).click()
      await expect(grants).toBeHidden()
      const patrol = server.world.rows.role.find(({ roleCode }) => roleCode === 'patrol')!
      expect(server.world.granted.get(String(patrol.id))!.length).toBeGreaterThan(5)
      await remove(rows.filter({ hasText: '巡检' }))

      await moveTo(inside, at('部门管理'))
      await add({ 部门名称: '客服部' })
      await search('部门名称', '客服')
      await remove(rows.filter({ hasText: '客服部' }))

      await moveTo(inside, at('数据字典'))
      await add({ 字典名称: '颜色', 字典编号: 'colour' })
      await search('字典名称', '颜色')
      await rows.first().getByRole('button', { name: /更多/ }).click()
      await inside.getByRole('menuitem', { name: '字典项' }).click()
      const items = inside.getByRole('dialog', { name: /^字典项：颜色/ })
      await items.getByRole('button', { name: '新增字典项' }).click()
      const form = inside.getByRole('dialog', { name: '新增', exact: true })
      await form.getByLabel('名称', { exact: true }).fill('红')
      await form.getByLabel('数据值', { exact: true }).fill('r')
      await form.getByRole('button', { name: '保存' }).click()
      await expect(form).toBeHidden()
      await items.getByRole('switch', { name: '启用 红' }).click()
      await expect
        .poll(() => server.world.rows.dictItem.at(-1))
        .toMatchObject({ itemText: '红', itemValue: 'r', status: 0 })
    })

    test('a notice that is released rings the bell, opens and is read', async ({ inside, server }) => {
      await expect(inside.getByRole('heading', { name: '快捷入口' })).toBeVisible()
      await quiet(inside)
      await moveTo(inside, pages.find(({ title }) => title === '系统通告')![generation])
      const row = inside.locator('main tr.ant-table-row:visible').filter({ hasText: '盘点' })
      await row.getByRole('button', { name: /更多/ }).click()
      await inside.getByRole('menuitem', { name: '发布' }).click()
      await inside.getByRole('dialog').getByRole('button', { name: '确定发布' }).click()
      await inside.getByRole('button', { name: '消息，1 条未读' }).click()
      await inside
        .getByRole('button', { name: /盘点/ })
        .or(inside.locator('.ant-popover').getByText('盘点'))
        .first()
        .click()
      await expect(inside.getByText('周五盘点')).toBeVisible()
      await expect.poll(() => unread(server)).toBe(0)
      await inside
        .getByRole('dialog')
        .getByRole('button', { name: /关闭|Close/ })
        .first()
        .click()
      await moveTo(inside, '/isps/userAnnouncement')
      await expect(inside.getByRole('main')).toContainText('盘点')
      await expect(inside.getByRole('button', { name: '为什么我没收到' })).toHaveCount(0)
    })
  })

  test.describe(`phone, ${generation} line`, () => {
    test.use({ ...PHONE, generation })

    test('people start at 应用, and only what the server has is there', async ({ inside }) => {
      await expect(inside.getByRole('heading', { name: '应用' })).toBeVisible()
      await expect(top(inside).getByText('用户管理')).toBeVisible()
      const tabs = inside.getByRole('navigation', { name: '主导航' })
      await expect(tabs).toBeVisible()
      await expect(tabs.getByText('待办')).toHaveCount(0)
      await tabs.getByText('我的').tap()
      await expect(top(inside).getByText('修改密码')).toBeVisible()
      for (const gone of ['任务中心', '登录的设备', '请假代理', '通知设置', '账号绑定'])
        await expect(top(inside).getByText(gone)).toHaveCount(0)
      await top(inside).getByText('清理缓存').tap()
      await expect(inside.getByText('刷新缓存完成！').last()).toBeVisible()
      await top(inside).getByText('个人中心').tap()
      await expect(top(inside).getByText('个性化')).toBeVisible()
      await quiet(inside)
    })

    test('each page lists, opens and changes its records', async ({ inside, server }) => {
      await expect(inside.getByRole('heading', { name: '应用' })).toBeVisible()
      for (const { title, [generation]: address, shows, field } of pages) {
        await test.step(title, async () => {
          await moveTo(inside, address)
          const card = cards(inside).filter({ hasText: shows }).first()
          await expect(card).toBeVisible()
          await quiet(inside)
          await card.tap()
          await expect(top(inside).getByRole('heading', { name: shows }).first()).toBeVisible()
          await quiet(inside)
          await expect(top(inside).getByText('为什么')).toHaveCount(0)
          const { pathname } = new URL(inside.url())
          await moveTo(inside, `${pathname}/edit`)
          const input = top(inside).locator(`[data-field=${field}] :is(input, textarea)`).first()
          await expect(input).toHaveValue(shows)
          await input.fill(`${shows}三`)
          await top(inside).getByRole('button', { name: '保存' }).tap()
          await expect(top(inside).getByText(`${shows}三`).first()).toBeVisible()
          await quiet(inside)
        })
      }
      expect(server.world.rows.user[1]).toMatchObject({ realname: '李四三', relTenantIds: '1' })
      expect(server.world.roles.get(String(server.world.rows.user[1]!.id))).toHaveLength(1)
    })

    test('a message arrives, counts, opens and is read', async ({ inside, server }) => {
      await expect(inside.getByRole('heading', { name: '应用' })).toBeVisible()
      const notice = server.world.rows.announcement[0]!
      Object.assign(notice, { sendStatus: '1', sendTime: '2026-01-03 08:00:00', sender: 'admin' })
      await inside.getByRole('navigation', { name: '主导航' }).getByText('消息').tap()
      await top(inside).getByText('盘点').first().tap()
      await expect(inside.getByText('周五盘点')).toBeVisible()
      await expect.poll(() => unread(server)).toBe(0)
      await quiet(inside)
    })
  })
}
