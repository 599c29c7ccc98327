/** 数据日志: every write somebody may know of, in the words of the definition, and nobody sees through it what a list refuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { masks } from '#model/masks.ts'
import { resources } from '#resources/index.ts'
import { shelfStates } from '#resources/shelf.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { make } from '../make.ts'
import { publishForm } from './publish-form.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'

type Row = Record<string, any>
const { card, serviceProvider, sysPosition } = resources

describe(`the data log on ${await oneKind()}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): Reply => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply
  }
  const logged = async (query: string, send = admin): Promise<Row[]> =>
    must(await send('GET', `/sys/dataLog/list?pageSize=100&${query}`)).result.records
  const reader = async (codes: string[], departs = ['A'], tenant = 1) => {
    const { username } = await makePerson(test, {
      tenants: [tenant],
      departs,
      roles: { [`r${Math.random().toString(36).slice(2)}`]: ['system:dataLog:list', ...codes] },
    })
    return { username, send: await test.as(username) }
  }
  const contentOf = (row: Row) => JSON.parse(row.dataContent) as Row

  it('tells of records of online forms to whoever may read the form, and to nobody else', async () => {
    const form = await publishForm(admin, 'logged')
    const { result: row } = must(await admin('POST', `${form.path}/add`, { title: '甲', people: 1 }))
    const [seen] = await logged(`dataTable=${form.resource}`)
    expect(seen).toMatchObject({
      dataId: row.id,
      resource: form.resource,
      recordName: '甲',
      operation_dictText: '新增',
    })
    expect((await logged('')).map(({ dataId }) => dataId)).toContain(row.id)
    const without = await reader([])
    expect(await logged(`dataTable=${form.resource}`, without.send)).toEqual([])
    const reads = await reader(['online:logged:list'])
    expect(await logged(`dataTable=${form.resource}`, reads.send)).toHaveLength(1)
    await form.step('stop')
    expect(await logged(`dataTable=${form.resource}`)).toEqual([])
  })

  it('tells of every record, with its name, its business and the words of what it held', async () => {
    const made = must(await admin('POST', `${card.path}/add`, make(card))).result as Row
    must(await admin('PUT', `${card.path}/edit`, { id: made.id, version: made.version, cardName: '改名的月卡' }))
    const rows = await logged(`dataId=${made.id}`)
    expect(rows.map(({ operation_dictText, dataVersion }) => [operation_dictText, dataVersion])).toEqual([
      ['修改', 2],
      ['新增', 1],
    ])
    expect(rows[0]).toMatchObject({ resource: 'card', recordName: '改名的月卡', createName: '管理员' })
    expect(contentOf(rows[0]!)).toMatchObject({
      status: shelfStates.off,
      status_dictText: expect.stringMatching(/\p{Script=Han}/u),
      createBy_dictText: '管理员',
    })
    const versions = must(await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=${card.table}&dataId=${made.id}`))
      .result as Row[]
    const pair = must(
      await admin('GET', `/sys/dataLog/queryCompareList?dataId1=${versions[0]!.id}&dataId2=${versions[1]!.id}`),
    ).result as Row[]
    expect(pair.map((row) => contentOf(row).cardName)).toEqual([made.cardName, '改名的月卡'])
  })

  it('is narrowed by business, person and time, and refuses a time there is not', async () => {
    const { username, send } = await reader(['system:position:list', 'system:position:add', 'rental:card:list'])
    const made = must(await send('POST', `${sysPosition.path}/add`, make(sysPosition))).result as Row
    expect((await logged(`createBy=${username}`)).map(({ dataId }) => dataId)).toEqual([made.id])
    expect(await logged(`createBy=${username}&dataTable=${card.table}`)).toEqual([])
    const day = String((await logged(`createBy=${username}`))[0]!.createTime).slice(0, 10)
    expect(await logged(`createBy=${username}&createTime_begin=${day}&createTime_end=${day}`)).toHaveLength(1)
    expect(await logged(`createBy=${username}&createTime_end=2020-01-01`)).toEqual([])
    expect(await logged('createBy=没有这个人')).toEqual([])
    for (const wrong of ['2020-13-01', 'gestern', '2020-01-01T00:00:00Z'])
      expect(await admin('GET', `/sys/dataLog/list?createTime_begin=${wrong}`)).toMatchObject({
        status: 400,
        message: expect.stringContaining('时间应为 YYYY-MM-DD'),
      })
  })

  it('is for whoever may open it, and of a record for whoever may read that', async () => {
    const viewer = await test.as('operator')
    expect(await viewer('GET', '/sys/dataLog/list')).toMatchObject({ status: 403 })
    const made = must(await admin('POST', `${card.path}/add`, make(card))).result as Row
    expect((await logged(`dataTable=${card.table}&dataId=${made.id}`, viewer)).length).toBe(1)
    const { send } = await reader(['system:position:list'])
    expect((await logged('', send)).filter(({ resource }) => resource !== 'sysPosition')).toEqual([])
    expect(await send('GET', `/sys/dataLog/list?dataTable=${card.table}&dataId=${made.id}`)).toMatchObject({
      status: 403,
    })
  })

  it('shows of a branch only the branch, of a tenant only the tenant, and nothing of a table nobody lists', async () => {
    const made = must(await admin('POST', `${serviceProvider.path}/add`, make(serviceProvider))).result as Row
    expect(await logged(`dataId=${made.id}`)).not.toEqual([])
    const branch = await reader(['rental:serviceProvider:list'], ['A77'])
    expect(await logged('', branch.send)).toEqual([])
    const elsewhere = await reader(['rental:serviceProvider:list', 'rental:card:list'], ['A'], 2)
    expect((await logged('', elsewhere.send)).filter(({ tenantId }) => tenantId !== 2)).toEqual([])
    expect(await logged(`dataId=${made.id}`, elsewhere.send)).toEqual([])
    expect(await logged('dataTable=sys_credential')).toEqual([])
  })

  it('of somebody who belongs to two tenants each reads what was done in it', async () => {
    const { id } = await makePerson(test, { tenants: [1, 2], departs: ['A01'] })
    must(await admin('PUT', '/sys/user/edit', { id, telephone: '0755-86010009' }))
    const roleId = must(await admin('POST', '/sys/role/add', { roleName: '南方', roleCode: 'of_south' })).result.id
    const south = await reader(['system:user:list', 'system:user:edit'], ['A'], 2)
    must(await south.send('PUT', '/sys/user/edit', { id, selectedroles: roleId }))
    const north = await reader(['system:user:list'])
    const versions = `/sys/dataLog/queryDataVerList?dataTable=sys_user&dataId=${id}`
    const ways = [
      async (send: Send) => must(await send('GET', versions)).result as Row[],
      (send: Send) => logged(`dataTable=sys_user&dataId=${id}`, send),
    ]
    for (const tenants of ways) {
      const seen = async (send: Send) => [...new Set((await tenants(send)).map(({ tenantId }) => tenantId))].sort()
      expect(await seen(north.send)).toEqual([1])
      expect(await seen(south.send)).toEqual([2])
      expect(await seen(admin)).toEqual([1, 2])
    }
    const all = await ways[0]!(admin)
    const [one, other] = [1, 2].map((tenant) => all.find(({ tenantId }) => tenantId === tenant))
    const compared = `/sys/dataLog/queryCompareList?dataId1=${one!.id}&dataId2=${other!.id}`
    expect(await south.send('GET', compared)).toMatchObject({ success: false, message: '未找到版本信息' })
    expect(must(await admin('GET', compared)).result).toHaveLength(2)
  })

  it('masks what the list masks', async () => {
    const phone = '13612345678'
    const draft = { ...make(serviceProvider), contactPhone: phone }
    const made = must(await admin('POST', `${serviceProvider.path}/add`, draft)).result as Row
    const { send } = await reader(['rental:serviceProvider:list'])
    const shown = await logged(`dataId=${made.id}`, send)
    expect(shown).toHaveLength(1)
    expect(contentOf(shown[0]!).contactPhone).toBe(masks.phone(phone))
    expect(JSON.stringify(shown)).not.toContain(phone)
  })

  it('calls what hangs on a record by its name, and no version of the record', async () => {
    const { id } = await makePerson(test, { tenants: [1], departs: ['A01'] })
    const { realname } = must(await admin('GET', `/sys/user/queryById?id=${id}`)).result as Row
    const roleName = '日志角色'
    const roleId = must(await admin('POST', '/sys/role/add', { roleName, roleCode: 'of_log' })).result.id as string
    const { result: menus } = must(await admin('GET', '/sys/permission/list')) as { result: Row[] }
    const menu = menus.flatMap((one) => (one.children ?? []) as Row[]).find((one) => one.name === '用户提现')!
    const grant = { roleId, permissionIds: menu.id, lastpermissionIds: '' }
    must(await admin('POST', '/sys/permission/saveRolePermission', grant))
    must(await admin('POST', '/sys/user/addSysUserRole', { roleId, userIdList: [id] }))
    const rule = { permissionId: menu.id, ruleName: '试', ruleColumn: 'status', ruleConditions: '=', ruleValue: '0' }
    const ruleId = must(await admin('POST', '/sys/permission/addPermissionRule', rule)).result.id as string
    must(await admin('DELETE', `/sys/permission/deletePermissionRule?id=${ruleId}`))

    const [granted] = await logged(`dataId=${roleId}`)
    expect(granted!.links).toEqual([{ label: '增加的权限', before: '', after: '用户提现' }])
    const [given] = await logged(`dataTable=sys_user&dataId=${id}`)
    const role = { label: '角色', before: '', after: roleName }
    expect(given).toMatchObject({ operation_dictText: '添加角色', recordName: realname, whole: false, links: [role] })
    const [gone] = await logged(`dataId=${menu.id}`)
    // The state of a rule is not that of the menu.
    expect(gone).toMatchObject({ operation_dictText: '删除数据规则', recordName: '用户提现', before: null })
    expect((gone!.links as Row[]).map(({ label, before, after }) => [label, before, after])).toEqual([
      ['规则名称', '试', ''],
      ['规则字段', 'status', ''],
      ['条件规则', '=', ''],
      ['规则值', '0', ''],
      ['状态', '有效', ''],
    ])
    // Taken again: what is gone is named as what came.
    must(await admin('POST', '/sys/permission/saveRolePermission', { ...grant, permissionIds: '', lastpermissionIds: menu.id })) // prettier-ignore
    must(await admin('DELETE', `/sys/user/deleteUserRole?roleId=${roleId}&userId=${id}`))
    const [taken] = await logged(`dataId=${roleId}`)
    expect(taken!.links).toEqual([{ label: '取消的权限', before: '用户提现', after: '' }])
    const [left] = await logged(`dataTable=sys_user&dataId=${id}`)
    expect(left!.links).toEqual([{ label: '角色', before: roleName, after: '' }])

    expect(
      (await logged(`dataId=${roleId}`)).map((row) => [row.operation_dictText, row.recordName, row.whole]),
    ).toEqual([
      ['授权', roleName, false],
      ['授权', roleName, false],
      ['新增', roleName, true],
    ])
    const versions = must(await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=sys_role&dataId=${roleId}`))
    expect((versions.result as Row[]).map((row) => row.operation)).toEqual(['add'])
  })

  it('keeps for administrators what is left of a deleted record', async () => {
    const made = must(await admin('POST', `${sysPosition.path}/add`, make(sysPosition))).result as Row
    must(await admin('DELETE', `${sysPosition.path}/delete?id=${made.id}`))
    const versions = `/sys/dataLog/queryDataVerList?dataTable=${sysPosition.table}&dataId=${made.id}`
    const rows = must(await admin('GET', versions)).result as Row[]
    expect(rows.map(({ operation }) => operation)).toEqual(['delete', 'add'])
    expect(rows[0]).toMatchObject({ recordName: made.name })
    const { send } = await reader(['system:position:list'])
    expect(await send('GET', versions)).toMatchObject({ status: 404 })
  })
})
