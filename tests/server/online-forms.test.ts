/** P03: forms that administrators define, from the draft to the records that people keep in them. */
import * as SheetJS from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ValueIn } from '#model/choices.ts'
import { formScopes, formStates, onlineKinds } from '#resources/system/onlineKinds.ts'
import { makePerson } from '../empty-app.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

type Row = Record<string, unknown>
const HEAD = '/online/cgform/head'
const at = (code: string) => `/online/cgform/data/${code}`

const field = (name: string, label: string, kind: ValueIn<typeof onlineKinds> = onlineKinds.text, over: Row = {}) => ({
  name,
  label,
  kind,
  ...over,
})
const visit = [
  field('title', '标题', onlineKinds.text, { required: 'Y', inSearch: 'Y' }),
  field('amount', '金额', onlineKinds.money),
  field('people', '人数', onlineKinds.integer, { inSearch: 'Y' }),
  field('startDate', '开始日期', onlineKinds.date),
  field('endDate', '结束日期', onlineKinds.date),
  field('answer', '是否', onlineKinds.dict, { dictCode: 'yn' }),
]

describe.each([await oneKind()])('online forms on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind, { demo: false })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): Reply => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply
  }
  const draft = (code: string, fields: readonly Row[], over: Row = {}) =>
    admin('POST', `${HEAD}/add`, { name: `表单${code}`, code, dataScope: formScopes.tenant, fields, ...over })
  const planOf = async (id: string) => must(await admin('GET', `${HEAD}/plan?id=${id}`)).result
  const step = async (id: string, name: string) =>
    admin('POST', `${HEAD}/${name}`, { id, version: (await planOf(id)).version })
  async function published(code: string, fields: readonly Row[] = visit, over: Row = {}): Promise<string> {
    const { id } = must(await draft(code, fields, over)).result
    must(await step(id, 'publish'))
    return id
  }
  const formOf = async (id: string) => must(await admin('GET', `${HEAD}/queryById?id=${id}`)).result
  const changed = async (id: string, change: (fields: Row[]) => Row[]) => {
    const { version, fields } = await formOf(id)
    return admin('PUT', `${HEAD}/edit`, { id, version, fields: change(fields as Row[]) })
  }
  const add = async (code: string, row: Row) => must(await admin('POST', `${at(code)}/add`, row)).result
  const records = async (code: string, send = admin): Promise<Row[]> =>
    must(await send('GET', `${at(code)}/list?column=createTime&order=asc`)).result.records

  it('P03: a published form is a resource like any other: list, filters, checks, words, history, drafts and columns', async () => {
    const id = await published('visit')
    expect(await formOf(id)).toMatchObject({ formState: formStates.live, liveNumber: 1 })
    const row = await add('visit', { title: '甲', amount: '12.5', people: 3, startDate: '2026-01-02', answer: 'Y' })
    expect(row).toMatchObject({ title: '甲', amount: '12.50', people: 3, answer_dictText: '是', version: 1 })
    const edited = must(await admin('PUT', `${at('visit')}/edit`, { id: row.id, version: 1, people: 5 })).result
    expect(edited).toMatchObject({ people: 5, version: 2 })
    expect((await admin('PUT', `${at('visit')}/edit`, { id: row.id, version: 1, people: 6 })).status).toBe(409)
    expect((await admin('GET', `${at('visit')}/list?people_begin=4&title=*甲*`)).result.total).toBe(1)
    expect((await admin('GET', `${at('visit')}/list?people_begin=6`)).result.total).toBe(0)
    expect((await admin('GET', `${at('visit')}/list?secret=1`)).message).toContain('未知参数：secret')
    expect((await admin('POST', `${at('visit')}/add`, { people: 3 })).message).toContain('请输入标题')
    expect((await admin('POST', `${at('visit')}/add`, { title: '乙', people: 'x' })).success).toBe(false)
    expect((await admin('POST', `${at('visit')}/add`, { title: '乙', answer: 'maybe' })).message).toContain('是否没有')
    expect((await admin('POST', `${at('visit')}/add`, { title: '乙', tenantId: 7, surprise: 1 })).message).toContain(
      'surprise',
    )
    const log = must(await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=onl_visit&dataId=${row.id}`)).result
    expect(log.map(({ dataVersion }: { dataVersion: number }) => dataVersion)).toEqual([2, 1])
    must(await admin('PUT', '/sys/draft/save', { resource: 'onl_visit', values: { title: '半' }, device: 'device-1' }))
    must(
      await admin('PUT', '/sys/listColumns/save', { resource: 'onl_visit', columns: [{ name: 'title', shown: true }] }),
    )
    const { definition } = must(await admin('GET', '/online/cgform/api/definition/visit')).result
    expect(definition.fields.map(({ name }: Row) => name)).toEqual(visit.map(({ name }) => name))
    must(await admin('DELETE', `${at('visit')}/delete?id=${row.id}`))
    expect(await records('visit')).toEqual([])
  })

  it('P03: names that shadow a system column, reserved words and SQL in names are refused, each by its name', async () => {
    const complaint = async (name: string) => {
      const reply = await draft('bad_names', [field('title', '标题'), field(name, '坏的')])
      expect(reply.success, name).toBe(false)
      return reply.message
    }
    expect(await complaint('createTime')).toContain('字段“createTime”与系统列“创建时间”重名')
    expect(await complaint('tenant_id')).toContain('字段“tenant_id”与系统列“租户”重名')
    for (const name of ['id', 'version', 'deleteTime', 'sysOrgCode', 'TENANTID', 'delFlag'])
      expect(await complaint(name)).toContain(`字段“${name}”与系统列`)
    for (const name of ['order', 'select', 'user', 'constructor', 'pageNo', 'may'])
      expect(await complaint(name), name).toContain(`字段名“${name}”是`)
    for (const name of ['a; drop table sys_user', 'a"b', "a' or 1=1", 'A', '1a', 'a_begin', '名称', '__proto__'])
      expect(await complaint(name), name).toContain('应以小写字母开头')
    expect(await complaint('title')).toContain('字段名“title”与第 1 行重复')
    for (const code of ['Visit', 'a', 'x;drop table sys_user', '../sys', 'form', 'head', 'a'.repeat(41)])
      expect((await draft(code, [field('title', '标题')])).success, code).toBe(false)
    expect((await draft('no_words', [field('a', '甲', onlineKinds.dict)])).message).toContain('字段“甲”请填写字典编码')
    expect((await draft('no_words', [field('a', '甲', onlineKinds.dict, { dictCode: 'nothing' })])).message).toContain(
      '没有字典“nothing”',
    )
    expect((await draft('no_fields', [])).success).toBe(false)
    const many = Array.from({ length: 61 }, (_, index) => field(`f${index}`, `字段${index}`))
    expect((await draft('too_many', many)).message).toContain('最多 60 个字段')
    const id = await published('sixty', many.slice(1))
    expect(await add('sixty', { f60: '末' })).toMatchObject({ f60: '末', f1: null })
    expect((await planOf(id)).steps).toEqual([])
  })

  it('P03: nothing of a form reaches a table that is not its own', async () => {
    await published('own_table', [field('title', '标题')])
    for (const code of ['sys_user', '../../sys/user', 'own_table;select 1', 'visit%22', 'form', 'constructor'])
      expect((await admin('GET', `${at(encodeURIComponent(code))}/list`)).status, code).toBe(404)
    const rows = await test.services.pool.query(
      `select tablename from pg_tables where tablename like 'onl\\_%' and tablename not like 'onl\\_cgreport\\_%' order by 1`,
    )
    const codes = (await test.services.pool.query('select code from online_form where live_id is not null')).rows
    expect(rows.rows.map(({ tablename }) => tablename)).toEqual(codes.map(({ code }) => `onl_${code}`).sort())
    expect((await draft('cgreport_head', [field('title', '标题')])).message).toContain('onl_cgreport_head 已存在')
    const check = '/sys/duplicate/check?tableName=onl_own_table&fieldName=title&fieldVal=1'
    expect((await admin('GET', check)).message).toContain('不在允许的范围内')
  })

  it('P03: what a publication does is shown before, applied by whoever saw it, and taken back without a loss', async () => {
    const { id } = must(
      await draft('steps', [field('title', '标题'), field('people', '人数', onlineKinds.integer)]),
    ).result
    expect((await admin('GET', `${at('steps')}/list`)).status).toBe(404)
    const plan = await planOf(id)
    expect(plan.steps[0].words).toBe('新建数据表 onl_steps，共 2 个字段：标题、人数')
    expect(plan.steps[0].sql[0]).toContain('create table public."onl_steps"')
    must(await changed(id, (fields) => fields))
    expect((await admin('POST', `${HEAD}/publish`, { id, version: plan.version })).status).toBe(409)
    must(await step(id, 'publish'))
    const row = await add('steps', { title: '甲', people: 3 })

    must(await changed(id, (fields) => [{ ...fields[0], name: 'heading' }, field('place', '地点')]))
    // What is used stays what was published.
    expect(await records('steps')).toEqual([expect.objectContaining({ title: '甲', people: 3 })])
    expect((await planOf(id)).steps.map(({ words }: { words: string }) => words)).toEqual([
      '字段“标题”的字段名由 title 改为 heading，数据不变',
      '新增字段“地点”（place）',
      '移除字段“人数”（people）：数据留在列 people 中，撤回后恢复',
      '更新列表、查询条件、表单、索引和文件引用',
    ])
    must(await step(id, 'publish'))
    const [second] = await records('steps')
    expect(second).toMatchObject({ heading: '甲', place: null })
    expect(second).not.toHaveProperty('people')
    must(await admin('PUT', `${at('steps')}/edit`, { id: row.id, version: 1, place: '深圳' }))

    must(await step(id, 'takeBack'))
    expect(await records('steps')).toEqual([expect.objectContaining({ title: '甲', people: 3 })])
    expect(await formOf(id)).toMatchObject({ liveNumber: 1 })
    must(await step(id, 'publish'))
    expect(await records('steps')).toEqual([expect.objectContaining({ heading: '甲', place: '深圳' })])
    expect((await planOf(id)).versions).toMatchObject([
      { number: 3, takenBackTime: null },
      { number: 2, takenBackBy: 'admin' },
      { number: 1, takenBackTime: null },
    ])
    expect((await step(id, 'publish')).message).toBe('没有要发布的修改')
    must(await step(id, 'takeBack'))
    must(await step(id, 'takeBack'))
    expect((await admin('GET', `${at('steps')}/list`)).status).toBe(404)
    expect((await step(id, 'takeBack')).message).toBe('没有可以撤回的发布')
    const log = must(await admin('GET', `/sys/dataLog/queryDataVerList?dataTable=online_form&dataId=${id}`)).result
    expect(log.filter(({ operation }: Row) => operation === '撤回')).toHaveLength(3)
  })

  it('P03: a kind changes with data in it where every value can follow, and is refused with the number of those that cannot', async () => {
    const id = await published('kinds', [field('title', '标题'), field('size', '尺寸')])
    await add('kinds', { title: '1', size: '12' })
    const bad = await add('kinds', { title: '2', size: '很大' })
    const become = (to: string) => changed(id, (fields) => [fields[0]!, { ...fields[1], kind: to }])
    must(await become(onlineKinds.integer))
    const sentence = '字段“尺寸”不能改变控件：有 1 条记录的值不能转换'
    expect((await planOf(id)).problems).toEqual([sentence])
    expect((await step(id, 'publish')).message).toBe(sentence)
    expect((await records('kinds')).map(({ size }) => size)).toEqual(['12', '很大'])
    must(await admin('PUT', `${at('kinds')}/edit`, { id: bad.id, version: 1, size: '7' }))
    must(await step(id, 'publish'))
    expect((await records('kinds')).map(({ size }) => size)).toEqual([12, 7])
    must(await become(onlineKinds.money))
    must(await step(id, 'publish'))
    expect((await records('kinds')).map(({ size }) => size)).toEqual(['12.00', '7.00'])
    must(await become(onlineKinds.date))
    expect((await planOf(id)).problems[0]).toContain('有 2 条记录的值不能转换')
    must(await step(id, 'takeBack'))
    must(await step(id, 'takeBack'))
    expect((await records('kinds')).map(({ size }) => size)).toEqual(['12', '7'])
  })

  it('P03: where only the length changes, that is what is said', async () => {
    const weight = field('weight', '重量', onlineKinds.decimal, { size: 3 })
    const id = await published('lengths', [field('title', '标题'), weight])
    const { id: fine } = await add('lengths', { title: '1', weight: 1.125 })
    must(await changed(id, (fields) => [fields[0]!, { ...fields[1], size: 1 }]))
    expect((await planOf(id)).problems).toEqual(['字段“重量”不能改变长度：有 1 条记录的值不能转换'])
    must(await admin('PUT', `${at('lengths')}/edit`, { id: fine, version: 1, weight: 1.5 }))
    const { steps } = await planOf(id)
    expect(JSON.stringify(steps)).toContain('字段“重量”改变长度')
    expect(JSON.stringify(steps)).not.toContain('控件')
  })

  it('P03: rights are those of the form, records those of the tenant, and both end when it is stopped', async () => {
    const id = await published('rights')
    const mine = await add('rights', { title: '甲' })
    const tree = (await admin('GET', '/sys/permission/list')).result as Row[]
    const all = (rows: Row[]): Row[] => rows.flatMap((row) => [row, ...all((row.children as Row[]) ?? [])])
    expect(all(tree).map(({ perms }) => perms)).toEqual(
      expect.arrayContaining(
        ['list', 'add', 'edit', 'delete', 'export', 'import'].map((verb) => `online:rights:${verb}`),
      ),
    )
    const codes = ['online:rights:list', 'online:rights:add']
    const people = {
      reader: { tenants: [1], roles: { reader: ['online:rights:list'] } },
      nobody: { tenants: [1], roles: { nobody: ['online:form:list'] } },
      foreign: { tenants: [2], roles: { foreign: codes } },
    }
    for (const [username, person] of Object.entries(people)) await makePerson(test, { username, ...person })
    const [reader, nobody, foreign] = (await Promise.all(Object.keys(people).map((name) => test.as(name)))) as [
      Send,
      Send,
      Send,
    ]
    expect(await records('rights', reader)).toHaveLength(1)
    expect((await reader('POST', `${at('rights')}/add`, { title: '乙' })).status).toBe(403)
    expect((await reader('GET', `${at('rights')}/exportXls`)).status).toBe(403)
    for (const path of [
      `${at('rights')}/list`,
      '/online/cgform/api/definition/rights',
      `${at('rights')}/queryById?id=${mine.id}`,
    ])
      expect((await nobody('GET', path)).status, path).toBe(403)
    expect((await nobody('POST', `${HEAD}/publish`, { id, version: 1 })).status).toBe(403)
    expect((await test.anonymous('GET', `${at('rights')}/list`)).status).toBe(401)
    expect(await records('rights', foreign)).toEqual([])
    expect((await foreign('GET', `${at('rights')}/queryById?id=${mine.id}`)).status).toBe(404)
    must(await foreign('POST', `${at('rights')}/add`, { title: '别家' }))
    expect(await records('rights')).toHaveLength(1)

    must(await step(id, 'stop'))
    expect((await reader('GET', `${at('rights')}/list`)).status).toBe(404)
    const deletion = async () => admin('DELETE', `${HEAD}/delete?id=${id}`)
    expect((await deletion()).message).toBe('在线表单“表单rights”还有 2 条数据，请先导出并删除这些数据')
    must(await step(id, 'publish'))
    expect((await deletion()).message).toContain('正在使用，请先停用再删除')
    must(await admin('DELETE', `${at('rights')}/delete?id=${mine.id}`))
    await test.services.pool.query('delete from onl_rights where tenant_id = 2')
    must(await step(id, 'stop'))
    must(await deletion())
    const { rows } = await test.services.pool.query(`select to_regclass('onl_rights') as found`)
    expect(rows[0].found).toBeNull()
    must(await draft('rights', visit))
  })

  it('P03: Excel both ways: what is exported comes in again, faulty rows are named', async () => {
    await published('sheets')
    await add('sheets', { title: '甲', amount: '1.20', people: 2, startDate: '2026-01-02', answer: 'N' })
    const { raw } = await admin('GET', `${at('sheets')}/exportXls?format=xlsx`)
    expect(raw.statusCode).toBe(200)
    const rows = SheetJS.utils.sheet_to_json<Row>(Object.values(SheetJS.read(raw.rawPayload).Sheets)[0]!, {
      raw: false,
    })
    expect(rows).toMatchObject([{ 标题: '甲', 人数: '2', 是否: '否' }])
    const sheet = (content: Row[]) => {
      const book = SheetJS.utils.book_new(SheetJS.utils.json_to_sheet(content), '数据')
      return SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    }
    const good = [{ 标题: '乙', 金额: '3.00', 人数: 4, 开始日期: '2026-02-03', 是否: '是' }]
    const reply = must(await upload(admin, `${at('sheets')}/importExcel`, '数据.xlsx', sheet(good)))
    expect(reply.message).toBe('文件导入成功！数据行数：1')
    expect(await records('sheets')).toMatchObject([{ title: '甲' }, { title: '乙', amount: '3.00', answer: 'Y' }])
    const bad = await upload(
      admin,
      `${at('sheets')}/importExcel`,
      '数据.xlsx',
      sheet([{ 标题: '', 人数: 'x' }, ...good]),
    )
    expect(bad).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
    expect((await admin('GET', `${at('sheets')}/importTemplate`)).raw.statusCode).toBe(200)
  })

  it('P03: enhancement records are kept per form, at most 16, and judge what is saved', async () => {
    const rule = { field: 'endDate', comparison: 'ge', other: 'startDate', message: '结束日期不能早于开始日期' }
    const many = Array.from({ length: 17 }, () => rule)
    expect((await draft('enhanced', visit, { enhancements: many })).message).toContain('最多 16 条增强记录')
    expect((await draft('enhanced', visit, { enhancements: [{ ...rule, field: 'gone' }] })).message).toContain(
      '没有字段“gone”',
    )
    expect((await draft('enhanced', visit, { enhancements: [{ ...rule, other: 'people' }] })).message).toContain(
      '不能比较',
    )
    await published('enhanced', visit, { enhancements: many.slice(1) })
    const dates = { title: '甲', startDate: '2026-02-02' }
    expect((await admin('POST', `${at('enhanced')}/add`, { ...dates, endDate: '2026-02-01' })).message).toContain(
      rule.message,
    )
    await add('enhanced', { ...dates, endDate: '2026-02-02' })
  })
})
