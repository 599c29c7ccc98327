/** Roles, menus and the rules of data that bind roles. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validStates } from '#resources/system/permission.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('roles and menus on %s', (kind) => {
  let test: TestApp
  let number = 0
  let [admin, provider]: Send[] = []
  const { rows, get, person, roleNamed, department, made } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, provider] = await Promise.all(['admin', 'provider01'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  it('grants apply the difference and bite at once', async () => {
    const roleId = await made('/sys/role/add', { roleName: '临时', roleCode: `temporary${(number += 1)}` })
    const { username } = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
    const send = await test.as(username)
    expect((await send('GET', '/rental/appConfig/list')).status).toBe(403)
    const tree = (await get('/sys/role/queryTreeList')).result
    expect(tree.ids.length).toBeGreaterThan(50)
    expect(tree.treeList[0]).toMatchObject({ title: null, slotTitle: '首页', scopedSlots: { title: 'hasDatarule' } })
    const [config] = await rows<{ id: string }>(
      sql`select id from sys_permission where perms = 'rental:appConfig:list'`,
    )
    const grant = { roleId, permissionIds: config!.id, lastpermissionIds: '' }
    expect((await admin!('POST', '/sys/permission/saveRolePermission', grant)).message).toBe('保存成功！')
    expect((await get(`/sys/permission/queryRolePermission?roleId=${roleId}`)).result).toEqual([config!.id])
    expect((await send('GET', '/rental/appConfig/list')).status).toBe(200)
    await admin!('POST', '/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: '',
      lastpermissionIds: config!.id,
    })
    expect((await send('GET', '/rental/appConfig/list')).status).toBe(403)
  })
  it('names of roles are checked, and the administrator role stays', async () => {
    expect(await get('/sys/role/checkRoleCode?roleCode=free_code')).toMatchObject({ success: true, result: true })
    expect((await get('/sys/role/checkRoleCode?roleCode=admin')).message).toBe('角色编码已存在')
    expect((await get('/sys/role/queryall')).result.map((role: { roleCode: string }) => role.roleCode)).toContain(
      'finance',
    )
    expect((await admin!('DELETE', `/sys/role/delete?id=${await roleNamed('admin')}`)).success).toBe(false)
    expect((await get('/sys/role/queryall', provider)).status).toBe(403)
  })
  it('shows the whole tree, one level, and flat hits', async () => {
    const tree = (await get('/sys/permission/list')).result
    const finance = tree.find(({ name }: { name: string }) => name === '财务管理')
    expect(finance).toMatchObject({ key: finance.id, title: '财务管理', isLeaf: false, leaf: false })
    expect(finance.children[0]).toMatchObject({ name: '用户提现', component: 'rental/UserWithdrawalList' })
    expect((await get('/sys/permission/getSystemMenuList')).result).toHaveLength(tree.length)
    const below = (await get(`/sys/permission/getSystemSubmenu?parentId=${finance.id}`)).result
    expect(below).toHaveLength(finance.children.length)
    expect((await get(`/sys/permission/getSystemSubmenuBatch?parentIds=${finance.id},`)).result[finance.id]).toEqual(
      below,
    )
    expect((await get('/sys/permission/queryTreeList')).result.treeList[0].title).toBe('首页')
    expect((await get('/sys/permission/list?name=提现')).result).toMatchObject([{ name: '用户提现' }])
  })
  it('tidies what is saved, keeps leaf flags, refuses loops, takes branches along', async () => {
    const root = await made('/sys/permission/add', { menuType: 0, name: '测试组', url: 'testing' })
    const page = await made('/sys/permission/add', {
      menuType: 1,
      name: '测试页',
      parentId: root,
      url: '/testing/page.vue',
      component: '/src/views/testing/Page.vue',
    })
    expect((await get(`/sys/permission/queryById?id=${root}`)).result).toMatchObject({
      component: 'layouts/RouteView',
      url: '/testing',
      leaf: false,
    })
    expect((await get(`/sys/permission/queryById?id=${page}`)).result).toMatchObject({
      component: 'testing/Page',
      url: '/testing/page',
      leaf: true,
    })
    expect((await admin!('PUT', '/sys/permission/edit', { id: root, menuType: 1, parentId: page })).status).toBe(400)
    expect((await get('/sys/permission/checkPermDuplication?url=/testing/page')).message).toBe(
      '该值不可用，系统中已存在！',
    )
    expect((await get(`/sys/permission/checkPermDuplication?id=${page}&url=/testing/page`)).message).toBe('该值可用！')
    expect((await admin!('DELETE', `/sys/permission/delete?id=${root}`)).message).toBe('删除成功!')
    expect((await get(`/sys/permission/queryById?id=${page}`)).status).toBe(404)
  })
  it('a menu goes with what is below it, also where both are named, and each leaves its trace', async () => {
    const add = (menu: object) => made('/sys/permission/add', { component: 'layouts/RouteView', ...menu })
    const above = await add({ menuType: 0, name: '上', url: '/above' })
    const below = await add({ menuType: 1, name: '下', url: '/above/below', parentId: above })
    const gone = `/sys/permission/deleteBatch?ids=${above},${below}`
    expect(await admin!('DELETE', gone)).toMatchObject({ success: true })
    expect(
      await rows(sql`select data_id as id, data_before ->> 'name' as name from sys_data_log
        where data_id in (${above}, ${below}) and operation = 'delete' order by data_id`),
    ).toEqual([
      { id: above, name: '上' },
      { id: below, name: '下' },
    ])
    expect((await admin!('DELETE', gone)).status).toBe(404)
  })
  it('a data rule compares with a value the field can have, or is refused', async () => {
    const idOf = async (perms: string) =>
      (await rows<{ id: string }>(sql`select id from sys_permission where perms = ${perms}`))[0]!.id
    const [withdrawals, providers, configs, users] = await Promise.all(
      ['rental:userWithdrawal:list', 'rental:serviceProvider:list', 'rental:appConfig:list', 'system:user:list'].map(
        idOf,
      ),
    )
    const sent = async (permissionId: string | undefined, column: string, condition: string, ruleValue: string) => {
      const rule = {
        permissionId,
        ruleName: '试',
        ruleColumn: column,
        ruleConditions: condition,
        ruleValue,
        status: validStates.valid,
      }
      const { success, status, message, result } = await admin!('POST', '/sys/permission/addPermissionRule', rule)
      return success ? (result as { id: string }).id : `${status} ${message}`
    }
    const refusals = [
      // The word of an item is understood, and is not what rows hold.
      [await sent(withdrawals, 'status', '!=', '待审核'), '状态应填写代码 0（待审核）'],
      [await sent(withdrawals, 'status', '<', '待审核'), '状态应填写代码 0（待审核）'],
      [await sent(withdrawals, 'status', 'IN', '0,待复核,待打款'), '状态应填写代码 1（待复核）、3（待打款）'],
      [await sent(withdrawals, 'status', 'IN', '0,没有'), '状态没有“没有”这一项，请填写代码'],
      [await sent(users, 'status', '=', '正常'), '状态应填写代码 1（正常）'],
      [await sent(users, 'status', '=', '不正常'), '状态没有“不正常”这一项，请填写代码'],
      [await sent(withdrawals, 'status', '!=', '0,1'), '“等于”和“不等于”只比较一个值，多个值请选择条件“包含”'],
      [await sent(withdrawals, 'status', 'LIKE', '待审核'), '状态不能按“模糊”比较，请改用“等于”或“包含”'],
      [await sent(withdrawals, 'ownerId', '!=', '张三'), '申请人不存在或无权使用，请填写记录的编号'],
      [await sent(providers, 'parentId', 'IN', 'nobody'), '上级不存在或无权使用，请填写记录的编号'],
      [await sent(withdrawals, 'createBy', '!=', '张三'), '创建人没有“张三”，请填写登录账号'],
      [await sent(withdrawals, 'sysOrgCode', '!=', '华南区'), '部门编码没有“华南区”，请填写编码'],
      [await sent(configs, 'needAudit', '!=', '是'), '需复核应填写代码 Y（是）'],
      [await sent(configs, 'needAudit', '!=', '也许'), '需复核没有“也许”这一项，应为 Y 或 N'],
    ]
    for (const [answer, sentence] of refusals) {
      expect(answer).toContain('400 ')
      expect(answer).toContain(sentence)
    }
    const good = [
      await sent(withdrawals, 'status', 'IN', '0,1'),
      await sent(withdrawals, 'createBy', '=', 'admin'),
      await sent(withdrawals, 'sysOrgCode', 'RIGHT_LIKE', 'A'),
      await sent(withdrawals, 'sysOrgCode', '=', '#{sys_org_code}'),
    ]
    for (const id of good) expect(id).toMatch(/^\w{19,32}$/)
    // One that was written when nobody looked can be switched off, and not on again.
    await rows(sql`update sys_permission_data_rule set rule_value = '待审核' where id = ${good[0]!}`)
    const kept = { id: good[0], ruleName: '试', ruleColumn: 'status', ruleConditions: '!=', ruleValue: '待审核' }
    const turn = (status: '0' | '1') => admin!('PUT', '/sys/permission/editPermissionRule', { ...kept, status })
    expect(await turn('0')).toMatchObject({ success: true })
    expect(await turn('1')).toMatchObject({ status: 400 })
    for (const id of good) await admin!('DELETE', `/sys/permission/deletePermissionRule?id=${id}`)
  })
  it('data rules narrow lists for the role they bind', async () => {
    const [menu] = await rows<{ id: string }>(
      sql`select id from sys_permission where perms = 'rental:serviceProvider:list'`,
    )
    const permissionId = menu!.id
    const rule = { permissionId, ruleName: '只看省级', ruleColumn: 'level', ruleConditions: '=', ruleValue: '1' }
    const add = (more: Record<string, unknown>) =>
      admin!('POST', '/sys/permission/addPermissionRule', { ...rule, ...more })
    expect((await add({ ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' })).message).toContain('不支持自定义SQL')
    expect((await add({ ruleColumn: 'secret' })).status).toBe(400)
    expect((await add({ ruleValue: '#{password}' })).status).toBe(400)
    expect((await add({ ruleColumn: 'balance', ruleConditions: '>', ruleValue: 'much' })).status).toBe(400)
    const ruleId = (await add({})).result.id as string
    expect((await get(`/sys/permission/getPermRuleListByPermId?permissionId=${permissionId}`)).result).toMatchObject([
      { id: ruleId },
    ])
    expect(
      (await get(`/sys/permission/queryPermissionRule?permissionId=${permissionId}&ruleName=省级`)).result,
    ).toHaveLength(1)
    expect((await get(`/sys/permission/queryById?id=${permissionId}`)).result.ruleFlag).toBe(1)

    const roleId = await made('/sys/role/add', { roleName: '省级', roleCode: `province${(number += 1)}` })
    const chosen = { permissionId, roleId, dataRuleIds: ruleId }
    expect((await admin!('POST', '/sys/role/datarule', chosen)).message).toBe('请先保存角色菜单权限!')
    await admin!('POST', '/sys/permission/saveRolePermission', {
      roleId,
      permissionIds: permissionId,
      lastpermissionIds: '',
    })
    expect((await admin!('POST', '/sys/role/datarule', chosen)).message).toBe('保存成功!')
    expect((await get(`/sys/role/datarule/${permissionId}/${roleId}`)).result).toMatchObject({ drChecked: ruleId })
    const { username } = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
    const send = await test.as(username)
    expect((await send('GET', '/rental/serviceProvider/list')).result.total).toBe(5)
    const picked = await get('/sys/dict/loadDict/rental_service_provider,provider_name,id?pageSize=200', send)
    expect(picked.result).toHaveLength(5)

    const edited = await admin!('PUT', '/sys/permission/editPermissionRule', { ...rule, id: ruleId, ruleValue: '2' })
    expect(edited.message).toBe('修改成功!')
    expect((await send('GET', '/rental/serviceProvider/list')).result.total).toBe(12)
    expect((await admin!('DELETE', `/sys/permission/deletePermissionRule?id=${ruleId}`)).message).toBe('删除成功!')
    expect((await send('GET', '/rental/serviceProvider/list')).result.total).toBe(131)
    expect((await get(`/sys/role/datarule/${permissionId}/${roleId}`)).message).toBe('未找到权限配置信息')
  })

  it('data rules that two choose at once both bind, and what one has changed the other does not overwrite', async () => {
    const [menu] = await rows<{ id: string }>(
      sql`select id from sys_permission where perms = 'rental:serviceProvider:list'`,
    )
    const permissionId = menu!.id
    const of = (ruleValue: string) => ({ permissionId, ruleName: `第${ruleValue}级`, ruleColumn: 'level', ruleConditions: '=', ruleValue }) // prettier-ignore
    const [one, other, third] = await Promise.all(
      ['1', '2', '3'].map((value) => made('/sys/permission/addPermissionRule', of(value))),
    )
    const roleId = await made('/sys/role/add', { roleName: '两级', roleCode: `twice${(number += 1)}` })
    const grant = { roleId, permissionIds: permissionId, lastpermissionIds: '' }
    await admin!('POST', '/sys/permission/saveRolePermission', grant)
    const choose = (dataRuleIds: string, lastDataRuleIds?: string) =>
      admin!('POST', '/sys/role/datarule', { permissionId, roleId, dataRuleIds, lastDataRuleIds })
    const bound = async () =>
      String((await get(`/sys/role/datarule/${permissionId}/${roleId}`)).result.drChecked).split(',')
    await choose(one!, '')
    await choose(other!, '')
    expect(await bound()).toEqual([one, other])
    await choose(`${other},${third}`, `${one},${other}`)
    expect(await bound()).toEqual([other, third])
    const foreign = (await choose(`${other},nothing`, other)).message
    expect(foreign).toBe('数据规则不属于该菜单')
    // Clients of the contract send the whole list.
    await choose(one!)
    expect(await bound()).toEqual([one])

    const edit = (ruleValue: string, lastRule?: object) =>
      admin!('PUT', '/sys/permission/editPermissionRule', { ...of('1'), id: one, ruleValue, lastRule })
    const began = {
      ruleName: '第1级',
      ruleColumn: 'level',
      ruleConditions: '=',
      ruleValue: '1',
      status: validStates.valid,
    }
    expect((await edit('2', began)).message).toBe('修改成功!')
    const late = await edit('3', began)
    expect(late.status).toBe(409)
    expect(late.message).toMatch(/^数据规则“第1级”已由 .+ 于 \d{4}-\d\d-\d\d \d\d:\d\d 修改，请核对后再保存$/)
    expect((await edit('3')).message).toBe('修改成功!')
    for (const id of [one, other, third]) await admin!('DELETE', `/sys/permission/deletePermissionRule?id=${id}`)
  })
})
