/** Check rules and fill rules: what codes must be, and how they come into being. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { importsOf } from './import-file.ts'

const { sysCheckRule, sysFillRule } = resources
type Row = Record<string, unknown>

describe.each([await oneKind()])('rules for codes on %s', (kind) => {
  let test: TestApp
  let [admin, operator]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator] = await Promise.all(['admin', 'operator'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): Reply => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply
  }
  // As the contract's clients do: once themselves, once by the protocol.
  const check = (ruleCode: string, value: string): Promise<Reply> =>
    operator!(
      'GET',
      `/sys/checkRule/checkByCode?ruleCode=${ruleCode}&value=${encodeURIComponent(encodeURIComponent(value))}`,
    )
  const added = async (over: Record<string, unknown> = {}) => {
    const reply = await admin!('POST', '/sys/checkRule/add', make(sysCheckRule, over))
    expect(reply.message).toBe('添加成功！')
    return reply.result as { id: string; ruleCode: string }
  }

  it('E09: anybody asks whether a value follows a rule, and hears the sentence of the rule', async () => {
    expect(await check('common', 'abc_12')).toMatchObject({ success: true })
    expect(await check('common', '1abc')).toMatchObject({
      status: 200,
      success: false,
      message: '第一位只能是字母',
      result: { digits: '1', beginIndex: 0, endIndex: 1, checkValue: '1', passed: false },
    })
    expect((await check('common', 'a')).message).toBe('最少输入3位数')
    expect((await check('common', 'a23456789012')).success).toBe(true)
    expect(await check('common', 'a234567890123')).toMatchObject({
      message: '最多输入12位数',
      result: { digits: '*', checkValue: 'a234567890123' },
    })
    expect((await check('common', '')).success).toBe(true)
    expect(await check('no_such_rule', 'abc')).toMatchObject({ success: false, message: '该编码不存在' })
  })

  it('E09: a field that names a rule keeps to it on every way, and the rule stays while it does', async () => {
    const { id: ruleId, ruleCode } = await added({
      slices: [{ digits: '2', pattern: 'GD', message: '前两位应为 GD' }],
    })
    const field = { label: '门店编号', kind: onlineKinds.text, inSearch: 'Y' }
    const form = (over: object) =>
      admin!('POST', '/online/cgform/head/add', {
        name: '门店登记',
        code: 'ruled',
        dataScope: formScopes.tenant,
        fields: [{ name: 'shopNo', ...field, ...over }],
      })
    expect((await form({ checkRule: 'no_such_rule' })).message).toContain('没有校验规则“no_such_rule”')
    expect((await form({ checkRule: ruleCode, kind: onlineKinds.longText })).message).toContain(
      '只有单行文字可以按规则校验',
    )
    const { id } = must(await form({})).result
    const head = '/online/cgform/head'
    const plan = async () => must(await admin!('GET', `${head}/plan?id=${id}`)).result
    const step = async (name: string) => admin!('POST', `${head}/${name}`, { id, version: (await plan()).version })
    const redraw = async (change: (fields: Row[]) => Row[]) => {
      const { version, fields } = must(await admin!('GET', `${head}/queryById?id=${id}`)).result
      must(await admin!('PUT', `${head}/edit`, { id, version, fields: change(fields) }))
    }
    must(await step('publish'))
    const data = '/online/cgform/data/ruled'
    const { id: old } = must(await admin!('POST', `${data}/add`, { shopNo: '旧编号' })).result
    await redraw(([shopNo]) => [
      { ...shopNo, checkRule: ruleCode },
      { name: 'remark', label: '备注', kind: onlineKinds.text },
    ])
    const words = (await plan()).steps.map((one: { words: string }) => one.words)
    expect(words).toContain(`字段“门店编号”此后填写的值按校验规则“${ruleCode}”校验，已有的值不变`)
    must(await step('publish'))

    const wrong = { success: false, status: 400, result: { fields: { shopNo: '前两位应为 GD' } } }
    expect(await admin!('POST', `${data}/add`, { shopNo: 'SZ01' })).toMatchObject(wrong)
    must(await admin!('POST', `${data}/add`, { shopNo: 'GD01' }))
    must(await admin!('POST', `${data}/add`, { remark: '没有编号' }))
    // What was there before the rule is left alone until somebody changes it.
    must(await admin!('PUT', `${data}/edit`, { id: old, version: 1, shopNo: '旧编号', remark: '补一句' }))
    expect(await admin!('PUT', `${data}/edit`, { id: old, version: 2, shopNo: 'SZ02' })).toMatchObject(wrong)
    const checked = await importsOf(() => admin!).checked(
      data,
      ['门店编号', '备注'],
      [
        ['SZ03', ''],
        ['GD03', ''],
      ],
    )
    expect(checked).toMatchObject({ state: 'checked', counts: { added: 1, wrong: 1 } })
    expect(JSON.stringify(checked)).toContain('前两位应为 GD')

    const used = '在线表单“门店登记”的字段“门店编号”按'
    const renamed = await admin!('PUT', '/sys/checkRule/edit', { id: ruleId, version: 1, ruleCode: 'other_code' })
    expect(renamed.message).toContain(`${used}此编码校验，不能修改`)
    must(await admin!('PUT', '/sys/checkRule/edit', { id: ruleId, version: 1, ruleName: '门店编号规则' }))
    const gone = () => admin!('DELETE', `/sys/checkRule/delete?id=${ruleId}`)
    expect((await gone()).message).toContain(`${used}校验规则“门店编号规则”校验，不能删除`)
    await redraw((fields) => fields.map((one) => ({ ...one, checkRule: null })))
    must(await step('publish'))
    must(await admin!('POST', `${data}/add`, { shopNo: 'SZ04' }))
    must(await gone())
    const back = `字段“门店编号”按校验规则“${ruleCode}”校验，该规则已不存在，不能撤回`
    expect((await step('takeBack')).message).toContain(back)
  })

  it('takes the value apart from left to right, percent signs and all', async () => {
    const { ruleCode } = await added({
      slices: [
        { digits: '2', pattern: 'GD', message: '前两位应为 GD' },
        { digits: '3', pattern: '\\d{3}', message: '第三到五位应为数字' },
        { digits: '*', pattern: '.*%', message: '应以 % 结尾' },
      ],
    })
    expect((await check(ruleCode, 'GD123+ %')).success).toBe(true)
    expect(await check(ruleCode, 'GD12')).toMatchObject({
      message: '第三到五位应为数字',
      result: { beginIndex: 2, endIndex: 4, checkValue: '12' },
    })
    expect((await check(ruleCode, 'GD123')).message).toBe('应以 % 结尾')
    const once = `/sys/checkRule/checkByCode?ruleCode=${ruleCode}&value=`
    expect((await operator!('GET', `${once}100%25`)).message).toContain('应为编码两次的文字')
    expect((await operator!('GET', `${once}${'a'.repeat(501)}`)).message).toContain('值最长 500 个字符')
  })

  it('speaks ruleJson with clients of the contract, and lines with forms', async () => {
    const ruleJson = JSON.stringify([{ digits: '*', pattern: '[A-Z]+', message: '应为大写字母' }])
    const { slices: _, ...draft } = make(sysCheckRule)
    const { id, ruleCode } = (await admin!('POST', '/sys/checkRule/add', { ...draft, ruleJson })).result
    expect((await check(ruleCode, 'abc')).message).toBe('应为大写字母')
    const [listed] = (await admin!('GET', `/sys/checkRule/list?ruleCode=${ruleCode}`)).result.records
    expect(listed.ruleJson).toBe(ruleJson)
    const digits = JSON.stringify([{ digits: '*', pattern: '\\d+', message: '应为数字' }])
    const whole = (await admin!('GET', `/sys/checkRule/queryById?id=${id}`)).result
    // The whole record comes back with the text changed and the lines as they were.
    expect((await admin!('PUT', '/sys/checkRule/edit', { ...whole, ruleJson: digits })).message).toBe('修改成功!')
    expect((await check(ruleCode, 'ABC')).message).toBe('应为数字')
    const after = (await admin!('GET', `/sys/checkRule/queryById?id=${id}`)).result
    expect(after.slices).toMatchObject([{ digits: '*', pattern: '\\d+' }])
    const slices = [{ ...after.slices[0], message: '只能填数字' }]
    await admin!('PUT', '/sys/checkRule/edit', { ...after, slices })
    expect((await check(ruleCode, 'ABC')).message).toBe('只能填数字')
    for (const broken of ['{', '{}', '[{"digits":"*"}]'])
      expect((await admin!('PUT', '/sys/checkRule/edit', { id, ruleJson: broken })).message).toContain('ruleJson 应为')
  })

  it('takes no pattern that could run away, and says which line and why', async () => {
    const refusal = async (slice: Record<string, unknown>) => {
      const slices = [
        { digits: '1', pattern: '.', message: '一' },
        { digits: '*', pattern: '.*', message: '二', ...slice },
      ]
      const reply = await admin!('POST', '/sys/checkRule/add', make(sysCheckRule, { slices }))
      expect(reply.success, JSON.stringify(slice)).toBe(false)
      return reply
    }
    expect((await refusal({ pattern: '(a' })).message).toBe('分段第2行正则表达式：不是正确的正则表达式')
    expect((await refusal({ pattern: '(?=a)b' })).message).toContain('不能使用环视')
    expect((await refusal({ pattern: '(a)\\1' })).message).toContain('不能使用反向引用')
    expect((await refusal({ pattern: '((a{999}){999}){999}' })).result.fields['slices.1.pattern']).toBeTruthy()
    expect((await refusal({ pattern: 'a'.repeat(201) })).message).toContain('最大长度200位字符')
    expect((await refusal({ digits: '0' })).message).toBe('分段第2行位数：应为 1 到 99 的整数，或 * 表示整个值')
    expect((await admin!('POST', '/sys/checkRule/add', make(sysCheckRule, { slices: [] }))).message).toBe(
      '分段：请至少填写一段',
    )
    // Exponential in an engine that goes back; here it is answered.
    const { ruleCode } = await added({ slices: [{ digits: '*', pattern: '(a+)+b', message: '不符' }] })
    expect((await check(ruleCode, 'a'.repeat(490))).message).toBe('不符')
  })

  const execute = (ruleCode: string, form: object = {}, send = operator!) =>
    send('PUT', `/sys/fillRule/executeRuleByCode/${ruleCode}`, form)

  it('fills in numbers that never come twice, and codes below what the form says', async () => {
    const numbers = await Promise.all(Array.from({ length: 5 }, () => execute('shop_order_num')))
    const values = numbers.map(({ result }) => String(result))
    expect(new Set(values).size).toBe(5)
    for (const value of values) expect(value).toMatch(/^CN20\d{6}\d{6}$/)
    const depart = (await admin!('GET', '/sys/sysDepart/getDepartName?orgCode=A01')).result
    const next = (await execute('org_num_role', { parentId: depart.id }, admin)).result
    expect(next).toMatch(/^A01A\d\d$/)
    const child = { departName: '新部门', parentId: depart.id }
    const { id } = (await admin!('POST', '/sys/sysDepart/add', make(resources.sysDepart, child))).result
    expect((await admin!('GET', `/sys/sysDepart/queryById?id=${id}`)).result.orgCode).toBe(next)
    expect((await execute('org_num_role', { parentId: 'nobody' })).message).toContain('不存在')
    expect((await execute('category_code_rule')).result).toMatch(/^[A-Z]\d\d$/)
    expect((await execute('nothing')).message).toBe('该编码不存在')
  })

  it('fills in several at once, and lets whoever keeps the rules try them', async () => {
    const rules = [{ ruleCode: 'shop_order_num' }, { ruleCode: 'category_code_rule', formData: { pid: '' } }]
    const { result } = await operator!('PUT', '/sys/fillRule/executeRuleByCodeBatch', { rules, commonFormData: {} })
    expect(result).toMatchObject([
      { ruleCode: 'shop_order_num', result: expect.stringMatching(/^CN/) },
      { ruleCode: 'category_code_rule', result: expect.stringMatching(/^[A-Z]\d\d$/) },
    ])
    const reply = await admin!('GET', '/sys/fillRule/testFillRule?ruleCode=shop_order_num')
    expect(reply.result).toMatch(/^CN/)
    expect((await operator!('GET', '/sys/fillRule/testFillRule?ruleCode=shop_order_num')).status).toBe(403)
  })

  it('runs nothing but what is on its list, with parameters that fit', async () => {
    const add = (over: Record<string, unknown>) => admin!('POST', '/sys/fillRule/add', make(sysFillRule, over))
    expect((await add({ ruleClass: 'java.lang.Runtime' })).message).toContain('规则类型')
    expect((await add({ ruleParams: '[1]' })).message).toContain('应为 JSON 对象')
    expect((await add({ ruleParams: '{"pid":"1"}' })).message).toContain('没有参数“pid”，可以填写 prefix、digits')
    expect((await add({ ruleParams: '{"digits":99}' })).message).toContain('参数“digits”应为1 到 10 的整数')
    const { result } = await add({ ruleParams: '{"prefix":"ZZ-","digits":3}' })
    expect(result.example).toMatch(/^ZZ-\d{8}001$/)
    // What a form says cannot change how the number is built.
    expect((await execute(result.ruleCode, { prefix: 'XX', digits: 9 })).result).toMatch(/^ZZ-\d{8}001$/)
  })
})
