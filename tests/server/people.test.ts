/** People: added, changed, frozen, thrown away and brought back, picked, found. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenBefore, USERNAME_GIVEN } from '../../server/db/given-usernames.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('people on %s', (kind) => {
  let test: TestApp
  let [admin, manager, provider]: Send[] = []
  const { rows, get, person, roleNamed, department } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, provider] = await Promise.all(['admin', 'ops_manager', 'provider01'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

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
  it('keep what somebody else gave, and stay without what somebody else took, while another form was open', async () => {
    const [service, readonly, finance] = [
      await roleNamed('service'),
      await roleNamed('readonly'),
      await roleNamed('finance'),
    ]
    const [here, there] = [await department('A01'), await department('A01A02')]
    const { id } = await person({ selectedroles: `${service},${readonly}`, selecteddeparts: here })
    // Meanwhile: finance is given, readonly taken, and a department more.
    await admin!('PUT', '/sys/user/edit', {
      id,
      selectedroles: `${service},${finance}`,
      selecteddeparts: `${here},${there}`,
    })
    const later = await admin!('PUT', '/sys/user/edit', {
      id,
      selectedroles: readonly,
      lastselectedroles: `,${service},${readonly}`,
      selecteddeparts: '',
      lastselecteddeparts: `,${here}`,
    })
    expect(later.success, later.message).toBe(true)
    expect((await get(`/sys/user/queryUserRole?userid=${id}`)).result).toEqual([finance])
    const left = (await get(`/sys/user/userDepartList?userId=${id}`)).result as { value: string }[]
    expect(left.map(({ value }) => value)).toEqual([there])
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
      (await admin!('PUT', '/sys/user/changePassword', { username: 'nobody_at_all', password: 'Other#2026' })).message,
    ).toBe('用户不存在！')
  })
  it('cannot sign in without a password', async () => {
    const { username } = await person({ password: undefined })
    for (const password of ['', '123456', 'undefined'])
      expect((await test.anonymous('POST', '/sys/login', { username, password })).success).toBe(false)
  })
  it('go to the recycle bin, come back, and go for good', async () => {
    const phone = '13900006601'
    const { id, username } = await person({ phone })
    const send = await test.as(username)
    expect((await admin!('DELETE', `/sys/user/delete?id=${id}`)).message).toBe('删除用户成功')
    expect((await send('GET', '/sys/user/getUserInfo')).status).toBe(401)
    expect((await get('/sys/user/recycleBin')).result).toContainEqual(expect.objectContaining({ id, delFlag: 1 }))
    expect((await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).message).toBe('还原成功')
    expect((await get(`/sys/user/queryById?id=${id}`)).result.username).toBe(username)
    const bound = { thirdType: 'wechat_enterprise', thirdUserId: username, sysUserId: id }
    const account = (await admin!('POST', '/sys/thirdAccount/add', bound)).result.id as string
    await admin!('DELETE', `/sys/user/deleteBatch?ids=${id},`)
    // Somebody else has the phone number by now.
    const { id: other } = await person({ phone })
    expect(await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).toMatchObject({
      success: false,
      message: expect.stringContaining(`“${phone}”已存在`),
    })
    await admin!('DELETE', `/sys/user/delete?id=${other}`)
    expect((await admin!('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)).message).toBe('删除成功')
    expect(await rows(sql`select 1 from sys_credential where user_id = ${id}`)).toEqual([])
    // Through the chat they are a stranger, whom an administrator may bind.
    expect(await rows(sql`select sys_user_id from sys_third_account where id = ${account}`)).toEqual([
      { sys_user_id: null },
    ])
  })
  it('keep their name when they are gone: whoever got it would get what was theirs', async () => {
    const { id, username } = await person()
    await test.as(username)
    await admin!('DELETE', `/sys/user/delete?id=${id}`)
    const refusedEverywhere = async (name: string, advice = '') => {
      const again = { username: name, realname: '同名', password: PASSWORD }
      const add = await admin!('POST', '/sys/user/add', again)
      expect(add).toMatchObject({ success: false, result: { fields: { username: `${givenBefore(name)}${advice}` } } })
      expect(await test.anonymous('GET', `/sys/user/checkOnlyUser?username=${name}`)).toMatchObject({
        success: false,
        message: '用户账号已存在',
      })
      const check = `/sys/duplicate/check?tableName=sys_user&fieldName=username&fieldVal=${name}`
      expect((await get(check)).message).toBe('该值不可用，系统中已存在！')
      // Past every form, and at the same moment as the deletion.
      const direct = sql`insert into sys_user (id, username, realname) values (${`direct-${name}`}, ${name}, '同名')`
      await expect(rows(direct)).rejects.toMatchObject({ cause: { code: USERNAME_GIVEN, message: givenBefore(name) } })
    }
    await refusedEverywhere(username, '；如果是同一个人，请在用户回收站还原原账号')
    await refusedEverywhere('system')
    expect((await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).message).toBe('还原成功')
    await admin!('DELETE', `/sys/user/delete?id=${id}`)
    await admin!('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)
    await refusedEverywhere(username)
  })
  it('leave their name to others when nobody ever came in with it', async () => {
    const { id, username } = await person()
    await admin!('DELETE', `/sys/user/delete?id=${id}`)
    const { id: other } = await person({ username })
    expect(await admin!('PUT', '/sys/user/putRecycleBin', { userIds: id })).toMatchObject({
      success: false,
      message: expect.stringContaining(`“${username}”已存在`),
    })
    // A password that an administrator sets is that of whoever is there.
    const set = await admin!('PUT', '/sys/user/changePassword', { username, password: 'Other#2026' })
    expect(set).toMatchObject({ success: true })
    await admin!('DELETE', `/sys/user/delete?id=${other}`)
    await admin!('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)
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
    expect((await admin!('DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${id}`)).message).toBe('删除成功!')
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
    const chosen = await get(`/sys/user/list?code=${all.result.records[0].id}`)
    expect(chosen.result.records.map((row: { username: string }) => row.username)).toEqual(['finance'])
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
      expect.objectContaining({
        realname: '吴涛',
        departName: '运营部 | 客服部',
        postText: '专员',
        phone: '13800010007',
      }),
    )
    expect((await get('/sys/user/queryByOrgCodeForAddressList', provider)).status).toBe(403)
  })
})
