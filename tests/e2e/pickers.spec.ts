/** G: what one chooses from, on both shells; H02, H03, H05: dictionaries that are tables. */
import type { Locator } from '@playwright/test'
import { field } from './antd.ts'
import { DESKTOP, PHONE, as, calling, expect, ready, test, type Page } from './browser.ts'
import { back, toast } from './touch.ts'

/** Waits for what the page asks and gives its address. */
const asked = async (page: Page, path: string, work: () => Promise<unknown>): Promise<URL> => {
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().includes(path)), work()])
  return new URL(request.url())
}

const PAGE = '/examples/pickers'
test.describe('1440, the page of examples', () => {
  test.use(as('admin', DESKTOP))

  const main = (page: Page) => page.locator('main')
  const value = (page: Page, label: string) => page.getByLabel(`${label}的值`, { exact: true })
  const rows = (modal: Locator) => modal.locator('.ant-table-tbody > tr.ant-table-row')
  const opened = async (page: Page, label: string) => {
    await page.getByRole('button', { name: `选择${label}`, exact: true }).click()
    const modal = page.getByRole('dialog', { name: `选择${label}` })
    await expect(modal).toBeVisible()
    return modal
  }
  const heads = async (modal: Locator) =>
    (await modal.locator('.ant-table-thead th').allTextContents()).map((text) => text.trim()).filter(Boolean)
  /** As it is laid out: the modal grows into place. */
  const widthOf = (page: Page) =>
    page
      .locator('.ant-modal:visible')
      .last()
      .evaluate((box) => (box as HTMLElement).offsetWidth)

  test('G01 G03 G04 G06: users, roles and positions in a modal, paged by five, chosen ones loaded back, one tag and +N', async ({
    page,
  }) => {
    await page.goto(PAGE)
    await expect(main(page).getByRole('heading', { name: '选择器' })).toBeVisible()
    let modal = await opened(page, '多个用户')
    await expect(rows(modal)).toHaveCount(5)
    expect(await heads(modal)).toEqual(['姓名', '账号', '手机', '生日'])
    expect(await widthOf(page)).toBe(1250)
    await modal.locator('.ant-pagination-options .ant-select').click()
    await expect(page.locator('.ant-select-item-option:visible')).toHaveText([/^5 /, /^10 /, /^20 /, /^30 /])
    await page.locator('.ant-select-item-option:visible').first().click()

    await modal.getByRole('textbox', { name: '姓名' }).fill('李')
    const search = await asked(page, '/sys/user/list', () => modal.getByRole('button', { name: '查询' }).click())
    expect(search.searchParams.get('realname')).toBe('*李*')
    await expect(rows(modal).filter({ hasNotText: '李' })).toHaveCount(0)
    await rows(modal).first().click()
    await modal.getByRole('button', { name: '重置' }).click()
    await expect(rows(modal)).toHaveCount(5)
    const chosen = modal.getByRole('group', { name: '已选' })
    await expect(chosen).toContainText('已选 1 项')
    await rows(modal).filter({ hasNotText: '李' }).nth(0).click()
    await rows(modal).filter({ hasNotText: '李' }).nth(1).click()
    await expect(chosen).toContainText('已选 3 项')
    await modal.getByRole('button', { name: '确定' }).click()
    await expect(modal).toBeHidden()
    await expect(value(page, '多个用户')).toHaveText(/^\w{32},\w{32},\w{32}$/)
    const box = page.locator('.ant-form-item').filter({ hasText: '多个用户' })
    await expect(box).toContainText('+2')

    const echo = await asked(page, '/sys/user/list?id=', () => opened(page, '多个用户'))
    expect(echo.searchParams.get('pageNo')).toBe('1')
    expect(echo.searchParams.get('pageSize')).toBe('3')
    expect(echo.searchParams.get('id')!.split(',')).toHaveLength(4)
    await expect(chosen.locator('.ant-tag').filter({ hasText: '李' })).toBeVisible()
    await page.getByRole('dialog', { name: '选择多个用户' }).getByRole('button', { name: '取消' }).click()

    modal = await opened(page, '用户')
    await expect(modal.getByRole('radio').first()).toBeVisible()
    await modal.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('请选择用户', { exact: true }).last()).toBeVisible()
    await modal.getByRole('button', { name: '取消' }).click()

    modal = await opened(page, '角色')
    await expect(rows(modal).first()).toBeVisible()
    expect(await heads(modal)).toEqual(['角色名称', '角色编码'])
    expect(await widthOf(page)).toBe(1200)
    for (const at of [0, 1, 2]) await rows(modal).nth(at).click()
    await expect(rows(modal).nth(3).getByRole('checkbox')).toBeDisabled()
    await modal.getByRole('button', { name: '取消' }).click()

    modal = await opened(page, '职务')
    await expect(rows(modal).first()).toBeVisible()
    expect(await heads(modal)).toEqual(['职务名称', '职务编码', '职级'])
    await modal.getByRole('textbox', { name: '职务名称' }).fill('经理')
    const position = await asked(page, '/sys/position/list', () => modal.getByRole('button', { name: '查询' }).click())
    expect(position.searchParams.get('name')).toBe('*经理*')
  })

  test('G02 G05: users by department; departments with and without those below', async ({ page }) => {
    await page.goto(PAGE)
    let modal = await opened(page, '按部门选用户')
    await expect(rows(modal)).toHaveCount(5)
    expect(await heads(modal)).toEqual(['姓名', '账号', '性别', '手机', '部门'])
    const within = await asked(page, '/sys/user/queryUserComponentData', () =>
      modal.getByRole('tree', { name: '部门' }).getByText('客服部', { exact: true }).click(),
    )
    expect(within.searchParams.get('departId')).toMatch(/^\w{32}$/)
    await expect(rows(modal).filter({ hasText: '吴涛' })).toBeVisible()
    await rows(modal).filter({ hasText: '吴涛' }).click()
    await modal.getByRole('button', { name: '确定' }).click()
    const box = page.locator('.ant-form-item').filter({ hasText: '按部门选用户' })
    await expect(box.locator('.ant-select-selection-item').first()).toContainText('吴涛')

    modal = await opened(page, '多个部门')
    expect(await widthOf(page)).toBe(500)
    const tree = modal.getByRole('tree', { name: '部门' })
    const node = (name: string) =>
      tree.locator('.ant-tree-treenode').filter({ has: page.getByText(name, { exact: true }) })
    await node('总部').locator('.ant-tree-checkbox').click()
    await expect(modal).toContainText('已选 1 个')
    await node('总部').locator('.ant-tree-checkbox').click()
    await modal.getByRole('switch', { name: '选上级时连同下级' }).click()
    await node('总部').locator('.ant-tree-checkbox').click()
    await expect(modal).not.toContainText('已选 1 个')
    await node('财务部').locator('.ant-tree-checkbox').click()
    await expect(node('总部').locator('.ant-tree-checkbox')).toHaveClass(/indeterminate/)
    const search = await asked(page, '/sys/sysDepart/searchBy', () =>
      modal.getByRole('searchbox', { name: '部门名称' }).fill('不会有'),
    )
    expect(search.searchParams.get('keyWord')).toBe('不会有')
    await expect(modal).toContainText('未查询匹配数据！')
    await modal.getByRole('button', { name: '取消' }).click()

    modal = await opened(page, '部门')
    await modal.getByRole('searchbox', { name: '部门名称' }).fill('财务')
    await modal.getByRole('tree').getByText('财务部', { exact: true }).waitFor()
    await modal.locator('.ant-tree-treenode').filter({ hasText: '财务部' }).locator('.ant-tree-checkbox').click()
    await modal.getByRole('button', { name: '确定' }).click()
    await expect(page.locator('.ant-form-item').filter({ hasText: '选择' }).getByTitle('财务部')).toBeVisible()
    await expect(value(page, '部门')).toHaveText(/^\w{32}$/)
  })

  test('G07 H02 H03 H05: trees, areas and tables that are dictionaries, and what is said of wrong settings', async ({
    page,
  }) => {
    await page.goto(PAGE)
    await expect(page.getByText('Bad type value')).toBeVisible()
    await expect(page.getByText('组件JTreeSelect-condition传值有误，需要一个json字符串!')).toBeVisible()
    await expect(page.getByText('condition 必须是 json 字符串')).toBeVisible()
    await expect(page.getByText('字典 code 不能为空!')).toBeVisible()

    const tree = field(main(page), '树形字典')
    const top = await asked(page, '/sys/dict/loadTreeData', () => tree.click())
    expect(Object.fromEntries(top.searchParams)).toMatchObject({
      pid: '',
      tableName: 'sys_depart',
      pidField: 'parent_id',
      hasChildField: '',
      condition: '',
    })
    const list = page.locator('.ant-tree-select-dropdown:visible')
    const head = list.locator('.ant-select-tree-treenode').filter({ has: page.getByText('总部', { exact: true }) })
    const below = await asked(page, '/sys/dict/loadTreeData', () => head.locator('.ant-select-tree-switcher').click())
    expect(below.searchParams.get('pid')).toMatch(/^\w{32}$/)
    await list.getByText('财务部', { exact: true }).click()
    await expect(value(page, '树形字典')).toHaveText(/^\w{32}$/)

    const district = main(page).locator('.ant-form-item').filter({ hasText: '省市区联动' })
    const level = async (at: number, text: string) => {
      await district.locator('.ant-select').nth(at).click()
      await page.locator('.ant-select-item-option:visible').filter({ hasText: text }).first().click()
      // The list goes before the next one comes.
      await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
    }
    await level(0, '北京市')
    await level(1, '北京市')
    await level(2, '东城区')
    await expect(value(page, '省市区联动')).toHaveText('110101')

    const table = field(main(page), '字典表搜索')
    const first = await asked(page, '/sys/dict/loadDict/', () => table.click())
    expect(first.searchParams.get('pageSize')).toBe('30')
    await expect(main(page).getByText('请输入搜索内容')).toBeVisible()
    let asks = 0
    page.on('request', (one) => (asks += Number(one.url().includes('/sys/dict/loadDict/'))))
    const typed = page.waitForRequest(
      (one) => one.url().includes('loadDict/') && one.url().includes('keyword=%E4%B8%8D'),
    )
    // In one breath: on a busy machine keys come slower than anybody types.
    await table.evaluate((input: HTMLInputElement) => {
      for (const text of ['不', '不会', '不会有']) {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    })
    await typed
    await expect(page.locator('.ant-select-dropdown:visible')).toContainText('没有查询到任何数据')
    // Three keys, one question.
    expect(asks).toBe(1)
    await table.fill('钱静')
    const echo = page.waitForRequest((one) => one.url().includes('/sys/dict/loadDictItem/'))
    await page.locator('.ant-select-item-option:visible').filter({ hasText: '钱静' }).click()
    expect(new URL((await echo).url()).searchParams.get('key')).toBe('finance')
    await expect(value(page, '字典表搜索')).toHaveText('finance')
  })

  test('G08 E11: a report fills several fields and says what is wrong; a prompt checks, waits and closes', async ({
    page,
  }) => {
    await page.goto(PAGE)
    const button = (label: string) =>
      main(page)
        .locator('.ant-form-item')
        .filter({ has: page.getByLabel(label, { exact: true }) })
        .getByRole('button', { name: '选择' })
    await button('未配置的报表').click()
    await expect(page.getByText('popup 参数未正确配置!')).toBeVisible()
    await button('数量不一致的报表').click()
    await expect(page.getByText('原值和目标值数量不一致')).toBeVisible()
    await button('不存在的报表').click()
    const wrong = page.getByRole('dialog').filter({ hasText: '出错了' })
    await expect(wrong).toContainText('Popup 初始化失败，请检查配置或稍后重试')
    await expect(wrong).toContainText('报表')
    await wrong.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()

    await button('报表选择').click()
    const modal = page.getByRole('dialog', { name: '员工' })
    await expect(rows(modal)).toHaveCount(5)
    await modal.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('请选择一条记录')).toBeVisible()
    await modal.getByRole('textbox', { name: '姓名' }).fill('钱静')
    await modal.getByRole('button', { name: '查询' }).click()
    await expect(rows(modal)).toHaveCount(1)
    await rows(modal).first().click()
    await modal.getByRole('button', { name: '确定' }).click()
    await expect(value(page, '报表选择')).toHaveText('钱静')
    await expect(value(page, '报表带出的账号')).toHaveText('finance')

    await page.locator('#example-prompt').click()
    const prompt = page.getByRole('dialog', { name: '重命名' })
    await prompt.getByRole('button', { name: '确定' }).click()
    await expect(prompt).toContainText('请输入名称')
    await field(prompt, '名称').fill('重复')
    await prompt.getByRole('button', { name: '确定' }).click()
    await expect(prompt.locator('.ant-btn-loading')).toBeVisible()
    await expect(prompt).toContainText('名称已存在')
    await field(prompt, '名称').fill('新名称')
    await prompt.getByRole('button', { name: '确定' }).click()
    await expect(prompt).toBeHidden()
    await expect(value(page, '输入对话框')).toHaveText('新名称')
    await expect(page.getByTitle(/^租赁柜机.*以上的间距$/)).toHaveText(/^.{25}…$/)
  })
})

test.describe('375', () => {
  test.use(as('admin', PHONE))
  const line = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)

  test('G01 G02 G04 G05 G06: people by department over the whole screen; departments with those below; positions', async ({
    page,
  }) => {
    await page.goto('/isystem/annountCement/add')
    // The editor above it comes later and moves it down.
    await expect(page.getByRole('toolbar', { name: '内容的格式' })).toBeVisible()
    await ready(page)
    await line(page, 'userIds').getByRole('button').first().tap()
    const sheet = page.locator('.vd-sheet-full')
    const list = sheet.getByRole('listbox', { name: '指定用户' })
    await expect(list.getByRole('option').first()).toBeVisible()
    expect(Math.round((await sheet.boundingBox())!.height)).toBe(667)
    await sheet.getByRole('button', { name: '部门：全部' }).tap()
    await page.getByRole('radiogroup', { name: '选择部门' }).getByRole('radio', { name: '客服部' }).tap()
    await expect(sheet.getByRole('button', { name: '部门：客服部' })).toBeVisible()
    await list.getByRole('option', { name: /^吴涛/ }).tap()
    await sheet.getByRole('button', { name: '确定 1' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(line(page, 'userIds')).toContainText('吴涛')

    await page.goto('/isystem/user/add')
    await line(page, 'departIds').getByRole('button').first().tap()
    const tree = page.getByRole('group', { name: '负责部门' })
    await expect(tree.getByRole('checkbox', { name: '总部' })).toBeVisible()
    await page.getByRole('switch', { name: '选上级时连同下级' }).tap()
    await tree.getByRole('checkbox', { name: '总部' }).tap()
    await tree.getByRole('checkbox', { name: '财务部' }).tap()
    await expect(tree.getByRole('checkbox', { name: '总部' })).toHaveAttribute('aria-checked', 'mixed')
    await page.getByRole('searchbox').fill('不会有')
    await expect(sheet).toContainText('未查询匹配数据！')
    // The back key closes what lies on top.
    await back(page)
    await expect(sheet).toHaveCount(0)
    await line(page, 'post').getByRole('button').first().tap()
    await expect(sheet.getByRole('option', { name: /^部门经理/ })).toContainText('manager')
    await sheet.getByRole('option', { name: /^部门经理/ }).tap()
    await sheet.getByRole('button', { name: '确定 1' }).tap()
    await expect(line(page, 'post')).toContainText('部门经理')
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(375)
  })

  const value = (page: Page, label: string) => page.getByLabel(`${label}的值`, { exact: true })
  const open = (page: Page, name: string) => line(page, name).getByRole('button').first().tap()
  const sheetOf = (page: Page) => page.locator('.vd-sheet-full:visible')

  test('G03 G07 H02 H03 H05: roles, areas, trees and tables that are dictionaries, and what is said of wrong settings', async ({
    page,
  }) => {
    await page.goto(PAGE)
    const sheet = sheetOf(page)
    for (const sentence of [
      'Bad type value',
      '组件JTreeSelect-condition传值有误，需要一个json字符串!',
      'condition 必须是 json 字符串',
      '字典 code 不能为空!',
    ])
      await expect(page.getByText(sentence)).toBeVisible()

    await open(page, 'roles')
    const options = sheet.getByRole('listbox', { name: '角色' }).getByRole('option')
    for (const at of [0, 1, 2]) await options.nth(at).tap()
    // No more than three.
    await expect(options.nth(3)).toBeDisabled()
    await sheet.getByRole('button', { name: '确定 3' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(value(page, '角色')).toHaveText(/^\w{32},\w{32},\w{32}$/)
    await expect(line(page, 'roles')).toContainText('、')

    await open(page, 'area')
    const columns = page.locator('.adm-cascader:visible')
    // Each in the column of its depth: the one before still stands for a moment, and both hold 北京市.
    for (const [depth, text] of ['北京市', '北京市', '东城区'].entries())
      await columns
        .locator('.adm-cascader-view-content')
        .nth(depth)
        .locator('.adm-cascader-view-item')
        .filter({ hasText: text })
        .tap()
    await columns.getByText('确定', { exact: true }).tap()
    await expect(value(page, '省市区')).toHaveText('110101')
    await expect(line(page, 'area')).toContainText('东城区')

    const below = asked(page, 'loadTreeData?', async () => {
      await open(page, 'tree')
      await sheet.getByRole('button', { name: '展开总部' }).tap()
    })
    expect((await below).searchParams.get('tableName')).toBe('sys_depart')
    await sheet.getByRole('radio', { name: '财务部' }).tap()
    await expect(line(page, 'tree')).toContainText('财务部')
    await expect(value(page, '树形字典')).toHaveText(/^\w{32}$/)

    const first = await asked(page, '/sys/dict/loadDict/', () => open(page, 'table'))
    expect(first.searchParams.get('pageSize')).toBe('30')
    const word = sheet.getByRole('searchbox')
    await expect(word).toHaveAttribute('placeholder', '请输入搜索内容')
    await expect(sheet.getByRole('option').first()).toBeVisible()
    await word.fill('不会有')
    await expect(sheet.getByText('没有查询到任何数据')).toBeVisible()
    await word.fill('钱静')
    const echo = page.waitForRequest((one) => one.url().includes('/sys/dict/loadDictItem/'))
    await sheet.getByRole('option', { name: '钱静', exact: true }).tap()
    expect(new URL((await echo).url()).searchParams.get('key')).toBe('finance')
    await expect(value(page, '字典表搜索')).toHaveText('finance')
    await expect(line(page, 'table')).toContainText('钱静')
    await expect(sheet).toHaveCount(0)
    // The list fails: its own words.
    const refused = { success: false, code: 500, message: '字典表暂不可用', result: null }
    await page.route('**/sys/dict/loadDict/**', (route) => route.fulfill({ json: refused }))
    await open(page, 'tables')
    await word.fill('失败')
    await expect(toast(page, '字典表暂不可用')).toBeVisible()
  })

  test('G08: a report over the whole screen fills several fields, and says what is wrong', async ({ page }) => {
    await page.goto(PAGE)
    const sheet = sheetOf(page)
    await open(page, 'popupEmpty')
    await expect(toast(page, 'popup 参数未正确配置!')).toBeVisible()
    await open(page, 'popupUnequal')
    await expect(toast(page, '原值和目标值数量不一致')).toBeVisible()
    await open(page, 'popupGone')
    const wrong = page.getByRole('dialog').filter({ hasText: '出错了' })
    await expect(wrong).toContainText('Popup 初始化失败，请检查配置或稍后重试')
    await expect(wrong).toContainText('报表')
    await wrong.getByRole('button', { name: '确定' }).tap()
    await expect(wrong).toHaveCount(0)
    await expect(sheet).toHaveCount(0)
    // Back closes it as well.
    await open(page, 'popupGone')
    await expect(wrong).toBeVisible()
    await back(page)
    await expect(wrong).toHaveCount(0)
    await expect(page).toHaveURL(PAGE)

    await open(page, 'staffName')
    await expect(sheet.getByRole('heading', { name: '员工' })).toBeVisible()
    expect(Math.round((await sheet.boundingBox())!.height)).toBe(667)
    await expect(sheet.getByRole('option').first()).toBeVisible()
    await sheet.getByRole('button', { name: '确定', exact: true }).tap()
    await expect(toast(page, '请选择一条记录')).toBeVisible()
    await sheet.getByRole('button', { name: '按姓名' }).tap()
    await sheet.getByRole('searchbox').fill('钱静')
    await expect(sheet.getByRole('option')).toHaveCount(1)
    await sheet.getByRole('option').tap()
    await sheet.getByRole('button', { name: '确定 1' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(value(page, '报表选择')).toHaveText('钱静')
    await expect(value(page, '报表带出的账号')).toHaveText('finance')
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(375)
  })

  test('G03 G05 N01: a person is given roles, departments and a first password', async ({ page }) => {
    const username = `phone_${String(Date.now()).slice(-8)}`
    const sheet = sheetOf(page)
    await page.goto('/isystem/user/add')
    await line(page, 'username').getByRole('textbox').fill(username)
    await line(page, 'realname').getByRole('textbox').fill('手机新增')
    await page.getByRole('button', { name: '保存' }).tap()
    const password = line(page, 'password')
    await expect(password.getByRole('alert')).toHaveText('新密码不允许为空!')
    await password.locator('input').fill('short1#')
    await password.locator('input').blur()
    await expect(password.getByRole('alert')).toHaveText('密码至少8位，须同时包含字母、数字和特殊字符')
    await password.locator('input').fill('First#2026')
    await open(page, 'selectedroles')
    await sheet.getByRole('searchbox').fill('财务')
    await sheet.getByRole('option', { name: /^财务/ }).first().tap()
    await sheet.getByRole('button', { name: '确定 1' }).tap()
    await expect(line(page, 'selectedroles')).toContainText('财务')
    await open(page, 'selecteddeparts')
    await sheet.getByRole('checkbox', { name: '财务部' }).tap()
    await sheet.getByRole('button', { name: '确定 1' }).tap()
    await expect(line(page, 'selecteddeparts')).toContainText('财务部')
    await page.getByRole('button', { name: '保存' }).tap()
    await expect(toast(page, '添加成功！')).toBeVisible()
    // The form leaves by itself; an address asked for before would meet its way out.
    await expect(page).not.toHaveURL(/\/add$/)
    const [made] = await calling('admin').rows(`/sys/user/list?username=${username}`)
    const roles = await calling('admin').get(`/sys/user/queryUserRole?userid=${made!.id}`)
    expect(roles.result).toHaveLength(1)
    const departments = await calling('admin').get(`/sys/user/userDepartList?userId=${made!.id}`)
    expect((departments.result as { title: string }[]).map(({ title }) => title)).toEqual(['财务部'])
    await page.goto(`/isystem/user/${made!.id}/edit`)
    await expect(line(page, 'selectedroles')).toContainText('财务')
    await expect(line(page, 'selecteddeparts')).toContainText('财务部')
    await expect(password).toHaveCount(0)
  })
})
