/** The black list: who is on it, why, and who has gone for good. On one database. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintStates } from '#resources/customer/complaint.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { resources } from '#resources/index.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { refundStates } from '#resources/product/userCard.ts'
import type { Row } from '../../server/resource/hooks.ts'
import { dataLog } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

const { userMessage } = resources
const reason = '多次逾期未归还'

describe.each([await oneKind()])('consumers on %s', (kind) => {
  let test: TestApp
  let [admin, service, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, service, viewer] = await Promise.all(['admin', 'service', 'viewer'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, edit, set } = deskOf(() => ({ test, admin }))
  const many = (by: Send | undefined, action: string, ids: readonly unknown[], body: object = {}) =>
    by!('POST', `${userMessage.path}/${action}`, { ids, ...body })

  it('are put on the black list together, with the reason on each, and taken off it', async () => {
    const [one, other, gone] = [await add(userMessage), await add(userMessage), await add(userMessage)]
    await set(userMessage, gone.id, { status: consumerStates.closed })
    const ids = [one.id, other.id, gone.id]
    expect((await many(viewer, 'freeze', ids, { reason })).status).toBe(403)
    expect(await many(service, 'freeze', ids)).toMatchObject({ status: 400, success: false })
    expect(await many(service, 'freeze', ids, { reason })).toMatchObject({
      success: true,
      message: '已冻结 2 条，1 条未处理',
      result: { done: [one.id, other.id], excluded: [{ id: gone.id, name: gone.nickName }] },
    })
    for (const { id } of [one, other])
      expect(await look(userMessage, id)).toMatchObject({ status: consumerStates.frozen, freezeReason: reason })
    must(await act(service, userMessage, 'unfreeze', one.id))
    expect(await look(userMessage, one.id)).toMatchObject({ status: consumerStates.normal, freezeReason: null })
    const logged = await test.services.db
      .select({ operation: dataLog.operation, by: dataLog.createBy })
      .from(dataLog)
      .where(and(eq(dataLog.dataTable, userMessage.table), eq(dataLog.dataId, String(one.id))))
      .orderBy(asc(dataLog.dataVersion))
    expect(logged.slice(1)).toEqual([
      { operation: 'freeze', by: 'service' },
      { operation: 'unfreeze', by: 'service' },
    ])
  })

  it('come to it by a file of new ones with their reason, and never by the form of one who is there', async () => {
    const without = { status: consumerStates.frozen, freezeReason: null }
    const draft = { phone: '13955550001', ...without }
    expect(await admin!('POST', `${userMessage.path}/add`, draft)).toMatchObject({
      status: 400,
      result: { fields: { freezeReason: '请输入冻结原因' } },
    })
    must(await admin!('POST', `${userMessage.path}/add`, { ...draft, freezeReason: reason }))
    const { id } = await add(userMessage)
    for (const change of [{ status: consumerStates.frozen, freezeReason: reason }, { status: consumerStates.closed }])
      expect(await edit(userMessage, id, change)).toMatchObject({ status: 400, success: false })
    must(await edit(userMessage, id, { nickName: '改名' }))
    // Frozen long ago, by a program that asked for no reason.
    await set(userMessage, id, without)
    expect(await edit(userMessage, id, { nickName: '再改' })).toMatchObject({
      status: 400,
      result: { fields: { freezeReason: '请输入冻结原因' } },
    })
    must(await edit(userMessage, id, { nickName: '再改', freezeReason: reason }))
  })

  it('go for good with nothing left behind', async () => {
    const { id } = await add(userMessage)
    for (const [values, why] of [
      [{ balance: 100n }, '账户还有余额 1.00 元，不能注销'],
      [{ frozen: 250n }, '账户还有冻结的金额 2.50 元，不能注销'],
      [{ oweAmount: 300n }, '还有欠费 3.00 元，不能注销'],
      [{ depositStatus: depositStates.paid }, '押金或免押授权尚未退还，不能注销'],
    ] as const) {
      await set(userMessage, id, {
        balance: 0n,
        giftBalance: 0n,
        frozen: 0n,
        oweAmount: 0n,
        depositStatus: null,
        ...values,
      })
      expect(await act(service, userMessage, 'close', id)).toMatchObject({ success: false, message: why })
    }
    // A gift is never paid out.
    await set(userMessage, id, { depositStatus: depositStates.refunded, balance: 500n, giftBalance: 500n })
    const { orderMessage, userCard, complaint } = resources
    for (const [resource, query, why] of [
      [orderMessage, `status=${orderStates.using}`, ({ orderNo }: Row) => `订单 ${orderNo} 尚未了结，不能注销`],
      [userCard, `refundStatus=${refundStates.waiting}`, ({ cardNo }: Row) => `卡 ${cardNo} 的退款尚未了结，不能注销`],
      [
        complaint,
        `status=${complaintStates.handling}`,
        ({ complaintNo }: Row) => `投诉 ${complaintNo} 尚未处理，不能注销`,
      ],
    ] as const) {
      const [one] = await list(resource, query)
      await set(resource, one!.id as string, { userId: id })
      expect(await act(service, userMessage, 'close', id)).toMatchObject({ success: false, message: why(one!) })
      await set(resource, one!.id as string, { userId: one!.userId })
    }
    must(await act(service, userMessage, 'close', id))
    expect(await look(userMessage, id)).toMatchObject({ status: consumerStates.closed })
    // By mistake: there is a way back.
    must(await act(service, userMessage, 'reopen', id, { reason: '点错了' }))
    expect(await look(userMessage, id)).toMatchObject({ status: consumerStates.normal, freezeReason: null })
  })
})
