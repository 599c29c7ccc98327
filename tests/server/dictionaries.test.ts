/** Dictionaries of items, of tables and of trees, by their signed endpoints. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('dictionaries on %s', (kind) => {
  let test: TestApp
  let [admin, provider]: Send[] = []
  const { rows, get, made } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, provider] = await Promise.all(['admin', 'provider01'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const load = (dict: string, query = '', send?: Send) =>
    get(`/sys/dict/loadDict/${encodeURIComponent(dict).replaceAll('%2C', ',')}${query}`, send)

  it('give items, texts and everything at once', async () => {
    expect((await get('/sys/dict/getDictItems/sex')).result).toMatchObject([
      { value: '1', text: '男', title: '男', label: '男' },
      { value: '2' },
    ])
    expect((await get('/sys/dict/getDictText/sex/2')).result).toBe('女')
    expect((await get('/sys/dict/getDictItems/no_such_code')).status).toBe(403)
    expect(Object.keys((await get('/sys/dict/queryAllDictItems')).result).length).toBeGreaterThan(80)
    expect((await get('/sys/dict/refleshCache')).success).toBe(true)
  })
  it('that clients of the contract ask for are there, for everybody', async () => {
    const wanted = {
      messageType: 'system email dingtalk wechat_enterprise',
      rangeDate: 'jt zt qt bz sz by sy 7day zdy',
      messageHref: 'bpm bpm_cc bpm_task email',
      msgType: '1 2',
      msgSendStatus: '0 1 2',
      notice_type: '1 2 3 4 5 6 7',
      client_type: 'pc app h5',
      relation_type: 'ROLE USER',
      company_size: '1 2 3 4 5 6',
      company_rank: '1 2 3 4 5',
      company_department: '1 2 3 4 5 6 7',
      database_type: '1 4 2 3 6 5 7 8 9 10 11 12 13 14 15',
      operate_type: '1 2 3 4 5 6',
    }
    const all = (await get('/sys/dict/queryAllDictItems', provider)).result
    for (const [code, values] of Object.entries(wanted)) {
      const { result } = await get(`/sys/dict/getDictItems/${code}`, provider)
      expect(result.map(({ value }: { value: string }) => value).join(' '), code).toBe(values)
      expect(all[code], code).toEqual(result)
    }
    for (const code of ['trade', 'user_position', 'log_type'])
      expect((await get(`/sys/dict/getDictItems/${code}`, provider)).result.length, code).toBeGreaterThan(1)
  })
  it('must be signed', async () => {
    expect((await admin!('GET', '/sys/dict/getDictItems/sex')).success).toBe(false)
  })
  it('are seen by others as soon as they change', async () => {
    const first = await get('/sys/dict/queryAllDictItems', provider)
    const etag = String(first.raw.headers.etag)
    const same = await provider!('GET', '/sys/dict/queryAllDictItems', undefined, { 'if-none-match': etag })
    expect(same.status).toBe(304)
    const dictId = await made('/sys/dict/add', { dictName: '颜色', dictCode: 'colours' })
    expect(
      (await admin!('POST', '/sys/dictItem/add', { dictId, itemText: '红', itemValue: 'r', sortOrder: 2 })).message,
    ).toBe('保存成功！')
    const blue = await made('/sys/dictItem/add', { dictId, itemText: '蓝', itemValue: 'b', sortOrder: 1 })
    expect(
      (await get('/sys/dict/getDictItems/colours', provider)).result.map(({ text }: { text: string }) => text),
    ).toEqual(['蓝', '红'])
    await admin!('PUT', '/sys/dictItem/edit', { id: blue, status: 0 })
    const changed = await provider!('GET', '/sys/dict/queryAllDictItems', undefined, { 'if-none-match': etag })
    expect(changed.result.colours).toMatchObject([{ value: 'r' }])
    expect((await get(`/sys/dictItem/dictItemCheck?dictId=${dictId}&itemValue=r`)).message).toBe(
      '该值不可用，系统中已存在！',
    )
    expect((await get(`/sys/dictItem/dictItemCheck?dictId=${dictId}&itemValue=g`)).message).toBe('该值可用！')
    await admin!('DELETE', `/sys/dict/delete?id=${dictId}`)
    expect((await get('/sys/dict/deleteList')).result).toMatchObject([{ id: dictId }])
    const another = await made('/sys/dict/add', { dictName: '颜色', dictCode: 'colours' })
    expect((await admin!('PUT', `/sys/dict/back/${dictId}`)).message).toContain('“colours”已存在')
    await admin!('DELETE', `/sys/dict/delete?id=${another}`)
    await admin!('DELETE', `/sys/dict/deletePhysic/${another}`)
    expect((await admin!('PUT', `/sys/dict/back/${dictId}`)).message).toBe('操作成功!')
    await admin!('DELETE', `/sys/dict/delete?id=${dictId}`)
    expect((await admin!('DELETE', `/sys/dict/deletePhysic/${dictId}`)).message).toBe('删除成功!')
    expect(await rows(sql`select 1 from sys_dict_item where dict_id = ${dictId}`)).toEqual([])
  })
  it('of the product stay', async () => {
    const [row] = await rows<{ id: string }>(sql`select id from sys_dict where dict_code = 'sex'`)
    expect((await admin!('DELETE', `/sys/dict/delete?id=${row!.id}`)).success).toBe(false)
    expect((await admin!('PUT', '/sys/dict/edit', { id: row!.id, dictCode: 'gender' })).status).toBe(400)
  })
  it('of tables are searched by text or code, in any order, by exact codes', async () => {
    expect((await load('sys_user,realname,username', '?keyword=financ&pageSize=5')).result).toMatchObject([
      { value: 'finance', text: '钱静' },
    ])
    expect((await load('sys_user,realname,username', '?keyword=admin,finance,')).result).toHaveLength(2)
    const down = (
      await load(
        'sys_depart,depart_name,org_code',
        `?keyword=${encodeURIComponent('[orderby:orgCode,desc]')}&pageSize=3`,
      )
    ).result
    expect(down[0].value > down[1].value).toBe(true)
    expect((await load("sys_depart,depart_name,id,org_code='A01A02'")).result).toMatchObject([{ text: '财务部' }])
    expect((await load('sex')).message).toBe('字典Code格式不正确！')
    expect((await get('/sys/dict/loadDictItem/sys_user,realname,username?key=finance,nobody,admin')).result).toEqual([
      '钱静',
      '管理员',
    ])
    expect(
      (await get('/sys/dict/loadDictItem/sys_user,realname,username?key=nobody&delNotExist=false')).result,
    ).toEqual(['nobody'])
    const first = await get('/sys/dict/loadDictOrderByValue/sys_user,realname,username?keyword=service')
    expect(first.result[0].value).toBe('service')
    expect(first.result.length).toBeGreaterThan(5)
    expect((await get('/sys/dict/getDictItems/sys_position,name,code')).result.length).toBeGreaterThan(3)
  })
  it('name nothing outside the catalogue', async () => {
    for (const dict of [
      'sys_credential,password_hash,user_id',
      'sys_session,token_hash,id',
      'pg_user,usename,passwd',
      'sys_user,password,id',
      'rental_user_message,phone,id',
      'rental_user_withdrawal,bank_no,id',
      'sys_user t,realname,id',
      'sys_user;drop table sys_user,realname,id',
      'sys_user,realname,id union select 1',
    ])
      expect((await load(dict)).status, dict).toBe(403)
    for (const condition of [
      "1=1 or username='admin'",
      "username like '%'",
      "username='a' or 1=1",
      'username=(select 1)',
      "username='a'--",
      'username=username',
    ])
      expect((await load(`sys_user,realname,username,${condition}`)).status, condition).toBe(400)
    expect((await load("sys_user,realname,username,username='x'' or ''1''=''1'")).result).toEqual([])
    expect(
      (await load('sys_user,realname,username', `?keyword=${encodeURIComponent('[orderby:password,desc]')}`)).status,
    ).toBe(403)
  })
  it('show a reader of less less', async () => {
    expect((await load('sys_user,phone,id', '', provider)).status).toBe(403)
    expect((await load("sys_user,realname,id,phone='13800010003'", '', provider)).status).toBe(403)
    expect((await load('sys_user,realname,username', '', provider)).result).toMatchObject([{ value: 'provider01' }])
    expect((await load('rental_app_config,config_name,config_key', '', provider)).status).toBe(403)
    const own = (await load('rental_service_provider,provider_name,id', '?pageSize=500', provider)).result
    expect(own.length).toBeGreaterThan(1)
    expect(own.length).toBeLessThan(30)
  })
  it('of trees come level by level', async () => {
    const ask = (more: string) =>
      get(
        `/sys/dict/loadTreeData?tableName=sys_depart&text=depart_name&code=id&pidField=parent_id&hasChildField=&condition=&${more}`,
      )
    const [root] = (await ask('pid=')).result
    expect(root).toMatchObject({ title: '总部', leaf: false, isLeaf: false })
    const below = (await ask(`pid=${root.value}`)).result
    for (const { leaf, isLeaf } of below) expect(leaf).toBe(isLeaf)
    expect(below.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['财务部', '客服部', '运营部']),
    )
    expect(
      (
        await get(
          '/sys/dict/loadTreeData?tableName=sys_user&text=realname&code=id&pidField=username&hasChildField=&condition=',
        )
      ).status,
    ).toBe(400)
  })
  it('values are checked for being free, where they must be unique', async () => {
    const check = (query: string, send?: Send) => get(`/sys/duplicate/check?${query}`, send)
    expect((await check('tableName=sys_role&fieldName=role_code&fieldVal=admin')).message).toBe(
      '该值不可用，系统中已存在！',
    )
    expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=fresh')).toMatchObject({
      success: true,
      message: '该值可用！',
    })
    expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=')).toMatchObject({
      success: true,
      code: 500,
      message: '数据为空,不作处理！',
    })
    for (const query of [
      'tableName=sys_credential&fieldName=password_hash&fieldVal=x',
      'tableName=sys_user&fieldName=realname&fieldVal=x',
      'tableName=rental_service_provider&fieldName=balance&fieldVal=1',
    ])
      expect((await check(query)).status).toBe(403)
    expect((await check('tableName=rental_user_message&fieldName=phone&fieldVal=13800000000', provider)).status).toBe(
      403,
    )
    // Of people by who only changes their own number: a few, not a whole block of numbers.
    const phone = (last: number) => check(`tableName=sys_user&fieldName=phone&fieldVal=139000000${last}`, provider)
    for (let last = 10; last < 40; last++) expect((await phone(last)).status).toBe(200)
    expect((await phone(40)).status).toBe(429)
  })
})
