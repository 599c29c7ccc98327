/** 用户, 角色, 部门, 租户 and 职务 as the administrator keeps them, on both shells. */
import type { Locator, Page } from '@playwright/test'
import { enableStates } from '#resources/enabled.ts'
import { consoleAt, admin, madeDepart, madePerson, sheetLine, signingIn, unique } from './administration.ts'
import { field } from './antd.ts'
import { DESKTOP, PHONE, expect, test } from './browser.ts'
import { PASSWORD } from './people.ts'
import { top } from './touch.ts'

for (const size of [DESKTOP, PHONE]) {
  test.describe(size === PHONE ? 'phone' : 'desktop', () => {
    const { isPhone, open, records, press, use, unfold, sure, input, pick, show, said } = consoleAt(size)

    /** Where people, roles of a department and items stand below their record. */
    const lines = (page: Page): Locator =>
      isPhone ? top(page).locator('.adm-list-item') : page.getByRole('dialog').last().getByRole('row')
    const backFromTool = (page: Page) =>
      isPhone
        ? top(page).getByRole('button', { name: '返回' }).tap()
        : page
            .getByRole('dialog')
            .last()
            .getByRole('button', { name: /^(关闭|Close)$/ })
            .click()
    /** Chosen by name out of the people, and taken in. */
    async function addMember(page: Page, username: string) {
      if (isPhone) {
        await press('添加用户')
        await page.locator('[data-field=people]').getByRole('button').first().tap()
        const sheet = page.locator('.vd-sheet-full')
        await sheet.getByRole('searchbox').fill(username)
        await sheet.getByRole('option', { name: username }).tap()
        await sheet.getByRole('button', { name: '确定 1' }).tap()
        await press('添加')
      } else {
        const box = page.getByRole('dialog').last().getByRole('combobox', { name: '用户' })
        await box.fill(username)
        await page.locator('.ant-select-item-option:visible').filter({ hasText: username }).click()
        await press('添加用户')
      }
      await expect(lines(page).filter({ hasText: username })).toHaveCount(1)
    }
    /** What may be done with one line: a button of the row, or behind a tap. */
    async function about(page: Page, line: string, what: string) {
      const one = lines(page).filter({ hasText: line })
      if (!isPhone) return one.getByRole('button', { name: what, exact: true }).click()
      await one.tap()
      await sheetLine(page, what).tap()
    }

    test('N01: people of a department are frozen and let in several at once, get another password, go and come back', async () => {
      const depart = await madeDepart()
      const { id, username } = await madePerson({ selecteddeparts: depart.id })
      const other = await madePerson({ selecteddeparts: depart.id })
      const page = await open(`/isystem/user?departId=${depart.id}`)
      await expect(records()).toHaveCount(2)
      const both = async (what: string) => {
        if (isPhone) {
          await press('批量')
          await top(page).getByText('全选', { exact: true }).tap()
          await press('处理 2 项')
          await sheetLine(page, `批量${what}`).tap()
          await sure(what)
        } else {
          await page.locator('.ant-table-thead:visible').getByRole('checkbox').check()
          await press(`批量${what}`)
          await sure(`${what} 2 项`)
        }
      }
      await both('冻结')
      await expect(records().filter({ hasText: '冻结' })).toHaveCount(2)
      expect((await signingIn(username)).message).toContain('冻结')
      await both('解冻')
      await expect(records().filter({ hasText: '冻结' })).toHaveCount(0)
      expect(await signingIn(username)).toMatchObject({ success: true })

      await use(username, '修改密码')
      await input('新密码').fill('short')
      await press('保存')
      await said('密码至少8位，须同时包含字母、数字和特殊字符')
      await input('新密码').fill('Other#20271')
      await input('确认新密码').fill('Other#20271')
      await press('保存')
      await expect(input('确认新密码')).toHaveCount(0)
      expect(await signingIn(username)).toMatchObject({ success: false })
      expect(await signingIn(username, 'Other#20271')).toMatchObject({ success: true })

      // Whoever was deleted comes back from the bin.
      expect(await admin.remove(`/sys/user/delete?id=${other.id}`)).toMatchObject({ success: true })
      if (isPhone) await top(page).getByRole('button', { name: '返回' }).tap()
      await press('回收站')
      if (isPhone) {
        // The list below still shows them.
        await expect(top(page).getByText('用户回收站', { exact: true })).toBeVisible()
        await records().filter({ hasText: other.username }).tap()
        await sheetLine(page, '还原').tap()
      } else await about(page, other.username, '还原')
      await said('还原成功')
      if (!isPhone) await backFromTool(page)
      expect(await admin.rows(`/sys/user/list?username=${other.username}`)).toHaveLength(1)
      await open(`/isystem/user/${id}`)
      await said(username)
      await said(depart.departName)
      await expect(page.getByText('删除标记')).toHaveCount(0)
    })

    test('N02: a role is granted menus and given to people', async () => {
      const roleCode = unique('tool_')
      expect(await admin.post('/sys/role/add', { roleName: roleCode, roleCode })).toMatchObject({ success: true })
      const [role] = await admin.rows(`/sys/role/list?roleCode=${roleCode}`)
      const page = await open(`/isystem/roleUserList?roleCode=${roleCode}`)
      await use(roleCode, '授权')
      if (isPhone) {
        await top(page).getByRole('checkbox', { name: '财务管理' }).tap()
        await expect(top(page).getByRole('checkbox', { name: '财务管理' })).toBeChecked()
        await press(/^保存（已选 \d+）$/)
      } else {
        const drawer = page.getByRole('dialog', { name: `授权：${roleCode}` })
        const node = drawer.locator('.ant-tree-treenode').filter({ hasText: '财务管理' })
        await node.locator('.ant-tree-checkbox').click()
        await expect(drawer.getByRole('status')).toContainText(/已选择 \d{2,} \/ \d+ 项/)
        await press('保存')
      }
      await said('保存成功！')
      const granted = (await admin.get(`/sys/permission/queryRolePermission?roleId=${role!.id}`)).result as string[]
      expect(granted.length).toBeGreaterThan(3)

      const { username } = await madePerson()
      await use(roleCode, '角色用户')
      await said('该角色还没有用户')
      await addMember(page, username)
      expect(await admin.rows(`/sys/user/userRoleList?roleId=${role!.id}`)).toHaveLength(1)
      await about(page, username, '移除')
      await sure(/^(移除|确定)$/)
      await said('该角色还没有用户')
      if (!isPhone) await backFromTool(page)
    })

    test('N03: a department is made below another and has users, rights and roles of its own', async () => {
      const { id: above, departName: parent } = await madeDepart()
      const departName = unique('组')
      const page = await open('/isystem/depart')
      await unfold('总部')
      if (isPhone) {
        await press('新增部门')
        await top(page).locator('[data-field=departName] input').fill(departName)
        await top(page).locator('[data-field=parentId]').getByRole('button').first().tap()
        await page.getByRole('searchbox').last().fill(parent)
        await page.getByRole('option', { name: parent }).tap()
      } else {
        await use(parent, '添加下级')
        await field(page.getByRole('dialog'), '部门名称').fill(departName)
      }
      await press('保存')
      await said('添加成功！')
      await unfold(parent)
      await expect(records().filter({ hasText: departName })).toHaveCount(1)
      const [made] = await admin.rows(`/sys/sysDepart/list?departName=${encodeURIComponent(departName)}`)
      expect(made).toMatchObject({ parentId: above })

      await use(departName, '部门权限')
      if (isPhone) await top(page).getByRole('checkbox', { name: '系统管理' }).tap()
      else {
        const node = page.getByRole('dialog').locator('.ant-tree-treenode').filter({ hasText: '系统管理' })
        await node.locator('.ant-tree-checkbox').click()
      }
      await press(/^保存/)
      await said('保存成功！')

      await use(departName, '部门角色')
      await press('新增部门角色')
      await press('保存')
      await said('请输入角色编码')
      await input('角色名称').fill('组长')
      await input('角色编码').fill(unique('lead_'))
      await press('保存')
      await about(page, '组长', '授权')
      // Out of what the department has, nothing else.
      await said('系统管理')
      await expect(page.getByText('财务管理', { exact: true }).filter({ visible: true })).toHaveCount(isPhone ? 0 : 1)
      if (isPhone) await top(page).getByRole('checkbox', { name: '系统管理' }).tap()
      else await press('全选')
      await press(/^保存/)
      await said('保存成功！')
      await backFromTool(page)

      const { username } = await madePerson()
      await use(departName, '部门用户')
      await addMember(page, username)
      await about(page, username, isPhone ? '分配部门角色' : '分配角色')
      await (isPhone ? lines(page).filter({ hasText: '组长' }) : page.getByRole('checkbox', { name: '组长' })).click()
      await press('保存')
      await about(page, username, '移除')
      await sure(/^(移除|确定)$/)
      await said('该部门还没有用户')
      if (!isPhone) await backFromTool(page)
    })

    test('N12: a tenant has packages, a period and a state, and its people are seen', async () => {
      const [packName, name] = [unique('套餐'), unique('租户')]
      const pack = await admin.post('/sys/sysTenantPack/add', { packName, status: enableStates.on })
      expect(pack, pack.message).toMatchObject({ success: true })
      const page = await open('/isys/tenant')
      await press(isPhone ? '新增租户' : '新增')
      await input('租户名称').fill(name)
      await pick('套餐', packName, packName)
      await press('保存')
      await said('添加成功！')
      const [tenant] = await admin.rows(`/sys/tenant/list?name=${encodeURIComponent(name)}`)
      // Out of this tenant's sight: no list of people here names them.
      const username = unique('tool_')
      const person = { username, realname: username, password: PASSWORD, relTenantIds: String(tenant!.id) }
      expect(await admin.post('/sys/user/add', person)).toMatchObject({ success: true })
      await page.reload()
      await show(name)
      await said(packName)
      await said(username)
    })

    test('N13: a position is given to people, and stands with them', async () => {
      const code = unique('post_')
      const { id, username } = await madePerson()
      const page = await open('/isystem/position')
      await press(isPhone ? '新增职务' : '新增')
      await input('职务名称').fill(code)
      await input('职务编码').fill(code)
      await pick('职级', '中级')
      await press('保存')
      await said('添加成功！')
      await use(code, '职务用户')
      await said('还没有人担任该职务')
      await addMember(page, username)
      if (!isPhone) await backFromTool(page)
      await open(`/isystem/user/${id}`)
      await said(code)
    })
  })
}
