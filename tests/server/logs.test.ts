/** 日志管理: who came in, what was asked for, how many people come, and who sees it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allResources } from '#resources/index.ts'
import { logTypes, operateTypes, sysLog } from '#resources/system/log.ts'
import { tableOf } from '../../server/db/table.ts'
import { allRoutes } from '../../server/http/register.ts'
import { newId } from '../../server/kernel/id.ts'
import { visits } from '../../server/system/logs.ts'
import { oldestLogs, timedCare } from '../../server/system/timed-care.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { asIfLarge } from '../explain.ts'
import { make } from '../make.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const log = tableOf(sysLog)
type Row = Record<string, unknown>

describe(`logs on ${await oneKind()}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const found = async (query: string, send = admin): Promise<Row[]> => {
    const reply = await send('GET', `/sys/log/list?pageSize=100&${query}`)
    expect(reply.success, reply.message).toBe(true)
    return reply.result.records as Row[]
  }
  const operation = (query: string) =>
    until(`the operation ${query}`, async () => (await found(`logType=2&${query}`))[0])
  const reader = async (tenant: number, ...codes: string[]) => {
    const roles = { [`logs-${newId()}`]: ['list', 'query', 'export', ...codes].map((verb) => `system:log:${verb}`) }
    const { username, id } = await makePerson(test, { tenants: [tenant], departs: ['A'], roles })
    return { username, id, send: await test.as(username) }
  }

  it('goes on when the answer to what it kept was lost, also when nobody writes any more', async () => {
    const position = allResources().find(({ name }) => name === 'sysPosition')!
    const { db } = test.services
    const insert = db.insert.bind(db)
    let lost = 0
    const spy = vi.spyOn(db, 'insert').mockImplementation(((table: typeof log) => {
      if (table !== log || lost) return insert(table)
      lost += 1
      // Kept, and the line is cut before the answer comes; whatever is chained to the statement.
      const cut = async (rows: never) => {
        await insert(table).values(rows)
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
      }
      return {
        values: (rows: never) => {
          const going = cut(rows)
          return Object.assign(going, { onConflictDoNothing: () => going })
        },
      }
    }) as never)
    const { result } = await admin('POST', `${position.path}/add`, make(position))
    await until('a lost answer', async () => lost || undefined)
    await vi.waitFor(() => expect(spy.mock.calls.filter(([table]) => table === log).length).toBeGreaterThan(1), 120_000)
    spy.mockRestore()
    await admin('DELETE', `${position.path}/delete?id=${result.id}`)
    await operation(`requestParam=${result.id}`)
  })

  it('keeps a row of every write: what, on which record, by whom, from where, how long', async () => {
    const position = allResources().find(({ name }) => name === 'sysPosition')!
    const { result } = await admin('POST', `${position.path}/add`, make(position))
    await admin('GET', `${position.path}/queryById?id=${result.id}`)
    await admin('DELETE', `${position.path}/delete?id=${result.id}`)
    const gone = await operation(`requestParam=${result.id}`)
    expect(gone).toMatchObject({
      logContent: `删除${position.label}`,
      logType: logTypes.operation,
      operateType: operateTypes.delete,
      operateType_dictText: '删除',
      userid: 'admin',
      username: '管理员',
      ip: '127.0.0.1',
      host: '浏览器',
      requestType: 'DELETE',
      requestUrl: `/jeecg-boot${position.path}/delete`,
      costTime: expect.any(Number),
    })
    const added = await operation(`logContent=新增${position.label}`)
    expect(JSON.stringify(added)).not.toContain(make(position).name)
    expect(await found(`requestUrl=*${position.path}/queryById`)).toEqual([])
  })

  it('says of what was refused that it was not done, and why', async () => {
    const viewer = await test.as('viewer')
    await viewer('POST', '/rental/device/add', {})
    const refused = await operation('userid=viewer&requestUrl=*device/add')
    expect(refused.logContent).toBe('新增设备，未成功：没有权限，请联系管理员授权')
  })

  it('keeps files that were taken out, and nothing that a page does by itself', async () => {
    await admin('PUT', '/sys/listDensity/save', { density: 'compact' })
    await admin('GET', '/rental/device/exportXls?selections=x')
    expect(await operation('requestUrl=*device/exportXls')).toMatchObject({ operateType: operateTypes.export })
    expect(await found('requestUrl=*listDensity*')).toEqual([])
  })

  it('fails no request when it cannot be written, and goes on when it can', async () => {
    const { services } = test
    const warned = vi.spyOn(services.log, 'warn')
    await services.db.execute(sql`alter table sys_log rename to sys_log_away`)
    try {
      expect(await admin('PUT', '/sys/dict/edit', { id: 'lost' })).toMatchObject({ status: 404 })
      await until('the log that could not be written', () =>
        Promise.resolve(warned.mock.calls.some(([, text]) => text === '操作日志未能写入')),
      )
    } finally {
      await services.db.execute(sql`alter table sys_log_away rename to sys_log`)
      warned.mockRestore()
    }
    await admin('PUT', '/sys/dict/edit', { id: 'kept' })
    await operation('requestParam=kept')
    // What waited is kept as soon as there is a place for it again.
    await operation('requestParam=lost')
  })

  it('shows a failed login in the log of the tenant whose person it is, and whose name nobody has at the operator', async () => {
    const { username, id, send } = await reader(2)
    await test.anonymous('POST', '/sys/login', { username, password: 'Wrong#2026' })
    expect(await found(`personId=${id}&logType=1`, send)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ logContent: `用户名: ${username},登录失败：用户名或密码错误` }),
      ]),
    )
    expect(await found(`userid=${username}`)).toEqual([])
    await test.anonymous('POST', '/sys/login', { username: 'nobody_at_all', password: 'Wrong#2026' })
    expect(await found('userid=nobody_at_all')).toHaveLength(1)
    expect(await found('userid=nobody_at_all', send)).toEqual([])
  })

  it('is found by type, kind, person, time and a part of its content', async () => {
    const { id, username } = await reader(1)
    const rows = [
      ['甲方案一', logTypes.operation, operateTypes.add, '2020-03-01T01:00:00Z'],
      ['甲方案二', logTypes.operation, operateTypes.delete, '2020-03-02T01:00:00Z'],
      ['甲方案三', logTypes.login, operateTypes.query, '2020-03-03T01:00:00Z'],
    ] as const
    for (const [logContent, logType, operateType, createTime] of rows)
      await test.services.db.insert(log).values({
        id: newId(),
        tenantId: 1,
        logType,
        operateType,
        logContent,
        personId: id,
        userid: username,
        createTime,
      })
    const names = async (query: string) =>
      (await found(`${query}&column=createTime&order=asc`)).map(({ logContent }) => logContent)
    expect(await names('keyWord=甲方案')).toEqual(['甲方案一', '甲方案二', '甲方案三'])
    expect(await names(`personId=${id}&createTime_end=2020-12-31`)).toHaveLength(3)
    expect(await names('keyWord=甲方案&logType=2')).toEqual(['甲方案一', '甲方案二'])
    expect(await names('keyWord=甲方案&operateType=4')).toEqual(['甲方案二'])
    expect(await names('createTime_begin=2020-03-02&createTime_end=2020-03-02')).toEqual(['甲方案二'])
    const { raw } = await admin('GET', '/sys/log/exportXls?format=csv&keyWord=甲方案')
    expect(raw.body).toContain('甲方案三')
  })

  it('counts visits and addresses a day, by the day of the platform and within the tenant', async () => {
    const { send } = await reader(77)
    await test.services.db.execute(sql`delete from sys_log where tenant_id = 77`)
    // 00:30 in China: half an hour before was another day there.
    const now = test.clock.now()
    const wanted = new Date(now)
    wanted.setUTCHours(40, 30, 0, 0)
    const ahead = Math.ceil((wanted.getTime() - now.getTime()) / 1000)
    test.clock.pass(ahead)
    const daysAgo = (days: number) => new Date(wanted.getTime() + 8 * 3_600_000 - days * 86_400_000).toISOString()
    const day = (days: number) => ({ tian: daysAgo(days).slice(0, 10), type: daysAgo(days).slice(5, 10) })
    const visit = (tenantId: number, ip: string, minutesAgo: number, logContent = '用户名: x,登录成功！') =>
      test.services.db.insert(log).values({
        id: newId(),
        tenantId,
        logType: logTypes.login,
        logContent,
        ip,
        createTime: new Date(wanted.getTime() - minutesAgo * 60_000).toISOString(),
      })
    const DAY = 24 * 60
    try {
      const all = (await admin('GET', '/sys/loginfo')).result
      expect((await send('GET', '/sys/loginfo')).result).toEqual({ totalVisitCount: 0, todayVisitCount: 0, todayIp: 0 })
      await visit(77, '10.1.1.1', 10)
      await visit(77, '10.1.1.1', 20)
      await visit(77, '10.1.1.2', 31)
      await visit(77, '10.1.1.3', 6 * DAY + 30)
      await visit(77, '10.1.1.4', 6 * DAY + 31)
      await visit(1, '10.1.1.9', 10)
      // Whoever was refused, left or was looked at has not come.
      await visit(77, '10.1.1.5', 10, '用户名: x,登录成功！,登录失败：用户名或密码错误')
      await visit(77, '10.1.1.6', 10, '用户名: x,退出成功！')
      await visit(77, '10.1.1.7', 10, '用户名: x,管理员 王看作此人（只读），至多到 2026-01-01 00:00:00')
      const own = { totalVisitCount: 5, todayVisitCount: 2, todayIp: 1 }
      expect((await send('GET', '/sys/loginfo')).result).toEqual(own)
      expect((await send('GET', '/sys/visitInfo')).result).toEqual([
        { visit: 1, ip: 1, ...day(6) },
        { visit: 1, ip: 1, ...day(1) },
        { visit: 2, ip: 1, ...day(0) },
      ])
      expect((await send('GET', '/sys/visitInfo?days=30')).result).toHaveLength(4)
      expect(await send('GET', '/sys/visitInfo?days=365')).toMatchObject({
        status: 400,
        message: expect.stringContaining('days 应为 7 或 30'),
      })
      expect((await admin('GET', '/sys/loginfo')).result).toMatchObject({
        totalVisitCount: all.totalVisitCount + 6,
        todayVisitCount: all.todayVisitCount + 3,
      })
    } finally {
      test.clock.pass(-ahead)
    }
  })

  it('counts for nobody who may not read the log: a partner learns nothing of how staff come and go', async () => {
    const partner = await test.as('provider01')
    expect((await admin('GET', '/sys/loginfo')).result.todayVisitCount).toBeGreaterThan(0)
    expect((await partner('GET', '/sys/loginfo')).result).toEqual({
      totalVisitCount: 0,
      todayVisitCount: 0,
      todayIp: 0,
    })
    expect((await partner('GET', '/sys/visitInfo')).result).toEqual([])
  })

  it('is emptied within the tenant and nowhere else', async () => {
    const { send } = await reader(2, 'delete')
    const [first] = await found('', send)
    expect(await send('DELETE', `/sys/log/deleteBatch?ids=${String(first!.id)},`)).toMatchObject({ success: true })
    expect((await found(`id=${String(first!.id)}`, send)).length).toBe(0)
    const others = (await found('logType=1')).length
    const [ours] = await found('')
    expect(await send('DELETE', `/sys/log/deleteBatch?ids=${String(ours!.id)}`)).toMatchObject({ status: 404 })
    expect((await send('DELETE', '/sys/log/deleteBatch?ids=allclear')).message).toMatch(/^清除成功!共 \d+ 条$/)
    expect(await found('logType=1', send)).toEqual([])
    expect((await found('logType=1')).length).toBe(others)
    // And by whom it was emptied is known.
    await until('who emptied it', async () => (await found('requestParam=allclear', send))[0])
  })

  it('what no index helps to find waits behind others that take a look at every row', () => {
    const list = allRoutes(test.app).find(({ path }) => path === '/sys/log/list')?.lane
    if (typeof list !== 'function') throw new Error('the list does not look at what is asked')
    for (const name of Object.keys(sysLog.fields)) {
      const indexed = sysLog.list.filters.includes(name)
      expect([name, list({ [name]: '1' })]).toEqual([name, indexed ? 'light' : 'wide'])
      expect([name, list({ [`${name}_begin`]: '1' })]).toEqual([name, indexed ? 'light' : 'wide'])
    }
    expect(list({ keyWord: '甲', pageNo: '2' })).toBe('wide')
    expect(list({ id: '1', createTime_begin: '2026-01-01', pageNo: '2', column: 'createTime', userid: '' })).toBe(
      'light',
    )
  })

  it('what is old goes along the index of each tenant, and what people deleted with it', async () => {
    const { db } = test.services
    const old = (tenantId: number, more: object = {}) =>
      db.insert(log).values({
        ...{
          id: newId(),
          tenantId,
          logType: logTypes.login,
          logContent: '很久以前',
          createTime: '2019-01-01T00:00:00Z',
        },
        ...more,
      })
    for (const tenantId of [1, 2, 77]) await old(tenantId)
    await old(1, { deleteTime: '2019-02-01T00:00:00Z' })
    const past = async () => (await db.execute(sql`select id from sys_log where create_time < '2021-01-01'`)).rows
    const count = (await past()).length
    expect(count).toBeGreaterThanOrEqual(4)
    expect(await timedCare!['clean-log']!.run(test.services, { days: 365 })).toBe(`已删除 365 天前的日志 ${count} 条`)
    expect(await past()).toEqual([])
    expect((await found('createTime_end=2020-12-31')).length).toBe(0)
    expect((await found('createTime_begin=2021-01-01')).length).toBeGreaterThan(0)
    await asIfLarge(db, async (explain) => {
      const plan = await explain(oldestLogs(db, 1, '2020-01-01T00:00:00Z').getSQL())
      expect(plan).toContain('sys_log_create_time')
      expect(plan).not.toContain('Seq Scan')
    })
  })

  it('is filtered by indexes, however long it grows', async () => {
    await asIfLarge(test.services.db, async (explain) => {
      const logins = await explain(
        sql`select count(*) from sys_log where delete_time is null and tenant_id = 1 and log_type = 1`,
      )
      expect(logins).toContain('sys_log_')
      expect(logins).not.toContain('Seq Scan')
      for (const isAdmin of [true, false]) {
        const came = await explain(
          sql`select count(*), count(distinct ip) from sys_log where ${visits({ isAdmin, tenantId: 1 })}
            and sys_log.create_time >= '2031-01-01'`,
        )
        // Which one, and whether alone, is the planner's by how much it holds at the moment.
        expect(came).toContain('sys_log_')
        expect(came).not.toContain('Seq Scan on sys_log')
      }
      for (const condition of [
        sql`log_type = 2`,
        sql`operate_type = 4`,
        sql`person_id = 'x'`,
        sql`create_time >= '2031-01-01'`,
        sql`ip = '10.0.0.1'`,
      ]) {
        const plan = await explain(
          sql`select * from sys_log where delete_time is null and tenant_id = 1 and ${condition} order by create_time desc, id desc limit 10`,
        )
        expect(plan).toContain('sys_log_')
        expect(plan).not.toContain('Seq Scan')
      }
    })
  })
})
