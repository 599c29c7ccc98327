/** The contract's system endpoints: who may what, trees, dictionaries, and a demo that adds up. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '../../server/http/signature.ts'
import { seed } from '../../server/db/seed/index.ts'
import { nextPart } from '../../server/system/org-code.ts'
import { kindsHere, PASSWORD, testApp, type Send, type TestApp } from '../product.ts'

/** Signs the address as the contract's clients do. */
function signed(test: TestApp, path: string): Record<string, string> {
  const [address, query = ''] = path.split('?') as [string, string?]
  const last = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
  const fields = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(last.includes(',') && { 'x-path-variable': last }),
  }
  return {
    'x-sign': signatureOf(fields, test.services.settings.signatureSecrets[0]!),
    'x-timestamp': String(Date.now()),
  }
}

it('counts department codes on by letter and two digits', () => {
  expect([undefined, 'A01', 'A99', 'B09', 'Z99'].map(nextPart)).toEqual(['A01', 'A02', 'B01', 'B10', undefined])
})

describe.each(await kindsHere())('system on %s', (kind) => {
  let test: TestApp
  let [admin, manager, provider]: Send[] = []
  let number = 0
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, provider] = await Promise.all(['admin', 'ops_manager', 'provider01'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const rows = async <T>(query: ReturnType<typeof sql>) => (await test.services.db.execute(query)).rows as T[]
  const get = (path: string, send: Send = admin!) => send('GET', path, undefined, signed(test, path))

  async function person(more: Record<string, unknown> = {}) {
    const username = `person${(number += 1)}`
    const made = await admin!('POST', '/sys/user/add', { username, realname: '测试', password: PASSWORD, ...more })
    expect(made.message).toBe('添加成功！')
    // The first password is changed by now (account.test.ts).
    await rows(sql`update sys_user set must_change_password = 'N' where username = ${username}`)
    return { id: made.result.id as string, username }
  }
  async function roleNamed(roleCode: string): Promise<string> {
    return (await admin!('GET', `/sys/role/list?roleCode=${roleCode}`)).result.records[0].id
  }
  async function department(orgCode: string): Promise<string> {
    return (await admin!('GET', `/sys/sysDepart/getDepartName?orgCode=${orgCode}`)).result.id
  }
  async function made(path: string, body: Record<string, unknown>): Promise<string> {
    const reply = await admin!('POST', path, body)
    expect(reply, reply.message).toMatchObject({ success: true })
    return reply.result.id
  }

  describe('the demo', () => {
    it('has balances that are the sums of their ledger rows', async () => {
      const wrong = await rows(sql`
        with sums as (select owner_id,
          sum(case when direction in ('1', '4') then amount else -amount end) balance,
          sum(case direction when '3' then amount when '4' then -amount else 0 end) frozen,
          sum(case when amount_type = '201' then amount else 0 end) income
          from rental_amount_detail group by 1),
        owners as (select id, balance, frozen, total_income as income from rental_service_provider
          union all select id, balance, frozen, null from rental_user_message)
        select o.id from owners o left join sums s on s.owner_id = o.id
        where o.balance <> coalesce(s.balance, 0) or o.frozen <> coalesce(s.frozen, 0) or o.income <> coalesce(s.income, 0)`)
      expect(wrong).toEqual([])
    })
    it('has ledgers without gaps', async () => {
      const broken = await rows(sql`select * from (
        select before_amount, after_amount, amount, direction,
          lag(after_amount, 1, 0::bigint) over (partition by owner_id order by detail_no) as previous
        from rental_amount_detail) r where previous <> before_amount
        or after_amount <> before_amount + case when direction in ('1', '4') then amount else -amount end`)
      expect(broken).toEqual([])
    })
    it('has withdrawals of every state whose money is where the state says', async () => {
      const states = await rows<{ status: string }>(sql`select distinct status from rental_user_withdrawal order by 1`)
      expect(states.map(({ status }) => status)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
      const wrong = await rows(sql`
        select w.withdraw_no from rental_user_withdrawal w join lateral (
          select sum(case direction when '3' then amount when '4' then -amount else 0 end) frozen,
            sum(case when direction = '2' then amount else 0 end) spent
          from rental_amount_detail where biz_no = w.withdraw_no) l on true
        where w.apply_amount <> w.fee_amount + w.tax_amount + w.arrive_amount
          or l.frozen <> case when w.status in ('2', '6', '7') then 0 else w.apply_amount end
          or l.spent <> case when w.status = '6' then w.apply_amount else 0 end`)
      expect(wrong).toEqual([])
      const twice = await rows(sql`select owner_id from rental_user_withdrawal
        where status in ('0', '1', '3', '4', '5', '8') group by 1 having count(*) > 1`)
      expect(twice).toEqual([])
    })
    it('has four levels of providers under the platform, 300 devices, and chains of at most 100 %', async () => {
      const levels = await rows<{ count: number }>(
        sql`select count(*)::int from rental_service_provider where tenant_id = 1 group by level order by level`,
      )
      expect(levels.map(({ count }) => count)).toEqual([5, 12, 24, 30, 60])
      const [total] = await rows<{ devices: number }>(
        sql`select sum(device_count)::int as devices from rental_service_provider where level = '5'`,
      )
      expect(total!.devices).toBe(300)
      const [most] = await rows<{ most: number }>(sql`
        with recursive chain as (
          select p.id, c.share_ratio as ratio from rental_service_provider p
            join rental_service_provider_config c on c.provider_id = p.id where coalesce(p.parent_id, '') = ''
          union all
          select p.id, chain.ratio + c.share_ratio from rental_service_provider p
            join rental_service_provider_config c on c.provider_id = p.id join chain on chain.id = p.parent_id)
        select max(ratio)::int as most from chain`)
      expect(most!.most).toBeLessThanOrEqual(10_000)
    })
    it('gives every provider a department below its parent’s', async () => {
      const wrong = await rows(sql`
        select p.id from rental_service_provider p join sys_depart d on d.id = p.depart_id
        left join rental_service_provider up on up.id = p.parent_id left join sys_depart above on above.id = up.depart_id
        where p.sys_org_code <> d.org_code
          or (above.id is not null and (d.parent_id <> above.id or d.org_code not like above.org_code || '___'))`)
      expect(wrong).toEqual([])
    })
    it('is written once, and leaves what staff changed', async () => {
      await test.services.db.execute(sql`update sys_dict_item set item_text = '男士' where item_text = '男'`)
      const count = () => rows<{ n: number }>(sql`select count(*)::int as n from rental_amount_detail`)
      const before = await count()
      await test.services.db.execute(sql`update sys_seed set fingerprint = 'older'`)
      const { accounts } = await seed(test.services)
      expect(await count()).toEqual(before)
      expect(accounts.map(({ username }) => username)).toContain('ops_manager')
      expect(await rows(sql`select 1 from sys_dict_item where item_text = '男'`)).toEqual([])
      await test.services.db.execute(sql`update sys_dict_item set item_text = '男' where item_text = '男士'`)
    })
  })

  describe('people', () => {
    it('are added with roles and departments, and found by them', async () => {
      const [role, depart] = [await roleNamed('service'), await department('A01A03')]
      const { id, username } = await person({ selectedroles: role, selecteddeparts: depart })
      expect((await get(`/sys/user/queryUserRole?userid=${id}`)).result).toEqual([role])
      expect((await get(`/sys/user/userDepartList?userId=${id}`)).result).toMatchObject([
        { value: depart, title: '客服部' },
      ])
      const { result } = await get(`/sys/user/list?departId=${depart}&username=${username}`)
      expect(result.records).toMatchObject([{ id, orgCodeTxt: '客服部', orgCode: 'A01A03', relTenantIds: '1' }])
      expect(await test.as(username)).toBeTypeOf('function')
    })
    it('have nothing at first: that is an answer, not an error page', async () => {
      const { id } = await person()
      expect(await get(`/sys/user/queryUserRole?userid=${id}`)).toMatchObject({
        success: false,
        message: '未找到用户相关角色信息',
      })
      expect(await get(`/sys/user/userDepartList?userId=${id}`)).toMatchObject({ success: false, message: '查找失败' })
    })
    it('change role and department on edit, and a second role is one more', async () => {
      const [service, readonly] = [await roleNamed('service'), await roleNamed('readonly')]
      const { id } = await person({ selectedroles: service })
      const edited = await admin!('PUT', '/sys/user/edit', {
        id,
        realname: '改名',
        selectedroles: `${service},${readonly}`,
        selecteddeparts: await department('A01A02'),
      })
      expect(edited).toMatchObject({
        message: '修改成功!',
        result: { realname: '改名', orgCodeTxt: '财务部', orgCode: 'A01A02' },
      })
      expect((await get(`/sys/user/queryUserRole?userid=${id}`)).result.sort()).toEqual([service, readonly].sort())
    })
    it('are out at once when frozen, and in again when not', async () => {
      const { id, username } = await person()
      const send = await test.as(username)
      expect((await admin!('PUT', '/sys/user/frozenBatch', { ids: `${id},`, status: '2' })).message).toBe('操作成功!')
      expect((await send('GET', '/sys/user/getUserInfo')).status).toBe(401)
      expect((await test.anonymous('POST', '/sys/login', { username, password: PASSWORD })).success).toBe(false)
      expect((await admin!('POST', '/sys/user/unfreeze', { id })).success).toBe(true)
      expect((await test.anonymous('POST', '/sys/login', { username, password: PASSWORD })).success).toBe(true)
    })
    it('are out at once when their password is changed, and must change it', async () => {
      const { username } = await person()
      const send = await test.as(username)
      const body = { username, password: 'Other#2026', confirmpassword: 'Other#2026' }
      expect((await admin!('PUT', '/sys/user/changePassword', body)).message).toBe('密码修改成功!')
      expect((await send('GET', '/sys/user/getUserInfo')).status).toBe(401)
      const again = await test.anonymous('POST', '/sys/login', { username, password: 'Other#2026' })
      expect(again.result.userInfo.mustChangePassword).toBe('Y')
      expect(
        (await admin!('PUT', '/sys/user/changePassword', { username: 'nobody_at_all', password: 'Other#2026' }))
          .message,
      ).toBe('用户不存在！')
    })
    it('cannot sign in without a password', async () => {
      const { username } = await person({ password: undefined })
      for (const password of ['', '123456', 'undefined'])
        expect((await test.anonymous('POST', '/sys/login', { username, password })).success).toBe(false)
    })
    it('go to the recycle bin, come back, and go for good', async () => {
      const { id, username } = await person()
      const send = await test.as(username)
      expect((await admin!('DELETE', `/sys/user/delete?id=${id}`)).message).toBe('删除用户成功')
      expect((await send('GET', '/sys/user/getUserInfo')).status).toBe(401)
      expect((await get('/sys/user/recycleBin')).result).toContainEqual(expect.objectContaining({ id, delFlag: 1 }))
      expect((await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).message).toBe('还原成功')
      expect((await get(`/sys/user/queryById?id=${id}`)).result.username).toBe(username)
      await admin!('DELETE', `/sys/user/deleteBatch?ids=${id},`)
      // Somebody else has the account by now.
      const { id: other } = await person({ username })
      expect(await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).toMatchObject({
        success: false,
        message: expect.stringContaining(`“${username}”已存在`),
      })
      await admin!('DELETE', `/sys/user/delete?id=${other}`)
      expect((await admin!('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)).message).toBe('删除成功')
      expect(await rows(sql`select 1 from sys_credential where user_id = ${id}`)).toEqual([])
    })
    it('do not freeze or delete themselves', async () => {
      const [me] = await rows<{ id: string }>(sql`select id from sys_user where username = 'admin'`)
      expect((await admin!('PUT', '/sys/user/frozenBatch', { ids: me!.id, status: 2 })).message).toBe('不能冻结自己')
      expect((await admin!('DELETE', `/sys/user/delete?id=${me!.id}`)).success).toBe(false)
    })
    it('join and leave a role and a department', async () => {
      const { id } = await person()
      const [roleId, depId] = [await roleNamed('readonly'), await department('A01A02')]
      expect((await admin!('POST', '/sys/user/addSysUserRole', { roleId, userIdList: [id] })).message).toBe('添加成功!')
      expect((await get(`/sys/user/userRoleList?roleId=${roleId}&pageSize=100`)).result.records).toContainEqual(
        expect.objectContaining({ id }),
      )
      expect((await admin!('DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${id}`)).message).toBe(
        '删除成功!',
      )
      expect((await admin!('DELETE', `/sys/user/deleteUserRoleBatch?roleId=${roleId}&userIds=${id},`)).message).toBe(
        '删除成功!',
      )
      expect((await admin!('POST', '/sys/user/editSysDepartWithUser', { depId, userIdList: [id] })).message).toBe(
        '添加成功!',
      )
      expect((await get(`/sys/user/departUserList?depId=${depId}&pageSize=100`)).result.records).toContainEqual(
        expect.objectContaining({ id, orgCode: '财务部' }),
      )
      expect((await admin!('DELETE', `/sys/user/deleteUserInDepart?depId=${depId}&userId=${id}`)).message).toBe(
        '删除成功!',
      )
      expect((await admin!('DELETE', `/sys/user/deleteUserInDepartBatch?depId=${depId}&userIds=${id}`)).message).toBe(
        '当前选中部门与用户无关联关系!',
      )
    })
    it('are picked by everybody, whole only by who manages them', async () => {
      const all = await get('/sys/user/queryUserComponentData?username=*finance*&pageNo=1&pageSize=5')
      expect(all.result.records).toMatchObject([{ username: 'finance', phone: '13800010003', orgCodeTxt: '总部' }])
      const few = await get('/sys/user/queryUserComponentData', provider)
      expect(few.result.records.map((row: { username: string }) => row.username)).toEqual(['provider01'])
      expect(few.result.records[0]).toMatchObject({ phone: '138****0006' })
      expect(few.result.records[0]).not.toHaveProperty('email')
    })
    it('are echoed in a bare array', async () => {
      const { raw } = await get('/sys/user/getMultiUser?username=finance,service,')
      expect(raw.json<{ username: string }[]>().map(({ username }) => username)).toEqual(['finance', 'service'])
      expect((await get('/sys/user/getMultiUser?phone=13800010003')).status).toBe(400)
    })
    it('stand in the address book of those who may read it', async () => {
      const { result } = await get('/sys/user/queryByOrgCodeForAddressList?orgCode=A01A01&pageSize=50', manager)
      expect(result.records).toContainEqual(
        expect.objectContaining({ realname: '吴涛', departName: '运营部 | 客服部', phone: '13800010007' }),
      )
      expect((await get('/sys/user/queryByOrgCodeForAddressList', provider)).status).toBe(403)
    })
  })

  describe('nobody gives away more than they have', () => {
    async function steward() {
      const roleId = await made('/sys/role/add', { roleName: '用户管理员', roleCode: `steward${(number += 1)}` })
      const wanted = await rows<{ id: string }>(
        sql`select id from sys_permission where perms like 'system:user:%' or perms in ('system:role:list', 'system:permission:saveRole')`,
      )
      const grant = { roleId, permissionIds: wanted.map(({ id }) => id).join(','), lastpermissionIds: '' }
      expect((await admin!('POST', '/sys/permission/saveRolePermission', grant)).message).toBe('保存成功！')
      const { username, id } = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
      return { send: await test.as(username), id, roleId }
    }
    it('a manager of people cannot make an administrator, nor touch one', async () => {
      const { send, id } = await steward()
      const adminRole = await roleNamed('admin')
      expect((await send('PUT', '/sys/user/edit', { id, selectedroles: adminRole })).status).toBe(403)
      expect((await send('POST', '/sys/user/addSysUserRole', { roleId: adminRole, userIdList: [id] })).status).toBe(403)
      expect(
        (await send('PUT', '/sys/user/changePassword', { username: 'admin', password: 'Other#2026' })).status,
      ).toBe(403)
      const [boss] = await rows<{ id: string }>(sql`select id from sys_user where username = 'admin'`)
      expect((await send('PUT', '/sys/user/frozenBatch', { ids: boss!.id, status: 2 })).status).toBe(403)
      expect((await send('DELETE', `/sys/user/delete?id=${boss!.id}`)).success).toBe(false)
      expect(
        (
          await send('POST', '/sys/user/add', {
            username: 'smuggled',
            realname: '偷渡',
            selectedroles: await roleNamed('finance'),
          })
        ).status,
      ).toBe(403)
      expect((await send('PUT', '/sys/user/edit', { id, relTenantIds: '1,2' })).status).toBe(403)
    })
    it('a granter cannot grant what he lacks, to others or himself', async () => {
      const { send, roleId } = await steward()
      const [beyond] = await rows<{ id: string }>(
        sql`select id from sys_permission where perms = 'rental:userWithdrawal:review'`,
      )
      const reply = await send('POST', '/sys/permission/saveRolePermission', { roleId, permissionIds: beyond!.id })
      expect(reply.status).toBe(403)
      expect(
        (
          await send('POST', '/sys/permission/saveRolePermission', {
            roleId: await roleNamed('admin'),
            permissionIds: '',
          })
        ).status,
      ).toBe(403)
    })
    it('other tenants’ people do not exist', async () => {
      const [south] = await rows<{
        id: string
      }>(sql`insert into sys_user (id, username, realname, rel_tenant_ids, status, del_flag)
        values ('foreign1', 'foreigner', '外人', '2', 1, 0) on conflict do nothing returning id`)
      expect(south!.id).toBe('foreign1')
      expect((await get('/sys/user/queryUserRole?userid=foreign1')).status).toBe(404)
      expect((await admin!('PUT', '/sys/user/frozenBatch', { ids: 'foreign1', status: 2 })).status).toBe(404)
      expect((await get('/sys/user/getMultiUser?id=foreign1')).raw.json()).toEqual([])
    })
  })

  describe('roles and menus', () => {
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
      expect((await get(`/sys/permission/checkPermDuplication?id=${page}&url=/testing/page`)).message).toBe(
        '该值可用！',
      )
      expect((await admin!('DELETE', `/sys/permission/delete?id=${root}`)).message).toBe('删除成功!')
      expect((await get(`/sys/permission/queryById?id=${page}`)).status).toBe(404)
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
  })

  describe('departments', () => {
    it('are coded by the server, level by level', async () => {
      const top = await admin!('POST', '/sys/sysDepart/add', { departName: '分公司', orgCategory: '1' })
      expect(top.result).toMatchObject({ orgCode: 'A02', orgType: '1', sysOrgCode: 'A02', parentId: '' })
      const codes = await Promise.all(
        ['一部', '二部', '三部'].map((departName) =>
          admin!('POST', '/sys/sysDepart/add', { departName, parentId: top.result.id }),
        ),
      )
      expect(codes.map(({ result }) => result.orgCode).sort()).toEqual(['A02A01', 'A02A02', 'A02A03'])
      const gone = codes.find(({ result }) => result.orgCode === 'A02A03')!.result.id
      expect((await admin!('DELETE', `/sys/sysDepart/delete?id=${gone}`)).message).toBe('删除成功!')
      const next = await admin!('POST', '/sys/sysDepart/add', { departName: '四部', parentId: top.result.id })
      expect(next.result.orgCode).toBe('A02A04')
      await admin!('DELETE', `/sys/sysDepart/delete?id=${top.result.id}`)
      expect((await get(`/sys/sysDepart/queryById?id=${next.result.id}`)).status).toBe(404)
    })
    it('show as a whole tree, level by level, as options, flat', async () => {
      const [root] = (await get('/sys/sysDepart/queryTreeList')).result
      expect(root).toMatchObject({ key: root.id, title: '总部', orgCode: 'A01', isLeaf: false })
      expect(root.children.map(({ title }: { title: string }) => title)).toEqual(['运营部', '财务部', '客服部'])
      const [manager] = await rows<{ id: string }>(sql`select id from sys_user where username = 'ops_manager'`)
      expect(root.children[0].directorUserIds).toBe(manager!.id)
      expect((await get('/sys/sysDepart/queryDepartTreeSync')).result).toMatchObject([
        { title: '总部', isLeaf: false, children: null },
      ])
      expect((await get(`/sys/sysDepart/queryDepartTreeSync?pid=${root.id}`)).result).toHaveLength(3)
      expect((await get('/sys/sysDepart/queryDepartTreeSync?ids=A01A02&primaryKey=orgCode')).result).toMatchObject([
        { title: '财务部', isLeaf: true },
      ])
      expect((await get('/sys/sysDepart/queryIdTree')).result[0]).toMatchObject({ key: root.id, title: '总部' })
      expect((await get('/sys/sysDepart/listAll')).result.length).toBeGreaterThan(130)
      expect((await get('/sys/sysDepart/searchBy?keyWord=财务')).result).toMatchObject([{ title: '财务部' }])
      expect((await get('/sys/sysDepart/searchBy?keyWord=没有这个')).message).toBe('未查询匹配数据！')
      const parents = (await get('/sys/sysDepart/queryAllParentId?orgCode=A01A02')).result.A01A02
      expect(parents.parentIds).toEqual([root.id, root.children[1].id])
      expect((await get(`/sys/sysDepart/getUsersByDepartId?id=${root.children[1].id}`)).result).toContainEqual(
        expect.objectContaining({ username: 'cashier' }),
      )
    })
    it('show a provider its own branch only', async () => {
      const tree = (await get('/sys/sysDepart/queryTreeList', provider)).result
      expect(tree).toHaveLength(1)
      expect(tree[0].orgCode).toBe('A01A01A01A01')
      expect((await get('/sys/sysDepart/getDepartName?orgCode=A01A02', provider)).status).toBe(404)
    })
    it('tell a leader what he leads', async () => {
      const led = await get('/sys/sysDepart/queryMyDeptTreeList', manager)
      expect(led).toMatchObject({ message: '2', result: [{ title: '运营部' }] })
      expect(await get('/sys/sysDepart/queryMyDeptTreeList', provider)).toMatchObject({ message: '1', result: null })
    })
    it('stay while a provider hangs on them', async () => {
      const reply = await admin!('DELETE', `/sys/sysDepart/delete?id=${await department('A01A01A02')}`)
      expect(reply).toMatchObject({ success: false, message: expect.stringContaining('有服务商') })
    })
    it('have roles of their own, within what the department may', async () => {
      const departId = await department('A01A03')
      const [list] = await rows<{ id: string }>(
        sql`select id from sys_permission where perms = 'rental:appConfig:list'`,
      )
      const [other] = await rows<{ id: string }>(
        sql`select id from sys_permission where perms = 'rental:userWithdrawal:list'`,
      )
      const permissionIds = list!.id
      expect(
        (
          await admin!('POST', '/sys/permission/saveDepartPermission', {
            departId,
            permissionIds,
            lastpermissionIds: '',
          })
        ).message,
      ).toBe('保存成功！')
      expect((await get(`/sys/permission/queryDepartPermission?departId=${departId}`)).result).toEqual([list!.id])
      expect((await get(`/sys/sysDepartPermission/queryTreeListForDeptRole?departId=${departId}`)).result.ids).toEqual([
        list!.id,
      ])
      const roleId = await made('/sys/sysDepartRole/add', { departId, roleName: '组长', roleCode: 'lead' })
      expect((await get('/sys/sysDepartRole/list')).result.total).toBe(0)
      expect((await get(`/sys/sysDepartRole/list?deptId=${departId}`)).result.records).toMatchObject([
        { id: roleId, roleName: '组长' },
      ])
      const save = (ids: string) =>
        admin!('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
          roleId,
          permissionIds: ids,
          lastpermissionIds: '',
        })
      expect((await save(other!.id)).status).toBe(403)
      expect((await save(list!.id)).message).toBe('保存成功！')
      expect((await get(`/sys/sysDepartPermission/queryDeptRolePermission?roleId=${roleId}`)).result).toEqual([
        list!.id,
      ])
      const { id, username } = await person({ selecteddeparts: departId })
      const send = await test.as(username)
      expect((await send('GET', '/rental/appConfig/list')).status).toBe(403)
      expect(
        (await admin!('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: id, newRoleId: roleId, oldRoleId: '' }))
          .message,
      ).toBe('添加成功！')
      expect(
        (await get(`/sys/sysDepartRole/getDeptRoleByUserId?userId=${id}&departId=${departId}`)).result,
      ).toMatchObject([{ droleId: roleId }])
      expect((await send('GET', '/rental/appConfig/list')).status).toBe(200)
      // What the department loses, its roles lose.
      await admin!('POST', '/sys/permission/saveDepartPermission', {
        departId,
        permissionIds: '',
        lastpermissionIds: list!.id,
      })
      expect((await send('GET', '/rental/appConfig/list')).status).toBe(403)
      expect(
        (await admin!('PUT', '/sys/sysDepartRole/edit', { id: roleId, roleName: '班长', roleCode: 'lead' })).message,
      ).toBe('修改成功!')
      expect((await admin!('DELETE', `/sys/sysDepartRole/delete?id=${roleId}`)).message).toBe('删除成功!')
    })
  })

  describe('dictionaries', () => {
    const load = (dict: string, query = '', send?: Send) =>
      get(`/sys/dict/loadDict/${encodeURIComponent(dict).replaceAll('%2C', ',')}${query}`, send)

    it('give items, texts and everything at once', async () => {
      expect((await get('/sys/dict/getDictItems/sex')).result).toMatchObject([
        { value: '1', text: '男', title: '男', label: '男' },
        { value: '2' },
      ])
      expect((await get('/sys/dict/getDictText/sex/2')).result).toBe('女')
      expect((await get('/sys/dict/getDictItems/no_such_code')).status).toBe(403)
      expect(Object.keys((await get('/sys/dict/queryAllDictItems')).result).length).toBeGreaterThan(80)
      expect((await get('/sys/dict/refleshCache')).success).toBe(true)
    })
    it('must be signed', async () => {
      expect((await admin!('GET', '/sys/dict/getDictItems/sex')).success).toBe(false)
    })
    it('are seen by others as soon as they change', async () => {
      const first = await get('/sys/dict/queryAllDictItems', provider)
      const etag = String(first.raw.headers.etag)
      const same = await provider!('GET', '/sys/dict/queryAllDictItems', undefined, { 'if-none-match': etag })
      expect(same.status).toBe(304)
      const dictId = await made('/sys/dict/add', { dictName: '颜色', dictCode: 'colours' })
      expect(
        (await admin!('POST', '/sys/dictItem/add', { dictId, itemText: '红', itemValue: 'r', sortOrder: 2 })).message,
      ).toBe('保存成功！')
      const blue = await made('/sys/dictItem/add', { dictId, itemText: '蓝', itemValue: 'b', sortOrder: 1 })
      expect(
        (await get('/sys/dict/getDictItems/colours', provider)).result.map(({ text }: { text: string }) => text),
      ).toEqual(['蓝', '红'])
      await admin!('PUT', '/sys/dictItem/edit', { id: blue, status: 0 })
      const changed = await provider!('GET', '/sys/dict/queryAllDictItems', undefined, { 'if-none-match': etag })
      expect(changed.result.colours).toMatchObject([{ value: 'r' }])
      expect((await get(`/sys/dictItem/dictItemCheck?dictId=${dictId}&itemValue=r`)).message).toBe(
        '该值不可用，系统中已存在！',
      )
      expect((await get(`/sys/dictItem/dictItemCheck?dictId=${dictId}&itemValue=g`)).message).toBe('该值可用！')
      await admin!('DELETE', `/sys/dict/delete?id=${dictId}`)
      expect((await get('/sys/dict/deleteList')).result).toMatchObject([{ id: dictId }])
      const another = await made('/sys/dict/add', { dictName: '颜色', dictCode: 'colours' })
      expect((await admin!('PUT', `/sys/dict/back/${dictId}`)).message).toContain('“colours”已存在')
      await admin!('DELETE', `/sys/dict/delete?id=${another}`)
      await admin!('DELETE', `/sys/dict/deletePhysic/${another}`)
      expect((await admin!('PUT', `/sys/dict/back/${dictId}`)).message).toBe('操作成功!')
      await admin!('DELETE', `/sys/dict/delete?id=${dictId}`)
      expect((await admin!('DELETE', `/sys/dict/deletePhysic/${dictId}`)).message).toBe('删除成功!')
      expect(await rows(sql`select 1 from sys_dict_item where dict_id = ${dictId}`)).toEqual([])
    })
    it('of the product stay', async () => {
      const [row] = await rows<{ id: string }>(sql`select id from sys_dict where dict_code = 'sex'`)
      expect((await admin!('DELETE', `/sys/dict/delete?id=${row!.id}`)).success).toBe(false)
      expect((await admin!('PUT', '/sys/dict/edit', { id: row!.id, dictCode: 'gender' })).status).toBe(400)
    })
    it('of tables are searched by text or code, in any order, by exact codes', async () => {
      expect((await load('sys_user,realname,username', '?keyword=financ&pageSize=5')).result).toMatchObject([
        { value: 'finance', text: '钱静' },
      ])
      expect((await load('sys_user,realname,username', '?keyword=admin,finance,')).result).toHaveLength(2)
      const down = (
        await load(
          'sys_depart,depart_name,org_code',
          `?keyword=${encodeURIComponent('[orderby:orgCode,desc]')}&pageSize=3`,
        )
      ).result
      expect(down[0].value > down[1].value).toBe(true)
      expect((await load("sys_depart,depart_name,id,org_code='A01A02'")).result).toMatchObject([{ text: '财务部' }])
      expect((await load('sex')).message).toBe('字典Code格式不正确！')
      expect((await get('/sys/dict/loadDictItem/sys_user,realname,username?key=finance,nobody,admin')).result).toEqual([
        '钱静',
        '管理员',
      ])
      expect(
        (await get('/sys/dict/loadDictItem/sys_user,realname,username?key=nobody&delNotExist=false')).result,
      ).toEqual(['nobody'])
      const first = await get('/sys/dict/loadDictOrderByValue/sys_user,realname,username?keyword=service')
      expect(first.result[0].value).toBe('service')
      expect(first.result.length).toBeGreaterThan(5)
      expect((await get('/sys/dict/getDictItems/sys_position,name,code')).result.length).toBeGreaterThan(3)
    })
    it('name nothing outside the catalogue', async () => {
      for (const dict of [
        'sys_credential,password_hash,user_id',
        'sys_session,token_hash,id',
        'pg_user,usename,passwd',
        'sys_user,password,id',
        'rental_user_message,phone,id',
        'rental_user_withdrawal,bank_no,id',
        'sys_user t,realname,id',
        'sys_user;drop table sys_user,realname,id',
        'sys_user,realname,id union select 1',
      ])
        expect((await load(dict)).status, dict).toBe(403)
      for (const condition of [
        "1=1 or username='admin'",
        "username like '%'",
        "username='a' or 1=1",
        'username=(select 1)',
        "username='a'--",
        'username=username',
      ])
        expect((await load(`sys_user,realname,username,${condition}`)).status, condition).toBe(400)
      expect((await load("sys_user,realname,username,username='x'' or ''1''=''1'")).result).toEqual([])
      expect(
        (await load('sys_user,realname,username', `?keyword=${encodeURIComponent('[orderby:password,desc]')}`)).status,
      ).toBe(403)
    })
    it('show a reader of less less', async () => {
      expect((await load('sys_user,phone,id', '', provider)).status).toBe(403)
      expect((await load("sys_user,realname,id,phone='13800010003'", '', provider)).status).toBe(403)
      expect((await load('sys_user,realname,username', '', provider)).result).toMatchObject([{ value: 'provider01' }])
      expect((await load('rental_app_config,config_name,config_key', '', provider)).status).toBe(403)
      const own = (await load('rental_service_provider,provider_name,id', '?pageSize=500', provider)).result
      expect(own.length).toBeGreaterThan(1)
      expect(own.length).toBeLessThan(30)
    })
    it('of trees come level by level', async () => {
      const ask = (more: string) =>
        get(
          `/sys/dict/loadTreeData?tableName=sys_depart&text=depart_name&code=id&pidField=parent_id&hasChildField=&condition=&${more}`,
        )
      const [root] = (await ask('pid=')).result
      expect(root).toMatchObject({ title: '总部', isLeaf: false })
      expect((await ask(`pid=${root.value}`)).result.map(({ title }: { title: string }) => title)).toEqual(
        expect.arrayContaining(['财务部', '客服部', '运营部']),
      )
      expect(
        (
          await get(
            '/sys/dict/loadTreeData?tableName=sys_user&text=realname&code=id&pidField=username&hasChildField=&condition=',
          )
        ).status,
      ).toBe(400)
    })
    it('values are checked for being free, where they must be unique', async () => {
      const check = (query: string, send?: Send) => get(`/sys/duplicate/check?${query}`, send)
      expect((await check('tableName=sys_role&fieldName=role_code&fieldVal=admin')).message).toBe(
        '该值不可用，系统中已存在！',
      )
      expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=fresh')).toMatchObject({
        success: true,
        message: '该值可用！',
      })
      expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=')).toMatchObject({
        success: true,
        code: 500,
        message: '数据为空,不作处理！',
      })
      for (const query of [
        'tableName=sys_credential&fieldName=password_hash&fieldVal=x',
        'tableName=sys_user&fieldName=realname&fieldVal=x',
        'tableName=rental_service_provider&fieldName=balance&fieldVal=1',
      ])
        expect((await check(query)).status).toBe(403)
      expect((await check('tableName=rental_user_message&fieldName=phone&fieldVal=13800000000', provider)).status).toBe(
        403,
      )
    })
  })

  describe('tenants and positions', () => {
    it('a tenant gets the next number and its settings, and stays while something belongs to it', async () => {
      const id = await made('/sys/tenant/add', { name: '新租户', status: 1 })
      expect(id).toBe('3')
      expect(
        await rows(sql`select 1 from rental_app_config where tenant_id = 3 and config_key = 'withdraw.min'`),
      ).toHaveLength(1)
      expect((await get('/sys/tenant/queryList')).result).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
      expect((await admin!('DELETE', '/sys/tenant/delete?id=2')).message).toBe('该租户已被引用，无法删除！')
      expect((await admin!('DELETE', '/sys/tenant/deleteBatch?ids=1,2,')).message).toBe(
        '选择的租户都已被引用，无法删除！',
      )
      expect((await admin!('DELETE', '/sys/tenant/deleteBatch?ids=')).message).toBe('未选中租户！')
      expect((await admin!('DELETE', `/sys/tenant/deleteBatch?ids=2,${id}`)).message).toBe(
        '部分删除成功！（被引用的租户无法删除）',
      )
      expect((await get('/sys/tenant/userList?id=2')).result).toContainEqual(
        expect.objectContaining({ username: 'two_tenants' }),
      )
    })
    it('a position carries its rank under every name clients know', async () => {
      const { result } = await get('/sys/position/list?code=manager')
      expect(result.records).toMatchObject([
        { postRank: '3', postRank_dictText: '中级', rank: '3', rank_dictText: '中级', postLevel: 3 },
      ])
    })
  })
})
