/** 菜单, 数据规则, 数据字典, 分类字典 and 系统公告 as the administrator keeps them, on both shells. */
import { consoleAt, admin, madeReader, menuWith, sheetLine, unique } from './administration.ts'
import { DESKTOP, PHONE, calling, expect, test } from './browser.ts'
import { top } from './touch.ts'

for (const size of [DESKTOP, PHONE]) {
  test.describe(size === PHONE ? 'phone' : 'desktop', () => {
    const { isPhone, open, records, press, use, unfold, sure, input, pick, said } = consoleAt(size)
    const row = (text: string) => records().filter({ hasText: text })

    test('N04: menus of all three types stand below each other, and a bad setting takes none away', async () => {
      const [name, url] = [unique('试单'), unique('/trial')]
      const page = await open('/isystem/newPermissionList')
      const add = async (type: string, title: string, below?: string) => {
        if (isPhone || !below) await press(isPhone ? '新增菜单' : '新增')
        else await use(below, '添加下级')
        await pick('菜单类型', type)
        await input('菜单名称').fill(title)
        if (isPhone && below) await pick('上级菜单', below, below)
      }
      await add('一级菜单', name)
      await press('保存')
      await said('请输入访问路径')
      await input('访问路径').fill(url)
      await press('保存')
      await expect(row(name)).toHaveCount(1)

      await add('子菜单', `${name}页`, name)
      await input('访问路径').fill(`${url}/page`)
      await input('前端组件').fill('nowhere/NoSuchPage')
      await press('保存')
      await unfold(name)
      await expect(row(`${name}页`)).toHaveCount(1)

      await add('按钮权限', `${name}钮`, `${name}页`)
      await press('保存')
      await said('请输入授权标识')
      await input('授权标识').fill(`${name}:press`)
      await press('保存')
      await unfold(`${name}页`)
      await expect(row(`${name}钮`)).toContainText('按钮权限')

      // No such component, and no longer to be shown: where menus are kept it stands as before.
      const made = (await menuWith({ name: `${name}页` }))!
      const { result } = await admin.get(`/sys/permission/queryById?id=${made.id}`)
      expect(await admin.put('/sys/permission/edit', { ...result, hidden: true })).toMatchObject({ success: true })
      await page.reload()
      await unfold(name)
      await expect(row(`${name}页`)).toHaveCount(1)
      // Who opens it is told.
      await open(`${url}/page`)
      await said(isPhone ? '请在电脑上打开' : /尚未提供/)
      const root = (await menuWith({ name }))!
      expect(await admin.remove(`/sys/permission/delete?id=${root.id}`)).toMatchObject({ success: true })
    })

    test('N05: a data rule leaves its readers the rows it names', async () => {
      const menu = (await menuWith({ perms: 'rental:device:list' }))!
      const [device] = await admin.rows('/rental/device/list?pageSize=1')
      const deviceSn = String(device!.deviceSn)
      const ruleName = unique('规则')
      const page = await open(`/isystem/newPermissionList/${menu.id}`)
      await press('数据规则')
      await press('新增规则')
      if (isPhone) {
        await page.getByText('设备编号', { exact: true }).last().tap()
        await page.getByText('等于', { exact: true }).last().tap()
      } else {
        await pick('规则字段', '设备编号（deviceSn）', '设备编号')
        await pick('条件规则', '等于')
      }
      await input('规则值').fill(deviceSn)
      // Out of the one that offers variables.
      await input('规则名称').fill(ruleName)
      await press('保存')
      const line = isPhone
        ? top(page).locator('.adm-list-item').filter({ hasText: ruleName })
        : page.getByRole('dialog').getByRole('row').filter({ hasText: ruleName })
      await expect(line).toContainText(`${deviceSn}`)

      const roleCode = unique('rule_')
      expect(await admin.post('/sys/role/add', { roleName: roleCode, roleCode })).toMatchObject({ success: true })
      const [role] = await admin.rows(`/sys/role/list?roleCode=${roleCode}`)
      const grant = { roleId: role!.id, permissionIds: menu.id, lastpermissionIds: '' }
      expect(await admin.post('/sys/permission/saveRolePermission', grant)).toMatchObject({ success: true })
      const { name: menuName, parentId } = (await admin.get(`/sys/permission/queryById?id=${menu.id}`)).result as {
        name: string
        parentId: string
      }
      const group = (await admin.get(`/sys/permission/queryById?id=${parentId}`)).result as {
        name: string
        parentId: string
      }
      await open(`/isystem/roleUserList?roleCode=${roleCode}`)
      await use(roleCode, '授权')
      if (isPhone) {
        await top(page)
          .getByRole('button', { name: `展开${group.name}` })
          .tap()
        await top(page)
          .getByRole('button', { name: `数据规则：${menuName}` })
          .tap()
        const sheet = page.locator('.vd-sheet-full')
        await sheet.getByRole('checkbox', { name: ruleName }).tap()
        await sheet.getByRole('button', { name: '确定 1' }).tap()
      } else {
        await page
          .getByRole('dialog', { name: `授权：${roleCode}` })
          .locator('.ant-tree-treenode')
          .filter({ hasText: new RegExp(`^${menuName}数据规则$`) })
          .getByRole('button', { name: '数据规则' })
          .click()
        const binding = page.getByRole('dialog', { name: `数据规则：${menuName}` })
        await binding.getByRole('checkbox', { name: ruleName }).check()
        await binding.getByRole('button', { name: /^保\s?存$/ }).click()
      }
      await said('保存成功')
      const [office] = (await admin.get('/sys/sysDepart/queryIdTree')).result as { key: string }[]
      const reader = await madeReader({ selectedroles: role!.id, selecteddeparts: office!.key })
      const listed = async (address: string) => {
        const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot${address}`, {
          headers: { 'X-Access-Token': reader.token },
        })
        return ((await answer.json()) as { result: { total: number; records: { deviceSn: string }[] } }).result
      }
      expect(await listed('/rental/device/list')).toMatchObject({ total: 1, records: [{ deviceSn }] })

      await open(`/isystem/newPermissionList/${menu.id}`)
      // On the desktop its tab has stayed as it was left.
      if (isPhone) {
        await press('数据规则')
        await line.tap()
        await sheetLine(page, '删除').tap()
      } else await line.getByRole('button', { name: '删除' }).click()
      await sure(/^(删除|确定)$/)
      await expect(line).toHaveCount(0)
      expect((await listed('/rental/device/list')).total).toBeGreaterThan(1)
      if (!isPhone)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^(关闭|Close)$/ })
          .click()
    })

    test('N06: an item of a dictionary is there for who is signed in already, and goes when it is turned off', async ({
      another,
    }) => {
      const other = await another('ops_manager', size)
      await other.goto('/product/packageGroup/add')
      const text = unique('计')
      const page = await open('/isystem/dict?dictCode=pb_bill_unit')
      await use('pb_bill_unit', '字典项')
      await press('新增字典项')
      await input('名称').fill(text)
      await press('保存')
      await said('请输入数据值')
      await input('数据值').fill(isPhone ? '98' : '97')
      await press('保存')
      const line = isPhone
        ? top(page).locator('.adm-list-item').filter({ hasText: text })
        : page.getByRole('dialog').getByRole('row').filter({ hasText: text })
      // It is stored.
      await expect(line).toBeVisible()
      const offered = isPhone
        ? other.getByRole('option', { name: text })
        : other.locator('.ant-select-item-option:visible').filter({ hasText: text })
      /** As somebody who has been signed in all the while opens the page again. */
      const look = async () => {
        await other.reload()
        if (isPhone) return other.locator('[data-field=unitMinutes]').getByRole('button').first().tap()
        const box = other.getByRole('combobox', { name: /计费单位/ })
        await box.click()
        await box.fill(text)
      }
      await look()
      await expect(offered).toHaveCount(1)

      if (isPhone) {
        await line.tap()
        await sheetLine(page, '停用').tap()
        await expect(line).toContainText('已停用')
      } else await page.getByRole('switch', { name: `启用 ${text}` }).click()
      const [dictionary] = await admin.rows('/sys/dict/list?dictCode=pb_bill_unit')
      const stored = async () =>
        (await admin.rows(`/sys/dictItem/list?dictId=${dictionary!.id}&itemText=${encodeURIComponent(text)}`))[0]!
      await expect.poll(async () => Number((await stored()).status)).toBe(0)
      await look()
      await expect(offered).toHaveCount(0)
      expect(await admin.remove(`/sys/dictItem/delete?id=${(await stored()).id}`)).toMatchObject({ success: true })
    })

    test('N07: an urgent announcement is with its receiver at once, and gone when it is revoked', async ({
      another,
    }) => {
      const receiver = await another('viewer', size)
      await receiver.goto(isPhone ? '/messages' : '/isps/userAnnouncement')
      const titile = unique('公告')
      await open('/isystem/annountCement')
      await press(isPhone ? '新增系统公告' : '新增')
      await input('标题').fill(titile)
      await pick('优先级', '紧急')
      await pick('通告对象', '指定用户')
      await press('保存')
      await said('请选择指定用户')
      await pick('指定用户', '赵明', '赵明')
      await press('保存')
      await expect(row(titile)).toContainText('未发布')
      expect(
        (await calling('viewer').rows(`/sys/sysAnnouncementSend/getMyAnnouncementSend?titile=${titile}`)).length,
      ).toBe(0)

      const bell = receiver.getByRole('button', { name: /^消息/ })
      if (!isPhone) await bell.click()
      const arrived = isPhone
        ? receiver.locator('.vd-message').filter({ hasText: titile })
        : receiver.locator('.message-list li').filter({ hasText: titile })
      await use(titile, '发布')
      await sure(/^(确定)?发布$/)
      await expect(arrived).toContainText('紧急')
      await use(titile, '撤销')
      await sure(/^(确定)?撤销$/)
      await expect(arrived).toHaveCount(0)
    })

    test('N10: a category is added below another, and loaded when that is opened', async () => {
      const name = unique('类')
      const root = (await admin.post('/sys/category/add', { name })).result as { id: string; code: string }
      const page = await open('/isystem/category')
      if (isPhone) await press('新增分类')
      else await use(name, '添加下级')
      await input('分类名称').fill(`${name}下`)
      if (isPhone) await pick('上级分类', name, name)
      await press('保存')
      await expect(row(name).first()).toBeVisible()
      const [asked] = await Promise.all([
        page.waitForRequest((one) => one.url().includes('/sys/category/childList')),
        unfold(name),
      ])
      expect(new URL(asked.url()).searchParams.get('pid')).toBe(root.id)
      await expect(row(`${name}下`)).toContainText(root.code)
    })
  })
}
