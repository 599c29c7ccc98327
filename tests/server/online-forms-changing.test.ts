/** P03: what publishing an online form anew must not do to values, to those who write meanwhile, or to those who look. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { validStates } from '#resources/system/permission.ts'
import { liveForm } from '../../server/resource/online.ts'
import { addRow } from '../../server/resource/write.ts'
import { findRow } from '../../server/resource/list.ts'
import { rowsFound } from '../../server/resource/by-query.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'

type Row = Record<string, unknown>
const HEAD = '/online/cgform/head'
const at = (code: string) => `/online/cgform/data/${code}`

describe.each([await oneKind()])('online forms published anew on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind, { demo: false })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply) => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result
  }
  const planOf = async (id: string) => must(await admin('GET', `${HEAD}/plan?id=${id}`))
  const step = async (id: string, name: string) =>
    admin('POST', `${HEAD}/${name}`, { id, version: (await planOf(id)).version })
  const published = async (code: string, fields: readonly Row[]): Promise<string> => {
    const form = { name: '登记', code, dataScope: formScopes.tenant, fields }
    const { id } = must(await admin('POST', `${HEAD}/add`, form))
    must(await step(id, 'publish'))
    return id
  }
  const changed = async (id: string, change: (fields: Row[]) => Row[]) => {
    const { version, fields } = must(await admin('GET', `${HEAD}/queryById?id=${id}`))
    must(await admin('PUT', `${HEAD}/edit`, { id, version, fields: change(fields) }))
  }
  const records = async (code: string): Promise<Row[]> => must(await admin('GET', `${at(code)}/list`)).records
  const title = { name: 'title', label: '标题', kind: onlineKinds.text }

  it('P03: whoever began with the publication before is told so instead of writing where nobody reads', async () => {
    const id = await published('anew', [title, { name: 'size', label: '尺寸', kind: onlineKinds.text }])
    const { id: rowId } = must(await admin('POST', `${at('anew')}/add`, { title: '甲', size: '1' }))
    const { services } = test
    const before = (await liveForm(services.db, 'anew'))!.resource
    const caller = systemCaller(1)
    const each = [
      () => services.db.transaction((tx) => addRow({ tx, caller, services }, before, { title: '乙', size: '2' })),
      () => services.db.transaction((tx) => findRow(tx, caller, before, rowId, true)),
      () => services.db.transaction((tx) => rowsFound(tx, caller, before, { query: {}, count: 1 }, true)),
    ]
    const late = { status: 409, message: '在线表单“登记”已重新发布，字段“尺寸”的定义已改变，请重试' }
    await changed(id, (fields) => [fields[0]!, { ...fields[1], kind: onlineKinds.integer }])
    must(await step(id, 'publish'))
    for (const write of each) await expect(write()).rejects.toMatchObject(late)
    must(await step(id, 'stop'))
    const stopped = { status: 409, message: '在线表单“登记”已停用或撤回' }
    for (const write of each) await expect(write()).rejects.toMatchObject(stopped)
    must(await step(id, 'publish'))
    expect(await records('anew')).toEqual([expect.objectContaining({ title: '甲', size: 1 })])
  })

  it('P03: a new field never takes the column of a value that taking back gives again', async () => {
    const id = await published('columns', [title, { name: 'amount', label: '数量', kind: onlineKinds.text }])
    const row = must(await admin('POST', `${at('columns')}/add`, { title: '甲', amount: '12' }))
    await changed(id, (fields) => [
      fields[0]!,
      { ...fields[1], name: 'pieces', kind: onlineKinds.integer },
      { name: 'amount', label: '金额', kind: onlineKinds.text },
    ])
    must(await step(id, 'publish'))
    expect(await records('columns')).toEqual([expect.objectContaining({ pieces: 12, amount: null })])
    must(await admin('PUT', `${at('columns')}/edit`, { id: row.id, version: 1, amount: '别的' }))
    must(await step(id, 'takeBack'))
    expect(await records('columns')).toEqual([expect.objectContaining({ amount: '12' })])
  })

  it('P03: what was entered under a publication that is taken back comes back with it; what was changed since is converted', async () => {
    const id = await published('there', [title, { name: 'size', label: '尺寸', kind: onlineKinds.text }])
    const add = async (row: Row) => must(await admin('POST', `${at('there')}/add`, row)).id as string
    const edit = async (rowId: string, change: Row) => {
      const { version } = must(await admin('GET', `${at('there')}/queryById?id=${rowId}`))
      must(await admin('PUT', `${at('there')}/edit`, { id: rowId, version, ...change }))
    }
    const sizes = async () =>
      Object.fromEntries((await records('there')).map((row) => [row.title, row.size] as const).sort())
    const become = (to: string) => changed(id, (fields) => [fields[0]!, { ...fields[1], kind: to }])
    const ids = new Map<string, string>()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'gone']) ids.set(name, await add({ title: name, size: '1' }))
    await become(onlineKinds.integer)
    must(await step(id, 'publish'))
    for (const name of ['b', 'c', 'd', 'gone']) await edit(ids.get(name)!, { size: 2 })
    await edit(ids.get('e')!, { size: null })
    ids.set('new', await add({ title: 'new', size: 3 }))

    must(await step(id, 'takeBack'))
    expect(await sizes()).toEqual({ a: '1', b: '1', c: '1', d: '1', e: '1', gone: '1', new: null })
    await edit(ids.get('c')!, { size: '40' })
    await edit(ids.get('d')!, { size: '很大' })
    await edit(ids.get('gone')!, { size: '没有了' })
    must(await admin('DELETE', `${at('there')}/delete?id=${ids.get('gone')}`))
    // Another field of it says nothing about this one.
    await edit(ids.get('b')!, { title: 'b2' })
    await add({ title: 'later', size: '5' })
    const sentence = '字段“尺寸”不能改变控件：有 1 条记录的值不能转换'
    expect((await step(id, 'publish')).message).toBe(sentence)
    await edit(ids.get('d')!, { size: null })
    must(await step(id, 'publish'))
    const again = { a: 1, b2: 2, c: 40, d: null, e: null, new: 3, later: 5 }
    expect(await sizes()).toEqual(again)

    // Two publications back, and straight to the second.
    await become(onlineKinds.money)
    must(await step(id, 'publish'))
    await edit(ids.get('a')!, { size: '1.50' })
    must(await step(id, 'takeBack'))
    await edit(ids.get('new')!, { size: 4 })
    must(await step(id, 'takeBack'))
    await edit(ids.get('c')!, { size: '41.25' })
    must(await step(id, 'publish'))
    const money = { b2: '2.00', d: null, e: null, new: '4.00', later: '5.00' }
    expect(await sizes()).toEqual({ ...money, a: '1.50', c: '41.25' })

    // Nothing is published any more, and then the same again.
    must(await step(id, 'takeBack'))
    await edit(ids.get('c')!, { size: '42' })
    must(await step(id, 'takeBack'))
    must(await step(id, 'publish'))
    expect(await sizes()).toEqual({ ...money, a: '1.50', c: '42.00' })
  })

  it('P03: a field that a publication brought keeps its values when it is taken back, wherever they are kept and whatever it becomes', async () => {
    const size = { name: 'size', label: '尺寸', kind: onlineKinds.text }
    const id = await published('brought', [title, size])
    const { id: rowId } = must(await admin('POST', `${at('brought')}/add`, { title: '甲', size: '1' }))
    // Its name is taken by the column of the one that is removed.
    await changed(id, ([first]) => [first!, { ...size, label: '新的尺寸' }])
    must(await step(id, 'publish'))
    must(await admin('PUT', `${at('brought')}/edit`, { id: rowId, version: 1, size: '77' }))
    must(await step(id, 'takeBack'))
    expect(await records('brought')).toEqual([expect.objectContaining({ size: '1' })])
    expect((await planOf(id)).steps.map(({ words }: Row) => words)).toContain(
      '恢复字段“新的尺寸”（size）和它原有的数据',
    )
    must(await step(id, 'publish'))
    expect(await records('brought')).toEqual([expect.objectContaining({ size: '77' })])
    must(await step(id, 'takeBack'))
    await changed(id, ([first, second]) => [first!, { ...second, kind: onlineKinds.integer }])
    must(await step(id, 'publish'))
    expect(await records('brought')).toEqual([expect.objectContaining({ size: 77 })])
  })

  it('P03: values too large for more decimals are counted, and none of them is shown', async () => {
    const amount = { name: 'amount', label: '数量', kind: onlineKinds.decimal, size: 2 }
    const id = await published('large', [title, amount, { name: 'price', label: '价格', kind: onlineKinds.money }])
    must(await admin('POST', `${at('large')}/add`, { title: '甲' }))
    await test.services.pool.query('update onl_large set amount = 5e12, price = 500000000000000')
    await changed(id, ([first, ...rest]) => [
      first!,
      ...rest.map((one) => ({ ...one, kind: onlineKinds.decimal, size: 6 })),
    ])
    const problems = ['“数量”不能改变长度', '“价格”不能改变控件'].map((what) => `字段${what}：有 1 条记录的值不能转换`)
    expect((await planOf(id)).problems).toEqual(problems)
    expect((await step(id, 'publish')).message).toBe(problems.join('；'))
  })

  it('P03: a form that follows another of the same code goes on counting where that one ended', async () => {
    const count = async () => (await test.services.pool.query('select last_value from changes.onl_again')).rows[0]
    const id = await published('again', [title])
    for (const name of ['甲', '乙']) must(await admin('POST', `${at('again')}/add`, { title: name }))
    const ids = (await records('again')).map((row) => row.id).join()
    must(await admin('DELETE', `${at('again')}/deleteBatch?ids=${ids}`))
    must(await step(id, 'stop'))
    const before = await count()
    must(await admin('DELETE', `${HEAD}/delete?id=${id}`))
    await published('again', [title])
    expect(await count()).toEqual(before)
  })

  it('P03: a form made anew under a used code inherits neither rights nor what people kept nor the history', async () => {
    const { pool } = test.services
    const resource = 'onl_heir'
    const id = await published('heir', [title])
    await pool.query(
      `update sys_permission set parent_id = (select id from sys_permission where perms = 'system:user:list')
        where perms = 'online:heir:edit'`,
    )
    const query = { title: '甲的', matchType: 'and', records: [{ field: 'title', rule: 'eq', val: '甲' }] }
    must(await admin('POST', '/sys/savedQuery/save', { resource, ...query }))
    must(await admin('PUT', '/sys/draft/save', { resource, values: { title: '半句' }, device: 'here' }))
    must(await admin('PUT', '/sys/listColumns/save', { resource, columns: [{ name: 'title', shown: true }] }))
    const { id: rowId } = must(await admin('POST', `${at('heir')}/add`, { title: '旧的内容' }))
    must(await admin('DELETE', `${at('heir')}/delete?id=${rowId}`))
    must(await step(id, 'stop'))
    const rights = async (column: string) =>
      (await pool.query(`select distinct ${column} from sys_permission where perms like 'online:heir:%'`)).rows
    expect.soft(await rights('status')).toEqual([{ status: validStates.invalid }])
    must(await admin('DELETE', `${HEAD}/delete?id=${id}`))
    expect.soft(await rights('perms')).toEqual([])
    for (const table of ['sys_saved_query', 'sys_form_draft', 'sys_list_columns'])
      expect.soft((await pool.query(`select from ${table} where resource = $1`, [resource])).rowCount, table).toBe(0)

    await published('heir', [title])
    const { id: heirId } = must(await admin('POST', `${at('heir')}/add`, { title: '新的' }))
    const history = must(await admin('GET', `/sys/dataLog/list?dataTable=${resource}`))
    expect.soft(history.records.map(({ dataId }: Row) => dataId)).toEqual([heirId])
    expect.soft(history.total).toBe(1)
  })

  it('P03: what an administrator made of its menu outlives the next publication', async () => {
    const id = await published('menued', [title])
    const below = async () => {
      const rows: Row[] = must(await admin('GET', '/sys/permission/list'))
      const all = rows.flatMap(function each(row): Row[] {
        return [row, ...((row.children as Row[] | undefined) ?? []).flatMap(each)]
      })
      return all.filter(({ perms }) => String(perms).startsWith('online:menued:'))
    }
    const named = (rows: Row[], right: string) => rows.find(({ perms }) => perms === `online:menued:${right}`)!
    const edit = async (row: Row, change: Row) =>
      must(await admin('PUT', '/sys/permission/edit', { id: row.id, version: row.version, ...change }))
    const first = await below()
    await edit(named(first, 'list'), { name: '来访登记' })
    await edit(named(first, 'delete'), { status: validStates.invalid })
    await changed(id, (fields) => [...fields, { name: 'size', label: '尺寸', kind: onlineKinds.text }])
    must(await step(id, 'publish'))
    const after = await below()
    expect(named(after, 'list')).toMatchObject({ name: '来访登记', status: validStates.valid })
    expect(named(after, 'delete')).toMatchObject({ status: validStates.invalid })
    expect(named(after, 'add')).toMatchObject({ status: validStates.valid })
  })
})
