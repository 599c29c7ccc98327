/** N11: data sources, their passwords that nobody gets back, and the hosts that nobody is led to. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseTypes } from '#resources/system/dataSource.ts'
import { reach } from '../../server/kernel/reach.ts'
import { dialects } from '../../server/system/data-sources/dialects.ts'
import { dataSourceSecret } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { postgresUrl } from '../postgres.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const path = '/sys/dataSource'
const TEST = '/online/cgreport/api/testConnection'
const HEAD = '/online/cgreport/head'
const SECRET = 'Geheim#2026'
const HOST = 'bi-db.example.cn'

const server = await postgresUrl()

describe.each([await oneKind()])('data sources on %s', (kind) => {
  let test: TestApp
  let admin: Send
  const port = server ? Number(new URL(server).port) || 5432 : 5432
  const source = {
    code: 'bi',
    name: '经营分析库',
    dbType: databaseTypes.postgresql,
    dbDriver: 'org.postgresql.Driver',
    dbUrl: `jdbc:postgresql://${HOST}:${port}/postgres`,
    dbUsername: 'report_reader',
    dbPassword: SECRET,
  }
  beforeAll(async () => {
    test = await testApp(kind, {
      settings: { DATA_SOURCE_HOSTS: `${HOST}, inner.example.cn:5432, *.db.example.cn, localhost, 169.254.169.254` },
    })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const saved = async () =>
    (await admin('GET', `${path}/list?code=bi`)).result.records[0] as Record<string, string> | undefined

  it('N11: add, list, change; the password comes back through no door', async () => {
    const added = await admin('POST', `${path}/add`, source)
    expect(added).toMatchObject({ success: true, result: { code: 'bi', hasPassword: 'Y' } })
    const id = added.result.id as string
    const edited = await admin('PUT', `${path}/edit`, { ...added.result, name: '分析库', dbPassword: '' })
    expect(edited).toMatchObject({ success: true, result: { name: '分析库', hasPassword: 'Y' } })
    const doors = [
      added,
      edited,
      await admin('GET', `${path}/list`),
      await admin('GET', `${path}/queryById?id=${id}`),
      await admin('GET', `${path}/exportXls?format=csv`),
      await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=sys_data_source&dataId=${id}`),
      await admin('GET', '/sys/dataLog/list?dataTable=sys_data_source'),
    ]
    for (const { raw, status } of doors) {
      expect(status).toBe(200)
      expect(raw.body).not.toContain(SECRET)
      expect(raw.body).not.toContain('dbPassword')
    }
    const [kept] = await test.services.db.select().from(dataSourceSecret)
    expect(kept?.sealed).not.toContain(SECRET)
    expect(kept?.sealed.length).toBeGreaterThan(40)
    expect((await admin('GET', `${path}/options`)).result).toContainEqual({
      ...{ value: 'bi', label: '分析库', text: '分析库' },
    })
    // As our own selects ask.
    expect(
      (await admin('GET', `${path}/options?keyword=${encodeURIComponent('分析库')}&pageSize=30`)).result,
    ).toMatchObject([{ value: id }])
  })

  it.each([
    ['mysql', 'jdbc:mysql://inner.example.cn:5432/shop?useSSL=false', 'com.mysql.cj.jdbc.Driver'],
    ['mariadb', 'jdbc:mariadb://inner.example.cn:5432/shop', 'org.mariadb.jdbc.Driver'],
    ['postgresql', 'postgres://inner.example.cn:5432/shop', 'org.postgresql.Driver'],
  ] as const)('N11: %s is one of the databases', async (name, dbUrl, driver) => {
    const { dbDriver: _, ...given } = source
    const added = await admin('POST', `${path}/add`, { ...given, code: name, dbType: databaseTypes[name], dbUrl })
    expect(added).toMatchObject({ success: true, result: { dbDriver: driver } })
    expect(added.result.dbType_dictText).toBe(dialects[name].name)
    expect((await admin('DELETE', `${path}/delete?id=${added.result.id}`)).success).toBe(true)
  })

  it('N11: what a report over MySQL may say is said where it is saved', async () => {
    const { result: shop } = await admin('POST', `${path}/add`, {
      ...{ ...source, code: 'shop', dbType: databaseTypes.mysql, dbUrl: 'jdbc:mysql://inner.example.cn:5432/shop' },
    })
    const save = (cgrSql: string) =>
      admin('POST', `${HEAD}/add`, {
        ...{ code: 'over-mysql', name: '报表', cgrSql, params: [], dbSource: shop.id },
        items: [{ fieldName: 'a', fieldTxt: 'A', fieldType: 'Integer', isShow: '1' }],
      })
    expect((await save('select sleep(9) as a')).result.fields.cgrSql).toContain('不能使用函数 sleep')
    expect((await save('select 1 as a from mysql.user')).result.fields.cgrSql).toContain('不能读取 mysql.user')
    expect((await save("select date_format(`at`, '%Y') as a from orders")).success).toBe(true)
  })

  it('N11: who turns it elsewhere must know the password', async () => {
    const row = await saved()
    const elsewhere = { ...row, dbUrl: 'jdbc:postgresql://inner.example.cn:5432/x' }
    expect((await admin('PUT', `${path}/edit`, elsewhere)).result.fields.dbPassword).toContain('重新填写密码')
    const asked = { id: row!.id, dbUrl: elsewhere.dbUrl, dbUsername: row!.dbUsername }
    expect((await admin('POST', TEST, asked)).message).toContain('重新填写密码')
  })

  it.each([
    ['of another database', 'jdbc:mysql://bi-db.example.cn:3306/x', '应为 jdbc:postgresql://主机:5432/数据库'],
    ['of one we do not know', 'jdbc:oracle:thin:@bi-db.example.cn:1521/x', 'jdbc:postgresql'],
    ['a password in it', 'postgresql://me:secret@bi-db.example.cn/x', '用户名或密码'],
    ['no database', 'jdbc:postgresql://bi-db.example.cn:5432', 'jdbc:postgresql'],
    ['a file', 'file:///etc/passwd', 'jdbc:postgresql'],
  ])('N11: an address that is none is refused: %s', async (_, dbUrl, sentence) => {
    expect((await admin('POST', `${path}/add`, { ...source, code: 'odd', dbUrl })).message).toContain(sentence)
    expect((await admin('POST', TEST, { ...source, dbUrl })).success).toBe(false)
  })

  it.each([
    ['a host that is not listed', 'other.example.cn:5432', '不在允许的数据源主机中'],
    ['another port than listed', 'inner.example.cn:6432', '不在允许的数据源主机中'],
    ['this machine by its name', 'localhost:5432', '指向本机'],
    ['the metadata of a cloud', '169.254.169.254:80', '指向本机、链路本地或云元数据地址'],
  ])('bad input: %s', async (_, host, sentence) => {
    const reply = await admin('POST', TEST, { ...source, dbUrl: `jdbc:postgresql://${host}/x` })
    expect(reply).toMatchObject({ success: false, code: 500 })
    expect(reply.message).toContain(sentence)
  })

  it('bad input: a name that leads to this machine only once it is connected to', async () => {
    const row = await saved()
    test.services.reach = { ...reach, addressesOf: async () => ['203.0.113.9', '127.0.0.1'] }
    expect((await admin('POST', TEST, source)).message).toContain('指向本机')
    await admin('POST', `${HEAD}/add`, {
      ...{ code: 'led', name: '报表', cgrSql: 'select 1 as a', params: [], dbSource: row!.id },
      items: [{ fieldName: 'a', fieldTxt: 'A', fieldType: 'Integer', isShow: '1' }],
    })
    expect((await admin('GET', '/online/cgreport/api/getData/led')).message).toContain('指向本机')
  })

  it.each([
    ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '169.254.1.1'],
    ...['::ffff:169.254.169.254', 'fe80::1%eth0', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', 'no address'],
  ])('%s is nobody’s to ask', (address) => expect(reach.isForbidden(address)).toBe(true))

  it.each(['10.0.0.5', '192.168.1.20', '203.0.113.9', 'fd12:3456::9'])('%s may be asked', (address) =>
    expect(reach.isForbidden(address)).toBe(false),
  )

  it.skipIf(!server)('N11: tests a connection, says what is wrong, and that an account may write', async () => {
    test.services.reach = { addressesOf: async () => ['127.0.0.1'], isForbidden: () => false }
    const given = new URL(server!)
    const owner = { dbUsername: given.username, dbPassword: decodeURIComponent(given.password) }
    const reader = `reader_${process.pid}`
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(`create role ${reader} login password '${SECRET}'`)
    try {
      const writing = await admin('POST', TEST, { ...source, ...owner })
      expect(writing).toMatchObject({ success: true, result: { writes: true } })
      expect(writing.message).toMatch(/^数据库连接成功（PostgreSQL .*只读账号$/)
      const lost = await admin('POST', TEST, { ...source, ...owner, dbName: 'no_such_database' })
      expect(lost.message).toBe('数据库不存在')
      const nobody = await admin('POST', TEST, { ...source, dbUsername: 'nobody_there' })
      expect(nobody.success).toBe(false)
      const closed = await admin('POST', TEST, { ...source, dbUrl: `jdbc:postgresql://${HOST}:1/postgres` })
      expect(closed.message).toContain('拒绝连接')
      // A report over it, with what is saved.
      const row = await saved()
      await admin('PUT', `${path}/edit`, { ...row, dbUsername: reader, dbPassword: SECRET })
      const ask = (sql: string) => admin('POST', `${HEAD}/preview`, { sql, dbSource: row!.id })
      expect((await ask('select 1 as one')).result.records).toEqual([{ one: 1 }])
      expect((await ask('select * from pg_authid')).message).toContain('系统目录')
      expect((await ask('select table_name from information_schema.tables')).message).toContain('系统目录')
      expect((await ask('select * from nothing_there')).message).toContain('SQL 有误')
      expect((await admin('DELETE', `${path}/delete?id=${row!.id}`)).message).toContain('正在被报表')
    } finally {
      await client.query(`drop role ${reader}`)
      await client.end()
    }
  })
})
