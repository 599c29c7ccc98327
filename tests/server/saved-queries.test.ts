/** Saved queries: whose they are, who sees them, what is refused. On both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { savedQuery } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type Send, type TestApp } from '../product.ts'

const records = [
  { field: 'nickName', rule: 'like', val: '李', type: 'text', dbType: 'string' },
  { field: 'balance', rule: 'ge', val: '10.00', type: 'number', dbType: 'bigdecimal' },
]
const query = { resource: 'userMessage', title: '姓李有钱', matchType: 'and', records }

describe.each([await oneKind()])('saved queries on %s', (kind) => {
  let test: TestApp
  let manager: Send
  let operator: Send
  let viewer: Send
  beforeAll(async () => {
    test = await testApp(kind)
    manager = await test.as('ops_manager')
    operator = await test.as('operator')
    viewer = await test.as('viewer')
  })
  afterAll(() => test?.close())
  beforeEach(() => test.services.db.delete(savedQuery))

  const save = (send: Send, more: object = {}) => send('POST', '/sys/savedQuery/save', { ...query, ...more })
  const list = async (send: Send, resource = 'userMessage') =>
    (await send('GET', `/sys/savedQuery/list?resource=${resource}`)).result as Record<string, unknown>[]

  it('keeps a query for its owner alone, with everything a condition carries, and runs as kept', async () => {
    expect(await save(operator)).toMatchObject({ status: 200, success: true, message: '保存成功' })
    expect(await list(operator)).toEqual([
      {
        id: expect.any(String),
        title: '姓李有钱',
        matchType: 'and',
        records,
        roleCodes: [],
        roles: '',
        mine: true,
        mayDelete: true,
        owner: '李伟',
        problem: null,
      },
    ])
    expect(await list(viewer)).toEqual([])
    expect(await list(operator, 'serviceProvider')).toEqual([])
    const sent = encodeURIComponent(encodeURIComponent(JSON.stringify(records)))
    expect(await operator('GET', `/rental/userMessage/list?superQueryParams=${sent}`)).toMatchObject({ success: true })
  })

  it('asks before it replaces one of the same name, and replaces only the own one', async () => {
    await save(operator)
    await save(viewer)
    const again = { matchType: 'or', records: records.slice(0, 1) }
    expect(await save(operator, again)).toMatchObject({ status: 409, message: '已存在，是否覆盖？' })
    expect((await list(operator))[0]).toMatchObject({ matchType: 'and' })
    expect(await save(operator, { ...again, title: ' 姓李有钱 ', overwrite: true })).toMatchObject({
      message: '保存成功',
    })
    expect(await list(operator)).toMatchObject([{ matchType: 'or', records: records.slice(0, 1) }])
    expect(await list(viewer)).toMatchObject([{ matchType: 'and' }])
  })

  it('two saves of one name at once leave one query', async () => {
    const replies = await Promise.all([save(operator), save(operator), save(operator)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await list(operator)).toHaveLength(1)
  })

  it.each([
    ['no conditions', { records: [] }, '空条件不能保存'],
    ['only empty lines', { records: [{ field: 'nickName', rule: 'eq', val: ' ' }] }, '空条件不能保存'],
    ['no name', { title: '  ' }, '保存的名称不能为空'],
    ['a name of 51 characters', { title: '长'.repeat(51) }, '保存的名称最多50个字符'],
    ['a field that is none', { records: [{ field: 'shoeSize', rule: 'eq', val: '42' }] }, '第1行：没有字段 shoeSize'],
    ['a rule that is none', { records: [{ field: 'nickName', rule: 'sounds', val: 'a' }] }, '第1行：没有规则 sounds'],
    ['a rule that does not fit', { records: [{ field: 'balance', rule: 'like', val: '1' }] }, '余额不支持“包含”'],
    ['51 lines', { records: Array.from({ length: 51 }, () => records[0]) }, '最多50个条件'],
    ['an unknown property', { records: [{ ...records[0], sql: '1=1' }] }, '未知字段：sql'],
    ['a match type that is none', { matchType: 'xor' }, '匹配模式应为 and 或 or'],
  ])('refuses %s', async (_, change, message) => {
    const reply = await save(operator, change)
    expect(reply.status).toBe(400)
    expect(reply.message).toContain(message)
    expect(await list(operator)).toEqual([])
  })

  it('keeps what is masked for a person from being felt for by a query', async () => {
    const phone = [{ field: 'phone', rule: 'like', val: '138' }]
    expect(await save(viewer, { records: phone })).toMatchObject({ status: 400 })
    expect(await save(manager, { records: phone, roleCodes: ['readonly'] })).toMatchObject({ success: true })
    expect((await list(viewer))[0]!.problem).toBe('第1行：手机号已脱敏，只能按完整内容查询，请修改后再查询')
    expect((await list(manager))[0]!.problem).toBeNull()
  })

  it('is shared with a role by who may share, and changed by its owner alone', async () => {
    expect(await save(operator, { roleCodes: ['readonly'] })).toMatchObject({
      status: 403,
      message: '没有共享查询条件的权限',
    })
    expect(await operator('GET', '/sys/savedQuery/roles')).toMatchObject({ status: 403 })
    const roles = (await manager('GET', '/sys/savedQuery/roles')).result as { value: string; text: string }[]
    expect(roles).toContainEqual({ value: 'readonly', text: '只读' })
    expect(await save(manager, { roleCodes: ['nobody'] })).toMatchObject({ status: 400, message: '没有角色 nobody' })

    expect(await save(manager, { roleCodes: ['readonly'] })).toMatchObject({ success: true })
    const [shared] = await list(viewer)
    expect(shared).toMatchObject({ title: '姓李有钱', mine: false, owner: '周敏', roles: '只读' })
    expect(await list(operator)).toEqual([])
    expect(await list(await test.as('two_tenants'))).toEqual([])

    const remove = (send: Send) => send('DELETE', `/sys/savedQuery/delete?id=${String(shared!.id)}`)
    expect(await remove(viewer)).toMatchObject({ status: 403, message: '只有保存它的人和有共享权限的人可以删除' })
    expect(await remove(operator)).toMatchObject({ status: 404 })
    expect(await save(viewer, { overwrite: true })).toMatchObject({ success: true })
    expect(await list(viewer)).toHaveLength(2)
    expect(await save(manager, { roleCodes: [], overwrite: true })).toMatchObject({ success: true })
    expect(await list(viewer)).toMatchObject([{ mine: true }])
    expect(await remove(manager)).toMatchObject({ success: true, message: '删除成功!' })
    expect(await list(manager)).toEqual([])
    expect(await remove(manager)).toMatchObject({ status: 404 })
  })

  it('is shared no more with a role that was deleted, nor with the next one of its code', async () => {
    const admin = await test.as('admin')
    const role = { roleName: '临时', roleCode: 'shared_once' }
    const { id } = (await admin('POST', '/sys/role/add', role)).result as { id: string }
    expect(await save(manager, { roleCodes: ['shared_once', 'readonly'] })).toMatchObject({ success: true })
    expect(await save(manager, { title: '另一个', roleCodes: ['readonly'] })).toMatchObject({ success: true })
    expect(await admin('DELETE', `/sys/role/delete?id=${id}`)).toMatchObject({ success: true })
    expect(await admin('POST', '/sys/role/add', role)).toMatchObject({ success: true })
    expect((await list(manager)).map(({ roleCodes }) => roleCodes)).toEqual([['readonly'], ['readonly']])
  })

  it('that is shared is removed also by who may share; of who is gone it says so, and it goes with them for good', async () => {
    const admin = await test.as('admin')
    const user = { username: 'leaver', realname: '离去', password: PASSWORD, selectedroles: '' }
    const { records: all } = (await admin('GET', '/sys/role/list?pageSize=50')).result as {
      records: { id: string; roleCode: string }[]
    }
    user.selectedroles = all.find(({ roleCode }) => roleCode === 'operations-manager')!.id
    const { id } = (await admin('POST', '/sys/user/add', user)).result as { id: string }
    await test.services.db.execute(sql`update sys_user set must_change_password = 'N' where id = ${id}`)
    const leaver = await test.as('leaver')
    await save(leaver, { roleCodes: ['readonly'] })
    await save(leaver, { title: '另一个', roleCodes: ['readonly'] })
    await save(leaver, { title: '自己的' })
    const titled = async (send: Send) => (await list(send)).map(({ title, owner }) => [title, owner])
    const both = (owner: string) => expect.arrayContaining(['姓李有钱', '另一个'].map((title) => [title, owner]))
    const [shared] = await list(viewer)
    expect(shared).toMatchObject({ owner: '离去', mayDelete: false })
    expect(await titled(manager)).toEqual([])
    expect(await admin('DELETE', `/sys/user/delete?id=${id}`)).toMatchObject({ success: true })

    expect(await titled(viewer)).toEqual(both('离去（已删除）'))
    // What nobody else is going to remove is there for who may share, whatever their roles.
    expect(await titled(manager)).toEqual(both('离去（已删除）'))
    expect(await list(manager)).toMatchObject([{ mine: false, mayDelete: true }, { mayDelete: true }])
    const remove = (send: Send) => send('DELETE', `/sys/savedQuery/delete?id=${String(shared!.id)}`)
    expect(await remove(viewer)).toMatchObject({ status: 403 })
    expect(await remove(operator)).toMatchObject({ status: 404 })
    expect(await remove(manager)).toMatchObject({ success: true })
    expect(await list(viewer)).toHaveLength(1)

    const [own] = await test.services.db.select().from(savedQuery).where(eq(savedQuery.title, '自己的'))
    expect(await manager('DELETE', `/sys/savedQuery/delete?id=${own!.id}`)).toMatchObject({ status: 404 })
    expect(await admin('DELETE', `/sys/user/deleteRecycleBin?userIds=${id}`)).toMatchObject({ success: true })
    expect(await test.services.db.select().from(savedQuery)).toEqual([])
  })

  it('is not there for somebody who may not see the list', async () => {
    const service = await test.as('provider01')
    expect(await save(service)).toMatchObject({ status: 403 })
    expect(await service('GET', '/sys/savedQuery/list?resource=userMessage')).toMatchObject({ status: 403 })
    expect(await operator('GET', '/sys/savedQuery/list?resource=nothing')).toMatchObject({ status: 404 })
    expect(await operator('GET', '/sys/savedQuery/list')).toMatchObject({
      status: 400,
      message: expect.stringContaining('缺少 resource'),
    })
    expect(await test.anonymous('GET', '/sys/savedQuery/list?resource=userMessage')).toMatchObject({ status: 401 })
  })

  it('takes in what a browser kept once, also about fields that are gone, which then say so', async () => {
    await save(operator)
    const queries = [
      { title: '姓李有钱', matchType: 'or', records: records.slice(0, 1) },
      { title: '旧字段', matchType: 'and', records: [records[0], { field: 'shoeSize', rule: 'eq', val: '42' }] },
    ]
    const take = () => operator('POST', '/sys/savedQuery/import', { resource: 'userMessage', queries })
    expect(await take()).toMatchObject({ success: true, result: { count: 1 } })
    expect(await take()).toMatchObject({ success: true, result: { count: 0 } })
    expect((await list(operator)).map(({ title, matchType, problem }) => [title, matchType, problem])).toEqual(
      expect.arrayContaining([
        ['姓李有钱', 'and', null],
        ['旧字段', 'and', '第2行：没有字段 shoeSize，请修改后再查询'],
      ]),
    )
    expect(await list(operator)).toHaveLength(2)
  })

  it('a person keeps at most 100 for one list', async () => {
    const many = (from: number, count: number) => ({
      resource: 'userMessage',
      queries: Array.from({ length: count }, (_, n) => ({ title: `第${from + n}`, matchType: 'and', records })),
    })
    expect(await operator('POST', '/sys/savedQuery/import', many(0, 100))).toMatchObject({ result: { count: 100 } })
    expect(await save(operator)).toMatchObject({ success: false, message: expect.stringContaining('最多保存100个') })
    expect(await save(operator, { title: '第7', overwrite: true })).toMatchObject({ success: true })
    expect(await operator('POST', '/sys/savedQuery/import', many(100, 1))).toMatchObject({ success: false })
    expect(await test.services.db.select().from(savedQuery).where(eq(savedQuery.resource, 'userMessage'))).toHaveLength(
      100,
    )
  })
})
