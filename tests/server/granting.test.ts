/** Nobody gives away more than they have. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
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
