/** Nobody gives away more than they have. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validStates } from '#resources/system/permission.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('nobody gives away more than they have on %s', (kind) => {
  let test: TestApp
  let number = 0
  let admin: Send | undefined
  const { rows, get, person, roleNamed, department, made } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

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
  /** Somebody whose only role grants these codes. */
  async function holding(...codes: string[]) {
    const roleId = await made('/sys/role/add', { roleName: '专用角色', roleCode: `holding${(number += 1)}` })
    const wanted = await rows<{ id: string; perms: string }>(
      sql`select id, perms from sys_permission where perms in ${codes}`,
    )
    const grant = { roleId, permissionIds: wanted.map(({ id }) => id).join(','), lastpermissionIds: '' }
    expect((await admin!('POST', '/sys/permission/saveRolePermission', grant)).message).toBe('保存成功！')
    const { username, id } = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
    return { send: await test.as(username), id, roleId, username }
  }
  const menuOf = async (perms: string) =>
    (await rows<{ id: string }>(sql`select id from sys_permission where perms = ${perms}`))[0]!.id

  const PROVIDERS = 'rental:serviceProvider:list'
  /** Sees the providers of the first level only, by a rule of the one role. */
  async function bound(...codes: string[]) {
    const one = await holding(PROVIDERS, ...codes)
    const permissionId = await menuOf(PROVIDERS)
    const rule = { permissionId, ruleName: '一级', ruleColumn: 'level', ruleConditions: '=', ruleValue: '1' }
    const ruleId = await made('/sys/permission/addPermissionRule', rule)
    await admin!('POST', '/sys/role/datarule', { permissionId, roleId: one.roleId, dataRuleIds: ruleId })
    const seen = async (send = one.send) => (await send('GET', '/rental/serviceProvider/list')).result.total as number
    const few = await seen()
    expect(few).toBeLessThan(await seen(admin))
    return { ...one, permissionId, rule, ruleId, seen, few }
  }

  it('what a menu row opens is written by whoever may all of it, before and after', async () => {
    const { send } = await holding(
      'system:permission:list',
      'system:permission:add',
      'system:permission:edit',
      'rental:banner:list',
    )
    const row = (await send('GET', `/sys/permission/queryById?id=${await menuOf('rental:banner:list')}`)).result
    const write = (more: object) => send('PUT', '/sys/permission/edit', { ...row, ...more })
    const refused = { status: 403, message: expect.stringContaining('自己没有的授权标识：rental:userWithdrawal:pay') }
    expect(await write({ perms: 'rental:banner:list,rental:userWithdrawal:pay' })).toMatchObject(refused)
    expect((await send('GET', '/rental/userWithdrawal/list')).status).toBe(403)
    const more = { menuType: 2, name: '打款', parentId: row.id, perms: 'rental:userWithdrawal:pay' }
    expect(await send('POST', '/sys/permission/add', more)).toMatchObject(refused)
    const other = await menuOf('rental:userWithdrawal:pay')
    const pay = (await send('GET', `/sys/permission/queryById?id=${other}`)).result
    for (const change of [{ perms: 'rental:banner:list' }, { status: validStates.invalid }])
      expect(await send('PUT', '/sys/permission/edit', { ...pay, ...change })).toMatchObject(refused)
    expect(await write({ name: row.name })).toMatchObject({ success: true })
  })

  it('the data rules of a menu, and its row while it carries some, are changed by whoever sees all of it', async () => {
    const codes = ['list', 'edit', 'delete', 'addRule', 'editRule', 'deleteRule'].map(
      (verb) => `system:permission:${verb}`,
    )
    const { send, rule, ruleId, permissionId, seen, few } = await bound(...codes)
    const stranger = await holding(...codes)
    const row = (await admin!('GET', `/sys/permission/queryById?id=${permissionId}`)).result
    for (const by of [send, stranger.send]) {
      const replies = [
        await by('POST', '/sys/permission/addPermissionRule', { ...rule, ruleValue: '2' }),
        await by('PUT', '/sys/permission/editPermissionRule', { ...rule, id: ruleId, ruleConditions: '>=' }),
        await by('PUT', '/sys/permission/editPermissionRule', { ...rule, id: ruleId, status: validStates.invalid }),
        await by('DELETE', `/sys/permission/deletePermissionRule?id=${ruleId}`),
        await by('PUT', '/sys/permission/edit', { ...row, status: validStates.invalid }),
        await by('DELETE', `/sys/permission/delete?id=${permissionId}`),
      ]
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
      expect(replies[1]!.message).toContain('数据规则')
    }
    expect(await seen()).toBe(few)
  })

  it('whoever a data rule binds takes it off nobody, and gives nobody the menu without it', async () => {
    const { send, permissionId, roleId, ruleId, seen, few, id } = await bound(
      'system:role:list',
      'system:role:add',
      'system:role:delete',
      'system:user:list',
      'system:user:edit',
      'system:user:addUserRole',
      'system:user:deleteRole',
      'system:permission:saveRole',
    )
    const refused = { status: 403, message: expect.stringContaining('数据规则') }
    expect(await send('POST', '/sys/role/datarule', { permissionId, roleId, dataRuleIds: '' })).toMatchObject(refused)
    // A role of the same without the rule: made by themselves, or found.
    const free = await made('/sys/role/add', { roleName: '不受限', roleCode: `free${(number += 1)}` })
    const grant = { roleId: free, permissionIds: permissionId, lastpermissionIds: '' }
    const saveGrant = '/sys/permission/saveRolePermission'
    expect(await send('POST', saveGrant, grant)).toMatchObject(refused)
    expect(await admin!('POST', saveGrant, grant)).toMatchObject({ success: true })
    const second = await person({ selecteddeparts: await department('A01') })
    const give = '/sys/user/addSysUserRole'
    expect(await send('POST', give, { roleId: free, userIdList: [second.id] })).toMatchObject(refused)
    expect(await send('PUT', '/sys/user/edit', { id: second.id, selectedroles: free })).toMatchObject(refused)
    // Nor does the rule go with the role it came by.
    await admin!('POST', give, { roleId: free, userIdList: [id] })
    expect(await seen()).toBe(few)
    expect(await send('DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${id}`)).toMatchObject(refused)
    expect(await send('PUT', '/sys/user/edit', { id, selectedroles: free })).toMatchObject(refused)
    expect(await send('DELETE', `/sys/role/delete?id=${roleId}`)).toMatchObject(refused)
    const without = { roleId, permissionIds: '', lastpermissionIds: permissionId }
    expect(await send('POST', saveGrant, without)).toMatchObject(refused)
    expect(await seen()).toBe(few)
    // With the rule on, the role is theirs to give and to take.
    expect(await send('POST', give, { roleId, userIdList: [second.id] })).toMatchObject({ success: true })
    expect((await admin!('GET', `/sys/role/datarule/${permissionId}/${roleId}`)).result.drChecked).toBe(ruleId)
    const taken = await send('DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${second.id}`)
    expect(taken).toMatchObject({ success: true })
  })

  it('nor by a department: what binds whoever works there', async () => {
    const { send, permissionId, seen, few, ruleId, roleId, id } = await bound(
      'system:user:list',
      'system:user:edit',
      'system:user:editDepartWithUser',
      'system:user:deleteUserInDepart',
      'system:depart:list',
      'system:permission:saveDepart',
      'system:depart:role:list',
      'system:depart:role:edit',
      'system:depart:role:delete',
      'system:depart:role:userAdd',
    )
    const refused = { status: 403, message: expect.stringContaining('数据规则') }
    const departId = await department('A01')
    const grant = { departId, permissionIds: permissionId, lastpermissionIds: '' }
    expect(await admin!('POST', '/sys/permission/saveDepartPermission', grant)).toMatchObject({ success: true })
    const ofDepart = { permissionId, departId, dataRuleIds: ruleId }
    await admin!('POST', '/sys/sysDepartPermission/datarule', ofDepart)
    await admin!('POST', '/sys/role/datarule', { permissionId, roleId, dataRuleIds: '' })
    expect(await seen()).toBe(few)
    const replies = [
      await send('POST', '/sys/sysDepartPermission/datarule', { ...ofDepart, dataRuleIds: '' }),
      await send('POST', '/sys/permission/saveDepartPermission', {
        departId,
        permissionIds: '',
        lastpermissionIds: permissionId,
      }),
    ]
    const lead = await made('/sys/sysDepartRole/add', { departId, roleName: '组长', roleCode: `lead${(number += 1)}` })
    const ofLead = { roleId: lead, permissionIds: permissionId, lastpermissionIds: '' }
    const saveLead = '/sys/sysDepartPermission/saveDeptRolePermission'
    replies.push(await send('POST', saveLead, ofLead))
    await admin!('POST', saveLead, ofLead)
    const second = await person({ selecteddeparts: departId })
    const give = { userId: second.id, newRoleId: lead, oldRoleId: '' }
    replies.push(
      await send('POST', '/sys/sysDepartRole/deptRoleUserAdd', give),
      await send('POST', '/sys/sysDepartRole/datarule', { permissionId, roleId: lead, departId, dataRuleIds: '' }),
    )
    await admin!('POST', '/sys/sysDepartRole/datarule', { permissionId, roleId: lead, departId, dataRuleIds: ruleId })
    replies.push(await send('DELETE', `/sys/sysDepartRole/delete?id=${lead}`))
    const below = await department('A01A01')
    replies.push(
      await send('POST', '/sys/user/editSysDepartWithUser', { depId: below, userIdList: [id] }),
      await send('PUT', '/sys/user/edit', { id, selecteddeparts: below }),
      await send('DELETE', `/sys/user/deleteUserInDepart?depId=${departId}&userId=${id}`),
    )
    for (const reply of replies) expect(reply).toMatchObject(refused)
    // Other people's departments are theirs to say.
    const other = { depId: below, userIdList: [second.id] }
    expect(await send('POST', '/sys/user/editSysDepartWithUser', other)).toMatchObject({ success: true })
    expect(await seen()).toBe(few)
    await admin!('POST', '/sys/permission/saveDepartPermission', {
      ...grant,
      permissionIds: '',
      lastpermissionIds: permissionId,
    })
  })

  it('a manager of people gets no key to the account of somebody who may more', async () => {
    const { send, id, roleId } = await steward()
    const [finance] = await rows<{ id: string; phone: string; email: string }>(
      sql`select id, phone, email from sys_user where username = 'finance'`,
    )
    const change = (username: string) => send('PUT', '/sys/user/changePassword', { username, password: 'Other#2026' })
    expect(await change('finance')).toMatchObject({ status: 403, message: expect.stringContaining('管理员') })
    expect((await test.anonymous('POST', '/sys/mLogin', { username: 'finance', password: PASSWORD })).success).toBe(
      true,
    )
    for (const [field, value] of [
      ['phone', '13912345678'],
      ['email', 'mine@example.com'],
    ]) {
      const reply = await send('PUT', '/sys/user/edit', { id: finance!.id, [field!]: value })
      expect(reply).toMatchObject({ success: false, message: expect.stringContaining('管理员') })
    }
    const [kept] = await rows(sql`select id, phone, email from sys_user where username = 'finance'`)
    expect(kept).toEqual(finance)
    // What is no key they keep for everybody; who may no more than they do is theirs, and so is their own.
    expect(await send('PUT', '/sys/user/edit', { id: finance!.id, telephone: '0755-86010009' })).toMatchObject({
      success: true,
    })
    const equal = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
    expect(await change(equal.username)).toMatchObject({ success: true })
    expect(await send('PUT', '/sys/user/edit', { id: equal.id, phone: '13912345679' })).toMatchObject({ success: true })
    expect(await send('PUT', '/sys/user/edit', { id, phone: '13912345670' })).toMatchObject({ success: true })
    // Frozen, they would come back.
    await admin!('PUT', '/sys/user/frozenBatch', { ids: finance!.id, status: 2 })
    expect(await change('finance')).toMatchObject({ status: 403 })
    await admin!('PUT', '/sys/user/frozenBatch', { ids: finance!.id, status: 1 })
  })

  it('nor to one who sees more of the same', async () => {
    const { send, roleId } = await bound('system:user:list', 'system:user:changepwd')
    const { username } = await holding(PROVIDERS)
    const like = await person({ selectedroles: roleId, selecteddeparts: await department('A01') })
    const change = (name: string) => send('PUT', '/sys/user/changePassword', { username: name, password: 'Other#2026' })
    expect(await change(username)).toMatchObject({ status: 403 })
    expect(await change(like.username)).toMatchObject({ success: true })
  })

  it('a manager of people cannot make an administrator, nor touch one', async () => {
    const { send, id } = await steward()
    const adminRole = await roleNamed('admin')
    expect((await send('PUT', '/sys/user/edit', { id, selectedroles: adminRole })).status).toBe(403)
    expect((await send('POST', '/sys/user/addSysUserRole', { roleId: adminRole, userIdList: [id] })).status).toBe(403)
    expect((await send('PUT', '/sys/user/changePassword', { username: 'admin', password: 'Other#2026' })).status).toBe(
      403,
    )
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
