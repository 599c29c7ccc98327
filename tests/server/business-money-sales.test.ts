/** Money for what is sold: cards with their refunds and days, recharges, draws. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import type { Resource } from '#model/resource.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { resources } from '#resources/index.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { cardSources, userCardStates, refundStates } from '#resources/product/userCard.ts'
import { prizeAt } from '../../server/business/sale/sale-rules.ts'
import { newId } from '../../server/kernel/id.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { tableOf } from '../../server/db/table.ts'
import { localTime } from '../../server/resource/write.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { reason, tillOf } from './till.ts'

type Row = Record<string, any>

const { amountDetail, blindBox, boxDraw, card, onceCard, rechargeSetting, userCard, userMessage } = resources

describe.each([await oneKind()])('money for what is sold on %s', (kind) => {
  let test: TestApp
  let [admin, manager, finance, service, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, finance, service, viewer] = await Promise.all(
      ['admin', 'ops_manager', 'finance', 'service', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, set, consumer, rich, ledgerOf, addsUpAtLast } = tillOf(() => ({ test, admin }))
  const onSale = async (resource: Resource, over: Row = {}) => {
    const made = await add(resource, { ...('areaCodes' in resource.fields && { areaCodes: null }), ...over })
    must(await act(admin, resource, 'putOn', made.id))
    return made
  }

  describe('cards', () => {
    it('are sold from the wallet, own money first, and counted', async () => {
      const userId = await rich('20.00', '5.00')
      const product = await onSale(onceCard, { price: '22.00', originalPrice: '30.00', times: 10, buyLimit: 1 })
      must(await act(admin, onceCard, 'sell', product.id, { userId, payChannel: payChannels.wallet }))
      expect(await look(userMessage, userId)).toMatchObject({ balance: '3.00', giftBalance: '3.00', payTotal: '22.00' })
      const [made] = await list(userCard, `userId=${userId}`)
      expect(made).toMatchObject({
        source: cardSources.bought,
        payAmount: '22.00',
        totalTimes: 10,
        status: userCardStates.using,
        payChannel: payChannels.wallet,
      })
      expect((await look(onceCard, product.id)).soldCount).toBe(1)
      expect((await ledgerOf(userId)).at(-1)).toMatchObject({
        amountType: amountTypes.card,
        amount: '22.00',
        bizNo: made!.cardNo,
      })
      const again = await act(admin, onceCard, 'sell', product.id, { userId, payChannel: payChannels.offline })
      expect(again.message).toBe('每人限购 1 张')
    })

    it('are refused to people who may not buy, each with its own sentence, and nothing is done', async () => {
      const { id: userId } = await consumer()
      const product = await onSale(card, {
        firstOnly: 'Y',
        refundable: 'N',
        refundDays: null,
        price: '12.00',
        originalPrice: '20.00',
        buyLimit: 0,
      })
      const sell = (body: Row, by = admin) =>
        act(by, card, 'sell', product.id, { userId, payChannel: payChannels.offline, ...body })
      expect((await sell({ payChannel: payChannels.wallet })).message).toContain('可提现余额不足')
      expect(await sell({ payChannel: payChannels.wechat })).toMatchObject({
        status: 400,
        result: { fields: { outTradeNo: '请输入支付流水号' } },
      })
      expect((await sell({ payChannel: payChannels.card })).message).toBe('不支持这种支付渠道')
      expect((await sell({}, viewer)).status).toBe(403)
      expect((await sell({ userId: 'nobody' })).message).toContain('用户不存在或无权使用')
      expect(await list(userCard, `userId=${userId}`)).toHaveLength(0)
      const outTradeNo = `42${Date.now()}`
      must(await sell({ payChannel: payChannels.wechat, outTradeNo }))
      expect((await sell({})).message).toBe('仅限新客购买')
      const other = await consumer()
      expect((await sell({ userId: other.id, payChannel: payChannels.wechat, outTradeNo })).message).toContain(
        '支付流水号已用于 UK',
      )
      await set(userMessage, other.id, { status: consumerStates.frozen })
      expect((await sell({ userId: other.id })).message).toBe('用户已冻结或注销，不能购买')
      must(await act(admin, card, 'takeOff', product.id))
      expect((await sell({})).status).toBe(409)
    })

    it('and recharges are offered the channels that they can be paid by, and no others', async () => {
      const { id: userId } = await consumer()
      const product = await onSale(card, { firstOnly: 'N', buyLimit: 0 })
      const tier = await onSale(rechargeSetting, { limitTimes: 0, firstOnly: 'N', startTime: null, endTime: null })
      const sales = [
        [card, 'sell', product.id, card.actions.sell.input.payChannel],
        [rechargeSetting, 'recharge', tier.id, rechargeSetting.actions.recharge.input.payChannel],
      ] as const
      for (const [resource, action, id, field] of sales) {
        const offered: readonly string[] = field.only ?? []
        for (const payChannel of Object.values(payChannels)) {
          const reply = await act(admin, resource, action, id, { userId, payChannel, outTradeNo: `42${newId()}` })
          expect(reply.message !== '不支持这种支付渠道', `${action} ${payChannel}`).toBe(offered.includes(payChannel))
        }
      }
    })

    it('are paid for by one payment of a channel once, whichever tenant it is told to', async () => {
      const { id: userId } = await consumer()
      const product = await onSale(card, { firstOnly: 'N', buyLimit: 0 })
      const outTradeNo = `42${Date.now()}99`
      const { rows } = await test.services.db.execute<{ id: string }>(
        sql`select id from ${tableOf(amountDetail)} where tenant_id = 1 and out_trade_no is null limit 1`,
      )
      const told = (values: Row) => set(amountDetail, rows[0]!.id, values)
      // The same account with the channel serves both.
      await told({ tenantId: 2, outTradeNo, payChannel: payChannels.wechat })
      const sell = (over: Row) => act(admin, card, 'sell', product.id, { userId, outTradeNo, ...over })
      const refused = await sell({ payChannel: payChannels.wechat })
      expect(refused.message).toBe('支付流水号已使用')
      expect(await list(userCard, `userId=${userId}`)).toHaveLength(0)
      // What is written on a receipt over the counter is a matter of the tenant.
      must(await sell({ payChannel: payChannels.offline }))
      await told({ tenantId: 1, outTradeNo: null, payChannel: null })
    })

    async function bought(payChannel: string, over: Row = {}) {
      const userId = await rich('50.00')
      const product = await onSale(onceCard, {
        price: '30.00',
        originalPrice: '30.00',
        times: 10,
        refundable: 'Y',
        buyLimit: 0,
      })
      const outTradeNo = payChannel === payChannels.wechat ? `42${Date.now()}${String(over.end ?? '01')}` : null
      must(await act(admin, onceCard, 'sell', product.id, { userId, payChannel, outTradeNo }))
      const [row] = await list(userCard, `userId=${userId}`)
      await set(userCard, row!.id, { usedTimes: 4 })
      return { userId, id: row!.id as string }
    }
    const ask = (id: string) => act(service, userCard, 'refund', id, { reason, refundVoucher: 'temp/a.png' })

    it('go back as far as they were not used, after a manager and finance agreed', async () => {
      const { userId, id } = await bought('3')
      must(await ask(id))
      expect(await look(userCard, id)).toMatchObject({
        refundStatus: refundStates.waiting,
        status: userCardStates.frozen,
        refundingAmount: '18.00',
      })
      expect((await ask(id)).status).toBe(409)
      expect((await act(finance, userCard, 'passRefund', id)).status).toBe(403)
      must(await act(manager, userCard, 'passRefund', id))
      expect((await act(manager, userCard, 'review', id)).status).toBe(403)
      must(await act(finance, userCard, 'review', id))
      expect(await look(userCard, id)).toMatchObject({
        refundStatus: refundStates.refunded,
        status: userCardStates.refunded,
        refundAmount: '18.00',
      })
      expect(await look(userMessage, userId)).toMatchObject({ balance: '38.00', payTotal: '12.00' })
      const late = await act(finance, userCard, 'review', id)
      expect(late).toMatchObject({ status: 409, message: expect.stringMatching(/^已由 .+ 于 \d\d:\d\d 复核退款/) })
    })

    it('go back through the channel they came by, once, and stay when it refuses', async () => {
      const one = await bought('1')
      must(await ask(one.id))
      must(await act(manager, userCard, 'passRefund', one.id))
      must(await act(finance, userCard, 'review', one.id))
      const done = await until('the refund', async () => {
        const row = await look(userCard, one.id)
        return row.refundStatus === refundStates.refunded ? row : undefined
      })
      expect(done).toMatchObject({
        status: userCardStates.refunded,
        refundAmount: '18.00',
        refundNo: expect.stringMatching(/^KT/),
      })
      expect(test.pay.refunds.filter(({ outNo }) => outNo === done.refundNo)).toMatchObject([{ amount: 1800n }])
      expect(await look(userMessage, one.userId)).toMatchObject({ balance: '50.00' })

      test.refundOutcome('failed')
      const two = await bought('1', { end: '02' })
      must(await ask(two.id))
      must(await act(manager, userCard, 'passRefund', two.id))
      must(await act(finance, userCard, 'review', two.id))
      const failed = await until('the failure', async () => {
        const row = await look(userCard, two.id)
        return row.refundStatus === refundStates.failed ? row : undefined
      })
      test.refundOutcome('refunded')
      expect(failed).toMatchObject({
        status: userCardStates.using,
        refundAmount: '0.00',
        failReason: expect.any(String),
      })
    })

    it('go on by the clock after the channel was out for longer than the queue tries', async () => {
      test.refundOutcome('timeout')
      const { id } = await bought('1', { end: '03' })
      must(await ask(id))
      must(await act(manager, userCard, 'passRefund', id))
      must(await act(finance, userCard, 'review', id))
      const tried = sql`from pgboss.job where name = 'card-refund' and data->>'id' = ${id}`
      await until('the first try', async () => {
        const { rows } = await test.services.db.execute<{ state: string }>(sql`select state::text as state ${tried}`)
        return rows.some(({ state }) => state === 'retry')
      })
      // Its tries are used up.
      await test.services.db.execute(sql`delete ${tried}`)
      test.refundOutcome('refunded')
      const { rows: open } = await test.services.db.execute(sql`select ${tried}`)
      expect(open).toEqual([])
      expect(await timedWork('resume-payments')!.run(test.services, {})).toMatch(/打款与退款 \d+ 笔$/)
      await until('the refund', async () => (await look(userCard, id)).refundStatus === refundStates.refunded)
    })

    it('come back to use when the refund is refused, and are refused when nothing may go back', async () => {
      const { id } = await bought('3')
      must(await ask(id))
      must(await act(manager, userCard, 'refuseRefund', id, { reason }))
      expect(await look(userCard, id)).toMatchObject({
        refundStatus: refundStates.rejected,
        status: userCardStates.using,
        refundAmount: '0.00',
      })
      await set(userCard, id, { usedTimes: 10 })
      expect((await ask(id)).message).toBe('没有未使用的部分可退')
      const product = await onSale(card, { refundable: 'N', refundDays: null, firstOnly: 'N', buyLimit: 0 })
      const { id: userId } = await consumer()
      must(await act(admin, card, 'sell', product.id, { userId, payChannel: payChannels.offline }))
      const [row] = await list(userCard, `userId=${userId}`)
      expect((await ask(row!.id)).message).toBe('这种卡不支持退款')
      await set(card, product.id, { refundable: 'Y', refundDays: 1 })
      await set(userCard, row!.id, { createTime: '2026-01-01T00:00:00Z' })
      expect((await ask(row!.id)).message).toBe('购买已超过可退的 1 天')
    })

    it('give back the days that a refused or a failed refund took, and are tried again with what was agreed', async () => {
      const { clock } = test.services
      const moment = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
      const terms = { price: '30.00', originalPrice: '30.00', validDays: 30, buyLimit: 0, firstOnly: 'N' }
      const product = await onSale(card, { ...terms, refundable: 'Y', refundDays: 30 })
      const { id: userId } = await consumer()
      const outTradeNo = `42${newId()}04`
      must(await act(admin, card, 'sell', product.id, { userId, payChannel: payChannels.wechat, outTradeNo }))
      const [{ id }] = (await list(userCard, `userId=${userId}`)) as [Row]
      const span = { startTime: moment(-27.5).toISOString(), endTime: moment(2.5).toISOString() }
      await set(userCard, id, span)
      const end = async () => (await look(userCard, id)).endTime as string
      const until2 = await end()
      must(await ask(id))
      // Three days pass, and the card would have run out.
      const days = (passed: number) => set(userCard, id, { refundAskTime: moment(-passed).toISOString() })
      await days(3)
      must(await act(manager, userCard, 'refuseRefund', id, { reason }))
      const later = (text: string, add: number) =>
        localTime(test.services, new Date(new Date(`${text.replace(' ', 'T')}+08:00`).getTime() + add * 86_400_000))
      const near = (left: string, right: string) =>
        expect(Math.abs(new Date(left).getTime() - new Date(right).getTime())).toBeLessThan(60_000)
      expect(await look(userCard, id)).toMatchObject({
        status: userCardStates.using,
        refundStatus: refundStates.rejected,
      })
      near(await end(), later(until2, 3))

      // As it was when it was asked for: two of thirty days.
      await set(userCard, id, { startTime: moment(-30.5).toISOString(), endTime: moment(2.5).toISOString() })
      must(await ask(id))
      expect(await look(userCard, id)).toMatchObject({ refundingAmount: '2.00' })
      await days(1)
      test.refundOutcome('failed')
      must(await act(manager, userCard, 'passRefund', id))
      must(await act(finance, userCard, 'review', id))
      const failed = async () =>
        until('the failure', async () => {
          const row = await look(userCard, id)
          return row.refundStatus === refundStates.failed ? row : undefined
        })
      expect(await failed()).toMatchObject({ status: userCardStates.using, refundingAmount: '2.00' })
      near(await end(), localTime(test.services, moment(3.5)))
      test.refundOutcome('refunded')
      // It ran out since, and nobody used it: what two people agreed to is still owed.
      await set(userCard, id, { endTime: moment(-1).toISOString(), status: userCardStates.expired })
      must(await act(service, userCard, 'retryRefund', id))
      const done = await until('the refund', async () => {
        const row = await look(userCard, id)
        return row.refundStatus === refundStates.refunded ? row : undefined
      })
      expect(done).toMatchObject({ status: userCardStates.refunded, refundAmount: '2.00' })
    })

    it('give back days of a pause as days that were not used, resumed first or not', async () => {
      const day = (days: number) =>
        localTime(test.services, new Date(test.services.clock.now().getTime() + days * 86_400_000 + 60_000))
      const terms = { price: '30.00', originalPrice: '30.00', validDays: 30, buyLimit: 0, firstOnly: 'N' }
      const product = await onSale(card, { ...terms, refundable: 'Y', refundDays: 30 })
      /** Bought, used for ten days and then paused. */
      const paused = async (since: number, more: Row = {}) => {
        const userId = await rich('50.00')
        must(await act(admin, card, 'sell', product.id, { userId, payChannel: payChannels.wallet }))
        const [row] = await list(userCard, `userId=${userId}`)
        const span = { startTime: day(-10 - since), endTime: day(20 - since) }
        // A minute short of the tenth day: what stands still between resuming and asking is seconds.
        const pauseTime = localTime(test.services, new Date(test.services.clock.now().getTime() - since * 86_400_000))
        await set(userCard, row!.id, { ...span, status: userCardStates.paused, pauseTime, ...more })
        return row!.id as string
      }
      const amountOf = async (id: string) => {
        must(await ask(id))
        return (await look(userCard, id)).refundingAmount as string
      }
      expect(await amountOf(await paused(5))).toBe('20.00')
      const resumed = await paused(5)
      must(await act(admin, userCard, 'resume', resumed))
      expect(await amountOf(resumed)).toBe('20.00')
      // Longer than its days: it would have run out without the pause.
      expect(await amountOf(await paused(25))).toBe('20.00')
      // Two of thirty days of pause are left; from then on days pass, paused or not.
      const most = { pauseDays: 28, startTime: day(-10 - 28 - 5), endTime: day(20 - 5) }
      expect(await amountOf(await paused(5, most))).toBe('17.00')
    })
  })

  it('a recharge gives money, gift and card, as often as its tier allows', async () => {
    const { id: userId } = await consumer()
    const gift = await add(onceCard, { times: 3 })
    const tier = await onSale(rechargeSetting, {
      payAmount: '66.00',
      giftAmount: '6.00',
      giftCardId: gift.id,
      limitTimes: 1,
      firstOnly: 'N',
      startTime: null,
      endTime: null,
    })
    const recharge = () => act(admin, rechargeSetting, 'recharge', tier.id, { userId, payChannel: payChannels.offline })
    must(await recharge())
    expect(await look(userMessage, userId)).toMatchObject({ balance: '72.00', giftBalance: '6.00' })
    expect(await list(userCard, `userId=${userId}`)).toMatchObject([
      { source: cardSources.recharge, totalTimes: 3, payAmount: '0.00' },
    ])
    expect((await recharge()).message).toBe('每人限 1 次')
    await set(rechargeSetting, tier.id, { limitTimes: 0, firstOnly: 'Y' })
    expect((await recharge()).message).toBe('首充专享，用户已充值过')
    await set(rechargeSetting, tier.id, { firstOnly: 'N', endTime: '2026-01-01T00:00:00Z' })
    expect((await recharge()).message).toBe('充值活动已结束')
    const large = await admin!('POST', `${rechargeSetting.path}/add`, make(rechargeSetting, { payAmount: '1000.01' }))
    expect(large.message).toContain('不能大于1000')
  })

  describe('blind boxes', () => {
    it('fall on prizes as their probabilities say, and on 谢谢参与 when one is out', () => {
      const prizes = [
        { prizeType: prizeTypes.nothing, probability: '50.00', stock: null },
        { prizeType: prizeTypes.wallet, probability: '49.99', stock: 1 },
        { prizeType: prizeTypes.goods, probability: '0.01', stock: 0 },
      ]
      const counts = new Map<unknown, number>()
      for (let point = 0; point < 10_000; point += 1) {
        const { prizeType } = prizeAt(prizes, point)
        counts.set(prizeType, (counts.get(prizeType) ?? 0) + 1)
      }
      expect([...counts]).toEqual([
        ['1', 5001],
        ['2', 4999],
      ])
    })

    it('take the price, hand over the prize, and run out', async () => {
      const userId = await rich('10.00')
      const window = { startTime: '2026-01-01 00:00:00', endTime: '2036-02-01 00:00:00' }
      const sure = [
        { prizeName: '谢谢参与', prizeType: prizeTypes.nothing, probability: '0.00' },
        { prizeName: '红包', prizeType: prizeTypes.wallet, amount: '1.50', probability: '100.00', stock: 1 },
      ]
      const box = await add(blindBox, {
        ...window,
        price: '2.00',
        prizes: sure,
        drawLimit: 2,
        totalLimit: null,
        areaCodes: null,
      })
      const draw = () => act(admin, blindBox, 'draw', box.id, { userId })
      expect((await draw()).status).toBe(409)
      must(await act(admin, blindBox, 'publish', box.id))
      must(await draw())
      expect(await look(userMessage, userId)).toMatchObject({ balance: '9.50', giftBalance: '1.50' })
      must(await draw())
      expect(await look(userMessage, userId)).toMatchObject({ balance: '7.50', giftBalance: '1.50' })
      expect(await look(blindBox, box.id)).toMatchObject({ drawCount: 2, winCount: 1, cost: '1.50' })
      const { prizes } = await look(blindBox, box.id)
      expect(prizes[1]).toMatchObject({ stock: 0 })
      expect((await list(boxDraw, `boxId=${box.id}`)).map(({ status }) => status).sort()).toEqual(['0', '1'])
      expect((await draw()).message).toBe('每人限抽 2 次')
    })
  })

  addsUpAtLast()
})
