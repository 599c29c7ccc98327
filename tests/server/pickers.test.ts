/** Reports that a popup chooses from, and people chosen in a chat's own picker. On both databases. */
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { userStates } from '#resources/system/userStates.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { session } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const API = '/online/cgreport/api'

describe.each([await oneKind()])('choosing on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let provider: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    provider = await test.as('provider01')
  })
  afterAll(() => test?.close())

  it('G08: a report has columns, query fields and rows, for who may read what it is made of', async () => {
    const columns = (await admin('GET', `${API}/getRpColumns/staff`)).result
    expect(columns).toMatchObject({ cgRpConfigId: 'staff', cgRpConfigName: '员工' })
    expect(columns.columns[2]).toMatchObject({ title: '性别', dataIndex: 'sex', customRender: 'sex' })
    expect(columns.dictOptions.sex).toContainEqual(expect.objectContaining({ value: '1', text: '男' }))
    expect((await admin('GET', `${API}/getQueryInfo/staff`)).result[0]).toEqual({
      label: '用户名',
      field: 'username',
      view: 'text',
      mode: 'single',
    })
    const data = await admin('GET', `${API}/getData/staff?username=finance&self_depart=1&pageNo=1&pageSize=5`)
    expect(data.result).toMatchObject({ total: 1, records: [{ username: 'finance', realname: '钱静' }] })
    expect(Object.keys(data.result.records[0])).not.toContain('homePath')
    expect((await admin('GET', `${API}/getData/staff?homePath=x`)).message).toBe('未知参数：homePath')
    expect((await admin('GET', `${API}/getRpColumns/select%201`)).status).toBe(404)
    expect((await admin('GET', `${API}/getRpColumns/constructor`)).status).toBe(404)
    for (const path of ['getRpColumns/staff', 'getQueryInfo/staff', 'getData/staff'])
      expect((await provider('GET', `${API}/${path}`)).status, path).toBe(403)
  })

  it('G08: every report can be asked for', async () => {
    for (const code of ['staff', 'providers', 'devices']) {
      const { columns } = (await admin('GET', `${API}/getRpColumns/${code}`)).result
      const { records } = (await admin('GET', `${API}/getData/${code}?pageSize=3`)).result
      expect(records).toHaveLength(3)
      for (const { dataIndex } of columns) expect(Object.keys(records[0])).toContain(dataIndex)
    }
  })

  it('people chosen in a chat are those bound to it there, and only those one sees', async () => {
    expect((await admin('GET', '/sys/chat/people?chatIds=a')).message).toBe('请在企业微信或钉钉中使用')
    const { db } = test.services
    await db.update(session).set({ chat: 'wecom', corpId: 'corp' }).where(isNull(session.revokeTime))
    const accounts = tableOf(resources.sysThirdAccount)
    const users = tableOf(resources.sysUser)
    const [person] = await db.select({ id: users.id }).from(users).where(eq(users.username, 'finance'))
    const [accountOfViewer] = await db.select({ id: users.id }).from(users).where(eq(users.username, 'viewer'))
    const row = (id: string, thirdUserId: string, corpId: string) => ({
      id,
      thirdType: thirdTypes.wecom,
      thirdUserId,
      corpId,
      sysUserId: person!.id,
      status: userStates.normal,
    })
    await db.insert(accounts).values([
      // Whose account this was before is nobody there any more, nor who was frozen.
      { ...row('t0', 'chat-qian', 'corp'), sysUserId: accountOfViewer!.id, deleteTime: new Date().toISOString() },
      { ...row('t3', 'chat-zhao', 'corp'), sysUserId: accountOfViewer!.id, status: userStates.frozen },
      row('t1', 'chat-qian', 'corp'),
      row('t2', 'chat-other', 'elsewhere'),
    ])
    const found = (await admin('GET', '/sys/chat/people?chatIds=chat-qian,chat-other,nobody')).result
    expect(found).toEqual([{ chatId: 'chat-qian', id: person!.id, username: 'finance', realname: '钱静' }])
    // As WeCom hands ids out: with the capitals its administrator typed.
    expect((await admin('GET', '/sys/chat/people?chatIds=Chat-Qian,CHAT-ZHAO')).result).toEqual(found)
    expect((await admin('GET', `/sys/chat/people?userIds=${person!.id}`)).result).toEqual(found)
    expect((await admin('GET', `/sys/chat/people?userIds=${accountOfViewer!.id}`)).result).toEqual([])
    expect((await admin('GET', '/sys/chat/people')).result).toEqual([])
    await db
      .update(session)
      .set({ chat: 'wecom', corpId: 'corp' })
      .where(and(isNull(session.revokeTime), isNull(session.chat)))
    expect((await provider('GET', '/sys/chat/people?chatIds=chat-qian')).result).toEqual([])
  })
})
