// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  added,
  draftOf,
  emptyDraft,
  isTooLong,
  linesOf,
  problemsIn,
  removed,
  ruleChoices,
  withField,
  withRule,
  withVal,
} from '#headless/lists/advancedQuery/conditions.ts'
import { editorOf } from '#headless/lists/advancedQuery/kinds.ts'
import { inBrowser, oldQueries } from '#headless/lists/advancedQuery/oldQueries.ts'
import { filterParams, readQuery, writeQuery } from '#headless/lists/listQuery.ts'
import type { FieldKind } from '#model/fields.ts'
import { askable, rulesFor } from '#model/query.ts'
import { fieldOf } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'

const { userMessage, orderMessage } = resources
const read = (params: Record<string, string>) => readQuery(userMessage, new URLSearchParams(params))
const asked = (lines: unknown) => read({ superQueryParams: typeof lines === 'string' ? lines : JSON.stringify(lines) })

/** A draft of one condition, written as a person would. */
function written(name: string, rule: Parameters<typeof withRule>[2], val: unknown, unmasked = true) {
  const start = emptyDraft()
  const { key } = start.conditions[0]!
  return withVal(withRule(withField(userMessage, start, key, name, unmasked), key, rule), key, val)
}

describe('F01: conditions', () => {
  test('are added and removed, and the last leaves an empty one', () => {
    const two = added(emptyDraft())
    expect(two.conditions).toHaveLength(2)
    const one = removed(two, two.conditions[0]!.key)
    expect(one.conditions).toEqual([two.conditions[1]])
    const none = removed(one, one.conditions[0]!.key)
    expect(none.conditions).toMatchObject([{ field: '', rule: '', val: '' }])
    expect(none.conditions[0]!.key).not.toBe(one.conditions[0]!.key)
  })

  test('a field of any resource can be asked about by rules that fit its kind, and has an input for each', () => {
    const missing = allResources().flatMap((resource) =>
      askable(resource, true).flatMap(({ name, field, rules }) =>
        rules.filter((rule) => !editorOf(field, rule).label).map((rule) => `${resource.name}.${name} ${rule}`),
      ),
    )
    expect(missing).toEqual([])
    const names = askable(userMessage, true).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['nickName', 'balance', 'createTime', 'createBy']))
    expect(names).not.toEqual(expect.arrayContaining(['avatar']))
    expect(names).not.toContain('id')
  })

  test('what a reader sees masked can only be asked about as a whole', () => {
    const of = (unmasked: boolean) => askable(userMessage, unmasked).find(({ name }) => name === 'phone')!.rules
    expect(of(false)).toEqual(['eq', 'in'])
    expect(of(true)).toContain('like')
    const problems = (unmasked: boolean) =>
      Object.values(problemsIn(userMessage, written('phone', 'like', '138'), unmasked))
    expect(problems(false)).toEqual(['手机号已脱敏，只能按完整内容查询'])
    expect(problems(true)).toEqual([])
  })
})

describe('F02: rules and values', () => {
  const kindsOf = (rule: string) =>
    Object.fromEntries(
      (['text', 'integer', 'money', 'date', 'dict', 'switch', 'ref', 'area'] satisfies FieldKind[]).map((kind) => [
        kind,
        rulesFor({ kind, label: '字段' } as never).includes(rule as never),
      ]),
    )
  test('a rule is offered where it means something', () => {
    expect(kindsOf('like')).toMatchObject({ text: true, integer: false, dict: false })
    expect(kindsOf('gt')).toMatchObject({ text: false, integer: true, money: true, date: true, dict: false })
    expect(kindsOf('right_like')).toMatchObject({ text: true, area: true, date: false })
    expect(ruleChoices(fieldOf(userMessage, 'nickName')!, ['eq', 'in'])).toEqual([
      { value: 'eq', text: '等于' },
      { value: 'in', text: '在…中' },
    ])
  })

  test('a condition carries what the editors of the contract’s clients need', () => {
    expect(linesOf(userMessage, written('status', 'in', '1,2'))).toEqual([
      { field: 'status', rule: 'in', val: '1,2', type: 'list', dbType: 'string', dictCode: 'pb_user_status' },
    ])
    expect(linesOf(userMessage, written('balance', 'ge', '12.5'))).toEqual([
      { field: 'balance', rule: 'ge', val: '12.5', type: 'number', dbType: 'bigdecimal' },
    ])
    const start = emptyDraft()
    const { key } = start.conditions[0]!
    const toRecord = withVal(withField(orderMessage, start, key, 'providerId', true), key, 'p1')
    expect(linesOf(orderMessage, toRecord)).toMatchObject([
      { field: 'providerId', val: 'p1', type: 'sel_search', dictTable: 'rental_service_provider', dictCode: 'id' },
    ])
  })

  test('a value that does not fit its kind is named before anything is sent', () => {
    const problem = (...given: Parameters<typeof written>) =>
      Object.values(problemsIn(userMessage, written(...given), true))[0]
    expect(problem('balance', 'ge', '1.234')).toBe('金额最多两位小数')
    expect(problem('balance', 'in', '1.5，abc')).toBe('金额应为数字')
    expect(problem('balance', 'le', '-3')).toBeUndefined()
    expect(problem('registerTime', 'ge', '2026-02-30 00:00:00')).toBe('没有这一时刻')
    expect(problem('registerTime', 'ge', '2026-02-20')).toBeUndefined()
    expect(problem('orderCount', 'eq', '1.5')).toBe('请输入整数')
    expect(problem('nickName', 'like', '李')).toBeUndefined()
  })

  test('a condition that was begun and has no value is named, never left out of what is asked', () => {
    const problems = (draft: ReturnType<typeof written>) => Object.values(problemsIn(userMessage, draft, true))
    expect(problems(written('registerTime', 'lt', null))).toEqual(['请输入值'])
    expect(problems(written('nickName', 'like', '  '))).toEqual(['请输入值'])
    expect(problems(written('registerTime', 'lt', '下周一'))).toEqual(['时间格式应为 YYYY-MM-DD HH:mm:ss'])
    const noRule = draftOf({ match: 'and', lines: [{ field: 'nickName', rule: '', val: '李' }] })
    expect(problems(noRule)).toEqual(['请选择规则'])
    // An empty line is one.
    expect(problems(added(written('nickName', 'like', '李')))).toEqual([])
  })

  test('the whole of a province is asked with the first digits of its code', () => {
    const lines = linesOf(userMessage, written('areaCode', 'right_like', '440000'))
    const { superQueryParams } = filterParams(userMessage, { filters: {}, superQuery: { match: 'and', lines } })
    expect(JSON.parse(decodeURIComponent(superQueryParams!))).toMatchObject([{ rule: 'right_like', val: '44' }])
  })
})

describe('F03: the running query', () => {
  test('is part of the address, survives it, and is sent', () => {
    const lines = linesOf(userMessage, written('nickName', 'like', 'a+b%'))
    const query = { ...read({}), superQuery: { match: 'or' as const, lines } }
    const address = writeQuery(userMessage, query)
    expect(readQuery(userMessage, address)).toEqual(query)
    const params = filterParams(userMessage, query)
    expect(params.superQueryMatchType).toBe('or')
    expect(JSON.parse(decodeURIComponent(params.superQueryParams!))).toEqual(lines)
  })

  test('a line without field, rule or value counts as empty', () => {
    expect(linesOf(userMessage, emptyDraft())).toEqual([])
    expect(linesOf(userMessage, written('nickName', 'like', '  '))).toEqual([])
    const draft = added(written('nickName', 'like', '李'))
    expect(linesOf(userMessage, draft)).toHaveLength(1)
  })

  test.each([
    ['[{', '地址中的高级查询无法识别，应为最多 50 行条件'],
    ['{"field":"nickName"}', '地址中的高级查询无法识别，应为最多 50 行条件'],
    ['[1]', '地址中的高级查询无法识别，应为最多 50 行条件'],
    [[{ field: 'nickName', rule: 'eq', val: { a: 1 } }], '地址中的高级查询无法识别，应为最多 50 行条件'],
    [
      Array.from({ length: 51 }, () => ({ field: 'nickName', rule: 'eq', val: 'a' })),
      '地址中的高级查询无法识别，应为最多 50 行条件',
    ],
    [[{ field: 'gone', rule: 'eq', val: 'a' }], '地址中的高级查询第1行：没有字段 gone'],
    [[{ field: 'nickName', rule: 'sounds', val: 'a' }], '地址中的高级查询第1行：没有规则 sounds'],
    [[{ field: 'balance', rule: 'like', val: '1' }], '地址中的高级查询第1行：余额不支持“包含”'],
    [[], '地址中的高级查询没有条件'],
  ])('a broken one in the address is refused, kept and never ignored: %j', (lines, problem) => {
    const query = asked(lines)
    expect(query.broken?.problem).toBe(problem)
    expect(() => filterParams(userMessage, query)).toThrow(problem)
    // Paging and filtering leave it where it is.
    expect(readQuery(userMessage, writeQuery(userMessage, { ...query, page: 2 })).broken).toEqual(query.broken)
  })

  test('a match type that is none is refused', () => {
    const lines = JSON.stringify([{ field: 'nickName', rule: 'eq', val: 'a' }])
    expect(read({ superQueryParams: lines, superQueryMatchType: 'xor' }).broken?.problem).toContain('and 或 or')
  })

  test('too much for the address of a request is noticed', () => {
    const line = { field: 'nickName', rule: 'eq', val: '很长'.repeat(100) }
    expect(isTooLong(userMessage, [line])).toBe(false)
    expect(
      isTooLong(
        userMessage,
        Array.from({ length: 8 }, () => line),
      ),
    ).toBe(true)
  })
})

describe('F04: away from in', () => {
  test('several values are cut to the first', () => {
    const draft = written('status', 'in', '2,1')
    const { key } = draft.conditions[0]!
    expect(withRule(draft, key, 'eq').conditions[0]).toMatchObject({ rule: 'eq', val: '2' })
    expect(withRule(draft, key, 'in').conditions[0]).toMatchObject({ rule: 'in', val: '2,1' })
  })
  test('a text with a comma stays as it is under any other rule', () => {
    const draft = written('nickName', 'eq', 'a,b')
    expect(withRule(draft, draft.conditions[0]!.key, 'like').conditions[0]!.val).toBe('a,b')
  })
})

describe('F06: queries kept in this browser', () => {
  const lines = [{ field: 'nickName', rule: 'like', val: '李' }]
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('location', { ...location, pathname: '/customer/userMessage' })
  })

  test('are found under prefix and code or full path, wrapped or bare, as list or as text', () => {
    const put = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))
    put('JSuperQuerySaved_userMessage', { value: [{ title: '一', matchType: 'or', records: lines }], expire: null })
    put('pro__JSuperQuerySaved_/customer/userMessage?a=1', [{ title: '二', records: JSON.stringify(lines) }])
    put('JSuperQuerySaved_/somewhere/else', [{ title: '三', records: lines }])
    put('pro__JSuperQuerySaved_/customer/userMessage', 'nonsense')
    expect(oldQueries(userMessage).sort((a, b) => a.title.localeCompare(b.title, 'zh'))).toEqual(
      [
        { title: '一', matchType: 'or', records: lines },
        { title: '二', matchType: 'and', records: lines },
      ].sort((a, b) => a.title.localeCompare(b.title, 'zh')),
    )
  })

  test('without a server for them they are saved, replaced when asked, and deleted there', async () => {
    const query = { title: '姓李', matchType: 'and' as const, records: lines, roleCodes: [], overwrite: false }
    await inBrowser.save(userMessage, query)
    await expect(inBrowser.save(userMessage, query)).rejects.toMatchObject({ status: 409 })
    await inBrowser.save(userMessage, { ...query, matchType: 'or', overwrite: true })
    const [kept, ...more] = await inBrowser.list(userMessage)
    expect(kept).toMatchObject({ title: '姓李', matchType: 'or', records: lines, mine: true, problem: null })
    expect(more).toEqual([])
    await inBrowser.remove(userMessage, kept!)
    expect(await inBrowser.list(userMessage)).toEqual([])
  })

  test('one about a field that is gone says so', async () => {
    await inBrowser.save(userMessage, {
      title: '旧',
      matchType: 'and',
      records: [...lines, { field: 'shoeSize', rule: 'eq', val: '42' }],
      roleCodes: [],
      overwrite: false,
    })
    expect((await inBrowser.list(userMessage))[0]!.problem).toBe('第2行：没有字段 shoeSize，请修改后再查询')
  })

  test('a saved one fills the builder', () => {
    expect(draftOf({ match: 'or', lines })).toMatchObject({ match: 'or', conditions: lines })
    expect(draftOf({ match: 'and', lines: [] }).conditions).toHaveLength(1)
  })
})
