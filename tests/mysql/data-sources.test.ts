/** N11, P01 over a server that is really there. `npm test -- mysql`; needs MariaDB installed, or TEST_MYSQL_URL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseTypes } from '#resources/system/dataSource.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { asOwner, startMysql } from './start-mariadb.ts'

const API = '/online/cgreport/api'
const HEAD = '/online/cgreport/head'
const TEST = '/online/cgreport/api/testConnection'
const HOST = 'shop-db.example.cn'
const SECRET = 'Geheim#2026'
const ROWS = 200_000

const SHOP = `
  create database voltdesk_shop character set utf8mb4; create database voltdesk_other;
  create table voltdesk_other.secrets (x int);
  use voltdesk_shop;
  create table orders (
    id int primary key auto_increment, buyer varchar(100) not null, born date, photo blob, flags bit(4), big bigint unsigned,
    amount decimal(20, 2), ratio double, at datetime(3), stamp timestamp(6) null, t time, note text, details json, y year,
    kind enum('a', 'b'), place geometry null, state int);
  insert into orders (buyer, born, photo, flags, big, amount, ratio, at, stamp, t, note, details, y, kind, place, state) values
    ('张三', '1990-01-02', x'00ff10', b'1010', 18446744073709551615, 12345678901234567.89, 1.5, '2026-11-23 10:11:12.345',
     '2026-11-23 02:00:00', '26:01:02', repeat('长', 5000), '{"a": 1}', 2026, 'b', point(1, 2), 1),
    ('O''Brien\\\\ 50%', null, null, null, 7, -0.50, null, null, null, null, null, null, null, null, null, 2),
    ('李四', '2001-12-31', null, null, null, null, null, '2026-11-24 23:59:59', null, null, null, null, null, null, null, 1);
  create table numbers (n int primary key);
  insert into numbers with digits as (select 0 as d union all select 1 union all select 2 union all select 3 union all select 4
    union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)
    select a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d + 100000 * f.d as n
    from digits a, digits b, digits c, digits d, digits e, digits f having n < ${ROWS};
  create function twice(x int) returns int deterministic no sql return 2 * x;
  create procedure spoil() update orders set amount = 0;`
const people = ['reader', 'writer', 'indirect'].map((name) => `voltdesk_${name}`)
const FORGET = [
  ...['voltdesk_shop', 'voltdesk_other'].map((name) => `drop database if exists ${name}`),
  ...people.map((name) => `drop user if exists ${name}`),
  'drop role if exists voltdesk_editors',
]
const GRANTS = [
  ...people.map((name) => `create user ${name} identified by '${SECRET}'`),
  ...people.map((name) => `grant select on voltdesk_shop.* to ${name}`),
  'grant execute on voltdesk_shop.* to voltdesk_writer',
  'grant insert, update on voltdesk_shop.* to voltdesk_writer',
  'grant select on voltdesk_other.* to voltdesk_reader',
  'create role voltdesk_editors',
  'grant delete on voltdesk_shop.* to voltdesk_editors',
  'grant voltdesk_editors to voltdesk_indirect',
]

describe.each([await oneKind()])('MySQL and MariaDB, the product on %s', (kind) => {
  let owner: string
  let test: TestApp
  let admin: Send
  let source: Record<string, string>
  let id: string

  beforeAll(async () => {
    owner = await startMysql()
    await asOwner(owner, async (client) => {
      const [[{ version }]] = (await client.query('select version() as version')) as unknown as [[{ version: string }]]
      const byDefault = /mariadb/i.test(version)
        ? 'set default role voltdesk_editors for voltdesk_indirect'
        : 'set default role voltdesk_editors to voltdesk_indirect'
      await client.query([...FORGET, ...GRANTS.slice(0, 3)].join(';'))
      await client.query(SHOP)
      await client.query([...GRANTS.slice(3), byDefault].join(';'))
    })
    const port = new URL(owner).port || '3306'
    test = await testApp(kind, { settings: { DATA_SOURCE_HOSTS: HOST, REPORT_LIMIT_MS: '2000' } })
    test.services.reach = { addressesOf: async () => [new URL(owner).hostname], isForbidden: () => false }
    admin = await test.as('admin')
    source = {
      ...{ code: 'shop', name: '商城库', dbType: databaseTypes.mysql },
      ...{ dbUrl: `jdbc:mysql://${HOST}:${port}/voltdesk_shop?useUnicode=true&characterEncoding=UTF-8` },
      ...{ dbUsername: 'voltdesk_reader', dbPassword: SECRET },
    }
    const added = await admin('POST', '/sys/dataSource/add', source)
    expect(added).toMatchObject({ success: true, result: { hasPassword: 'Y', dbDriver: 'com.mysql.cj.jdbc.Driver' } })
    id = added.result.id
  })
  afterAll(async () => {
    await test?.close()
    if (owner) await asOwner(owner, (client) => client.query(FORGET.join(';')))
  })

  const preview = (sql: string, params = {}) => admin('POST', `${HEAD}/preview`, { sql, params, dbSource: id })

  it('N11: tests a connection, and says what is wrong and which account may write', async () => {
    const trying = (more: object) => admin('POST', TEST, { ...source, ...more })
    const good = await trying({})
    expect(good).toMatchObject({ success: true, result: { writes: false } })
    expect(good.message).toMatch(/^数据库连接成功（MySQL \d+\.\d+.*）$/)
    for (const dbUsername of ['voltdesk_writer', 'voltdesk_indirect'])
      expect((await trying({ dbUsername })).message).toMatch(/可以写入数据，建议换成只读账号$/)
    expect((await trying({ dbPassword: 'wrong' })).message).toContain('用户名或密码不正确')
    expect((await trying({ dbUsername: 'nobody_there' })).message).toContain('用户名或密码不正确')
    expect((await trying({ dbName: 'no_such_database' })).message).toMatch(/数据库不存在/)
    expect((await trying({ dbUrl: `jdbc:mysql://${HOST}:1/voltdesk_shop` })).message).toContain('拒绝连接')
    expect((await trying({ dbType: databaseTypes.mariadb })).message).toContain('数据库连接成功（MariaDB')
    // With what is saved; the password does not follow to another address.
    expect((await admin('POST', TEST, { ...source, dbPassword: '', id })).success).toBe(true)
    expect((await admin('POST', TEST, { ...source, dbPassword: '', id, dbUsername: 'root' })).message).toContain(
      '重新填写密码',
    )
  })

  it('P01: values arrive as those of PostgreSQL do', async () => {
    const { result } = await preview('select * from orders order by id')
    expect(
      Object.fromEntries(result.fields.map((f: Record<string, string>) => [f.fieldName, f.fieldType])),
    ).toMatchObject({
      ...{ id: 'Integer', buyer: 'String', born: 'Date', big: 'Integer', amount: 'Number', ratio: 'Number' },
      ...{ at: 'Datetime', stamp: 'Datetime', t: 'String', flags: 'Integer' },
    })
    const [first, second] = result.records
    expect(first).toMatchObject({
      ...{ id: 1, buyer: '张三', born: '1990-01-02', photo: '\\x00ff10', flags: 10, big: '18446744073709551615' },
      ...{ amount: '12345678901234567.89', ratio: 1.5, at: '2026-11-23 10:11:12', t: '26:01:02', y: 2026, kind: 'b' },
    })
    expect(first.note).toBe('长'.repeat(4000))
    expect(JSON.parse(first.details)).toEqual({ a: 1 })
    expect(first.place).toMatch(/^\\x[0-9a-f]+$/)
    expect(second).toMatchObject({ buyer: "O'Brien\\ 50%", big: 7, amount: '-0.50', at: null, photo: null })
    // Of the platform's time zone, whatever the server's is.
    const moment = await preview(
      'select from_unixtime(1795000000) as at, timestampdiff(hour, utc_timestamp(), now()) as h',
    )
    expect(moment.result.records).toEqual([{ at: '2026-11-18 19:06:40', h: 8 }])
    // What is put around it keeps the order it asks for, whatever it is by.
    for (const order of ['id', '1', 'orders.id', 'id + 0', 'least, 1']) {
      const sql = `select id, note, id + 0 as least from orders order by ${order}`
      expect((await preview(sql)).result.records.map((row: { id: number }) => row.id)).toEqual([1, 2, 3])
    }
    const grouped = 'select state, count(*) as many from orders group by state order by count(*) desc, state'
    expect((await preview(grouped)).result.records).toEqual([
      { state: 1, many: 2 },
      { state: 2, many: 1 },
    ])
    const ordered = await preview('select n from numbers order by n desc')
    expect(ordered.result.records.slice(0, 2)).toEqual([{ n: ROWS - 1 }, { n: ROWS - 2 }])
  })

  it('P01: a stored report: filters, totals, order, pages, parameters, sheet', async () => {
    const column = (fieldName: string, fieldType: string, more = {}) => ({
      ...{ fieldName, fieldTxt: fieldName, fieldType, isShow: '1', isOrder: '1', isSearch: '1', ...more },
    })
    const items = [
      column('buyer', 'String'),
      column('amount', 'Number', { isTotal: '1', searchMode: 'group' }),
      column('at', 'Datetime'),
      column('state', 'Integer'),
    ]
    const saved = await admin('POST', `${HEAD}/add`, {
      ...{ code: 'shop-orders', name: '商城订单', dbSource: id, items },
      cgrSql: 'select buyer, amount, at, state from orders where id >= #{least} -- all of them',
      params: [{ paramName: 'least', paramTxt: '最小', paramValue: '1' }],
    })
    expect(saved.success).toBe(true)
    const data = async (query: string) => (await admin('GET', `${API}/getData/shop-orders?${query}`)).result
    const buyers = async (query: string) =>
      (await data(query)).records.map(({ buyer }: Record<string, string>) => buyer)
    const all = await data('column=amount&order=asc')
    expect(all).toMatchObject({ total: 3, totals: { amount: '12345678901234567.39' } })
    // What is null stands last.
    expect(all.records.map(({ amount }: Record<string, string>) => amount)).toEqual([
      '-0.50',
      '12345678901234567.89',
      null,
    ])
    expect(await buyers('self_least=2&column=buyer&order=asc')).toHaveLength(2)
    expect(await buyers('pageNo=2&pageSize=2&column=amount&order=asc')).toEqual(['李四'])
    expect(await buyers('state=2')).toEqual(["O'Brien\\ 50%"])
    expect(await buyers(`buyer=${encodeURIComponent("O'Brien\\ 50%")}`)).toEqual(["O'Brien\\ 50%"])
    expect(await buyers(`buyer=${encodeURIComponent('*BRIEN\\ 50%*')}`)).toEqual(["O'Brien\\ 50%"])
    expect(await buyers(`buyer=${encodeURIComponent('*_Brien*')}`)).toEqual([])
    expect(await buyers('amount_begin=0')).toEqual(['张三'])
    expect(await buyers('at=2026-11-24')).toEqual(['李四'])
    expect(await buyers('at_begin=2026-11-23&at_end=2026-11-23')).toEqual(['张三'])
    expect(await buyers(`buyer=${encodeURIComponent("' or 1=1 -- ")}`)).toEqual([])
    expect(await buyers(`self_least=${encodeURIComponent('9 or 1=1')}`)).toEqual([])
    const sheet = await admin('GET', `${API}/exportXls/shop-orders?format=csv&column=amount&order=asc`)
    expect(sheet.raw.body.split('\r\n')[1]).toBe("O'Brien\\ 50%,-0.5,,2")
  })

  it.each([
    ['another database', 'select * from voltdesk_other.secrets', '只能读取数据库 voltdesk_shop'],
    ['accounts', 'select * from mysql.user', '不能读取 mysql.user'],
    ['what there is', 'select * from information_schema.tables', '不能读取 information_schema.tables'],
    ['a function of somebody', 'select twice(1) as a', '不能使用函数 twice'],
    ['sleep', 'select sleep(30) as a', '不能使用函数 sleep'],
    ['a table that is not there', 'select * from nothing_there', 'SQL 有误'],
    ['a column that is not there', 'select nothing from orders', 'SQL 有误'],
    ['two columns of one name', 'select 1 as a, 2 as a', '多个列名为 a'],
    ['a number out of its range', 'select 9223372036854775807 + 1 as a', '超出范围'],
    ['a join of everything', 'select count(*) as c from numbers a, numbers b, numbers c', '超过上限'],
  ])('bad input: %s', async (_, sql, sentence) => {
    const reply = await preview(sql)
    expect(reply.success).toBe(false)
    expect(reply.message).toContain(sentence)
  })

  it('bad input: what the planner believes small ends at the limit, and everybody else goes on', async () => {
    const slow = `select sum(length(concat(a.n, b.n))) as c from numbers a, (select n from numbers limit 95) b where a.n like '%%'`
    expect((await preview(slow)).message).toBe('查询超过 2 秒，已停止，请缩小范围或改写 SQL')
    expect((await preview('select 1 as one')).result.records).toEqual([{ one: 1 }])
    // Nothing of it goes on over there.
    await asOwner(owner, async (client) => {
      const [left] = await client.query(
        "select 1 from information_schema.processlist where user like 'voltdesk%' and info like '%length(concat%'",
      )
      expect(left).toEqual([])
    })
  })

  it('what an account may write it does not write here', async () => {
    const dbUsername = 'voltdesk_writer'
    const { result: row } = await admin('GET', `/sys/dataSource/queryById?id=${id}`)
    await admin('PUT', '/sys/dataSource/edit', { ...row, dbUsername, dbPassword: SECRET })
    const { connected, dialectOf } = await import('../../server/system/data-sources/connect.ts')
    const access = { ...{ dbUrl: source.dbUrl!, dbName: null }, dbUsername, password: SECRET }
    const dialect = dialectOf(access)
    await connected(test.services, access, 2000, async (connection) => {
      await dialect.begin(connection, 2000)
      for (const write of ['update orders set amount = 0', 'insert into numbers values (-1)', 'call spoil()'])
        await expect(
          connection.say(write).catch((error: unknown) => {
            throw dialect.named(error, 2000)
          }),
        ).rejects.toThrow('SQL 不能写入数据')
    })
    expect((await preview('select min(amount) as least from orders')).result.records).toEqual([{ least: '-0.50' }])
  })
})
