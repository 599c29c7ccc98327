/** P01, P02: reports that administrators write as SQL, and everything such SQL may not do. On both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { masks, maskEnds } from '#model/masks.ts'
import { sql } from 'drizzle-orm'
import { maskedIn } from '../../server/system/online-reports/own-tables.ts'
import { bothKinds } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { INCOME_REPORT } from '../../demo/reports.ts'

const API = '/online/cgreport/api'
const HEAD = '/online/cgreport/head'
const column = (fieldName: string, fieldType = 'String', more: object = {}) => ({
  fieldName,
  fieldTxt: fieldName,
  fieldType,
  isShow: '1',
  ...more,
})

describe.each(await bothKinds())('online reports on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let operator: Send
  let agent: Send
  beforeAll(async () => {
    test = await testApp(kind, { settings: { REPORT_LIMIT_MS: '60000' } })
    ;[admin, operator, agent] = (await Promise.all(
      ['admin', 'operator', 'provider01'].map((name) => test.as(name)),
    )) as [Send, Send, Send]
  })
  afterAll(() => test?.close())

  const preview = (text: string, params = {}) => admin('POST', `${HEAD}/preview`, { sql: text, params })
  const save = (code: string, cgrSql: string, items: object[], more: object = {}) =>
    admin('POST', `${HEAD}/add`, { code, name: `报表 ${code}`, cgrSql, items, params: [], ...more })

  it('P01: columns, query fields, parameters, rows, totals and order of a stored report', async () => {
    const { result: columns } = await operator('GET', `${API}/getRpColumns/${INCOME_REPORT}`)
    expect(columns).toMatchObject({
      cgRpConfigName: '各服务商收入',
      chart: { kind: 'bar', label: 'provider_name', value: 'income' },
    })
    expect(columns.columns[1]).toMatchObject({ dataIndex: 'level', customRender: 'pb_provider_level', sorter: false })
    expect(columns.dictOptions.pb_provider_level.length).toBeGreaterThan(2)
    const id = columns.cgRpConfigId
    const { result: fields } = await operator('GET', `${API}/getQueryInfo/${id}`)
    expect(fields).toEqual([
      { label: '服务商', field: 'provider_name', view: 'text', mode: 'single' },
      { label: '级别', field: 'level', view: 'list', mode: 'single', dictCode: 'pb_provider_level', config: '1' },
      { label: '实收（元）', field: 'income', view: 'number', mode: 'group' },
    ])
    expect((await operator('GET', `${API}/getParamsInfo/${id}`)).result).toEqual([
      { paramName: 'days', paramTxt: '最近天数', paramValue: '30' },
    ])
    const all = (await operator('GET', `${API}/getData/${id}?self_days=400&pageSize=100&column=income&order=asc`))
      .result
    expect(all.total).toBe(all.records.length)
    expect(all.total).toBeGreaterThan(2)
    const incomes = all.records.map(({ income }: { income: string }) => Number(income))
    expect(incomes).toEqual([...incomes].sort((a, b) => a - b))
    const cents = incomes.reduce((sum: number, income: number) => sum + Math.round(income * 100), 0)
    expect(Math.round(Number(all.totals.income) * 100)).toBe(cents)
    // 元, as the list of orders adds them up.
    const orders = (await operator('GET', '/rental/orderMessage/list?status=4,7,8,9&pageSize=1')).result
    expect(orders.totals?.payAmount ?? all.totals.income).toBe(all.totals.income)
    const page = (
      await operator('GET', `${API}/getData/${id}?self_days=400&pageNo=2&pageSize=2&column=income&order=asc`)
    ).result
    expect(page).toMatchObject({ total: all.total, records: all.records.slice(2, 4) })
    const some = (
      await operator('GET', `${API}/getData/${id}?self_days=400&income_begin=${incomes[1]}&income_end=${incomes[1]}`)
    ).result
    expect(some.records.map(({ income }: { income: string }) => Number(income))).toContain(incomes[1])
    const first = all.records[0].provider_name as string
    const named = await operator(
      'GET',
      `${API}/getData/${id}?self_days=400&provider_name=*${encodeURIComponent(first.slice(1, 4))}*`,
    )
    expect(named.result.records.map(({ provider_name }: Record<string, string>) => provider_name)).toContain(first)
    const whole = (await operator('GET', `${API}/getColumnsAndData/${INCOME_REPORT}?self_days=400`)).result
    expect(whole).toMatchObject({ cgreportHeadName: '各服务商收入', data: { total: all.total } })
  })

  it('the report of the demo says of 30 days what the board beside it says', async () => {
    type Parts = { kind: string; figure: string; parts: { count: number; amount: string }[]; others?: { count: number; amount: string } } // prettier-ignore
    const { result: board } = await operator('GET', '/rental/figures/index')
    const panel = (board.panels as Parts[]).find(({ kind, figure }) => kind === 'parts' && figure === 'income')!
    const all = [...panel.parts, ...(panel.others ? [panel.others] : [])]
    const { totals } = (await operator('GET', `${API}/getData/${INCOME_REPORT}`)).result
    expect(Number(totals.orders)).toBe(all.reduce((sum, { count }) => sum + count, 0))
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    expect(cents(totals.income)).toBe(all.reduce((sum, { amount }) => sum + cents(amount), 0))
  })

  it('P01: unknown parameters, columns and values are refused by name', async () => {
    const ask = (query: string) => operator('GET', `${API}/getData/${INCOME_REPORT}?${query}`)
    expect((await ask('status=1')).message).toBe('未知参数：status')
    expect((await ask('orders_begin=1')).message).toBe('未知参数：orders_begin')
    expect((await ask('column=level&order=asc')).message).toContain('列字段不存在：level')
    expect((await ask('column=1;drop&order=asc')).status).toBe(400)
    expect((await ask('income_begin=abc')).message).toContain('实收（元）')
    expect(await ask('self_days=abc')).toMatchObject({ success: false, code: 500 })
    expect((await ask('self_days=abc')).message).toBe('报表的查询出错，请检查参数“最近天数”，或联系管理员')
    expect((await admin('GET', `${API}/getData/${INCOME_REPORT}?self_days=abc`)).message).toBe(
      'SQL 有误：有值不能转换、不合格式或超出范围（22P02），请检查参数“最近天数”',
    )
    expect((await operator('GET', `${API}/getData/nothing`)).status).toBe(404)
  })

  it('P01: a reader has their own rows, and only with the menu entry and the rights to what is read', async () => {
    await save('orders-seen', 'select order_no, pay_amount from rental_order_message', [column('order_no')])
    await save(
      'phones',
      "select contact_name, contact_phone from rental_service_provider where contact_phone like '1%'",
      [column('contact_phone')],
    )
    const total = async (send: Send, path: string) => (await send('GET', path)).result?.total
    const seen = await preview('select count(*)::int as seen from rental_order_message')
    expect(seen.result.records[0].seen).toBe(await total(admin, '/rental/orderMessage/list?pageSize=1'))
    // The agent's own rows are fewer, and reports ask for the same.
    expect((await agent('GET', `${API}/getData/orders-seen`)).status).toBe(403)
    expect((await agent('GET', `${API}/getRpColumns/${INCOME_REPORT}`)).message).toContain('没有查看报表')
    expect((await operator('POST', `${HEAD}/preview`, { sql: 'select 1' })).status).toBe(403)
    await grant('provider01', 'orders-seen')
    await grant('provider01', 'phones')
    const own = await total(agent, '/rental/orderMessage/list?pageSize=1')
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(await total(admin, '/rental/orderMessage/list?pageSize=1'))
    expect(await total(agent, `${API}/getData/orders-seen`)).toBe(own)
    const { records } = (await agent('GET', `${API}/getData/phones`)).result
    const listed = (await agent('GET', '/rental/serviceProvider/list?pageSize=1')).result.records[0].contactPhone
    expect(records[0].contact_phone.includes('*')).toBe(listed.includes('*'))
  })

  /** As an administrator does it: a menu entry that leads to the report, granted to a role. */
  async function grant(username: string, code: string): Promise<void> {
    const { result: reports } = await admin('GET', `${HEAD}/list?code=${code}`)
    const { result: groups } = await admin('GET', `/sys/permission/options?keyword=${encodeURIComponent('数据看板')}`)
    const asked = { id: reports.records[0].id, parentId: groups[0].value }
    expect((await admin('POST', `${HEAD}/toMenu`, asked)).message).toBe('加到菜单成功')
    expect((await admin('POST', `${HEAD}/toMenu`, asked)).message).toContain('已经打开这份报表')
    const { result: found } = await admin(
      'GET',
      `/sys/permission/options?keyword=${encodeURIComponent(`报表 ${code}`)}`,
    )
    const menu = found[0].value as string
    const { result: users } = await admin('GET', `/sys/user/list?username=${username}`)
    const { result: roles } = await admin('GET', `/sys/user/queryUserRole?userid=${users.records[0].id}`)
    const { result: had } = await admin('GET', `/sys/permission/queryRolePermission?roleId=${roles[0]}`)
    const saved = await admin('POST', '/sys/permission/saveRolePermission', {
      roleId: roles[0],
      permissionIds: [...had, menu].join(','),
      lastpermissionIds: had.join(','),
    })
    expect(saved.success).toBe(true)
  }

  it('P01: a code whose right is given away already is not taken for another report', async () => {
    const made = await save('salaries', 'select 1 as n', [column('n')])
    await grant('provider01', 'salaries')
    expect((await admin('DELETE', `${HEAD}/delete?id=${made.result.id}`)).success).toBe(true)
    const again = { code: 'salaries', name: '工资', cgrSql: 'select 2 as n', items: [column('n')] }
    expect((await admin('POST', `${HEAD}/add`, again)).message).toContain('已经授出编码 salaries 的查看权限')
    await save('wages', 'select 1 as n', [column('n')])
    await grant('provider01', 'wages')
    const { result: kept } = await admin('GET', `${HEAD}/list?code=wages`)
    const edited = { ...kept.records[0], items: [column('n')], params: [], name: '薪酬' }
    expect((await admin('PUT', `${HEAD}/edit`, edited)).message).toBe('修改成功!')
  })

  it('P01: a code is one report in all tenants; the right to one never opens another tenant’s', async () => {
    /** As they were made before. */
    const elsewhere = (code: string, own: string) =>
      test.services.db.execute(sql`
        insert into onl_cgreport_head select (jsonb_populate_record(null::onl_cgreport_head,
          to_jsonb(r) || jsonb_build_object('id', ${`other-${code}`}::text, 'tenant_id', 2, 'code', ${code}::text))).*
        from onl_cgreport_head r where r.code = ${own}`)
    await save('one-of-two', 'select 1 as n', [column('n')])
    await elsewhere('theirs', 'one-of-two')
    expect((await save('theirs', 'select 1 as n', [column('n')])).message).toContain('已被其他租户的报表使用')
    await save('shared-code', 'select 1 as n', [column('n')])
    await grant('provider01', 'shared-code')
    expect((await agent('GET', `${API}/getData/shared-code`)).success).toBe(true)
    await elsewhere('shared-code', 'one-of-two')
    expect(await agent('GET', `${API}/getData/shared-code`)).toMatchObject({
      success: false,
      message: expect.stringContaining('其他租户'),
    })
    expect((await admin('GET', `${API}/getData/shared-code`)).success).toBe(true)
    await elsewhere('one-of-two', 'one-of-two')
    const { result: reports } = await admin('GET', `${HEAD}/list?code=one-of-two`)
    const { result: groups } = await admin('GET', `/sys/permission/options?keyword=${encodeURIComponent('数据看板')}`)
    const toMenu = { id: reports.records[0].id, parentId: groups[0].value }
    expect((await admin('POST', `${HEAD}/toMenu`, toMenu)).message).toContain('其他租户')
    // A menu may carry several rights.
    await test.services.db.execute(sql`delete from onl_cgreport_head where tenant_id = 2`)
    expect((await admin('POST', `${HEAD}/toMenu`, toMenu)).message).toBe('加到菜单成功')
    await test.services.db.execute(
      sql`update sys_permission set perms = 'a:b,' || perms where perms = 'online:report:view:one-of-two'`,
    )
    expect((await admin('DELETE', `${HEAD}/delete?id=${toMenu.id}`)).success).toBe(true)
    expect((await save('one-of-two', 'select 2 as n', [column('n')])).message).toContain('已经授出编码 one-of-two')
  })

  it.each([
    ['two statements', 'select 1; select 2', '只能是一条语句'],
    ['a write', 'delete from rental_order_message', '只能是一条 SELECT 查询'],
    ['a write within', 'with x as (delete from rental_order_message returning id) select * from x', 'DeleteStmt'],
    ['pg_sleep', 'select pg_sleep(30)', '不能使用函数 pg_sleep'],
    ['copy', 'copy rental_order_message to stdout', '只能是一条 SELECT 查询'],
    ['a new table', 'select * into gone from rental_order_message', '不能使用 INTO'],
    ['a lock', 'select * from rental_order_message for update', '锁定'],
    ['a setting', "select set_config('role', 'postgres', false)", '不能使用函数 set_config'],
    ['a file', "select pg_read_file('/etc/passwd')", '不能使用函数 pg_read_file'],
    ['a large object', "select lo_import('/etc/passwd')", '不能使用函数 lo_import'],
    ['a function with a schema', 'select public.count(1)', '不能使用函数 public.count'],
    ['rows without end', 'select * from generate_series(1, 1000000000)', 'RangeFunction'],
    ['recursion', 'with recursive x as (select 1 union all select 1 from x) select * from x', 'RECURSIVE'],
    ['a regular expression', "select * from rental_order_message where order_no ~ '(a+)+$'", '不能使用运算符 ~'],
    ['a name that becomes an object', "select 'sys_user'::regclass", '不能转换为类型 regclass'],
    ['who is connected', 'select current_user', '不能使用 current_user'],
    ['passwords', 'select * from sys_credential', '不能读取表 sys_credential'],
    ['secrets of data sources', 'select * from sys_data_source_secret', '不能读取表'],
    ['settings', 'select * from rental_app_config', '不能读取表 rental_app_config'],
    ['the catalogue', 'select * from pg_authid', '不能读取表 pg_authid'],
    ['a schema', 'select * from public.rental_order_message', '不要写模式'],
    [
      'a name that is its own elsewhere',
      'select x.one from (with pg_authid as (select 1) select 1 as one) x, pg_authid',
      '',
    ],
    ['a parameter in quotes', "select '#{name}'", '不要放在引号'],
    ['a numbered parameter', "select $1, '#{x}'", '参数请写作'],
    ['text put together', "select * from rental_order_message where order_no = '${x}'", '参数请写作'],
    ['no SQL', 'selekt 1', '第 1 行有语法错误'],
    ['a text that grows', "select repeat('x', 1000000)", '不能使用函数 repeat'],
    ['texts of many rows', "select string_agg(id, ',') from rental_order_message", '不能使用函数 string_agg'],
    ['a padded type', "select 'x'::char(10485760)", '长度最多 4000'],
    [
      'texts that double',
      `with a0 as (select 'x' as v) ${Array.from({ length: 12 }, (_, n) => `, a${n + 1} as (select v || v as v from a${n})`).join('')} select v from a12`,
      '拼接文字',
    ],
    ['two columns of one name', 'select 1 as a, 2 as a', '多个列名为 a'],
    ['a column that is not there', 'select nothing from rental_order_message', 'SQL 有误：'],
  ])('bad input: %s', async (_, text, sentence) => {
    const reply = await preview(text)
    if (sentence) expect(reply.message).toContain(sentence)
    // Nothing of the database: the name is empty where it is not the statement's own.
    else expect(reply.result.records).toEqual([])
    expect(reply.success).toBe(!sentence)
  })

  it('a long value is cut, whatever the report says it is', async () => {
    const long = `select '${'长'.repeat(5000)}' as a`
    expect((await preview(long)).result.records[0].a).toHaveLength(4000)
    await save('long', long, [column('a', 'Number')])
    expect((await admin('GET', `${API}/getData/long`)).result.records[0].a).toHaveLength(4000)
  })

  it('an error says no value, and is not of rows that the scope keeps back', async () => {
    const { message } = await preview('select realname from sys_user where realname::boolean')
    expect(message).toContain('22P02')
    expect(message).not.toContain('"')
  })

  it('who only reads definitions runs no SQL', async () => {
    const { username } = await makePerson(test, {
      ...{ tenants: [1], departs: ['A'], roles: { readsReports: ['online:report:list'] } },
    })
    const send = await test.as(username)
    expect((await send('GET', `${HEAD}/list`)).success).toBe(true)
    expect((await send('POST', `${HEAD}/preview`, { sql: 'select 1 as a' })).message).toContain('不能试运行 SQL')
    expect((await send('GET', `${HEAD}/parseSql?sql=select%201`)).status).toBe(403)
    expect((await send('GET', `${API}/getData/${INCOME_REPORT}`)).status).toBe(403)
    // What became of a report is in its history.
    const id = (await admin('GET', `${HEAD}/list?code=long`)).result.records[0].id
    const log = await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=onl_cgreport_head&dataId=${id}`)
    expect(log).toMatchObject({ success: true, result: [{ recordName: '报表 long' }] })
  })

  it('bad input: a join of everything with everything ends at the limit', async () => {
    const { settings } = test.services
    settings.reportLimitMs = 200
    const tables = ['a', 'b', 'c', 'd', 'e']
    // True of every row, and believed by the planner of one in two hundred each: it expects few.
    const always = tables.flatMap((t) => ['1', '2', '3'].map((one) => `(${t}.id || '${one}') = (${t}.id || '${one}')`))
    const from = tables.map((name) => `rental_order_message ${name}`).join(', ')
    const { message } = await preview(`select count(*) from ${from} where ${always.join(' and ')}`)
    settings.reportLimitMs = 60_000
    // Ended at the limit, or not begun where the statistics of the moment let the planner expect more.
    expect(message).toMatch(/^(查询超过 0.2 秒，已停止，请缩小范围或改写 SQL|SQL 预计要处理约 .+，超过上限.*)$/)
    // Everybody else goes on.
    expect((await preview('select 1 as one')).result.records).toEqual([{ one: 1 }])
  })

  it('a join that the planner knows to be of a billion rows is not even begun', async () => {
    const many = `(values ${Array.from({ length: 1100 }, () => '(1)').join(',')})`
    const { message } = await preview(`select count(*) from ${many} a, ${many} b, ${many} c`)
    expect(message).toContain('超过上限')
  })

  it('what is wrong is said where it is saved', async () => {
    const rows = [column('a')]
    expect((await save('staff', 'select 1 as a', rows)).result.fields).toHaveProperty('code')
    expect((await save('x-1', 'drop table sys_user', rows)).result.fields.cgrSql).toContain('只能是一条 SELECT')
    expect((await save('x-2', 'select 1 as a', [])).result.fields).toHaveProperty('items')
    expect((await save('x-3', 'select #{p}::int as a', rows)).result.fields.params).toContain('p')
    expect((await save('x-4', 'select 1 as a', [column('a"b')])).status).toBe(400)
    expect((await save('x-5', 'select 1 as a', [column('a', 'String', { dictCode: 'none' })])).message).toContain(
      '字典',
    )
    expect(
      (await save('x-6', 'select 1 as a', rows, { chart: 'bar', chartLabel: 'a', chartValue: 'b' })).message,
    ).toContain('b')
  })

  it('parses SQL into columns with their types, parameters and first rows', async () => {
    const text =
      'select order_no, pay_amount, end_time from rental_order_message where use_minutes > #{least}::int; -- end'
    const { result } = await preview(text, { least: '5' })
    expect(result.fields.map(({ fieldName, fieldType }: Record<string, string>) => [fieldName, fieldType])).toEqual([
      ['order_no', 'String'],
      ['pay_amount', 'Number'],
      ['end_time', 'Datetime'],
    ])
    expect(result.params).toMatchObject([{ paramName: 'least' }])
    expect(result.records[0].pay_amount).toMatch(/^\d+\.\d\d$/)
    const query = new URLSearchParams({ sql: 'select 1 as one', dbKey: '' })
    expect((await admin('GET', `${HEAD}/parseSql?${query}`)).result.fields).toMatchObject([{ fieldName: 'one' }])
  })

  it('P01: a report leaves as a sheet, words instead of codes', async () => {
    const reply = await operator('GET', `${API}/exportXls/${INCOME_REPORT}?self_days=400&format=csv`)
    const [head, first] = reply.raw.body.replace('\ufeff', '').split('\r\n')
    expect(head).toBe('服务商,级别,订单数,实收（元）,已退（元）,平均每单（元）,最近一单')
    expect(first).toMatch(/商户|代理|连锁/)
    expect((await operator('GET', `${API}/exportManySheetXls/${INCOME_REPORT}`)).raw.headers['content-type']).toContain(
      'spreadsheetml',
    )
    expect((await operator('GET', `${API}/exportXls/${INCOME_REPORT}?format=pdf`)).status).toBe(400)
  })

  it('what is alike in the order of a report is on one page only, whatever the order is written as', async () => {
    for (const [at, order] of ['status', '1 desc', 'o.status', 'upper(status)'].entries()) {
      const code = `ties-${at}`
      const text = `select o.status, o.order_no${at === 3 ? ', upper(status) as shout' : ''} from rental_order_message o order by ${order}`
      const { message, result } = await save(code, text, [column('order_no'), column('status')])
      expect(message).toBe('添加成功！')
      const rows: { order_no: string; status: string }[] = []
      for (let page = 1; page <= 12; page++)
        rows.push(...(await admin('GET', `${API}/getData/${result.id}?pageNo=${page}&pageSize=20`)).result.records)
      const states = rows.map(({ status }) => Number(status))
      expect(states).toEqual([...states].sort((a, b) => (order.endsWith('desc') ? b - a : a - b)))
      expect(new Set(rows.map(({ order_no: no }) => no)).size).toBe(rows.length)
      expect(rows.length).toBeGreaterThan(200)
    }
  })

  it('a whole number of more digits than a sheet keeps leaves as it is', async () => {
    await save('digits', 'select 1234567890123456789 as big, 37 / 3.0 as small', [
      column('big', 'Integer'),
      column('small', 'Number'),
    ])
    const reply = await admin('GET', `${API}/exportXls/digits?format=csv`)
    expect(reply.raw.body).toMatch(/1234567890123456789,12\.33333333333333\d?\r/)
  })

  it('a value of a dictionary that is switched off keeps its word, in rows and in the sheet', async () => {
    const made = async (path: string, body: object) => (await admin('POST', path, body)).result.id as string
    const dictId = await made('/sys/dict/add', { dictName: '形状', dictCode: 'report_shapes' })
    const item = { dictId, itemText: '圆', itemValue: 'o', status: 1 }
    const id = await made('/sys/dictItem/add', item)
    const saved = await save('shapes', "select 'o' as shape", [
      column('shape', 'String', { dictCode: 'report_shapes' }),
    ])
    expect(saved).toMatchObject({ success: true })
    expect(await admin('PUT', '/sys/dictItem/edit', { ...item, id, status: 0 })).toMatchObject({ success: true })
    expect((await admin('GET', `${API}/getColumnsAndData/shapes`)).result).toMatchObject({
      dictOptions: { report_shapes: [] },
      data: { records: [{ shape: 'o', shape_dictText: '圆' }] },
    })
    expect((await admin('GET', `${API}/exportXls/shapes?format=csv`)).raw.body).toContain('圆')
    // The report may still be changed.
    const { result } = await admin('GET', `${HEAD}/list?code=shapes`)
    expect(await admin('PUT', `${HEAD}/edit`, { ...result.records[0], name: '形状' })).toMatchObject({ success: true })
  })

  it('bad input: more text than a sheet of this process takes is refused before it is fetched', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `c${at}`)
    const some = '(select order_no from rental_order_message limit 250)'
    const wide = `select ${names.map((name) => `a.order_no as ${name}`).join(', ')} from ${some} a, ${some} b`
    const items = names.map((fieldName) => ({ fieldName, fieldTxt: fieldName, fieldType: 'String' }))
    expect(await save('wide', wide, items)).toMatchObject({ success: true })
    expect((await admin('GET', `${API}/exportXls/wide`)).message).toContain('文字过多')
  })

  it('masks of the model and of SQL say the same', async () => {
    for (const mask of [...(Object.keys(maskEnds) as (keyof typeof maskEnds)[]), 'name'] as const)
      for (const value of ['13812345678', '张三丰', '张', 'ab12', '6222021234567890123']) {
        const { rows } = await test.services.db.execute<{ said: string }>(
          sql`select ${maskedIn(mask, sql`${value}::text`)} as said`,
        )
        expect(rows[0]?.said).toBe(masks[mask](value))
      }
  })
})
