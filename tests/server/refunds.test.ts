/** Orders ended by force, deposits given back, complaints paid for: every transition, and money that adds up to the fen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { payChannels } from '#resources/product/selling.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { deviceStates } from '#resources/device/device.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { complaintTypes, complaintStates, resolveTypes } from '#resources/customer/complaint.ts'
import { directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { resourceNamed } from '#resources/index.ts'
import { tableOf } from '../../server/db/table.ts'
import { makeLeases } from '../../server/jobs/lease.ts'
import { refundDeposit } from '../../server/money/deposit-refund.ts'
import { refundOrder } from '../../server/money/order-refund.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

type Row = Record<string, any>
const fen = (yuan: unknown) => Math.round(Number(yuan ?? 0) * 100)

describe.each([await oneKind()])('refunds on %s', (kind) => {
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
  /** Asked where it lies: whoever waits asks often, and the whole record is much to ask for. */
  const inState = (name: string, id: string, ...wanted: string[]) =>
    until(`${name} in ${wanted.join()}`, async () => {
      const { rows } = await test.services.db.execute<{ status: string }>(
        sql`select status from ${tableOf(resourceNamed(name)!)} where id = ${id}`,
      )
      return wanted.includes(rows[0]!.status) && one(name, id)
    })

  async function addsUp() {
    const { rows: wrong } = await test.services.db.execute(sql`
      with signed as (
        select owner_id, sum(case when direction in (${directions.income}, ${directions.release}) then amount else -amount end) as balance
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
      ({ payChannel }) => payChannel !== payChannels.wallet,
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
    for (const status of [orderStates.done, orderStates.refunded, orderStates.bought])
      for (const { id } of await rows('orderMessage', `status=${status}&pageSize=3&payAmount_begin=1`)) {
        const order = await one('orderMessage', id)
        if (order.shareDetail) sharesAddUp(order)
      }
  })

  it('refunds a part through the channel, once, and takes the shares back', async () => {
    const order = await paidOrder()
    const reply = await act(service!, 'orderMessage', 'refund', { id: order.id, amount: '10.00', reason: '多收' })
    expect(reply, reply.message).toMatchObject({ success: true, result: { row: { status: orderStates.refunding } } })
    // The channel has not answered yet.
    expect(reply.message).toBe('已提交退款，到账后写入退款记录')
    const after = await inState('orderMessage', order.id, orderStates.done)
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
    expect((await ask('20.01')).message).toContain('今天最多还可自行退款 20.00 元')
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
    expect(await one('orderMessage', order.id)).toMatchObject({
      status: orderStates.done,
      refundedAmount: order.refundedAmount,
    })
  })

  it('asks again when the answer is lost, and says so when the channel refuses', async () => {
    const order = await paidOrder()
    test.refundOutcome('lostReply')
    await act(service!, 'orderMessage', 'refund', { id: order.id, amount: '5.00', reason: '超时' })
    const after = await inState('orderMessage', order.id, orderStates.done)
    expect(test.pay.refunds.filter(({ outNo }) => outNo === after.refundNo)).toHaveLength(1)
    test.refundOutcome('failed')
    const second = await paidOrder()
    await act(service!, 'orderMessage', 'refund', { id: second.id, amount: '5.00', reason: '失败' })
    expect(await inState('orderMessage', second.id, orderStates.done)).toMatchObject({
      refundedAmount: '0.00',
      failReason: expect.stringContaining('无法原路退回'),
    })
    test.refundOutcome('refunded')
    await addsUp()
  })

  it('ends an order by force: at once, or after somebody else agreed', async () => {
    const reasons = await rows('settleReason', 'pageSize=20')
    const named = (text: string) => reasons.find(({ reason }) => reason.includes(text))!.id as string
    const open = await rows('orderMessage', 'status=2&pageSize=100')
    // A device that another order has stays where it is.
    const alone = open.filter(({ deviceId }) => open.filter((one) => one.deviceId === deviceId).length === 1)
    const [first, second] = alone as [Row, Row]
    expect((await act(operator!, 'orderMessage', 'settle', { id: first.id, reason: '测试' })).status).toBe(400)
    const settled = await act(operator!, 'orderMessage', 'settle', {
      id: first.id,
      reason: '店员确认已归还',
      settleReasonId: named('未识别'),
    })
    expect(settled, settled.message).toMatchObject({ success: true, result: { row: { status: orderStates.done } } })
    const done = await one('orderMessage', first.id)
    expect(done).toMatchObject({
      settleStatus: settleStates.passed,
      endTime: expect.any(String),
      totalAmount: done.settleAmount,
    })
    if (done.shareDetail) sharesAddUp(done)

    const body = { id: second.id, reason: '柜机坏了', settleReasonId: named('设备故障') }
    expect(await act(service!, 'orderMessage', 'settle', body)).toMatchObject({
      status: 400,
      result: { fields: { settleAmount: '请输入指定金额' } },
    })
    const picture = await act(service!, 'orderMessage', 'settle', { ...body, settleReasonId: named('客诉免单') })
    expect(picture).toMatchObject({ status: 400, result: { fields: { settleImages: '该结算原因需要上传图片' } } })
    const tooMuch = await act(service!, 'orderMessage', 'settle', { ...body, settleAmount: '99.01' })
    expect(tooMuch.message).toContain('不能超过总封顶 99.00 元')
    // What a reason asks for is read where it is chosen.
    const { result: choices } = await service!('GET', '/rental/settleReason/options?keyword=设备故障')
    expect(choices).toMatchObject([{ text: expect.stringMatching(/^.*设备故障.*（指定金额、需审批）$/) }])
    const { result: chosen } = await service!('GET', `/rental/settleReason/options?ids=${named('设备故障')}`)
    expect(chosen).toMatchObject([{ text: reasons.find(({ id }) => id === named('设备故障'))!.reason }])
    const asked = await act(manager!, 'orderMessage', 'settle', { ...body, settleAmount: '6.00' })
    expect(asked).toMatchObject({ success: true, message: '已提交，待审批', result: { row: { id: second.id } } })
    expect(await one('orderMessage', second.id)).toMatchObject({
      status: orderStates.using,
      settleStatus: settleStates.waiting,
    })
    // Who asked does not agree to it, although they might otherwise.
    expect(await act(manager!, 'orderMessage', 'passSettle', { id: second.id })).toMatchObject({
      success: false,
      message: '不能审批自己提交的强制结单',
    })
    expect((await act(other!, 'orderMessage', 'passSettle', { id: second.id })).success).toBe(true)
    const ended = await one('orderMessage', second.id)
    expect(ended).toMatchObject({ status: orderStates.done, totalAmount: '6.00' })
    const said = JSON.stringify((ended.auditTrail as unknown[]).at(-1))
    expect(await one('device', ended.deviceId), said).toMatchObject({ status: deviceStates.repair })
    await addsUp()
  })

  it('ends no order by force that ended while somebody was asked, and charges none that is paid', async () => {
    const reasons = await rows('settleReason', 'pageSize=20')
    const settleReasonId = reasons.find(({ reason }) => reason.includes('设备故障'))!.id as string
    const [first, second] = (await rows('orderMessage', 'status=2&settleStatus=0&pageSize=20')) as [Row, Row]
    const asked = { reason: '柜机坏了', settleReasonId, settleAmount: '6.00' }
    for (const { id } of [first, second])
      expect((await act(manager!, 'orderMessage', 'settle', { id, ...asked })).success).toBe(true)
    const statusOf = async (order: Row) => (await one('orderMessage', order.id)).status as string
    const balanceOf = async ({ userId }: Row) => (await one('userMessage', userId)).balance as string
    const before = await balanceOf(first)
    // The device comes back meanwhile, and the app ends the order.
    await test.services.db.execute(sql`update rental_order_message
      set status = ${orderStates.done}, total_amount = 0, pay_amount = 0, end_time = now() where id = ${first.id}`)
    expect((await act(other!, 'orderMessage', 'passSettle', { id: first.id })).message).toBe(
      '订单已经是“已完成”，不能再强制结单，请驳回',
    )
    expect(await balanceOf(first)).toBe(before)
    const after = await one('orderMessage', first.id)
    expect(after).toMatchObject({ payAmount: '0.00', settleStatus: settleStates.waiting })
    expect((await act(other!, 'orderMessage', 'refuseSettle', { id: first.id, reason: '已归还' })).success).toBe(true)
    expect(await statusOf(first)).toBe(orderStates.done)

    await test.services.db.execute(sql`update rental_order_message set pay_amount = 100 where id = ${second.id}`)
    expect((await act(other!, 'orderMessage', 'passSettle', { id: second.id })).message).toBe(
      '订单已实付 1.00 元，不能再强制结单，请驳回后核对',
    )
    await test.services.db.execute(sql`update rental_order_message set pay_amount = null where id = ${second.id}`)
    expect((await act(other!, 'orderMessage', 'passSettle', { id: second.id })).success).toBe(true)
    await addsUp()
  })

  const waitingDeposits = async (type: 'paid' | 'free') =>
    (await rows('orderDeposit', 'status=3&pageSize=50')).filter(
      ({ depositType }) => (depositType === depositTypes.paid) === (type === 'paid'),
    )

  it('gives a deposit back less what is owed, and the debt is gone', async () => {
    const [row] = (await rows('orderDeposit', 'status=1&pageSize=50')) as [Row]
    await test.services.db.execute(sql`update rental_user_message set owe_amount = 1500 where id = ${row.userId}`)
    await test.services.db.execute(
      sql`update rental_order_message set status = ${orderStates.cancelled} where user_id = ${row.userId} and status in (${orderStates.using}, ${orderStates.settling}, ${orderStates.broken})`,
    )
    const asked = await act(service!, 'orderDeposit', 'requestRefund', { id: row.id, reason: '不用了' })
    expect(asked, asked.message).toMatchObject({
      success: true,
      result: { row: { status: depositStates.waiting, oweAmount: '15.00', refundAmount: '84.00' } },
    })
    expect((await act(service!, 'orderDeposit', 'approve', { id: row.id })).status).toBe(403)
    expect((await act(manager!, 'orderDeposit', 'approve', { id: row.id, version: 1 })).status).toBe(409)
    const waiting = await one('orderDeposit', row.id)
    const key = { 'x-idempotency-key': `deposit-${kind}-${row.id}`.slice(0, 60) }
    const replies = await Promise.all(
      [1, 2].map(() => manager!('POST', '/rental/orderDeposit/approve', { id: row.id, version: waiting.version }, key)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const back = await inState('orderDeposit', row.id, depositStates.refunded)
    expect(test.pay.refunds.filter(({ outNo }) => outNo === back.refundNo)).toMatchObject([
      { amount: 8400n, kind: 'refund' },
    ])
    const user = await one('userMessage', row.userId)
    expect(user).toMatchObject({ oweAmount: '0.00', depositStatus: depositStates.refunded })
    const ledger = await rows('amountDetail', `bizNo=${back.depositNo}&pageSize=20`)
    expect(ledger.map(({ amountType, direction, amount }) => `${amountType} ${direction} ${amount}`).sort()).toEqual([
      '101 2 15.00',
      '106 1 84.00',
      '106 2 84.00',
      '107 1 15.00',
    ])
    await addsUp()
  })

  it('lets a credit authorisation go, and rejects back to where it was', async () => {
    const [free, second] = (await waitingDeposits('free')) as [Row, Row]
    expect((await act(manager!, 'orderDeposit', 'reject', { id: free.id })).status).toBe(400)
    expect((await act(manager!, 'orderDeposit', 'reject', { id: free.id, reason: '仍有订单' })).success).toBe(true)
    expect((await one('orderDeposit', free.id)).status).toBe(depositStates.frozen)
    await test.services.db.execute(
      sql`update rental_order_message set status = ${orderStates.cancelled} where user_id = ${second.userId} and status in (${orderStates.using}, ${orderStates.settling}, ${orderStates.broken})`,
    )
    await test.services.db.execute(sql`update rental_user_message set owe_amount = 0 where id = ${second.userId}`)
    expect((await act(manager!, 'orderDeposit', 'approve', { id: second.id })).success).toBe(true)
    const released = await inState('orderDeposit', second.id, depositStates.released)
    expect(test.pay.refunds.find(({ outNo }) => outNo === released.refundNo)).toMatchObject({
      kind: 'release',
      amount: 0n,
    })
  })

  /** Nothing of its holder is under way that would keep the deposit. */
  const freeOfOrders = (id: string) =>
    test.services.db
      .execute(sql`update rental_order_message set status = ${orderStates.cancelled} where status in (${orderStates.using}, ${orderStates.settling}, ${orderStates.broken})
      and user_id = (select user_id from rental_order_deposit where id = ${id})`)

  it('keeps the number when a refused refund is tried again, and refuses while an order is open', async () => {
    const [row, open] = (await waitingDeposits('paid')) as [Row, Row]
    await freeOfOrders(row.id)
    test.refundOutcome('failed')
    await act(manager!, 'orderDeposit', 'approve', { id: row.id })
    const failed = await inState('orderDeposit', row.id, depositStates.failed)
    expect(failed.failReason).toContain('无法原路退回')
    test.refundOutcome('refunded')
    await act(manager!, 'orderDeposit', 'retry', { id: row.id })
    const back = await inState('orderDeposit', row.id, depositStates.refunded, depositStates.withheld)
    expect(back.refundNo).toBe(failed.refundNo)
    const [using] = (await rows('orderMessage', 'status=2&pageSize=1')) as [Row]
    await test.services.db.execute(sql`update rental_order_deposit set user_id = ${using.userId} where id = ${open.id}`)
    const refused = await act(manager!, 'orderDeposit', 'approve', { id: open.id })
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining(`进行中的订单 ${using.orderNo}`) })
    expect((await one('orderDeposit', open.id)).status).toBe(depositStates.waiting)
    await addsUp()
  })

  it.each(['orderDeposit', 'orderMessage'])(
    'of two nodes at one refund of %s only one asks the channel, and the books say what that one was told',
    async (name) => {
      const isOrder = name === 'orderMessage'
      const { id } = isOrder ? await paidOrder() : (await waitingDeposits('paid'))[0]!
      const { jobs, pay } = test.services
      const { send } = jobs
      jobs.send = () => Promise.resolve()
      // The first answer is no. Another node that asks before it is booked is told yes, afterwards.
      const { refund } = pay
      let asked = 0
      const running: Promise<void>[] = []
      let heard = () => {}
      const alsoAsked = new Promise<void>((resolve) => (heard = resolve))
      const elsewhere = {
        ...test.services,
        ...(kind === 'postgres' && { leases: makeLeases({ ...test.services, shared: true }) }),
      }
      const begin = (on = test.services) => {
        const job = (isOrder ? refundOrder : refundDeposit)(on, String(id))
        running.push(job)
        return job
      }
      pay.refund = async (given) => {
        asked += 1
        const outcome = asked === 1 ? 'failed' : 'refunded'
        if (asked === 2) {
          heard()
          await running[0]
        } else await Promise.race([begin(elsewhere), alsoAsked])
        test.refundOutcome(outcome)
        return refund.call(pay, given)
      }
      try {
        if (isOrder) await act(service!, name, 'refund', { id, amount: '10.00', reason: '多收' })
        else {
          await freeOfOrders(id)
          await act(manager!, name, 'approve', { id })
        }
        await begin()
        await Promise.all(running)
      } finally {
        Object.assign(jobs, { send })
        Object.assign(pay, { refund })
        test.refundOutcome('refunded')
      }
      const after = await one(name, id)
      expect(after.failReason).toContain('无法原路退回')
      expect(test.pay.refunds.filter(({ outNo }) => outNo === after.refundNo)).toEqual([])
      expect(asked).toBe(1)
    },
  )

  async function complaintOn(order: Row): Promise<string> {
    const made = await service!('POST', '/rental/complaint/add', {
      complaintType: complaintTypes.billing,
      userId: order.userId,
      orderId: order.id,
      phone: '13700001111',
      content: '多扣了钱',
    })
    expect(made.success, made.message).toBe(true)
    expect(await one('complaint', made.result.id)).toMatchObject({
      status: complaintStates.waiting,
      providerId: order.providerId,
      deviceId: order.deviceId,
    })
    await act(service!, 'complaint', 'accept', { id: made.result.id })
    return made.result.id as string
  }
  const resolve = (by: Send, id: string, refundAmount: string | null, compensation: string | null = null) =>
    act(by, 'complaint', 'resolve', {
      id,
      resolveType: refundAmount ? resolveTypes.refund : resolveTypes.byPhone,
      refundAmount,
      compensation,
      resultText: '已核实',
    })

  it('takes the phone of the consumer for a complaint that names none, also when it is cleared', async () => {
    const order = await paidOrder()
    const complaining = {
      complaintType: complaintTypes.billing,
      userId: order.userId,
      orderId: order.id,
      content: '多扣',
    }
    const made = await service!('POST', '/rental/complaint/add', complaining)
    expect(made.success, made.message).toBe(true)
    const { phone } = await one('userMessage', String(order.userId))
    expect(phone).toMatch(/^1\d{10}$/)
    expect((await one('complaint', made.result.id)).phone).toBe(phone)
    const changed = async (version: unknown, to: string) =>
      (await service!('PUT', '/rental/complaint/edit', { id: made.result.id, version, phone: to })).result
    const other = await changed(made.result.version, '13700001111')
    expect((await one('complaint', made.result.id)).phone).toBe('13700001111')
    await changed(other.version, '')
    expect((await one('complaint', made.result.id)).phone).toBe(phone)
  })

  it('settles a small complaint at once and a large one after a manager agreed', async () => {
    const small = await complaintOn(await paidOrder())
    expect((await resolve(manager!, small, null)).message).toContain('只有处理人可以办结')
    const reply = await resolve(service!, small, null, '5.00')
    expect(reply, reply.message).toMatchObject({ success: true, result: { row: { status: complaintStates.done } } })
    const order = await paidOrder(30)
    const large = await complaintOn(order)
    expect((await resolve(service!, large, '25.00')).result.row.status).toBe(complaintStates.review)
    expect((await act(service!, 'complaint', 'approve', { id: large })).status).toBe(403)
    const both = await Promise.all([
      act(manager!, 'complaint', 'approve', { id: large }),
      act(other!, 'complaint', 'reject', { id: large, reason: '证据不足' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    if (both[0].status !== 200)
      await resolve(service!, large, '25.00').then(() => act(manager!, 'complaint', 'approve', { id: large }))
    await inState('complaint', large, complaintStates.done)
    const refunded = await inState('orderMessage', order.id, orderStates.done)
    expect(refunded.refundedAmount).toBe('25.00')
    sharesAddUp(refunded)
    expect((await act(service!, 'complaint', 'close', { id: large })).success).toBe(true)
    expect((await act(service!, 'complaint', 'reopen', { id: large, reason: '用户不满意' })).success).toBe(true)
    await resolve(service!, large, null)
    expect((await act(service!, 'complaint', 'reopen', { id: large, reason: '再来' })).status).toBe(409)
    await addsUp()
  })

  it('lets whoever handles it give back alone what the platform allows, or less where the provider says so', async () => {
    const order = await paidOrder(30)
    const terms = (what: ReturnType<typeof sql>) =>
      test.services.db.execute(
        sql`update rental_service_provider_config set ${what} where provider_id = ${order.providerId}`,
      )
    const refund = (amount: string) => act(service!, 'orderMessage', 'refund', { id: order.id, amount, reason: '多收' })
    await terms(sql`refund_limit = 500`)
    expect((await refund('5.01')).message).toContain('今天最多还可自行退款 5.00 元')
    const id = await complaintOn(order)
    expect((await resolve(service!, id, '5.01')).result.row.status).toBe(complaintStates.review)
    expect((await one('complaint', id)).auditTrail.at(-1)).toMatchObject({
      reason: '这个订单今天可自行退补的还有 5.00 元',
    })
    expect((await act(manager!, 'complaint', 'reject', { id, reason: '再核实' })).success).toBe(true)
    // However much the terms of a provider allow, no more than the platform does.
    await terms(sql`refund_limit = 2500`)
    expect((await refund('20.01')).message).toContain('今天最多还可自行退款 20.00 元')
    expect((await resolve(service!, id, '20.00')).result.row.status).toBe(complaintStates.done)
    expect(await inState('orderMessage', order.id, orderStates.done)).toMatchObject({ refundedAmount: '20.00' })
    await terms(sql`delete_time = now()`)
    // Of the platform's 20 nothing is left today.
    expect((await refund('0.01')).message).toContain('今天最多还可自行退款 0.00 元')
    await terms(sql`delete_time = null, refund_limit = 2000`)
    await addsUp()
  })

  it('never pays more than the order cost, over refund and compensation of all its complaints', async () => {
    const order = await paidOrder(30)
    const id = await complaintOn(order)
    const most = Number(order.payAmount)
    expect((await resolve(service!, id, (most + 0.01).toFixed(2))).message).toContain(
      '退款与补偿合计不能超过订单实付剩余的',
    )
    expect((await resolve(service!, id, most.toFixed(2), '0.01')).message).toContain('退款与补偿合计不能超过')
    await resolve(service!, id, null, '15.00')
    const again = await complaintOn(order)
    expect((await resolve(service!, again, null, (most - 14.99).toFixed(2))).message).toContain(
      '退款与补偿合计不能超过',
    )
    await addsUp()
  })

  /** Whatever went back on each order by the ledger, refunds and what its complaints compensated, beside what was paid. */
  async function neverAbovePaid() {
    const { rows: wrong } = await test.services.db.execute(sql`
      select o.order_no, o.pay_amount, sum(l.amount) as back from rental_order_message o
      join (
        select tenant_id, biz_no as order_no, amount from rental_amount_detail where amount_type = ${amountTypes.orderRefund} and direction = ${directions.income}
        union all
        select c.tenant_id, x.order_no, d.amount from rental_amount_detail d
        join rental_complaint c on c.complaint_no = d.biz_no and c.tenant_id = d.tenant_id
        join rental_order_message x on x.id = c.order_id where d.amount_type = ${amountTypes.compensation}
      ) l on l.order_no = o.order_no and l.tenant_id = o.tenant_id
      group by 1, 2 having sum(l.amount) > o.pay_amount`)
    expect(wrong).toEqual([])
    const { rows: forgotten } = await test.services.db.execute(sql`
      select c.complaint_no from rental_complaint c left join (
        select biz_no, sum(amount) as amount from rental_amount_detail where amount_type = ${amountTypes.compensation} group by 1
      ) l on l.biz_no = c.complaint_no where coalesce(l.amount, 0) <> coalesce(c.compensation, 0)`)
    expect(forgotten).toEqual([])
  }
  /** 分, of the platform and of the provider: the lesser counts. */
  const limitOf = async (order: Row, limit: number | null) => {
    await test.services.db.execute(
      sql`update rental_service_provider_config set refund_limit = ${limit ?? 2000} where provider_id = ${order.providerId}`,
    )
    await test.services.db.execute(
      sql`update rental_app_config set config_value = ${String((limit ?? 2000) / 100)} where tenant_id = 1 and config_key = 'complaint.agentRefundMax'`,
    )
  }

  it('remembers what a complaint paid when it is opened again, and counts it against the order', async () => {
    const order = await paidOrder(30)
    const id = await complaintOn(order)
    expect((await resolve(service!, id, null, '15.00')).result.row.status).toBe(complaintStates.done)
    expect((await act(service!, 'complaint', 'reopen', { id, reason: '用户不满意' })).success).toBe(true)
    expect(await one('complaint', id)).toMatchObject({ status: complaintStates.handling, compensation: '15.00' })
    // Five are left of what a clerk may give back on one order in a day.
    expect((await resolve(service!, id, null, '5.01')).result.row).toMatchObject({
      status: complaintStates.review,
      compensation: '15.00',
    })
    expect((await act(manager!, 'complaint', 'approve', { id })).success).toBe(true)
    expect(await one('complaint', id)).toMatchObject({
      status: complaintStates.done,
      compensation: '20.01',
      totalAmount: '5.01',
    })
    const other = await complaintOn(order)
    const left = (fen(order.payAmount) - 2001) / 100
    expect((await resolve(service!, other, null, (left + 0.01).toFixed(2))).message).toContain(
      `退款与补偿合计不能超过订单实付剩余的 ${left.toFixed(2)} 元`,
    )
    // It is the order of what was paid: another would have room for it all again.
    const elsewhere = { id: other, orderId: (await paidOrder()).id, version: (await one('complaint', other)).version }
    expect((await service!('PUT', '/rental/complaint/edit', elsewhere)).message).toContain('这个订单不是该用户的')
    await neverAbovePaid()
    await addsUp()
  })

  it('keeps a complaint at the order for which it paid', async () => {
    const order = await paidOrder(30)
    const id = await complaintOn(order)
    await resolve(service!, id, null, '1.00')
    await act(service!, 'complaint', 'reopen', { id, reason: '用户不满意' })
    const second = await paidOrder()
    await test.services.db.execute(
      sql`update rental_order_message set user_id = ${order.userId} where id = ${second.id}`,
    )
    const { version } = await one('complaint', id)
    const moved = await service!('PUT', '/rental/complaint/edit', { id, orderId: second.id, version })
    expect(moved).toMatchObject({ status: 400, message: expect.stringContaining('已有退款或补偿，不能更换关联订单') })
    await test.services.db.execute(
      sql`update rental_order_message set user_id = ${second.userId} where id = ${second.id}`,
    )
  })

  it('counts what complaints compensated when an order is refunded directly, and the other way round', async () => {
    const order = await paidOrder(30)
    await limitOf(order, 1_000_000)
    await resolve(service!, await complaintOn(order), null, '15.00')
    const refund = (amount: string) => act(service!, 'orderMessage', 'refund', { id: order.id, amount, reason: '多收' })
    const left = (fen(order.payAmount) - 1500) / 100
    expect((await refund((left + 0.01).toFixed(2))).message).toContain(`不能超过实付减已退补的 ${left.toFixed(2)} 元`)
    // While it is with the channel it is as good as gone.
    const withChannel = (fen: number | null) =>
      test.services.db.execute(
        sql`update rental_order_message set refunding_amount = ${fen}, status = ${fen ? orderStates.refunding : orderStates.done} where id = ${order.id}`,
      )
    await withChannel(left * 100 - 100)
    expect((await resolve(service!, await complaintOn(order), null, '1.01')).message).toContain('剩余的 1.00 元')
    await withChannel(null)
    expect((await refund(left.toFixed(2))).success).toBe(true)
    expect(await inState('orderMessage', order.id, orderStates.done)).toMatchObject({ refundedAmount: left.toFixed(2) })
    await limitOf(order, null)
    await neverAbovePaid()
    await addsUp()
  })

  it('lets nobody give back alone in parts what the limit keeps from them at once', async () => {
    const order = await paidOrder(40)
    const refund = async (amount: string) => {
      const reply = await act(service!, 'orderMessage', 'refund', { id: order.id, amount, reason: '多收' })
      if (reply.success) await inState('orderMessage', order.id, orderStates.done)
      return reply
    }
    expect((await refund('15.00')).success).toBe(true)
    expect((await refund('15.00')).message).toContain('今天最多还可自行退款 5.00 元')
    expect((await resolve(service!, await complaintOn(order), null, '5.01')).result.row.status).toBe(
      complaintStates.review,
    )
    expect((await resolve(service!, await complaintOn(order), null, '5.00')).result.row.status).toBe(
      complaintStates.done,
    )
    expect((await refund('0.01')).message).toContain('今天最多还可自行退款 0.00 元')
    // A new day.
    await test.services.db.execute(
      sql`update rental_amount_detail set create_time = create_time - interval '1 day' where biz_no = ${order.orderNo}`,
    )
    expect((await refund('9.00')).success).toBe(true)
    await neverAbovePaid()
    await addsUp()
  })

  it('withholds a debt once from deposits that are given back together', async () => {
    const [first, other] = (await rows('orderDeposit', 'status=1&depositType=1&pageSize=50')) as [Row, Row]
    const userId = String(first.userId)
    await test.services.db.execute(sql`update rental_order_deposit set user_id = ${userId} where id = ${other.id}`)
    await test.services.db.execute(sql`update rental_user_message set owe_amount = 1500 where id = ${userId}`)
    await test.services.db.execute(
      sql`update rental_order_message set status = ${orderStates.cancelled} where user_id = ${userId} and status in (${orderStates.using}, ${orderStates.settling}, ${orderStates.broken})`,
    )
    const pair = [first, other]
    for (const { id } of pair) await act(service!, 'orderDeposit', 'requestRefund', { id, reason: '不用了' })
    // As long as the first has not gone back, nothing of the debt is paid.
    test.refundOutcome('failed')
    expect((await act(manager!, 'orderDeposit', 'approve', { id: first.id })).success).toBe(true)
    expect(await inState('orderDeposit', first.id, depositStates.failed)).toMatchObject({
      oweAmount: '15.00',
      refundAmount: '84.00',
    })
    test.refundOutcome('refunded')
    expect((await act(manager!, 'orderDeposit', 'approve', { id: other.id })).success).toBe(true)
    expect(await inState('orderDeposit', other.id, depositStates.refunded)).toMatchObject({
      oweAmount: '0.00',
      refundAmount: '99.00',
    })
    expect(await one('userMessage', userId)).toMatchObject({ oweAmount: '15.00' })
    await act(manager!, 'orderDeposit', 'retry', { id: first.id })
    expect(await inState('orderDeposit', first.id, depositStates.refunded)).toMatchObject({
      oweAmount: '15.00',
      refundAmount: '84.00',
    })
    expect(await one('userMessage', userId)).toMatchObject({ oweAmount: '0.00' })
    const { rows: withheld } = await test.services.db.execute(
      sql`select sum(amount)::int as fen from rental_amount_detail where amount_type = ${amountTypes.depositWithheld} and biz_no in (${first.depositNo}, ${other.depositNo})`,
    )
    expect(withheld).toEqual([{ fen: 1500 }])
    await addsUp()
  })

  it('says what keeps an action from a record, not who made it or wrote something else in it', async () => {
    const order = await paidOrder()
    const complaint = {
      complaintType: complaintTypes.billing,
      userId: order.userId,
      orderId: order.id,
      phone: '13700001111',
      content: '多扣',
    }
    const { id } = (await service!('POST', '/rental/complaint/add', complaint)).result as Row
    const early = { id, version: 1, resolveType: resolveTypes.byPhone, resultText: '已核实' }
    const waits = '投诉的状态为“待处理”，不能办结，请刷新后再看'
    expect(await act(service!, 'complaint', 'resolve', early)).toMatchObject({ status: 409, message: waits })
    await service!('PUT', '/rental/complaint/edit', { id, version: 1, content: '多扣了十元' })
    expect(await act(service!, 'complaint', 'resolve', early)).toMatchObject({ status: 409, message: waits })
    const stale = await act(service!, 'complaint', 'accept', { id, version: 1 })
    expect(stale.message).toMatch(/^已由 .+ 于 \d\d:\d\d 修改，请核对后再处理$/)
    expect((await act(service!, 'complaint', 'accept', { id })).success).toBe(true)
    const late = await act(service!, 'complaint', 'accept', { id })
    expect(late).toMatchObject({ status: 409, message: expect.stringMatching(/^已由 .+ 于 \d\d:\d\d 受理$/) })
    // By the channel, not by a person.
    const [using] = await rows('orderMessage', 'status=2&pageSize=1')
    const refund = await act(service!, 'orderMessage', 'refund', { id: using!.id, amount: '1', reason: '测试' })
    expect(refund.message).toBe('订单信息的状态为“租借中”，不能退款，请刷新后再看')
  })

  it('decides on several records each as it was seen', async () => {
    const order = await paidOrder()
    const draft = {
      complaintType: complaintTypes.billing,
      userId: order.userId,
      orderId: order.id,
      phone: '13700001111',
      content: '多扣',
    }
    const add = async () => (await service!('POST', '/rental/complaint/add', draft)).result.id as string
    const ids = [await add(), await add()]
    const preview = await service!('POST', '/rental/complaint/preview', { action: 'accept', ids })
    expect(preview.result).toMatchObject({ ids, versions: [1, 1] })
    await service!('PUT', '/rental/complaint/edit', { id: ids[1], version: 1, content: '其实没有' })
    const accept = (versions: unknown) => act(service!, 'complaint', 'accept', { ids, versions })
    expect(await accept(undefined)).toMatchObject({ status: 400, message: expect.stringContaining('缺少 versions') })
    expect(await accept([1])).toMatchObject({ status: 400, message: expect.stringContaining('versions 应与 ids') })
    expect((await accept([1, 1])).result).toMatchObject({
      done: [ids[0]],
      excluded: [{ id: ids[1], reason: expect.stringMatching(/修改，请核对后再处理$/) }],
    })
  })

  it('comes back to its handler when the channel cannot give the money back', async () => {
    const id = await complaintOn(await paidOrder())
    test.refundOutcome('failed')
    await resolve(service!, id, '12.00')
    const back = await inState('complaint', id, complaintStates.handling)
    expect(back.auditTrail.at(-1)).toMatchObject({ result: '退款失败，待重新处理' })
    test.refundOutcome('refunded')
    await addsUp()
  })
})
