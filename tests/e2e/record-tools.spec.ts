/** What hangs on a record and is no field of it, on the row, on its page, and on the phone below it. */
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { PASSWORD } from './people.ts'
import { moveTo } from './router.ts'
import { top } from './touch.ts'

const admin = calling('admin')
const unique = (name: string) => `${name}${Math.random().toString(36).slice(2, 8)}`

const line = (page: Page, text: string) => top(page).locator('.adm-list-item').filter({ hasText: text })

interface Menu {
  id: string
  perms?: string | null
  children?: Menu[] | null
}
const idOf = (menus: readonly Menu[], perms: string): string | undefined =>
  menus
    .map((menu) => (menu.perms === perms ? menu.id : idOf(menu.children ?? [], perms)))
    .find((found) => found !== undefined)

async function madeDepart(): Promise<{ id: string; departName: string }> {
  const departName = unique('试部')
  const [root] = (await admin.get('/sys/sysDepart/queryIdTree')).result as { key: string }[]
  expect(await admin.post('/sys/sysDepart/add', { departName, parentId: root!.key })).toMatchObject({ success: true })
  const found = (await admin.get(`/sys/sysDepart/searchBy?keyWord=${encodeURIComponent(departName)}`)).result
  return (found as { id: string; departName: string }[])[0]!
}

async function madePerson(depart?: string): Promise<{ id: string; username: string }> {
  const username = unique('tool_')
  const draft = { username, realname: username, password: PASSWORD, ...(depart && { selecteddeparts: depart }) }
  expect(await admin.post('/sys/user/add', draft)).toMatchObject({ success: true })
  return { id: (await admin.rows(`/sys/user/list?username=${username}`))[0]!.id, username }
}

test.describe('desktop', () => {
  test.use(as('admin', DESKTOP))

  test('a department has users, rights and roles of its own, which only its people get', async ({ page }) => {
    const { id, departName } = await madeDepart()
    const { username } = await madePerson(id)
    await page.goto(`/isystem/depart/${id}`)
    await page.getByRole('button', { name: '部门权限' }).click()
    const rights = page.getByRole('dialog', { name: `部门权限：${departName}` })
    await rights
      .locator('.ant-tree-treenode')
      .filter({ hasText: '通讯录' })
      .or(rights.locator('.ant-tree-treenode').filter({ hasText: '系统管理' }))
      .first()
      .locator('.ant-tree-checkbox')
      .click()
    await rights.getByRole('button', { name: '保存' }).click()
    await expect(rights).toBeHidden()

    await page.getByRole('button', { name: '部门角色' }).click()
    const roles = page.getByRole('dialog', { name: `部门角色：${departName}` })
    await roles.getByRole('button', { name: '新增部门角色' }).click()
    const form = page.getByRole('dialog', { name: '新增部门角色' })
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('请输入角色编码', { exact: true })).toBeVisible()
    await form.getByLabel('角色名称').fill('组长')
    await form.getByLabel('角色编码').fill(unique('lead_'))
    await form.getByRole('button', { name: '保存' }).click()
    const line = roles.getByRole('row').filter({ hasText: '组长' })
    await line.getByRole('button', { name: '授权' }).click()
    const grants = page.getByRole('dialog', { name: '授权：组长' })
    // Out of what the department has, nothing else.
    await expect(grants.getByText('系统管理')).toBeVisible()
    await expect(grants.getByText('财务管理')).toHaveCount(0)
    await grants.getByRole('button', { name: '全选' }).click()
    await grants.getByRole('button', { name: '保存' }).click()
    await expect(grants).toBeHidden()
    await roles
      .getByRole('button', { name: '关闭' })
      .or(roles.getByRole('button', { name: 'Close' }))
      .first()
      .click()

    await page.getByRole('button', { name: '部门用户' }).click()
    const users = page.getByRole('dialog', { name: `部门用户：${departName}` })
    const person = users.getByRole('row').filter({ hasText: username })
    await person.getByRole('button', { name: '分配角色' }).click()
    const give = page.getByRole('dialog', { name: `分配部门角色：${username}` })
    await give.getByRole('checkbox', { name: '组长' }).check()
    await give.getByRole('button', { name: '保存' }).click()
    await expect(give).toBeHidden()
    await person.getByRole('button', { name: '移除' }).click()
    await page
      .getByRole('button', { name: '移除', exact: true })
      .or(page.getByRole('dialog').getByRole('button', { name: '确定' }))
      .last()
      .click()
    await expect(person).toHaveCount(0)
  })

  test('the list of users is narrowed to a department; a person’s page names roles and departments', async ({
    page,
  }) => {
    const { id, departName } = await madeDepart()
    const { id: personId, username } = await madePerson(id)
    await page.goto(`/isystem/user?departId=${id}`)
    const rows = page.locator('main tr.ant-table-row:visible')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(departName)
    await page.goto(`/isystem/user/${personId}`)
    await expect(page.getByRole('main').getByText(username).first()).toBeVisible()
    await expect(page.getByRole('main').getByText(departName).first()).toBeVisible()
    await expect(page.getByText('删除标记')).toHaveCount(0)
  })
})

test.describe('phone', () => {
  test.use(as('admin', PHONE))

  test('a role is granted menus and given to people below its page', async ({ page }) => {
    const roleCode = unique('tool_')
    expect(await admin.post('/sys/role/add', { roleName: roleCode, roleCode })).toMatchObject({ success: true })
    const [role] = await admin.rows(`/sys/role/list?roleCode=${roleCode}`)
    await page.goto('/todo')
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, `/isystem/roleUserList/${role!.id}`)
    await top(page).getByRole('button', { name: '授权' }).tap()
    const group = top(page).getByRole('checkbox', { name: '财务管理' })
    await group.tap()
    await expect(group).toBeChecked()
    await top(page).getByRole('button', { name: /^保存/ }).tap()
    await expect(page.getByText('保存成功！').last()).toBeVisible()
    const granted = (await admin.get(`/sys/permission/queryRolePermission?roleId=${role!.id}`)).result as string[]
    expect(granted.length).toBeGreaterThan(3)
    await top(page).getByRole('button', { name: '角色用户' }).tap()
    await expect(top(page).getByText('该角色还没有用户')).toBeVisible()
    const { id, username } = await madePerson()
    expect(await admin.post('/sys/user/addSysUserRole', { roleId: role!.id, userIdList: [id] })).toMatchObject({
      success: true,
    })
    await top(page).getByRole('button', { name: '返回' }).tap()
    await top(page).getByRole('button', { name: '角色用户' }).tap()
    await line(page, username).tap()
    await page.getByText('移除', { exact: true }).last().tap()
    await page.getByRole('dialog').getByText('移除', { exact: true }).last().tap()
    await expect(top(page).getByText('该角色还没有用户')).toBeVisible()
  })

  test('what was deleted is brought back from the bin of its list', async ({ page }) => {
    const { id, username } = await madePerson()
    expect(await admin.remove(`/sys/user/delete?id=${id}`)).toMatchObject({ success: true })
    await page.goto('/todo')
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, '/isystem/user')
    await top(page).getByRole('button', { name: '回收站' }).tap()
    await top(page).locator('.vd-card').filter({ hasText: username }).tap()
    await page.getByText('还原', { exact: true }).last().tap()
    await expect(page.getByText('还原成功').last()).toBeVisible()
    expect(await admin.rows(`/sys/user/list?username=${username}`)).toHaveLength(1)
  })

  test('a dictionary gets an item, and a menu a data rule', async ({ page }) => {
    const dictCode = unique('tool_')
    expect(await admin.post('/sys/dict/add', { dictName: dictCode, dictCode })).toMatchObject({ success: true })
    const [dictionary] = await admin.rows(`/sys/dict/list?dictCode=${dictCode}`)
    await page.goto('/todo')
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, `/isystem/dict/${dictionary!.id}`)
    await top(page).getByRole('button', { name: '字典项' }).tap()
    await top(page).getByRole('button', { name: '新增字典项' }).tap()
    await top(page).locator('[data-field=itemText] input').fill('第一项')
    await top(page).locator('[data-field=itemValue] input').fill('1')
    await top(page).getByRole('button', { name: '保存' }).tap()
    await expect(line(page, '第一项')).toBeVisible()
    const items = (await admin.get(`/sys/dictItem/list?dictId=${dictionary!.id}`)).result.records as object[]
    expect(items).toEqual([expect.objectContaining({ itemText: '第一项', itemValue: '1' })])

    const name = unique('规则')
    // No role is bound to what is written here, so nobody's rows change.
    const id = idOf((await admin.get('/sys/permission/list')).result as Menu[], 'rental:device:list')
    await moveTo(page, `/isystem/newPermissionList/${id}/rules`)
    await top(page).getByRole('button', { name: '新增规则' }).tap()
    await page.getByText('设备编号', { exact: true }).last().tap()
    await page.getByText('等于', { exact: true }).last().tap()
    await page.locator('[data-field=ruleName] input').fill(name)
    await page.locator('[data-field=ruleValue] input').fill('X1')
    await page.getByRole('button', { name: '保存' }).last().tap()
    await expect(line(page, name)).toBeVisible()
    await line(page, name).tap()
    await page.getByText('删除', { exact: true }).last().tap()
    await page.getByRole('dialog').getByText('删除', { exact: true }).last().tap()
    await expect(line(page, name)).toHaveCount(0)
  })
})
