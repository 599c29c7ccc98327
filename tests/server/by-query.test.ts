/** Deleting everything a query finds: as it was counted, or not at all. On both databases. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, eq, isNull, like } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { newId } from '../../server/kernel/id.ts'
import { dataLog } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { bothKinds } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const consumers = tableOf(resources.userMessage)

describe.each(await bothKinds())('by query on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const put = async (prefix: string, count: number, more: object = {}) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: newId(),
      tenantId: 1,
      nickName: `${prefix}${n}`,
      phone: `${prefix}-${n}`,
      status: consumerStates.normal,
      registerTime: '2026-03-01 12:00:00',
      ...more,
    }))
    for (let from = 0; from < count; from += 1000)
      await test.services.db.insert(consumers).values(rows.slice(from, from + 1000))
    return rows.map(({ id }) => id)
  }
  const left = async (prefix: string) =>
    (
      await test.services.db
        .select({ id: consumers.id })
        .from(consumers)
        .where(and(like(consumers.nickName, `${prefix}%`), isNull(consumers.deleteTime)))
    ).length
  const remove = (send: Send, query: object, count: number, headers = {}) =>
    send('POST', '/rental/userMessage/deleteByQuery', { query, count }, headers)

  it('deletes what filters and conditions find, logs each record, and nothing else', async () => {
    const ids = await put('查删', 30)
    await put('不删', 2)
    const superQueryParams = encodeURIComponent(
      JSON.stringify([{ field: 'nickName', rule: 'right_like', val: '查删1' }]),
    )
    expect(await remove(admin, { superQueryParams }, 11)).toMatchObject({ success: true, message: '已删除 11 条' })
    expect(await left('查删')).toBe(19)
    expect(await remove(admin, { nickName: '查删*' }, 19)).toMatchObject({ success: true })
    expect(await left('查删')).toBe(0)
    expect(await left('不删')).toBe(2)
    const logged = await test.services.db
      .select()
      .from(dataLog)
      .where(and(eq(dataLog.dataId, ids[0]!), eq(dataLog.operation, 'delete')))
    expect(logged).toMatchObject([{ dataVersion: 2, before: { nickName: '查删0' } }])
    expect(await admin('GET', `/rental/userMessage/queryById?id=${ids[0]}`)).toMatchObject({ status: 404 })
  })

  it('deletes nothing when the count is not what was confirmed', async () => {
    await put('变数', 5)
    expect(await remove(admin, { nickName: '变数*' }, 4)).toMatchObject({
      status: 409,
      message: '符合条件的记录已由 4 条变为 5 条，请重新确认',
      result: { count: 5 },
    })
    expect(await left('变数')).toBe(5)
  })

  describe('chosen whole', () => {
    const found = (query: object, count: number) => admin('POST', '/rental/userMessage/found', { query, count })
    const swap = async (prefix: string, out: string) => {
      await test.services.db
        .update(consumers)
        .set({ nickName: `换走${prefix}` })
        .where(eq(consumers.id, out))
      await put(`${prefix}来`, 1)
    }

    it('deletes nothing when one went and another came: nobody has seen that one', async () => {
      const [first] = await put('换一', 3)
      const query = { nickName: '换一*' }
      const { digest, count } = (await found(query, 3)).result
      expect(count).toBe(3)
      await swap('换一', first!)
      expect(await admin('POST', '/rental/userMessage/deleteByQuery', { query, count, digest })).toMatchObject({
        status: 409,
        message: '符合条件的 3 条记录已不是确认时的那些，请重新确认',
        result: { count: 3 },
      })
      expect(await left('换一')).toBe(3)
      // Whoever says only how many, as other clients do, is taken at their word.
      expect(await remove(admin, query, 3)).toMatchObject({ success: true })
      expect(await left('换一')).toBe(0)
    })

    it('deletes what was chosen, also when some of it was written since and is still found', async () => {
      const [first] = await put('未换', 3)
      const query = { nickName: '未换*' }
      const { digest } = (await found(query, 3)).result
      await test.services.db.update(consumers).set({ nickName: '未换改', version: 2 }).where(eq(consumers.id, first!))
      expect(await admin('POST', '/rental/userMessage/deleteByQuery', { query, count: 3, digest })).toMatchObject({
        success: true,
        message: '已删除 3 条',
      })
    })

    it('is refused when it is not as many as the list showed, and by who may not see it', async () => {
      await put('不齐', 3)
      expect(await found({ nickName: '不齐*' }, 4)).toMatchObject({ status: 409, result: { count: 3 } })
      const body = { query: { nickName: '不齐*' }, count: 3 }
      expect(await test.anonymous('POST', '/rental/userMessage/found', body)).toMatchObject({ status: 401 })
      const reply = await admin('POST', '/rental/userMessage/deleteByQuery', { ...body, digest: '甲' })
      expect(reply).toMatchObject({ status: 400, message: expect.stringContaining('digest') })
    })
  })

  it('a request sent twice deletes once and answers the same', async () => {
    await put('重发', 3)
    const headers = { 'x-idempotency-key': `again-${kind}-1` }
    expect(await remove(admin, { nickName: '重发*' }, 3, headers)).toMatchObject({ success: true })
    expect(await remove(admin, { nickName: '重发*' }, 3, headers)).toMatchObject({ success: true })
    expect(await left('重发')).toBe(0)
  })

  it('one record that others point at keeps all', async () => {
    const [first] = await put('被引', 3)
    await test.services.db
      .update(tableOf(resources.complaint))
      .set({ userId: first })
      .where(
        eq(
          tableOf(resources.complaint).id,
          String((await admin('GET', '/rental/complaint/list?pageSize=1')).result.records[0].id),
        ),
      )
    const reply = await remove(admin, { nickName: '被引*' }, 3)
    expect(reply.message).toMatch(/^用户信息“被引0”被 1 条.+引用，不能删除$/)
    expect(await left('被引')).toBe(3)
  })

  it.each([
    ['a field that is none', { shoeSize: '42' }, 1, 400],
    ['a broken condition', { superQueryParams: '[{' }, 1, 400],
    ['a page', { pageNo: '1' }, 1, 400],
    ['nothing', { nickName: '没有*' }, 0, 400],
    ['more than 10,000', {}, 10_001, 400],
  ])('refuses %s', async (_, query, count, status) => {
    const before = await left('')
    expect((await remove(admin, query, count)).status).toBe(status)
    expect(await left('')).toBe(before)
  })

  it('is for those who may delete, within the rows they may see', async () => {
    await put('无权', 2)
    await put('外租户', 2, { tenantId: 2 })
    expect(await remove(await test.as('operator'), { nickName: '无权*' }, 2)).toMatchObject({ status: 403 })
    expect(await remove(admin, { nickName: '外租户*' }, 2)).toMatchObject({ status: 409, result: { count: 0 } })
    expect(await left('无权')).toBe(2)
    expect(await admin('POST', '/sys/user/deleteByQuery', { query: {}, count: 1 })).toMatchObject({ status: 404 })
  })

  it('takes 10,000 at once and not one more', async () => {
    await put('一万', 10_001)
    expect(await remove(admin, { nickName: '一万*' }, 10_000)).toMatchObject({
      status: 409,
      message: '符合条件的记录已超过 10000 条，请缩小查询范围',
    })
    await test.services.db.delete(consumers).where(eq(consumers.nickName, '一万7'))
    expect(await remove(admin, { nickName: '一万*' }, 10_000)).toMatchObject({ message: '已删除 10000 条' })
    expect(await left('一万')).toBe(0)
  })
})
