/** Every value form of contract.md §5.2 and §5.3, on both databases. */
import { nameProblem } from '#resources/system/onlineFormRules.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { resources } from '#resources/index.ts'
import { newId } from '../../server/kernel/id.ts'
import { pairsOf, tableOf } from '../../server/db/table.ts'
import { filtersOf, LIST_PARAMETERS } from '../../server/resource/filters.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { bothKinds } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const NAMES = ['甲', '甲乙', '乙甲', 'a,b', 'a%b', 'a_b', '*', '!x', '=y', '> 5', '丙']

it('takes no field of an online form for one of its own parameters', () => {
  for (const name of LIST_PARAMETERS) expect(nameProblem(name), name).toContain('保留字')
})

describe.each(await bothKinds())('list filters on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    const table = tableOf(resources.userMessage)
    await test.services.db.delete(table).where(eq(table.tenantId, 1))
    await test.services.db.insert(table).values(
      NAMES.map((nickName, index) => ({
        id: newId(),
        tenantId: 1,
        nickName,
        phone: `1380000${String(index).padStart(4, '0')}`,
        status: index % 2 ? consumerStates.normal : consumerStates.frozen,
        orderCount: index,
        balance: BigInt(index * 150),
        registerTime: `2026-03-${String(index + 1).padStart(2, '0')} 12:00:00`,
      })),
    )
  })
  afterAll(() => test?.close())

  const find = async (query: Record<string, string>) => {
    const reply = await admin(
      'GET',
      `/rental/userMessage/list?${new URLSearchParams({ pageSize: '100', column: 'orderCount', order: 'asc', ...query })}`,
    )
    return reply.success
      ? (reply.result.records as { nickName: string }[]).map((row) => row.nickName)
      : `${reply.status} ${reply.message}`
  }

  it.each([
    ['equals', '甲', ['甲']],
    ['contains', '*甲*', ['甲', '甲乙', '乙甲']],
    ['ends with', '*甲', ['甲', '乙甲']],
    ['starts with', '甲*', ['甲', '甲乙']],
    ['contains two characters', '*甲乙*', ['甲乙']],
    ['ends with two characters', '*乙甲', ['乙甲']],
    ['starts with two characters', '甲乙*', ['甲乙']],
    ['contains what is escaped', '*a_b*', ['a_b']],
    ['escapes %', '*a%*', ['a%b']],
    ['escapes _', 'a_*', ['a_b']],
    ['contains letters in either case', '*A_B*', ['a_b']],
    ['starts with letters in either case', 'A%*', ['a%b']],
    ['ends with letters in either case', '*,B', ['a,b']],
    ['equals letters as they are', 'A_B', []],
    ['takes a lone star as a star', '*', ['*']],
    ['in', '甲,丙', ['甲', '丙']],
    ['in with a trailing comma', '甲,', ['甲']],
    ['a++b as the text a,b', 'a++b', ['a,b']],
    ['not equal', '!丙', NAMES.filter((name) => name !== '丙')],
    ['not equal, new form', '!=丙', NAMES.filter((name) => name !== '丙')],
    ['strips a leading =', '=甲', ['甲']],
    ['= with a space', '= 甲', ['甲']],
    ['any of, for comma-joined columns', ',甲,丙,', ['甲', '丙']],
    ['no filter when empty', '', NAMES],
    ['no filter for **', '**', NAMES],
  ])('%s', async (_, value, expected) => expect(await find({ nickName: value })).toEqual(expected))

  it('finds a part of a nickname along its index, and never one row less than a look at all of them', async () => {
    const { db } = test.services
    const whole = ['甲乙丙', '甲甲甲', 'ab ba', '😀甲👨‍👩‍👧乙', 'é', '', 'x']
    for (const text of whole) {
      const characters = [...text]
      const parts = characters.flatMap((_, from) =>
        characters.slice(from + 1).map((_last, more) => characters.slice(from, from + more + 2).join('')),
      )
      for (const part of [...parts, ...parts.map((part) => part.toUpperCase())])
        expect([
          text,
          part,
          (await db.execute(sql`select ${pairsOf(sql`${text}::text`)} @> ${pairsOf(sql`${part}::text`)} as holds`))
            .rows,
        ]).toEqual([text, part, [{ holds: true }]])
    }
    const where = filtersOf(resources.userMessage, { nickName: '*甲乙*' }, systemCaller(1))!
    const table = tableOf(resources.userMessage)
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return (await tx.execute(sql`explain select count(*) from ${table} where ${where}`)).rows
    })
    expect(JSON.stringify(plan)).toContain('nick_name_pairs')
  })

  it.each([
    ['/rental/userMessage/options?keyword=A_B', 'a_b'],
    ['/sys/user/list?username=*ADMIN*', 'admin'],
    ['/sys/user/queryUserComponentData?username=*ADMIN*', 'admin'],
    ['/sys/online/list?username=ADMIN', 'admin'],
  ] as const)('%s finds letters in either case', async (path, found) => {
    const { status, result } = await admin('GET', path)
    expect(JSON.stringify([status, result])).toContain(`"${found}"`)
  })

  it('compares text with a sign and a space', async () => {
    expect(await find({ nickName: '>= 甲' })).toEqual(expect.arrayContaining(['甲', '甲乙']))
    expect(await find({ phone: '>= 13800000009' })).toEqual(['> 5', '丙'])
  })

  it('takes ranges, whole days included', async () => {
    expect(await find({ orderCount_begin: '2', orderCount_end: '4' })).toEqual(['乙甲', 'a,b', 'a%b'])
    expect(await find({ balance_begin: '13.50' })).toEqual(['> 5', '丙'])
    expect(await find({ registerTime_begin: '2026-03-10', registerTime_end: '2026-03-10' })).toEqual(['> 5'])
    expect(await find({ registerTime: '2026-03-10' })).toEqual(['> 5'])
    expect(await find({ orderCount: '1,3' })).toEqual(['甲乙', 'a,b'])
    expect(await find({ status_MultiString: '1' })).toHaveLength(5)
  })

  it.each([
    [{ orderCount: 'abc' }, '400 参数 orderCount（订单数）：应为整数'],
    [{ orderCount: '13800138000' }, '400 参数 orderCount（订单数）：不能大于2147483647'],
    [{ orderCount_begin: '-13800138000' }, '400 参数 orderCount（订单数）：不能小于-2147483647'],
    [{ balance_begin: '1.234' }, '400 参数 balance（余额）：应为金额（最多两位小数）'],
    [{ registerTime_begin: '2026-13-01' }, '400 参数 registerTime（注册时间）：应为时间 YYYY-MM-DD HH:mm:ss'],
    [{ registerTime_begin: '2026-02-30' }, '400 参数 registerTime（注册时间）：应为时间 YYYY-MM-DD HH:mm:ss'],
    [{ nickname: 'x' }, '400 未知参数：nickname'],
    [{ balance_between: '1' }, '400 未知参数：balance_between'],
    [{ class: 'x' }, '400 未知参数：class'],
    [{ column: 'nope' }, '400 请注意，将要排序的列字段不存在：nope'],
    [{ order: 'sideways' }, '400 参数 order：应为 asc 或 desc'],
    [{ pageSize: '0' }, '400 参数 pageSize：应为大于 0 的整数'],
    [{ pageSize: '100000' }, '400 参数 pageSize：不能大于 99999'],
    [{ superQueryParams: '[{' }, '400 参数 superQueryParams：应为最多 50 行的 JSON 数组'],
    [{ superQueryParams: '{"field":"a"}' }, '400 参数 superQueryParams：应为最多 50 行的 JSON 数组'],
    [{ superQueryMatchType: 'xor' }, '400 参数 superQueryMatchType：应为 and 或 or'],
  ])('refuses %j', async (query, message) =>
    expect(await find(query as unknown as Record<string, string>)).toBe(message),
  )

  const superQuery = (lines: object[], match?: string) =>
    find({ superQueryParams: encodeURI(JSON.stringify(lines)), ...(match && { superQueryMatchType: match }) })

  it('runs every rule of the advanced query, by name and by sign', async () => {
    const one = (rule: string, val: string, field = 'nickName') => superQuery([{ field, rule, val }])
    expect(await one('eq', '甲')).toEqual(['甲'])
    expect(await one('=', '甲')).toEqual(['甲'])
    expect(await one('ne', '丙')).toHaveLength(NAMES.length - 1)
    expect(await one('like', '甲')).toEqual(['甲', '甲乙', '乙甲'])
    expect(await one('right_like', '甲')).toEqual(['甲', '甲乙'])
    expect(await one('LEFT_LIKE', '甲')).toEqual(['甲', '乙甲'])
    expect(await one('in', '甲,丙')).toEqual(['甲', '丙'])
    expect(await one('gt', '8', 'orderCount')).toEqual(['> 5', '丙'])
    expect(await one('>=', '9', 'orderCount')).toEqual(['> 5', '丙'])
    expect(await one('lt', '1', 'orderCount')).toEqual(['甲'])
    expect(await one('<=', '0', 'orderCount')).toEqual(['甲'])
    expect(await one('ge', '15.00', 'balance')).toEqual(['丙'])
  })

  it('joins lines by and or or, in one parenthesis beside the other filters', async () => {
    const lines = [
      { field: 'nickName', rule: 'eq', val: '甲' },
      { field: 'orderCount', rule: 'eq', val: '10' },
    ]
    expect(await superQuery(lines)).toEqual([])
    expect(await superQuery(lines, 'OR')).toEqual(['甲', '丙'])
    expect(
      await find({ superQueryParams: JSON.stringify(lines), superQueryMatchType: 'or', orderCount_begin: '5' }),
    ).toEqual(['丙'])
    expect(
      await superQuery([
        { field: '', rule: 'eq', val: 'x' },
        { field: 'nickName', rule: 'eq', val: '甲' },
      ]),
    ).toEqual(['甲'])
    expect(await superQuery([{ field: 'password', rule: 'like', val: 'C' }])).toBe(
      '400 高级查询第1行：没有字段 password',
    )
    expect(await superQuery([{ field: 'nickName', rule: 'sounds', val: 'C' }])).toBe(
      '400 高级查询第1行：没有规则 sounds',
    )
    expect(await superQuery([{ field: 'orderCount', rule: 'eq', val: 'C' }])).toContain('应为整数')
    expect(await superQuery([{ field: 'orderCount', rule: 'lt', val: '2147483648' }])).toContain('不能大于2147483647')
  })

  it('never lets a request string into a statement', async () => {
    for (const value of ["' or 1=1 --", "1'); drop table sys_user; --", '%27', '\\', '${1}', 'a\u0000b'])
      for (const query of [{ nickName: value }, { column: value }, { [value]: 'x' }, { orderCount: value }])
        expect(JSON.stringify(await find(query as Record<string, string>))).toMatch(/^(\[\]|"400 )/)
    expect(await find({})).toHaveLength(NAMES.length)
  })

  it('finds a masked value only as a whole, for those who see it masked', async () => {
    const viewer = await test.as('viewer')
    const rows = async (phone: string) => viewer('GET', `/rental/userMessage/list?phone=${phone}`)
    expect((await rows('13800000001')).result.records[0].phone).toBe('138****0001')
    expect(await rows('*0001*')).toMatchObject({ success: true, result: { total: 0 } })
    expect((await rows('138*0001')).status).toBe(400)
    expect((await viewer('GET', '/rental/userMessage/list?column=phone&order=asc')).status).toBe(400)
  })
})

describe('what is chosen from a tree', () => {
  const asked = (topic: string) =>
    new PgDialect().sqlToQuery(filtersOf(resources.commonProblem, { topic }, systemCaller(1))!)

  it('is asked for with signs and stars like every other choice', () => {
    expect(asked('!A01').sql).toMatch(/<> .* is null/)
    expect(asked('A*')).toMatchObject({ sql: expect.stringContaining(' ilike '), params: ['A%'] })
    expect(asked('A01').params).toEqual(['A01'])
  })
})
