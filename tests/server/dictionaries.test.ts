/** Dictionaries of items, of tables and of trees, by their signed endpoints. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
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
  const shipped = async (code: string, value: string) => {
    const [own] = await rows<Record<string, unknown> & { id: string; dictId: string }>(
      sql`select i.id, dict_id as "dictId", item_text as "itemText", item_value as "itemValue" from sys_dict_item i
        join sys_dict d on d.id = i.dict_id where dict_code = ${code} and item_value = ${value}`,
    )
    return own!
  }
  it('of the product that rules decide on stay switched on: they may be reworded', async () => {
    const waiting = await shipped('pb_withdraw_status', '0')
    const edit = (change: object) => admin!('PUT', '/sys/dictItem/edit', { ...waiting, ...change })
    expect(await edit({ status: 0 })).toMatchObject({
      status: 400,
      message: '状态：“待审核”不能停用，业务规则要用到它；可以修改名称',
    })
    expect(await admin!('DELETE', `/sys/dictItem/delete?id=${waiting.id}`)).toMatchObject({
      success: false,
      message: expect.stringContaining('可以修改名称'),
    })
    expect(await edit({ itemText: '等待审核' })).toMatchObject({ success: true })
    // One that was switched off when it could be is switched on again, and may be reworded before.
    await rows(sql`update sys_dict_item set status = 0 where id = ${waiting.id}`)
    expect(await edit({ itemText: '待审核', status: 0 })).toMatchObject({ success: true })
    expect(await edit({ status: 1 })).toMatchObject({ success: true })
  })
  it('of the product keep their values: they may be reworded and switched off', async () => {
    const own = await shipped('company_rank', '5')
    const dictId = own.dictId
    const revalued = await admin!('PUT', '/sys/dictItem/edit', { ...own, itemValue: '77' })
    expect(revalued).toMatchObject({ status: 400, message: expect.stringContaining('系统内置字典') })
    const elsewhere = await made('/sys/dict/add', { dictName: '别处', dictCode: 'elsewhere' })
    expect((await admin!('PUT', '/sys/dictItem/edit', { ...own, dictId: elsewhere })).success).toBe(false)
    for (const path of [`delete?id=${own.id}`, `deleteBatch?ids=${own.id}`])
      expect(await admin!('DELETE', `/sys/dictItem/${path}`)).toMatchObject({
        success: false,
        message: expect.stringContaining('可以停用'),
      })
    for (const change of [{ status: 0 }, { status: 1 }, { itemText: '其他职级' }])
      expect(await admin!('PUT', '/sys/dictItem/edit', { ...own, ...change })).toMatchObject({ success: true })
    // What staff added to it is theirs.
    const added = await made('/sys/dictItem/add', { dictId, itemText: '另议', itemValue: '99' })
    expect(
      await admin!('PUT', '/sys/dictItem/edit', { id: added, dictId, itemText: '另议', itemValue: '98' }),
    ).toMatchObject({ success: true })
    expect((await admin!('DELETE', `/sys/dictItem/delete?id=${added}`)).success).toBe(true)
  })
  it('of the product keep also values that staff added, while records hold them', async () => {
    const [dict] = await rows<{ id: string }>(sql`select id from sys_dict where dict_code = 'pb_complaint_type'`)
    const dictId = dict!.id
    const id = await made('/sys/dictItem/add', { dictId, itemText: '卫生', itemValue: '77', status: 1 })
    const [complaint] = await rows<{ id: string; type: string }>(
      sql`select id, complaint_type as type from rental_complaint where delete_time is null limit 1`,
    )
    const become = (type: string) =>
      rows(sql`update rental_complaint set complaint_type = ${type} where id = ${complaint!.id} returning id`)
    await become('77')
    const used = { success: false, message: expect.stringMatching(/“卫生”.*1 条\S+在“\S+”中使用它/) }
    expect(await admin!('DELETE', `/sys/dictItem/delete?id=${id}`)).toMatchObject(used)
    const edited = { id, dictId, itemText: '卫生', itemValue: '78' }
    expect(await admin!('PUT', '/sys/dictItem/edit', edited)).toMatchObject({ ...used, status: 400 })
    expect(await admin!('PUT', '/sys/dictItem/edit', { ...edited, itemValue: '77', itemText: '清洁' })).toMatchObject({
      success: true,
    })
    await become(complaint!.type)
    expect((await admin!('DELETE', `/sys/dictItem/delete?id=${id}`)).success).toBe(true)
  })
  it('that forms and reports name stay, and so do the values in their records', async () => {
    const dictId = await made('/sys/dict/add', { dictName: '颜色', dictCode: 'form_colours' })
    const item = (itemText: string, itemValue: string) =>
      made('/sys/dictItem/add', { dictId, itemText, itemValue, status: 1 })
    const [red, green, blue] = [await item('红', 'r'), await item('绿', 'g'), await item('蓝', 'b')]
    const HEAD = '/online/cgform/head'
    const colour = { name: 'colour', label: '颜色', kind: onlineKinds.dict, dictCode: 'form_colours' }
    const several = { ...colour, name: 'others', label: '其他颜色', kind: onlineKinds.dicts }
    const form = await made(`${HEAD}/add`, {
      ...{ name: '颜色表', code: 'colour_form', dataScope: formScopes.tenant },
      fields: [
        { name: 'title', label: '标题', kind: onlineKinds.text },
        // Of another kind by now.
        { ...colour, name: 'people', label: '人数', kind: onlineKinds.integer },
        colour,
        several,
      ],
    })
    const drop = () => admin!('DELETE', `/sys/dict/delete?id=${dictId}`)
    const rename = () => admin!('PUT', '/sys/dict/edit', { id: dictId, dictName: '颜色', dictCode: 'other_colours' })
    const revalue = (id: string, itemText: string) =>
      admin!('PUT', '/sys/dictItem/edit', { id, dictId, itemText, itemValue: 'x' })
    const used = { success: false, message: expect.stringContaining('在线表单“颜色表”') }
    expect(await drop()).toMatchObject(used)
    expect(await rename()).toMatchObject({ ...used, status: 400 })
    const { version } = (await admin!('GET', `${HEAD}/plan?id=${form}`)).result
    expect(await admin!('POST', `${HEAD}/publish`, { id: form, version })).toMatchObject({ success: true })
    const path = '/online/cgform/data/colour_form'
    const record = await made(`${path}/add`, { title: '一', colour: 'r', others: 'g,b' })
    for (const [id, text] of [
      [red, '红'],
      [green, '绿'],
    ] as const) {
      expect(await revalue(id, text)).toMatchObject({ ...used, status: 400 })
      expect(await admin!('DELETE', `/sys/dictItem/delete?id=${id}`)).toMatchObject(used)
    }
    await admin!('DELETE', `${path}/delete?id=${record}`)
    expect((await admin!('DELETE', `/sys/dictItem/delete?id=${blue}`)).success).toBe(true)
    // A publication of before may be used again, whatever the draft says by now.
    const { result: draft } = await admin!('GET', `${HEAD}/queryById?id=${form}`)
    const without = { ...draft, fields: draft.fields.slice(0, 2) }
    expect(await admin!('PUT', `${HEAD}/edit`, without)).toMatchObject({ success: true })
    expect(await drop()).toMatchObject({ ...used, message: expect.stringContaining('“颜色表”的第 1 版') })
    await admin!('POST', `${HEAD}/stop`, {
      id: form,
      version: (await admin!('GET', `${HEAD}/plan?id=${form}`)).result.version,
    })
    expect(await admin!('DELETE', `${HEAD}/delete?id=${form}`)).toMatchObject({ success: true })

    const report = await made('/online/cgreport/head/add', {
      ...{ code: 'colour_report', name: '颜色报表', cgrSql: "select 'r' as colour", params: [] },
      items: [{ fieldName: 'colour', fieldTxt: '颜色', fieldType: 'String', isShow: '1', dictCode: 'form_colours' }],
    })
    const named = { success: false, message: expect.stringContaining('在线报表“颜色报表”') }
    expect(await drop()).toMatchObject(named)
    expect(await rename()).toMatchObject({ ...named, status: 400 })
    // One that went before its report came back to name it.
    await rows(sql`update sys_dict set delete_time = now() where id = ${dictId}`)
    expect(await admin!('DELETE', `/sys/dict/deletePhysic/${dictId}`)).toMatchObject(named)
    await admin!('PUT', `/sys/dict/back/${dictId}`)
    await admin!('DELETE', `/online/cgreport/head/delete?id=${report}`)
    expect(await rename()).toMatchObject({ success: true })
    expect(await drop()).toMatchObject({ success: true })
  })
  it('a value that is switched off is no choice any more, but has its word', async () => {
    const dictId = await made('/sys/dict/add', { dictName: '形状', dictCode: 'shapes' })
    const round = await made('/sys/dictItem/add', { dictId, itemText: '圆', itemValue: 'o', status: 1 })
    await made('/sys/dictItem/add', { dictId, itemText: '方', itemValue: 'q', status: 1 })
    await admin!('PUT', '/sys/dictItem/edit', { id: round, dictId, itemText: '圆', itemValue: 'o', status: 0 })
    expect((await get('/sys/dict/getDictItems/shapes')).result).toMatchObject([{ value: 'q' }])
    expect((await get('/sys/dict/getDictText/shapes/o')).result).toBe('圆')
    expect((await get('/sys/dict/getDictText/shapes/none')).result).toBeNull()
    expect((await get('/sys/dict/getDictText/no_such_code/1')).status).toBe(403)
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
