/** Orders ended by force, deposits given back, complaints paid for: every transition, and money that adds up to the fen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { kindsHere, testApp, until, type Send, type TestApp } from '../product.ts'

type Row = Record<string, any>
const fen = (yuan: unknown) => Math.round(Number(yuan ?? 0) * 100)

describe.each(await kindsHere())('refunds on %s', (kind) => {
  let test: TestApp
  let [admin, manager, service, operator, other, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, service, operator, other, viewer] = await Promise.all(
      ['admin', 'ops_manager', 'service', 'operator', 'two_tenants', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const one = async (name: string, id: string): Promise<Row> =>
    (await admin!('GET', `/rental/${name}/queryById?id=${id}`)).result
  const rows = async (name: string, query: string): Promise<Row[]> =>
    (await admin!('GET', `/rental/${name}/list?${query}`)).result.records
  const act = (by: Send, name: string, action: string, body: Row) => by('POST', `/rental/${name}/${action}`, body)
  const inState = (name: string, id: string, status: string) =>
    until(`${name} in ${status}`, async () => {
      const row = await one(name, id)
      return row.status === status ? row : undefined
    })

  async function addsUp() {
    const { rows: wrong } = await test.services.db.execute(sql`
      with signed as (
        select owner_id, sum(case when direction in ('1', '4') then amount else -amount end) as balance
        from rental_amount_detail group by owner_id),
      accounts as (select id, balance from rental_service_provider union all select id, balance from rental_user_message)
      select count(*)::int as n from accounts a left join signed s on s.owner_id = a.id
      where coalesce(a.balance, 0) <> coalesce(s.balance, 0)`)
    expect(wrong[0]).toEqual({ n: 0 })
  }
  /** Every receiver and the platform together have what was paid less what went back. */
  function sharesAddUp(order: Row) {
    const total = (order.shareDetail as Row[]).reduce((sum, { amount }) => sum + fen(amount), 0)
    expect(total).toBe(fen(order.payAmount) - fen(order.refundedAmount))
  }
  /** The latest orders paid through a channel; each test takes its own. */
  let paid: Row[] | undefined
  async function paidOrder(least = 30): Promise<Row> {
    paid ??= (await rows('orderMessage', 'status=4&pageSize=300&payAmount_begin=25')).filter(
      ({ payChannel }) => payChannel !== '3',
    )
    const found = paid.find(({ payAmount }) => Number(payAmount) >= least)!
    paid = paid.filter((row) => row !== found)
    // The limit in hours is a rule of its own; here the order is over just now.
    await test.services.db.execute(
      sql`update rental_order_message set end_time = now() - interval '1 minute' where id = ${found.id}`,
    )
    return one('orderMessage', found.id)
  }

  it('the demo adds up: ledger, and the shares of every kind of order', async () => {
    await addsUp()
    for (const status of ['4', '8', '9'])
      for (const { id } of await rows('orderMessage', `status=${status}&pageSize=3&payAmount_begin=1`)) {
        const order = await one('orderMessage', id)
        if (order.shareDetail) sharesAddUp(order)
      }
  })

  it('refunds a part through the channel, once, and takes the shares back', async () => {
    const order = await paidOrder()
    const reply = await act(service!, 'orderMessage', 'refund', { id: order.id, amount: '10.00', reason: '多收' })
    expect(reply, reply.message).toMatchObject({ success: true, result: { row: { status: '7' } } })
    const after = await inState('orderMessage', order.id, '4')
    expect(after).toMatchObject({
      refundedAmount: '10.00',
      refundingAmount: null,
      refundNo: expect.stringMatching(/^TK/),
    })
    sharesAddUp(after)
    expect(test.pay.refunds.filter(({ outNo }) => outNo === after.refundNo)).toHaveLength(1)
    await addsUp()
  })

  it('refuses a refund above what was paid, above the limit, too late, or in the wrong state', async () => {
    const order = await paidOrder()
    const ask = (amount: unknown) => act(service!, 'orderMessage', 'refund', { id: order.id, amount, reason: '测试' })
    expect((await ask('20.01')).message).toContain('超过可自行退款的 20.00 元')
    expect((await ask('0.001')).status).toBe(400)
    expect((await ask('-1')).status).toBe(400)
    expect((await act(viewer!, 'orderMessage', 'refund', { id: order.id, amount: '1', reason: '无权' })).status).toBe(
      403,
    )
    await test.services.db.execute(
      sql`update rental_order_message set end_time = now() - interval '25 hours' where id = ${order.id}`,
    )
    expect((await ask('1.00')).message).toContain('订单结束已超过 24 小时')
    const [using] = await rows('orderMessage', 'status=2&pageSize=1')
    expect((await act(service!, 'orderMessage', 'refund', { id: using!.id, amount: '1', reason: '测试' })).status).toBe(
      409,
    )
    expect(await one('orderMessage', order.id)).toMatchObject({ status: '4', refundedAmount: order.refundedAmount })
  })

  it('asks again when the answer is lost, and says so when the channel refuses', async () => {
    const order = await paidOrder()
    test.refundOutcome('lostReply')
    await act(service!, 'orderMessage', 'refund', { id: order.id, amount: '5.00', reason: '超时' })
    const after = await until(
      'the refund',
      async () => {
        const row = await one('orderMessage', order.id)
        return row.status === '4' ? row : undefined
      },
      40,
    )
    expect(test.pay.refunds.filter(({ outNo }) => outNo === after.refundNo)).toHaveLength(1)
    test.refundOutcome('failed')
    const second = await paidOrder()
    await act(service!, 'orderMessage', 'refund', { id: second.id, amount: '5.00', reason: '失败' })
    expect(await inState('orderMessage', second.id, '4')).toMatchObject({
      refundedAmount: '0.00',
      failReason: expect.stringContaining('无法原路退回'),
    })
    test.refundOutcome('refunded')
    await addsUp()
  }, 60_000)

  it('ends an order by force: at once, or after somebody else agreed', async () => {
    const reasons = await rows('settleReason', 'pageSize=20')
    const named = (text: string) => reasons.find(({ reason }) => reason.includes(text))!.id as string
    const open = await rows('orderMessage', 'status=2&pageSize=20')
    const [first, second] = open as [Row, Row]
    expect((await act(operator!, 'orderMessage', 'settle', { id: first.id, reason: '测试' })).status).toBe(400)
    const settled = await act(operator!, 'orderMessage', 'settle', {
      id: first.id,
      reason: '店员确认已归还',
      settleReasonId: named('未识别'),
    })
    expect(settled, settled.message).toMatchObject({ success: true, result: { row: { status: '4' } } })
    const done = await one('orderMessage', first.id)
    expect(done).toMatchObject({ settleStatus: '2', endTime: expect.any(String), totalAmount: done.settleAmount })
    if (done.shareDetail) sharesAddUp(done)

    const body = { id: second.id, reason: '柜机坏了', settleReasonId: named('设备故障') }
    expect((await act(service!, 'orderMessage', 'settle', body)).message).toContain('请输入指定金额')
    const tooMuch = await act(service!, 'orderMessage', 'settle', { ...body, settleAmount: '99.01' })
    expect(tooMuch.message).toContain('不能超过总封顶 99.00 元')
    await act(manager!, 'orderMessage', 'settle', { ...body, settleAmount: '6.00' })
    expect(await one('orderMessage', second.id)).toMatchObject({ status: '2', settleStatus: '1' })
    // Who asked does not agree to it, although they might otherwise.
    expect(await act(manager!, 'orderMessage', 'passSettle', { id: second.id })).toMatchObject({
      success: false,
      message: '不能审批自己提交的强制结单',
    })
    expect((await act(other!, 'orderMessage', 'passSettle', { id: second.id })).success).toBe(true)
    const ended = await one('orderMessage', second.id)
    expect(ended).toMatchObject({ status: '4', totalAmount: '6.00' })
    expect(await one('device', ended.deviceId)).toMatchObject({ status: '3' })
    await addsUp()
  })

  const waitingDeposits = async (type: 'paid' | 'free') =>
    (await rows('orderDeposit', 'status=3&pageSize=50')).filter(
      ({ depositType }) => (depositType === '1') === (type === 'paid'),
    )

  it('gives a deposit back less what is owed, and the debt is gone', async () => {
    const [row] = (await rows('orderDeposit', 'status=1&pageSize=50')) as [Row]
    await test.services.db.execute(sql`update rental_user_message set owe_amount = 1500 where id = ${row.userId}`)
    await test.services.db.execute(
      sql`update rental_order_message set status = '5' where user_id = ${row.userId} and status in ('2', '3', '6')`,
    )
    const asked = await act(service!, 'orderDeposit', 'requestRefund', { id: row.id, reason: '不用了' })
    expect(asked, asked.message).toMatchObject({
      success: true,
      result: { row: { status: '3', oweAmount: '15.00', refundAmount: '84.00' } },
    })
    expect((await act(service!, 'orderDeposit', 'approve', { id: row.id })).status).toBe(403)
    expect((await act(manager!, 'orderDeposit', 'approve', { id: row.id, version: 1 })).status).toBe(409)
    const key = { 'x-idempotency-key': `deposit-${kind}-${row.id}`.slice(0, 60) }
    const replies = await Promise.all(
      [1, 2].map(() => manager!('POST', '/rental/orderDeposit/approve', { id: row.id }, key)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const back = await inState('orderDeposit', row.id, '5')
    expect(test.pay.refunds.filter(({ outNo }) => outNo === back.refundNo)).toMatchObject([
      { amount: 8400n, kind: 'refund' },
    ])
    const user = await one('userMessage', row.userId)
    expect(user).toMatchObject({ oweAmount: '0.00', depositStatus: '5' })
    const ledger = await rows('amountDetail', `bizNo=${back.depositNo}&pageSize=20`)
    expect(ledger.map(({ amountType, direction, amount }) => `${amountType} ${direction} ${amount}`).sort()).toEqual([
      '106 1 15.00',
      '106 1 84.00',
      '106 2 84.00',
      '107 2 15.00',
    ])
    await addsUp()
  })

  it('lets a credit authorisation go, and rejects back to where it was', async () => {
    const [free, second] = (await waitingDeposits('free')) as [Row, Row]
    expect((await act(manager!, 'orderDeposit', 'reject', { id: free.id })).status).toBe(400)
    expect((await act(manager!, 'orderDeposit', 'reject', { id: free.id, reason: '仍有订单' })).success).toBe(true)
    expect((await one('orderDeposit', free.id)).status).toBe('2')
    await test.services.db.execute(
      sql`update rental_order_message set status = '5' where user_id = ${second.userId} and status in ('2', '3', '6')`,
    )
    await test.services.db.execute(sql`update rental_user_message set owe_amount = 0 where id = ${second.userId}`)
    expect((await act(manager!, 'orderDeposit', 'approve', { id: second.id })).success).toBe(true)
    const released = await inState('orderDeposit', second.id, '9')
    expect(test.pay.refunds.find(({ outNo }) => outNo === released.refundNo)).toMatchObject({
      kind: 'release',
      amount: 0n,
    })
  })

  it('keeps the number when a refused refund is tried again, and refuses while an order is open', async () => {
    const [row, open] = (await waitingDeposits('paid')) as [Row, Row]
    await test.services.db.execute(
      sql`update rental_order_message set status = '5' where user_id = ${row.userId} and status in ('2', '3', '6')`,
    )
    test.refundOutcome('failed')
    await act(manager!, 'orderDeposit', 'approve', { id: row.id })
    const failed = await inState('orderDeposit', row.id, '6')
    expect(failed.failReason).toContain('无法原路退回')
    test.refundOutcome('refunded')
    await act(manager!, 'orderDeposit', 'retry', { id: row.id })
    const back = await until('the deposit', async () => {
      const now = await one('orderDeposit', row.id)
      return ['5', '7'].includes(now.status) ? now : undefined
    })
    expect(back.refundNo).toBe(failed.refundNo)
    const [using] = (await rows('orderMessage', 'status=2&pageSize=1')) as [Row]
    await test.services.db.execute(sql`update rental_order_deposit set user_id = ${using.userId} where id = ${open.id}`)
    const refused = await act(manager!, 'orderDeposit', 'approve', { id: open.id })
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining(`进行中的订单 ${using.orderNo}`) })
    expect((await one('orderDeposit', open.id)).status).toBe('3')
    await addsUp()
  })

  async function complaintOn(order: Row): Promise<string> {
    const made = await service!('POST', '/rental/complaint/add', {
      complaintType: '2',
      userId: order.userId,
      orderId: order.id,
      phone: '13700001111',
      content: '多扣了钱',
    })
    expect(made.success, made.message).toBe(true)
    expect(await one('complaint', made.result.id)).toMatchObject({
      status: '0',
      providerId: order.providerId,
      deviceId: order.deviceId,
    })
    await act(service!, 'complaint', 'accept', { id: made.result.id })
    return made.result.id as string
  }
  const resolve = (by: Send, id: string, refundAmount: string | null, compensation: string | null = null) =>
    act(by, 'complaint', 'resolve', {
      id,
      resolveType: refundAmount ? '2' : '1',
      refundAmount,
      compensation,
      resultText: '已核实',
    })

  it('settles a small complaint at once and a large one after a manager agreed', async () => {
    const small = await complaintOn(await paidOrder())
    expect((await resolve(manager!, small, null)).message).toContain('只有处理人可以办结')
    const reply = await resolve(service!, small, null, '5.00')
    expect(reply, reply.message).toMatchObject({ success: true, result: { row: { status: '3' } } })
    const order = await paidOrder(30)
    const large = await complaintOn(order)
    expect((await resolve(service!, large, '25.00')).result.row.status).toBe('2')
    expect((await act(service!, 'complaint', 'approve', { id: large })).status).toBe(403)
    const both = await Promise.all([
      act(manager!, 'complaint', 'approve', { id: large }),
      act(other!, 'complaint', 'reject', { id: large, reason: '证据不足' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    if (both[0].status !== 200)
      await resolve(service!, large, '25.00').then(() => act(manager!, 'complaint', 'approve', { id: large }))
    await inState('complaint', large, '3')
    const refunded = await inState('orderMessage', order.id, '4')
    expect(refunded.refundedAmount).toBe('25.00')
    sharesAddUp(refunded)
    expect((await act(service!, 'complaint', 'close', { id: large })).success).toBe(true)
    expect((await act(service!, 'complaint', 'reopen', { id: large, reason: '用户不满意' })).success).toBe(true)
    await resolve(service!, large, null)
    expect((await act(service!, 'complaint', 'reopen', { id: large, reason: '再来' })).status).toBe(409)
    await addsUp()
  })

  it('lets whoever handles it give back alone what the provider allows, else what the platform does', async () => {
    const order = await paidOrder(30)
    const terms = (what: ReturnType<typeof sql>) =>
      test.services.db.execute(
        sql`update rental_service_provider_config set ${what} where provider_id = ${order.providerId}`,
      )
    const refund = (amount: string) => act(service!, 'orderMessage', 'refund', { id: order.id, amount, reason: '多收' })
    await terms(sql`refund_limit = 500`)
    expect((await refund('5.01')).message).toContain('超过可自行退款的 5.00 元')
    const id = await complaintOn(order)
    expect((await resolve(service!, id, '5.01')).result.row.status).toBe('2')
    expect((await one('complaint', id)).auditTrail.at(-1)).toMatchObject({ reason: '超过可自行处理的 5.00 元' })
    expect((await act(manager!, 'complaint', 'reject', { id, reason: '再核实' })).success).toBe(true)
    // More than the platform allows, because this provider does.
    await terms(sql`refund_limit = 2500`)
    expect((await resolve(service!, id, '24.00')).result.row.status).toBe('3')
    expect(await inState('orderMessage', order.id, '4')).toMatchObject({ refundedAmount: '24.00' })
    await terms(sql`delete_time = now()`)
    expect((await refund('20.01')).message).toContain('超过可自行退款的 20.00 元')
    await terms(sql`delete_time = null, refund_limit = 2000`)
    await addsUp()
  })

  it('never pays more than the order cost, over refund and compensation of all its complaints', async () => {
    const order = await paidOrder(30)
    const id = await complaintOn(order)
    const most = Number(order.payAmount)
    expect((await resolve(service!, id, (most + 0.01).toFixed(2))).message).toContain('退款不能超过订单剩余的')
    expect((await resolve(service!, id, most.toFixed(2), '0.01')).message).toContain('退款与补偿合计不能超过')
    await resolve(service!, id, null, '15.00')
    const again = await complaintOn(order)
    expect((await resolve(service!, again, null, (most - 14.99).toFixed(2))).message).toContain(
      '退款与补偿合计不能超过',
    )
    await addsUp()
  })

  it('comes back to its handler when the channel cannot give the money back', async () => {
    const id = await complaintOn(await paidOrder())
    test.refundOutcome('failed')
    await resolve(service!, id, '12.00')
    const back = await inState('complaint', id, '1')
    expect(back.auditTrail.at(-1)).toMatchObject({ result: '退款失败，待重新处理' })
    test.refundOutcome('refunded')
    await addsUp()
  })
})
