/** The 分类字典 and what is chosen from trees and tables: contract.md §6.8 and §7. On both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, eq, inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { signatureOf } from '../../server/http/signature.ts'
import { tableOf } from '../../server/db/table.ts'
import { dataLog } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { inOrder } from './in-order.ts'

const categories = tableOf(resources.sysCategory)

type Node = { key: string; title: string; code: string; leaf: boolean; isLeaf: boolean; children?: Node[] }
const titles = (nodes: Node[]) => nodes.map(({ title }) => title)

describe.each([await oneKind()])('categories on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let viewer: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    viewer = await test.as('viewer')
  })
  afterAll(() => test?.close())

  const get = async (path: string, send = admin) => (await send('GET', path)).result as Node[]

  it('H04: serves roots, children and a whole tree to everybody signed in', async () => {
    const roots = await get('/sys/category/loadTreeRoot?async=true&pcode=0', viewer)
    expect(titles(roots)).toEqual(['常见问题主题', '投放场景'])
    expect(roots[0]).toMatchObject({ code: 'A01', parentId: '0', leaf: false, isLeaf: false })
    const children = await get(`/sys/category/loadTreeChildren?pid=${roots[0]!.key}`)
    expect(titles(children)).toEqual(['租借', '归还', '费用', '合作'])
    expect(children.map(({ leaf }) => leaf)).toEqual([false, false, false, true])
    expect(titles(await get('/sys/category/loadTreeRoot?async=true&pcode=A01'))).toEqual(titles(children))
    const whole = await get('/sys/category/loadTreeRoot?async=false&pcode=A01')
    expect(titles(whole[0]!.children!)).toEqual(['扫码开锁', '弹出失败'])
  })

  it('H04: loadTreeData takes pid before pcode and a condition, and names what is wrong', async () => {
    const [root] = await get('/sys/category/loadTreeRoot?pcode=0')
    const all = await get(`/sys/category/loadTreeData?pid=${root!.key}&pcode=A02`)
    expect(titles(all)).toContain('租借')
    const condition = encodeURIComponent(JSON.stringify({ name: '归还' }))
    expect(titles(await get(`/sys/category/loadTreeData?pcode=A01&condition=${condition}`))).toEqual(['归还'])
    expect(await admin('GET', '/sys/category/loadTreeData')).toMatchObject({
      success: false,
      message: '加载分类字典树参数有误.[null]!',
    })
    expect((await admin('GET', '/sys/category/loadTreeRoot?pcode=ZZ9')).message).toBe('加载分类字典树参数有误.[ZZ9]!')
    const strange = encodeURIComponent(JSON.stringify({ 'name) or (1': '1' }))
    expect((await admin('GET', `/sys/category/loadTreeData?pcode=A01&condition=${strange}`)).status).toBe(400)
  })

  it('H04: says one node, names of ids in their order, and everything below a code', async () => {
    const one = await admin('GET', '/sys/category/loadOne?field=code&val=A01A02')
    expect(one.result).toMatchObject({ name: '归还', code: 'A01A02' })
    expect((await admin('GET', '/sys/category/loadOne?field=code&val=no')).message).toBe('查询无果')
    expect((await admin('GET', '/sys/category/loadOne?field=password&val=1')).message).toBe('字段无效，请检查!')
    const root = (await admin('GET', '/sys/category/loadOne?field=code&val=A01')).result.id as string
    const names = `/sys/category/loadDictItem/?ids=${one.result.id},gone,${root}`
    expect((await admin('GET', names)).result).toEqual(['归还', '常见问题主题'])
    expect((await admin('GET', `${names}&delNotExist=false`)).result).toEqual(['归还', 'gone', '常见问题主题'])
    expect((await admin('GET', '/sys/category/loadDictItem/?ids=')).message).toBe('ids 不能为空')
    expect((await admin('GET', '/sys/category/loadAllData?code=A01A03')).result).toHaveLength(4)
    expect((await admin('GET', '/sys/category/loadAllData?code=no')).message).toBe('无数据,参数有误.[no]')
  })

  it('a new tenant has a tree of its own, which goes with it', async () => {
    const added = await admin('POST', '/sys/tenant/add', { name: '新租户', status: 1 })
    expect(added, JSON.stringify(added.result)).toMatchObject({ success: true })
    const { result, message } = added
    const nodes = () =>
      test.services.db
        .select({ id: categories.id, code: categories.code, pid: categories.pid })
        .from(categories)
        .where(eq(categories.tenantId, Number(result.id)))
        .orderBy(categories.code)
    const [first, second] = await nodes()
    expect(first, message).toMatchObject({ code: 'A01', pid: '' })
    expect(second).toMatchObject({ code: 'A01A01', pid: first!.id })
    const [own] = await get('/sys/category/loadTreeRoot?pcode=0')
    expect(own!.key).not.toBe(first!.id)
    expect(await admin('DELETE', `/sys/tenant/delete?id=${result.id}`)).toMatchObject({ success: true })
  })

  it('gives codes by level, keeps what is used, and removes the branch', async () => {
    const root = await admin('POST', '/sys/category/add', { name: '测试', pid: '0' })
    expect(root).toMatchObject({ success: true, message: '添加成功！', result: { code: 'A03', pid: '0' } })
    const child = await admin('POST', '/sys/category/add', { name: '下级', pid: root.result.id })
    expect(child.result).toMatchObject({ code: 'A03A01', pid: root.result.id })
    expect((await admin('GET', `/sys/category/checkCode?pid=${root.result.id}&code=B01`)).message).toBe(
      '编码不符合规范,须以"A03"开头!',
    )
    expect((await admin('GET', '/sys/category/checkCode?pid=0&code=')).message).toBe('错误,类型编码为空!')
    const edited = await admin('PUT', '/sys/category/edit', { ...root.result, hasChild: '1', name: '改名' })
    expect(edited).toMatchObject({ success: true, message: '修改成功!', result: { name: '改名', code: 'A03' } })
    expect(await admin('POST', '/sys/category/add', { name: '孤儿', pid: 'no-such' })).toMatchObject({ success: false })

    const list = await admin('GET', '/sys/category/rootList?pageNo=1&pageSize=2&name=*题*')
    expect(list.result).toMatchObject({ total: 1, records: [{ code: 'A01', pid: '0', hasChild: '1' }] })
    const children = await admin('GET', `/sys/category/childList?pid=${root.result.id}`)
    expect(children.result).toMatchObject([{ name: '下级', hasChild: '0' }])
    expect((await admin('GET', `/sys/category/getChildListBatch?parentIds=${root.result.id}`)).result).toMatchObject({
      total: 1,
      records: [{ name: '下级', hasChild: '0' }],
    })

    expect(await admin('DELETE', `/sys/category/delete?id=${root.result.id}`)).toMatchObject({ success: true })
    expect((await admin('GET', '/sys/category/loadOne?field=code&val=A03A01')).message).toBe('查询无果')
    // Codes are not given twice.
    expect((await admin('POST', '/sys/category/add', { name: '再来' })).result.code).toBe('A04')
    const used = (await admin('GET', '/sys/category/loadOne?field=code&val=A01A03')).result.id as string
    expect((await admin('DELETE', `/sys/category/delete?id=${used}`)).message).toMatch(
      /^分类“费用”被 \d+ 条常见问题的“细分主题”引用，不能删除$/,
    )
  })

  it('a branch goes at once, also where it is named in whole, and each of it leaves its trace', async () => {
    const add = async (name: string, pid: string) =>
      (await admin('POST', '/sys/category/add', { name, pid })).result.id as string
    const above = await add('上', '0')
    const below = await add('下', above)
    expect(await admin('DELETE', `/sys/category/deleteBatch?ids=${above},${below}`)).toMatchObject({ success: true })
    const log = await test.services.db
      .select({ id: dataLog.dataId })
      .from(dataLog)
      .where(and(inArray(dataLog.dataId, [above, below]), eq(dataLog.operation, 'delete')))
    expect(log.map(({ id }) => id).sort()).toEqual([above, below].sort())
  })

  it('a record shows the name of its category, and takes none that does not exist', async () => {
    const { records } = (await admin('GET', '/rental/commonProblem/list?pageSize=50')).result as {
      records: Record<string, string>[]
    }
    const problem = records.find(({ title }) => title === '怎么计费？')!
    expect(problem.topic_dictText).toBe('计费规则')
    const wrong = { id: problem.id, version: problem.version, topic: 'no-such' }
    expect((await admin('PUT', '/rental/commonProblem/edit', wrong)).message).toContain('细分主题不存在或无权使用')
  })

  it('one that a field of the product chooses below stays, though no record names it', async () => {
    const problems = tableOf(resources.commonProblem)
    const kept = await test.services.db.select({ id: problems.id, topic: problems.topic }).from(problems)
    await test.services.db.update(problems).set({ topic: null })
    const root = (await admin('GET', '/sys/category/loadOne?field=code&val=A01')).result.id as string
    const refusal = '常见问题的“细分主题”从分类“常见问题主题”的下级中选择，不能删除'
    expect((await admin('DELETE', `/sys/category/delete?id=${root}`)).message).toBe(refusal)
    expect((await admin('DELETE', `/sys/category/deleteBatch?ids=${root}`)).message).toContain(refusal)
    // What lies below it is not what the field is made of.
    const below = (await admin('POST', '/sys/category/add', { name: '试用主题', pid: root })).result.id as string
    expect(await admin('DELETE', `/sys/category/delete?id=${below}`)).toMatchObject({ success: true })
    for (const { id, topic } of kept) await test.services.db.update(problems).set({ topic }).where(eq(problems.id, id))
  })

  if (kind === 'postgres')
    it('below one that is being deleted none appears', async () => {
      const add = (name: string, pid: string) => admin('POST', '/sys/category/add', { name, pid })
      const above = (await add('将删', '0')).result.id as string
      const [deleted, added] = await inOrder(
        test.services.pool,
        { table: 'sys_category', id: above },
        () => admin('DELETE', `/sys/category/delete?id=${above}`),
        () => add('迟来', above),
      )
      expect(deleted).toMatchObject({ success: true })
      expect(added.message).toContain('上级分类不存在')
    })

  it('only who may changes them', async () => {
    for (const [method, path, body] of [
      ['POST', '/sys/category/add', { name: '甲' }],
      ['PUT', '/sys/category/edit', { id: 'x', name: '甲' }],
      ['DELETE', '/sys/category/delete?id=x', undefined],
      ['GET', '/sys/category/rootList', undefined],
    ] as const)
      expect((await viewer(method, path, body)).status, path).toBe(403)
  })

  it('H05: a table of the catalogue is a tree, anything else is refused', async () => {
    const tree = (over: Record<string, string> = {}) => {
      const query = {
        pid: '0',
        tableName: 'sys_category',
        text: 'name',
        code: 'id',
        pidField: 'pid',
        hasChildField: 'has_child',
        condition: '',
        ...over,
      }
      return admin('GET', `/sys/dict/loadTreeData?${new URLSearchParams(query).toString()}`, undefined, {
        'x-sign': signatureOf(query, test.services.settings.signatureSecrets[0]!),
        'x-timestamp': String(Date.now()),
      })
    }
    const roots = (await tree()).result as Node[]
    expect(titles(roots)).toContain('常见问题主题')
    const below = (await tree({ pid: roots.find(({ title }) => title === '常见问题主题')!.key })).result as Node[]
    expect(below.find(({ title }) => title === '合作')).toMatchObject({ isLeaf: true })
    expect((await tree({ tableName: 'sys_credential' })).status).toBe(403)
    expect((await tree({ pidField: 'create_by' })).status).toBe(403)
    expect((await tree({ condition: '{"name":' })).message).toContain('condition')
  })

  it('column settings follow the person, and only hers', async () => {
    const operator = await test.as('operator')
    const columns = [
      { name: 'nickName', shown: true, width: 200 },
      { name: 'phone', shown: false },
    ]
    const save = (body: object) =>
      operator('PUT', '/sys/listColumns/save', { resource: 'userMessage', columns, ...body })
    expect(await save({})).toMatchObject({ success: true, message: '保存成功' })
    expect((await operator('GET', '/sys/listColumns/list')).result).toEqual({ userMessage: columns })
    expect((await viewer('GET', '/sys/listColumns/list')).result).toEqual({})
    expect((await save({ columns: [...columns, columns[0]] })).message).toContain('列不能重复')
    expect((await save({ columns: [{ name: 'a', shown: true, width: 5 }] })).message).toContain('列宽不能小于60')
    expect((await save({ resource: 'nonsense' })).status).toBe(404)
    expect((await save({ resource: 'sysTenant' })).status).toBe(403)
    await operator('DELETE', '/sys/listColumns/delete?resource=userMessage')
    expect((await operator('GET', '/sys/listColumns/list')).result).toEqual({})
  })

  it('how close the rows of lists stand follows the person, and only her', async () => {
    const operator = await test.as('operator')
    const save = (density: unknown) => operator('PUT', '/sys/listDensity/save', { density })
    expect((await operator('GET', '/sys/listDensity/mine')).result).toEqual({ density: null })
    for (const density of ['loose', 'compact'])
      expect(await save(density)).toMatchObject({ success: true, message: '保存成功' })
    expect((await operator('GET', '/sys/listDensity/mine')).result).toEqual({ density: 'compact' })
    expect((await viewer('GET', '/sys/listDensity/mine')).result).toEqual({ density: null })
    expect(await save('tiny')).toMatchObject({ status: 400, message: expect.stringContaining('密度应为') })
  })
})
