/** Departments: codes, trees, leaders, roles of their own. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orgCategories } from '#resources/system/department.ts'
import { nextPart } from '../../server/people/org-code.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'
import { inOrder } from './in-order.ts'

it('counts department codes on by letter and two digits', () => {
  expect([undefined, 'A01', 'A99', 'B09', 'Z99'].map(nextPart)).toEqual(['A01', 'A02', 'B01', 'B10', undefined])
})

describe.each([await oneKind()])('departments on %s', (kind) => {
  let test: TestApp
  let [admin, manager, provider]: Send[] = []
  const { rows, get, person, department, made } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, provider] = await Promise.all(['admin', 'ops_manager', 'provider01'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  it('are coded by the server, level by level', async () => {
    const top = await admin!('POST', '/sys/sysDepart/add', { departName: '分公司', orgCategory: orgCategories.company })
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
      { title: '总部', isLeaf: false, children: [] },
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
    expect((await get(`/sys/sysDepart/getUsersByDepartId?id=${root.children[0].id}`)).result).toContainEqual(
      expect.objectContaining({ username: 'operator' }),
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
  it('go with what lies below them, also where both are named, and each leaves its trace', async () => {
    const add = (departName: string, parentId?: string) => made('/sys/sysDepart/add', { departName, parentId })
    const above = await add('上')
    const below = await add('下', above)
    const one = await person({ selecteddeparts: below })
    expect(await admin!('DELETE', `/sys/sysDepart/deleteBatch?ids=${above},${below}`)).toMatchObject({ success: true })
    const log = await rows<Record<string, unknown>>(
      sql`select data_id as id, operation, data_version as version, data_before as before from sys_data_log
        where data_id in (${above}, ${below}, ${one.id}) and operation <> 'add'`,
    )
    expect(log).toHaveLength(3)
    expect(log).toEqual(
      expect.arrayContaining([
        { id: above, operation: 'delete', version: 2, before: expect.objectContaining({ departName: '上' }) },
        { id: below, operation: 'delete', version: 2, before: expect.objectContaining({ departName: '下' }) },
        { id: one.id, operation: '移出部门', version: expect.any(Number), before: { depId: below } },
      ]),
    )
    const gone = `/sys/sysDepart/deleteBatch?ids=${await add('另')},${below}`
    expect(await admin!('DELETE', gone)).toMatchObject({ status: 404 })
  })
  it('are led by whoever is named, which is a change of the person; one that is deleted is led by nobody', async () => {
    const own = async () => {
      const { result } = await admin!('GET', '/sys/user/list?username=viewer')
      return result.records[0] as { id: string; departIds: string | null; version: number; realname: string }
    }
    const changes = async (id: string) =>
      (
        await rows<{ before: unknown }>(
          sql`select 1 as before from sys_data_log where data_id = ${id} and data_table = 'sys_user'`,
        )
      ).length
    const before = await own()
    const logged = await changes(before.id)
    const id = await made('/sys/sysDepart/add', { departName: '领导部', directorUserIds: before.id })
    const leading = await own()
    expect(leading.departIds).toBe([before.departIds, id].filter(Boolean).join(','))
    expect(leading.version).toBe(before.version + 1)
    expect(await changes(before.id)).toBe(logged + 1)
    expect((await admin!('DELETE', `/sys/sysDepart/delete?id=${id}`)).message).toBe('删除成功!')
    const after = await own()
    expect([after.departIds || null, after.version]).toEqual([before.departIds || null, leading.version + 1])
    expect(await changes(before.id)).toBe(logged + 2)
    // One that was left behind before.
    await rows(sql`update sys_user set depart_ids = ${id} where id = ${before.id} returning id`)
    const saved = await admin!('PUT', '/sys/user/edit', { ...(await own()), realname: '新名' })
    expect(saved.success, saved.message).toBe(true)
    await rows(
      sql`update sys_user set depart_ids = ${before.departIds}, realname = ${before.realname} where id = ${before.id} returning id`,
    )
  })

  if (kind === 'postgres')
    it('below one that is being deleted none appears', async () => {
      const add = (departName: string, parentId: string) =>
        admin!('POST', '/sys/sysDepart/add', { departName, parentId })
      const [top] = await rows<{ id: string }>(
        sql`select id from sys_depart where org_code = 'A01' and delete_time is null`,
      )
      const above = (await add('将撤', top!.id)).result.id as string
      const [deleted, added] = await inOrder(
        test.services.pool,
        { table: 'sys_depart', id: above },
        () => admin!('DELETE', `/sys/sysDepart/delete?id=${above}`),
        () => add('迟来', above),
      )
      expect(deleted).toMatchObject({ success: true })
      expect(added.message).toContain('上级部门不存在')
    })

  it('have roles of their own, within what the department may', async () => {
    const departId = await department('A01A03')
    const [list] = await rows<{ id: string }>(sql`select id from sys_permission where perms = 'rental:appConfig:list'`)
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
    expect((await get(`/sys/sysDepartPermission/queryDeptRolePermission?roleId=${roleId}`)).result).toEqual([list!.id])
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
    // Who leaves the department leaves its roles there, whoever lets them in again.
    const member = { depId: departId, userIdList: [id] }
    expect((await admin!('DELETE', `/sys/user/deleteUserInDepart?depId=${departId}&userId=${id}`)).success).toBe(true)
    expect((await admin!('POST', '/sys/user/editSysDepartWithUser', member)).success).toBe(true)
    expect((await send('GET', '/rental/appConfig/list')).status).toBe(403)
    expect((await get(`/sys/sysDepartRole/getDeptRoleByUserId?userId=${id}&departId=${departId}`)).result).toEqual([])
    await admin!('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: id, newRoleId: roleId, oldRoleId: '' })
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
