/** Money beside renting: cards sold and paid back, recharges, draws, settings, adjustments, and books that are compared. */
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHundredths } from '#model/money.ts'
import type { Resource, Wire } from '#model/resource.ts'
import { consumerStates, authStates } from '#resources/customer/userMessage.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceCommands, commandStates } from '#resources/device/deviceCommand.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { resources } from '#resources/index.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import { withdrawMethods, withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { resolveTypes } from '#resources/customer/complaint.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { settleScenes } from '#resources/order/settleReason.ts'
import { accountChangeStates } from '#resources/partner/accountChange.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { billModes } from '#resources/product/billModes.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { cardSources, userCardStates, refundStates } from '#resources/product/userCard.ts'
import { sexes } from '#resources/sexes.ts'
import { reconcile } from '../../server/business/reconciliation/reconcile.ts'
import { prizeAt } from '../../server/business/sale/sale-rules.ts'
import { accountId } from '../../demo/accounts.ts'
import { newId } from '../../server/kernel/id.ts'
import { session, userDepart } from '../../server/db/tables.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { ratioOf, roomAt } from '../../server/money/chain.ts'
import { refundDeposit } from '../../server/money/deposit-refund.ts'
import { lockAccount, post, type Account, type BizType, type Entry } from '../../server/money/ledger.ts'
import { postShares, sharesOf, takeBackShares } from '../../server/money/shares.ts'
import { readConfig } from '../../server/resource/config.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { tableOf } from '../../server/db/table.ts'
import { localTime } from '../../server/resource/write.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

type Row = Record<string, any>

const {
  accountChange,
  amountDetail,
  appConfig,
  blindBox,
  boxDraw,
  card,
  complaint,
  configChange,
  device,
  deviceCommand,
  driverCar,
  driverMessage,
  ledgerAdjustment,
  onceCard,
  orderDeposit,
  orderMessage,
  rechargeSetting,
  reconcileDifference,
  serviceProvider,
  serviceProviderConfig,
  settleReason,
  sysDepart,
  sysUser,
  userCard,
  userMessage,
  userRecharge,
  userWithdrawal,
} = resources

const reason = '测试原因'

type Order = Wire<typeof orderMessage>

describe.each([await oneKind()])('business money on %s', (kind) => {
  let test: TestApp
  let [admin, manager, finance, cashier, service, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, finance, cashier, service, viewer] = await Promise.all(
      ['admin', 'ops_manager', 'finance', 'cashier', 'service', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, edit, set } = deskOf(() => ({ test, admin }))
  const onSale = async (resource: Resource, over: Row = {}) => {
    const made = await add(resource, { ...('areaCodes' in resource.fields && { areaCodes: null }), ...over })
    must(await act(admin, resource, 'putOn', made.id))
    return made
  }
  const consumer = () => add(userMessage, { status: consumerStates.normal })
  /** Money of their own, and a gift on top. */
  async function rich(paid: string, gift = '0.00') {
    const { id } = await consumer()
    await test.services.db.transaction(async (tx) => {
      const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId: id })
      const source = { bizType: 'recharge' as const, bizNo: `CZ-${id}` }
      await post({ tx, services: test.services, caller: systemCaller(1) }, account, source, [
        { amountType: amountTypes.recharge, direction: directions.income, amount: toHundredths(paid)! },
        { amountType: amountTypes.rechargeGift, direction: directions.income, amount: toHundredths(gift)! },
      ])
    })
    return id as string
  }
  const ledgerOf = (id: string) => list(amountDetail, `ownerId=${id}&column=detailNo&order=asc`)

  it('the demo adds up to the fen: no difference anywhere', async () => {
    expect(await differencesOf(test.services, 1)).toEqual([])
    expect((await list(userRecharge, '')).length).toBeGreaterThan(50)
    const { rows: elsewhere } = await test.services.db.execute(sql`
      select w.withdraw_no from rental_user_withdrawal w
        left join rental_service_provider_config c on w.owner_type = '2' and c.provider_id = w.owner_id
        left join rental_user_message u on w.owner_type = '1' and u.id = w.owner_id
      where (w.owner_type = '2' and (w.method, w.bank_no, w.account_name) is distinct from ('1', c.bank_no, c.account_name))
        or (w.owner_type = '1' and (w.bank_no, w.account_name, '2') is distinct from (u.open_id, u.real_name, u.auth_status))`)
    expect(elsewhere).toEqual([])
    const provinces = await list(serviceProvider, 'level=1')
    await test.services.db.transaction(async (tx) => {
      for (const { id: below } of provinces) {
        const { left } = await roomAt(tx, { above: null, below })
        expect(left).toBeGreaterThanOrEqual(await ratioOf(tx, below))
      }
    })
    for (const box of await list(blindBox, '')) {
      const draws = (await list(boxDraw, `boxId=${box.id}`)).length
      expect(draws, box.boxName).toBe(box.drawCount)
    }
  })

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
      expect((await sell({ payChannel: payChannels.wechat })).message).toBe('请输入支付流水号')
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

  /** Out with a power bank of that provider, since so many days. */
  async function borrowed(userId: string, provider: Row, more: Row = {}, days = 30) {
    const [id, orderNo] = [newId(), `DD-B${newId()}`]
    await test.services.db.insert(tableOf(orderMessage)).values({
      id,
      orderNo,
      tenantId: 1,
      userId,
      providerId: provider.id,
      sysOrgCode: provider.sysOrgCode,
      status: orderStates.using,
      settleStatus: settleStates.none,
      billMode: billModes.byTime,
      refundedAmount: 0n,
      deviceId: 'none',
      borrowCabinetId: 'none',
      ...more,
      startTime: new Date(test.services.clock.now().getTime() - days * 86_400_000).toISOString(),
    })
    return { id, orderNo }
  }
  /** The consumer's app wrote it; what it took from the wallet is in the ledger. */
  async function deposited(userId: string, more: Row = {}) {
    const [id, depositNo] = [newId(), `YJ-T${newId()}`]
    await test.services.db.insert(tableOf(orderDeposit)).values({
      id,
      depositNo,
      tenantId: 1,
      userId,
      amount: 9900n,
      oweAmount: 0n,
      sysOrgCode: 'A01',
      depositType: depositTypes.paid,
      payChannel: payChannels.wechat,
      status: depositStates.paid,
      outTradeNo: `42${newId()}01`,
      ...more,
    })
    if (more.payChannel === payChannels.wallet)
      await test.services.db.transaction(async (tx) => {
        const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId: userId })
        const source = { bizType: 'orderDeposit' as const, bizNo: depositNo }
        await post({ tx, services: test.services, caller: systemCaller(1) }, account, source, [
          { amountType: amountTypes.deposit, direction: directions.expense, amount: 9900n },
        ])
      })
    return { id, depositNo }
  }
  const depositIn = (id: string, ...wanted: string[]) =>
    until(`a deposit in ${wanted.join()}`, async () => {
      const row = await look(orderDeposit, id)
      return wanted.includes(row.status as string) ? row : undefined
    })
  const stepsOf = (row: Row) => (row.auditTrail as Row[]).map(({ result }) => result as string)
  const lost = async () => (await list(settleReason, '')).find(({ scene }) => scene === settleScenes.lost)!.id as string

  describe('deposits', () => {
    it('go back by the way they came: into the wallet, over the counter, through the channel', async () => {
      const giveBack = async (id: string) => {
        must(await act(service, orderDeposit, 'requestRefund', id, { reason }))
        return act(manager, orderDeposit, 'approve', id)
      }
      const userId = await rich('60.00', '49.00')
      const fromWallet = await deposited(userId, { payChannel: payChannels.wallet, outTradeNo: null })
      expect(await look(userMessage, userId)).toMatchObject({ balance: '10.00', giftBalance: '10.00' })
      must(await giveBack(fromWallet.id))
      const wallet = await depositIn(fromWallet.id, depositStates.refunded)
      expect(stepsOf(wallet)).toContain('退回余额 99.00 元')
      // What was given on top is given again, and is not paid out.
      expect(await look(userMessage, userId)).toMatchObject({ balance: '109.00', giftBalance: '49.00' })

      const atCounter = await deposited(userId, { payChannel: payChannels.offline, outTradeNo: null })
      must(await giveBack(atCounter.id))
      const counter = await depositIn(atCounter.id, depositStates.refunded)
      expect(stepsOf(counter)).toContain('线下退还 99.00 元')
      expect(await look(userMessage, userId)).toMatchObject({ balance: '109.00', giftBalance: '49.00' })
      for (const { refundNo } of [wallet, counter])
        expect(test.pay.refunds.filter(({ outNo }) => outNo === refundNo)).toEqual([])

      const numberless = await deposited(userId, { outTradeNo: null })
      expect((await giveBack(numberless.id)).message).toBe('没有支付流水，不能原路退款')
      const free = { depositType: depositTypes.wechatFree, payChannel: payChannels.wechatScore }
      const loose = await deposited(userId, { ...free, status: depositStates.frozen, outTradeNo: null })
      expect((await giveBack(loose.id)).message).toBe('没有授权号，不能解除免押')
      const contract = await deposited(userId, {
        depositType: depositTypes.contractFree,
        status: depositStates.frozen,
        outTradeNo: null,
      })
      must(await giveBack(contract.id))
      await depositIn(contract.id, depositStates.released)
      expect(await differencesOf(test.services, 1)).toEqual([])
    })

    it('that were stuck with a channel that never had them go back when they are tried again', async () => {
      const userId = await rich('99.00')
      const { id } = await deposited(userId, { payChannel: payChannels.wallet, outTradeNo: null })
      await set(orderDeposit, id, { status: depositStates.failed, refundAmount: 9900n, refundNo: `TY-${newId()}` })
      must(await act(manager, orderDeposit, 'retry', id))
      await depositIn(id, depositStates.refunded)
      expect(await look(userMessage, userId)).toMatchObject({ balance: '99.00' })
      // On its way since before, with a number or none: nobody asks a channel for it.
      const under = await deposited(userId, { payChannel: payChannels.wallet, outTradeNo: null })
      await set(orderDeposit, under.id, {
        status: depositStates.refunding,
        refundAmount: 9900n,
        refundNo: `TY-${newId()}`,
      })
      await refundDeposit(test.services, under.id)
      expect(await look(orderDeposit, under.id)).toMatchObject({ status: depositStates.refunded })
      expect(await look(userMessage, userId)).toMatchObject({ balance: '99.00' })
      const lone = await deposited(userId, { outTradeNo: null, status: depositStates.refunding, refundAmount: 9900n })
      await refundDeposit(test.services, lone.id)
      expect(await look(orderDeposit, lone.id)).toMatchObject({
        status: depositStates.failed,
        failReason: '没有支付流水，不能原路退款',
      })
    })

    it('pay the orders they are withheld for, the oldest first: amount, shares, refund and 消费额 follow', async () => {
      const provider = await add(serviceProvider)
      const [terms] = await list(serviceProviderConfig, `providerId=${provider.id}`)
      await set(serviceProviderConfig, terms!.id, { shareRatio: 1000n })
      const { id: userId } = await consumer()
      const settleReasonId = await lost()
      const older = await borrowed(userId, provider, {}, 60)
      const newer = await borrowed(userId, provider)
      for (const { id } of [older, newer]) {
        must(await act(manager, orderMessage, 'settle', id, { settleReasonId, reason }))
        expect(await look(orderMessage, id)).toMatchObject({ payAmount: '0.00', status: orderStates.bought })
      }
      await set(orderMessage, older.id, { endTime: new Date(Date.now() - 86_400_000).toISOString() })
      expect(await look(userMessage, userId)).toMatchObject({ oweAmount: '198.00', payTotal: '0.00' })
      const earned = async () => (await look(serviceProvider, provider.id)).balance as string

      const refundedNow = async () => {
        const { panels } = must(await admin!('GET', '/rental/figures/analysis')) as { panels: Row[] }
        const panel = panels.find((one) => one.resource === 'amountDetail' && one.figure === 'refunded')!
        return { count: panel.now.count as number, amount: panel.now.amount as string }
      }
      const before = await refundedNow()
      const first = await deposited(userId)
      must(await act(service, orderDeposit, 'requestRefund', first.id, { reason }))
      must(await act(manager, orderDeposit, 'approve', first.id))
      await depositIn(first.id, depositStates.withheld)
      expect(await refundedNow()).toEqual(before)
      const paid = await look(orderMessage, older.id)
      expect(paid).toMatchObject({ payAmount: '99.00', payChannel: payChannels.wallet })
      expect(stepsOf(paid)).toContain(`押金 ${first.depositNo} 转扣 99.00 元`)
      expect(await look(orderMessage, newer.id)).toMatchObject({ payAmount: '0.00' })
      expect(await earned()).toBe('9.90')
      expect(await look(userMessage, userId)).toMatchObject({ oweAmount: '99.00', payTotal: '99.00', balance: '0.00' })

      // An authorisation that covers only a part of the next one.
      const free = { depositType: depositTypes.alipayFree, payChannel: payChannels.alipayHold }
      const second = await deposited(userId, { ...free, status: depositStates.frozen, amount: 5000n })
      must(await act(service, orderDeposit, 'requestRefund', second.id, { reason }))
      must(await act(manager, orderDeposit, 'approve', second.id))
      await depositIn(second.id, depositStates.withheld)
      expect(await look(orderMessage, newer.id)).toMatchObject({ payAmount: '50.00' })
      expect(await earned()).toBe('14.90')
      expect(await look(userMessage, userId)).toMatchObject({ oweAmount: '49.00', payTotal: '149.00' })
      expect(await differencesOf(test.services, 1)).toEqual([])

      // The power bank is found.
      const found = await add(complaint, { userId, orderId: older.id, phone: '13700001111' })
      must(await act(service, complaint, 'accept', found.id))
      const back = { resolveType: resolveTypes.refund, refundAmount: '99.00', resultText: '充电宝已找到' }
      must(await act(service, complaint, 'resolve', found.id, back))
      must(await act(manager, complaint, 'approve', found.id))
      expect(await look(orderMessage, older.id)).toMatchObject({
        status: orderStates.refunded,
        refundedAmount: '99.00',
      })
      expect(await look(userMessage, userId)).toMatchObject({ balance: '99.00', payTotal: '50.00' })
      expect(await earned()).toBe('5.00')
      expect(await differencesOf(test.services, 1)).toEqual([])
    })

    it('that nobody paid have nothing to give back, and a refused request leaves no amount', async () => {
      const { id: userId } = await consumer()
      const free = { depositType: depositTypes.wechatFree, payChannel: payChannels.wechatScore }
      const frozen = await deposited(userId, { ...free, status: depositStates.frozen })
      must(await act(service, orderDeposit, 'requestRefund', frozen.id, { reason }))
      const waiting = await look(orderDeposit, frozen.id)
      expect(waiting).toMatchObject({ refundAmount: '0.00' })
      expect(waiting.warnings).toEqual(['免押，未收押金：通过后解除授权，不退款'])
      must(await act(manager, orderDeposit, 'approve', frozen.id))
      expect(await depositIn(frozen.id, depositStates.released)).toMatchObject({ refundAmount: '0.00' })

      const paid = await deposited(userId)
      await set(userMessage, userId, { oweAmount: 1000n })
      must(await act(service, orderDeposit, 'requestRefund', paid.id, { reason }))
      expect(await look(orderDeposit, paid.id)).toMatchObject({ refundAmount: '89.00', oweAmount: '10.00' })
      must(await act(manager, orderDeposit, 'reject', paid.id, { reason }))
      expect(await look(orderDeposit, paid.id)).toMatchObject({ refundAmount: null, oweAmount: '0.00' })
      await set(userMessage, userId, { oweAmount: 0n })
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

  it('消费额 is what was paid for rentals, cards and draws, less what of it went back', async () => {
    const userId = await rich('99.00')
    const provider = await add(serviceProvider)
    const [why] = await list(settleReason, 'feeEffect=1&needAudit=N&needImage=N')
    const { id } = await borrowed(userId, provider)
    must(await act(manager, orderMessage, 'settle', id, { settleReasonId: why!.id, reason }))
    expect(await look(userMessage, userId)).toMatchObject({ payTotal: '99.00' })
    must(await act(service, orderMessage, 'refund', id, { amount: '10.00', reason }))
    expect(await look(userMessage, userId)).toMatchObject({ payTotal: '89.00', balance: '10.00' })
  })

  it('a driver earns, leaves the money of the devices in, and asks for the rest', async () => {
    const provider = await add(serviceProvider)
    const driver = await add(driverMessage, { providerId: provider.id, shareRatio: '10.00', freezeAmount: '5.00' })
    await set(driverMessage, driver.id, { status: driverStates.normal })
    const charger = await add(device, { providerId: provider.id, status: deviceStates.stock })
    const carRow = await add(driverCar, { driverId: driver.id, providerId: provider.id, deviceIds: charger.id })
    must(await act(manager, driverCar, 'approve', carRow.id))
    const inCar = { deviceId: charger.id, borrowCabinetId: charger.id }
    const { id: userId } = await consumer()
    const [{ orderNo }, { orderNo: second }] = [
      await borrowed(userId, provider, inCar),
      await borrowed(userId, provider, inCar),
    ]
    const order = { tenantId: 1, orderNo, providerId: provider.id }
    const write = (work: (writing: any) => Promise<void>) =>
      test.services.db.transaction((tx) => work({ tx, services: test.services, caller: systemCaller(1) }))
    const has = async () => look(driverMessage, driver.id)
    await write((writing) => postShares(writing, order, 3000n))
    expect(await has()).toMatchObject({ balance: '0.00', frozen: '3.00', deviceFrozen: '3.00' })
    await write((writing) => postShares(writing, { ...order, orderNo: second }, 10_000n))
    expect(await has()).toMatchObject({ balance: '8.00', frozen: '5.00', deviceFrozen: '5.00' })
    await write((writing) => takeBackShares(writing, { ...order, orderNo: second }, 10_000n, 5000n))
    expect(await has()).toMatchObject({ balance: '3.00', frozen: '5.00' })
    must(await act(manager, driverCar, 'unbind', carRow.id, { reason }))
    expect(await has()).toMatchObject({ balance: '8.00', frozen: '0.00', deviceFrozen: '0.00' })
    // Shares of what was not paid would be a difference, and they are the point of another test.
    await test.services.db.execute(
      sql`update rental_amount_detail set biz_type = 'test' where biz_no in (${orderNo}, ${second})`,
    )
    await test.services.db.execute(
      sql`update rental_amount_detail set settle_time = null where owner_id = ${driver.id}`,
    )
    const draft = { ownerType: ownerTypes.driver, ownerId: driver.id, method: withdrawMethods.wechat }
    const tooMuch = await admin!('POST', '/rental/userWithdrawal/add', { ...draft, applyAmount: '8.01' })
    expect(tooMuch.message).toContain('每笔不少于 10.00 元')
    const few = await readConfig(test.services.db, 1)
    expect(few['driver.freezeMax']).toBe('99')
    const bad = await admin!(
      'POST',
      `${driverMessage.path}/add`,
      make(driverMessage, { providerId: provider.id, freezeAmount: '99.01' }),
    )
    expect(bad.message).toContain('每台设备不超过 99.00 元')
  })

  describe('settings', () => {
    const setting = async (key: string) => (await list(appConfig, `configKey=${key}`))[0]!
    const change = (by: Send | undefined, row: Row, newValue: string, more: Row = {}) =>
      act(by, appConfig, 'change', row.id, { newValue, reason, ...more })

    it('of money change when a second person agreed', async () => {
      const row = await setting('withdraw.min')
      expect((await change(manager, row, '50000')).message).toContain('应在 0.01 到 4000 之间')
      expect((await change(manager, row, '20', { reason: ' ' })).status).toBe(400)
      expect((await change(viewer, row, '20')).status).toBe(403)
      must(await change(manager, row, '20'))
      expect((await change(admin, row, '30')).message).toMatch(/^已有未完成的变更 PZ/)
      const [pending] = await list(configChange, 'status=0&configKey=withdraw.min')
      expect(pending).toMatchObject({
        beforeValue: '10',
        afterValue: '20',
        changeReason: reason,
        status: configChangeStates.waiting,
      })
      expect((await act(manager, configChange, 'approve', pending!.id)).message).toBe('不能审批自己提交的配置变更')
      expect((await readConfig(test.services.db, 1))['withdraw.min']).toBe('10')
      must(await act(finance, configChange, 'approve', pending!.id))
      expect((await readConfig(test.services.db, 1))['withdraw.min']).toBe('20')
      expect(await setting('withdraw.min')).toMatchObject({ configValue: '20' })
      must(await change(admin, await setting('withdraw.min'), '10'))
      const [back] = await list(configChange, 'status=0&configKey=withdraw.min')
      must(await act(finance, configChange, 'approve', back!.id))
    })

    it('take effect at their time', async () => {
      const row = await setting('userCard.pauseMaxDays')
      const later = localTime(test.services, new Date(Date.now() + 3_600_000))
      must(await change(manager, row, '31', { effectTime: later }))
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('30')
      const [planned] = await list(configChange, 'status=1')
      await timedWork('move-by-clock')!.run(
        { ...test.services, clock: { now: () => new Date(Date.now() + 3_700_000) } },
        {},
      )
      expect((await look(configChange, planned!.id)).status).toBe('2')
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('31')
      must(await change(manager, await setting('userCard.pauseMaxDays'), '30'))
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('30')
    })

    it('cannot be taken out of the four eyes by one', async () => {
      const row = await setting('withdraw.max')
      for (const over of [{ needAudit: 'N' }, { status: enableStates.off }, { valueRange: '0.01-9999' }])
        expect(
          (await admin!('PUT', `${appConfig.path}/edit`, { id: row.id, version: row.version, ...over })).message,
        ).toContain('需复核的参数不能单独修改这一项')
      expect(
        (await admin!('PUT', `${appConfig.path}/edit`, { id: row.id, version: row.version, configValue: '1' })).status,
      ).toBe(400)
      expect((await admin!('DELETE', `${appConfig.path}/delete?id=${row.id}`)).success).toBe(false)
    })
  })

  describe('the account of a provider', () => {
    const account = {
      accountType: accountTypes.firm,
      bankName: '招商银行深圳支行',
      bankNo: '6225880011112222',
      accountName: '某公司',
    }
    const other = { ...account, bankNo: '6225880011113333' }
    async function given() {
      const { id: providerId } = await add(serviceProvider)
      const [terms] = await list(serviceProviderConfig, `providerId=${providerId}`)
      const openChange = async () => (await list(accountChange, `status=0&providerId=${providerId}`))[0]!
      return { providerId: String(providerId), id: String(terms!.id), openChange }
    }
    const change = (by: Send | undefined, id: string, over: Row = {}) =>
      act(by, serviceProviderConfig, 'changeAccount', id, { ...account, reason, ...over })

    it('changes when a second person agreed, one change at a time', async () => {
      const { providerId, id, openChange } = await given()
      expect((await change(viewer, id)).status).toBe(403)
      expect((await change(manager, id, { reason: ' ' })).status).toBe(400)
      expect(await change(manager, id, { bankNo: '0123' })).toMatchObject({
        status: 400,
        message: expect.stringContaining('请输入正确的银行卡号码'),
        result: { fields: { bankNo: '请输入正确的银行卡号码' } },
      })
      must(await change(manager, id))
      expect((await change(admin, id, other)).message).toMatch(/^已有未完成的变更 ZH/)
      const pending = await openChange()
      expect(pending).toMatchObject({ providerId, beforeNo: null, ...account, changeReason: reason })
      expect((await look(serviceProviderConfig, id)).bankNo).toBeNull()
      const seen = await viewer!('GET', `${accountChange.path}/queryById?id=${pending.id}`)
      expect(seen.result).toMatchObject({ bankNo: '6225****2222', accountName: '某**' })
      const todos = await finance!('GET', '/sys/todo/list?pageSize=100')
      expect(JSON.stringify(todos.result.records)).toContain(pending.id)
      expect((await act(manager, accountChange, 'approve', pending.id)).message).toBe('不能审批自己提交的收款账户变更')
      must(await act(finance, accountChange, 'approve', pending.id))
      expect(await look(serviceProviderConfig, id)).toMatchObject(account)
      expect(await look(accountChange, pending.id)).toMatchObject({
        status: accountChangeStates.done,
        effectTime: expect.any(String),
      })
      expect((await act(admin, accountChange, 'approve', pending.id)).message).toMatch(/^已由 .+ 复核通过/)
      expect((await change(manager, id)).message).toBe('新的账户与现在相同')
    })

    it('stays when it was refused or taken back, and is written no other way', async () => {
      const { id, openChange } = await given()
      must(await change(manager, id))
      must(await act(finance, accountChange, 'reject', (await openChange()).id, { reason }))
      must(await change(manager, id, other))
      must(await act(manager, accountChange, 'cancel', (await openChange()).id, { reason }))
      const whole = await look(serviceProviderConfig, id)
      expect(whole).toMatchObject({ bankNo: null, accountName: null })
      const edit = (over: Row) => admin!('PUT', `${serviceProviderConfig.path}/edit`, { ...whole, ...over })
      expect((await edit({ bankNo: account.bankNo })).message).toContain('银行账号由系统维护')
      must(await edit({ servicePhone: '0755-86010001' }))
    })

    it('is not agreed to by whom it pays', async () => {
      const { providerId, id, openChange } = await given()
      await set(serviceProvider, providerId, { userId: accountId('finance') })
      must(await change(manager, id))
      const reply = await act(finance, accountChange, 'approve', (await openChange()).id)
      expect(reply.message).toBe('不能审批付给自己的收款账户变更')
    })

    it('is a risk of withdrawals for some days', async () => {
      async function flags(daysAgo: number | undefined): Promise<string[]> {
        const { providerId, id, openChange } = await given()
        await set(serviceProviderConfig, id, other)
        if (daysAgo !== undefined) {
          must(await change(manager, id))
          const { id: changeId } = await openChange()
          must(await act(finance, accountChange, 'approve', changeId))
          const then = new Date(test.services.clock.now().getTime() - daysAgo * 86_400_000)
          await set(accountChange, changeId, { effectTime: localTime(test.services, then) })
        }
        await test.services.db.transaction(async (tx) => {
          const owner = await lockAccount(tx, 1, { ownerType: ownerTypes.provider, ownerId: providerId })
          const writing = { tx, services: test.services, caller: systemCaller(1) }
          const income = { amountType: amountTypes.share, direction: directions.income, amount: 50_000n }
          await post(writing, owner, { bizType: 'adjust', bizNo: `T${providerId}` }, [income])
        })
        const draft = {
          ownerType: ownerTypes.provider,
          ownerId: providerId,
          applyAmount: '200.00',
          method: withdrawMethods.bankCard,
        }
        return must(await admin!('POST', `${userWithdrawal.path}/add`, draft)).riskFlags as string[]
      }
      expect(await flags(undefined)).not.toContain('收款账户有变更')
      expect(await flags(0)).toContain('收款账户有变更')
      expect(await flags(6)).toContain('收款账户有变更')
      expect(await flags(8)).not.toContain('收款账户有变更')
    })
  })

  describe('money goes', () => {
    const ask = (draft: Row) => admin!('POST', `${userWithdrawal.path}/add`, draft)
    /** Booked without a settle time: it may be paid out at once. */
    const earns = (ownerType: Account['ownerType'], ownerId: string) =>
      test.services.db.transaction(async (tx) => {
        const owner = await lockAccount(tx, 1, { ownerType, ownerId })
        const writing = { tx, services: test.services, caller: systemCaller(1) }
        const income = { amountType: amountTypes.recharge, direction: directions.income, amount: 50_000n }
        await post(writing, owner, { bizType: 'adjust', bizNo: `T${ownerId}` }, [income])
      })
    const agree = async (of: string) => {
      const [open] = await list(accountChange, `status=0&${of}`)
      must(await act(finance, accountChange, 'approve', open!.id))
    }

    it('of a provider to the account that was agreed to, and to no other', async () => {
      const { id } = await add(serviceProvider)
      const [terms] = await list(serviceProviderConfig, `providerId=${id}`)
      await earns('2', id)
      const draft = {
        ownerType: ownerTypes.provider,
        ownerId: id,
        applyAmount: '200.00',
        method: withdrawMethods.bankCard,
      }
      expect((await ask(draft)).message).toContain('服务商还没有复核过的收款账户')
      const card = {
        accountType: accountTypes.firm,
        bankName: '招商银行',
        bankNo: '6225880011117147',
        accountName: '某公司',
      }
      must(await act(manager, serviceProviderConfig, 'changeAccount', terms!.id, { ...card, reason }))
      await agree(`providerId=${id}`)
      for (const other of [{ bankNo: '6225880011113445' }, { accountName: '陌生人' }, { bankName: '别的银行' }])
        expect((await ask({ ...draft, ...other })).message).toContain('服务商只能收款到已复核的账户')
      expect((await ask({ ...draft, method: withdrawMethods.wechat })).message).toContain('请选择银行卡')
      const { id: asked } = must(await ask(draft))
      expect(await look(userWithdrawal, asked)).toMatchObject(card)
      // Another account meanwhile: nobody agreed to pay to the one of before.
      const next = { ...card, bankNo: '6225880011119999' }
      must(await act(manager, serviceProviderConfig, 'changeAccount', terms!.id, { ...next, reason }))
      await agree(`providerId=${id}`)
      expect((await act(manager, userWithdrawal, 'approve', asked)).message).toContain('收款账户在申请后已变更')
      must(await act(manager, userWithdrawal, 'reject', asked, { reason }))
      expect(await look(userWithdrawal, must(await ask(draft)).id)).toMatchObject(next)
    })

    it('of a driver to the WeChat he was reviewed with; another one is asked for and agreed to', async () => {
      const provider = await add(serviceProvider)
      const driver = await add(driverMessage, { providerId: provider.id, shareRatio: '1.00', openId: 'oFIRST' })
      await set(driverMessage, driver.id, { status: driverStates.normal })
      await earns('3', driver.id)
      const draft = {
        ownerType: ownerTypes.driver,
        ownerId: driver.id,
        applyAmount: '20.00',
        method: withdrawMethods.wechat,
      }
      expect((await ask({ ...draft, bankNo: 'oOTHER' })).message).toContain('司机只能收款到已复核的账户')
      const { version } = await look(driverMessage, driver.id)
      const edited = await admin!('PUT', `${driverMessage.path}/edit`, { id: driver.id, version, openId: 'oOTHER' })
      expect(edited.success).toBe(false)
      const change = (by: Send | undefined, openId: string) =>
        act(by, driverMessage, 'changeAccount', driver.id, { openId, reason })
      expect((await change(service, 'oOTHER')).status).toBe(403)
      expect((await change(manager, 'oFIRST')).message).toBe('新的账户与现在相同')
      must(await change(manager, 'oOTHER'))
      expect((await change(admin, 'oTHIRD')).message).toMatch(/^已有未完成的变更 ZH/)
      const [open] = await list(accountChange, `status=0&driverId=${driver.id}`)
      expect(open).toMatchObject({ providerId: provider.id, beforeNo: 'oFIRST', bankNo: 'oOTHER' })
      expect((await act(manager, accountChange, 'approve', open!.id)).message).toContain('不能审批自己提交的')
      await agree(`driverId=${driver.id}`)
      const made = await look(userWithdrawal, must(await ask(draft)).id)
      expect(made).toMatchObject({ bankNo: 'oOTHER', accountName: driver.realName })
      expect(made.riskFlags).toContain('收款账户有变更')
      // The account of his provider is another matter.
      expect((await list(serviceProviderConfig, `providerId=${provider.id}`))[0]!.bankNo).toBeNull()
    })

    it('of a consumer to an account in their own name', async () => {
      const { id, realName, openId } = await add(userMessage, { status: consumerStates.normal })
      await earns('1', id)
      const card = { method: withdrawMethods.bankCard, bankName: '中国银行', bankNo: '6222000011112222' }
      const draft = { ownerType: ownerTypes.consumer, ownerId: id, applyAmount: '20.00' }
      expect((await ask({ ...draft, ...card, accountName: '陌生人' })).message).toContain('户名与用户的实名不一致')
      expect((await ask({ ...draft, method: withdrawMethods.wechat, bankNo: 'oOTHER' })).message).toContain(
        '不是用户本人绑定的微信',
      )
      await set(userMessage, id, { authStatus: authStates.checking })
      expect((await ask({ ...draft, ...card })).message).toContain('用户未实名认证')
      await set(userMessage, id, { authStatus: authStates.passed })
      const wechat = await look(userWithdrawal, must(await ask({ ...draft, method: withdrawMethods.wechat })).id)
      expect(wechat).toMatchObject({ bankNo: openId, accountName: realName })
      must(await act(manager, userWithdrawal, 'reject', wechat.id, { reason }))
      expect(await look(userWithdrawal, must(await ask({ ...draft, ...card })).id)).toMatchObject({
        ...card,
        accountName: realName,
      })
    })

    it('to a new account never by itself, however often it was refused before', async () => {
      const [auto] = await list(appConfig, 'configKey=withdraw.autoEnabled')
      await set(appConfig, auto!.id, { configValue: 'Y' })
      const { id } = await add(userMessage, { status: consumerStates.normal })
      await set(userMessage, id, { createTime: '2026-01-01T00:00:00Z' })
      await earns('1', id)
      const draft = {
        ownerType: ownerTypes.consumer,
        ownerId: id,
        applyAmount: '20.00',
        method: withdrawMethods.bankCard,
        bankName: '中国银行',
      }
      const known = must(await ask({ ...draft, bankNo: '6222000011112222' }))
      expect(known.riskFlags).toEqual(['首次提现'])
      must(await act(manager, userWithdrawal, 'approve', known.id))
      await until('the payment', async () => (await look(userWithdrawal, known.id)).status === withdrawStates.paid)
      await set(userWithdrawal, known.id, { applyTime: '2026-01-02T00:00:00Z' })
      for (const attempt of [1, 2]) {
        const { id: asked, riskFlags, status } = must(await ask({ ...draft, bankNo: '6222000033334444' }))
        expect({ attempt, riskFlags, status }).toEqual({
          attempt,
          riskFlags: ['收款账户有变更'],
          status: withdrawStates.waiting,
        })
        must(await act(manager, userWithdrawal, 'reject', asked, { reason }))
      }
      expect(must(await ask({ ...draft, bankNo: '6222000011112222' })).riskFlags).toEqual([])
      await set(appConfig, auto!.id, { configValue: 'N' })
    })
  })

  describe('shares along the tree', () => {
    const termsOf = async (id: string) => (await list(serviceProviderConfig, `providerId=${id}`))[0]!
    const ratio = async (id: string, shareRatio: string) => {
      const { id: terms, version } = await termsOf(id)
      return admin!('PUT', `${serviceProviderConfig.path}/edit`, { id: terms, version, shareRatio })
    }
    /** Province 5 %, city 10 %, a driver of the city with 81.50 %; a merchant of the city without a share. */
    async function tree() {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      const merchant = await add(serviceProvider, { level: providerLevels.merchant, parentId: city.id })
      must(await ratio(province.id, '5.00'))
      must(await ratio(city.id, '10.00'))
      const driver = await add(driverMessage, { providerId: city.id, shareRatio: '81.50', freezeAmount: '0.00' })
      return { province, city, merchant, driver }
    }

    it('are never more than the whole, whoever is raised or moved: provider, province, driver, merchant below', async () => {
      const { province, city, merchant, driver } = await tree()
      const raised = await ratio(city.id, '30.00')
      expect(raised).toMatchObject({ status: 400, message: expect.stringContaining('最多还能给 13.50%') })
      expect(raised.message).toContain(`司机 ${driver.realName}`)
      expect((await ratio(province.id, '8.51')).message).toContain('最多还能给 8.50%')
      must(await ratio(province.id, '8.50'))
      expect((await ratio(merchant.id, '81.51')).message).toContain('最多还能给 81.50%')
      must(await ratio(merchant.id, '81.50'))
      expect((await edit(driverMessage, driver.id, { shareRatio: '81.51' })).message).toContain('最多还能给 81.50%')
      // A driver elsewhere brings his ratio along.
      const other = await add(serviceProvider)
      must(await ratio(other.id, '20.00'))
      expect((await edit(driverMessage, driver.id, { providerId: other.id })).message).toContain('最多还能给 80.00%')
      // What does not touch a ratio is written, and what lowers it too.
      must(await edit(driverMessage, driver.id, { sex: sexes.female }))
      must(await ratio(city.id, '9.00'))
    })

    it('are rounded down, each for itself: of an odd fen two halves are none, and the rest is the platform’s', async () => {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      must(await ratio(province.id, '50.00'))
      must(await ratio(city.id, '50.00'))
      for (const [paid, each] of [
        [1n, undefined],
        [3n, 1n],
        [9_999n, 4_999n],
      ] as const) {
        const order = { tenantId: 1, orderNo: `DD-H${paid}-${Date.now()}`, providerId: city.id, borrowCabinetId: '' }
        await test.services.db.transaction((tx) =>
          postShares({ tx, services: test.services, caller: systemCaller(1) }, order, paid),
        )
        const earned = (await sharesOf(test.services.db, order)).map((share) => share.earned)
        expect(earned, String(paid)).toEqual(each === undefined ? [] : [each, each])
        // Orders of no record would be a difference, and they are the point of another test.
        await test.services.db.execute(
          sql`update rental_amount_detail set biz_type = 'test' where biz_no = ${order.orderNo}`,
        )
      }
    })

    it('two changes that fit one by one and not together: one is refused', async () => {
      const { province, city, driver } = await tree()
      must(await edit(driverMessage, driver.id, { shareRatio: '75.00' }))
      const both = await Promise.all([
        ratio(province.id, '15.00'),
        ratio(city.id, '20.00'),
        edit(driverMessage, driver.id, { shareRatio: '85.00' }),
        add(driverMessage, { providerId: city.id, shareRatio: '85.00' }).then(
          () => ({ success: true }),
          () => ({ success: false }),
        ),
      ])
      expect(both.filter(({ success }) => success).length).toBeGreaterThan(0)
      const { rows } = await test.services.db.execute<{ most: string }>(sql`
        select (select sum(share_ratio) from rental_service_provider_config where provider_id in (${province.id}, ${city.id}))
          + (select max(share_ratio) from rental_driver_message where provider_id = ${city.id}) as most`)
      expect(Number(rows[0]!.most)).toBeLessThanOrEqual(10_000)
    })

    it('a provider moves with its department, its login and everything below, or not at all', async () => {
      const { city, merchant, driver } = await tree()
      const elsewhere = await add(serviceProvider)
      must(await ratio(elsewhere.id, '8.51'))
      const tooMuch = await edit(serviceProvider, city.id, { parentId: elsewhere.id })
      expect(tooMuch).toMatchObject({ status: 400, message: expect.stringContaining('移到这里一路分润超过 100%') })
      must(await ratio(elsewhere.id, '8.50'))
      // Somebody who works there, signed in before it moves.
      const login = await test.as('provider01')
      const userId = accountId('provider01')
      await test.services.db.insert(userDepart).values({ userId, depId: city.departId })
      await set(sysUser, userId, { orgCode: city.sysOrgCode })
      await test.services.db.update(session).set({ orgCode: city.sysOrgCode }).where(eq(session.userId, userId))
      const seen = async () =>
        (must(await login('GET', `${serviceProvider.path}/list?pageSize=100`)).records as Row[])
          .map(({ id }) => id)
          .sort()
      expect(await seen()).toEqual([city.id, merchant.id].sort())
      must(await edit(serviceProvider, city.id, { parentId: elsewhere.id }))
      expect(await seen()).toEqual([city.id, merchant.id].sort())
      const moved = await look(serviceProvider, city.id)
      const at = (await look(serviceProvider, elsewhere.id)).sysOrgCode as string
      expect(moved.sysOrgCode).toMatch(new RegExp(`^${at}[A-Z]\\d\\d$`))
      const department = await look(sysDepart, moved.departId)
      expect(department).toMatchObject({ orgCode: moved.sysOrgCode, parentId: elsewhere.departId })
      expect(department.orgType).toBe(String(moved.sysOrgCode.length / 3))
      const below = await look(serviceProvider, merchant.id)
      expect(below.sysOrgCode).toBe(`${moved.sysOrgCode}${merchant.sysOrgCode.slice(city.sysOrgCode.length)}`)
      expect((await look(sysDepart, below.departId)).orgCode).toBe(below.sysOrgCode)
      expect((await look(driverMessage, driver.id)).sysOrgCode).toBe(moved.sysOrgCode)
      expect((await termsOf(merchant.id)).sysOrgCode).toBe(below.sysOrgCode)
      expect(
        await edit(serviceProvider, elsewhere.id, { level: providerLevels.district, parentId: merchant.id }),
      ).toMatchObject({
        success: false,
      })
    })

    it('go to the driver in whose car the device was borrowed, whoever has it since and though he stopped', async () => {
      const provider = await add(serviceProvider)
      const driverOf = async () => {
        const { id } = await add(driverMessage, { providerId: provider.id, shareRatio: '10.00', freezeAmount: '0.00' })
        await set(driverMessage, id, { status: driverStates.normal })
        return id as string
      }
      const [then, since] = [await driverOf(), await driverOf()]
      const charger = await add(device, { providerId: provider.id, status: deviceStates.stock })
      const taken = async (driverId: string) => {
        const { id } = await add(driverCar, { driverId, providerId: provider.id, deviceIds: charger.id })
        must(await act(manager, driverCar, 'approve', id))
        return id as string
      }
      const car = await taken(then)
      const order = await borrowed(await rich('99.00'), provider, { deviceId: charger.id, borrowCabinetId: charger.id })
      const standing = await borrowed(await rich('99.00'), provider)
      must(await act(manager, driverCar, 'unbind', car, { reason }))
      must(await act(manager, driverMessage, 'disable', then, { reason }))
      await taken(since)
      const [why] = await list(settleReason, 'feeEffect=1&needAudit=N&needImage=N')
      for (const { id } of [order, standing])
        must(await act(manager, orderMessage, 'settle', id, { settleReasonId: why!.id, reason }))
      expect(await look(driverMessage, then)).toMatchObject({ balance: '9.90' })
      expect(await look(driverMessage, since)).toMatchObject({ balance: '0.00' })
      expect(await look(orderMessage, order.id)).toMatchObject({ driverId: then })
      expect(await look(orderMessage, standing.id)).toMatchObject({ driverId: null })
      expect(await differencesOf(test.services, 1)).toEqual([])
    })

    it('an order whose ratios are more than the whole pays nobody and stands on the list of differences', async () => {
      const { city, driver } = await tree()
      const charger = await add(device, { providerId: city.id, merchantId: null, status: deviceStates.stock })
      await set(driverMessage, driver.id, { status: driverStates.normal })
      const carRow = await add(driverCar, { driverId: driver.id, providerId: city.id, deviceIds: charger.id })
      must(await act(manager, driverCar, 'approve', carRow.id))
      const { id: terms } = await termsOf(city.id)
      await set(serviceProviderConfig, terms, { shareRatio: 3000n })
      const userId = await rich('99.00')
      const [why] = await list(settleReason, 'feeEffect=1&needAudit=N&needImage=N')
      const [orderId, orderNo] = [newId(), `DD-O${Date.now()}`]
      await test.services.db.insert(tableOf(orderMessage)).values({
        ...{
          id: orderId,
          orderNo,
          tenantId: 1,
          userId,
          providerId: city.id,
          status: orderStates.using,
          billMode: billModes.byTime,
          settleStatus: settleStates.none,
          sysOrgCode: city.sysOrgCode,
        },
        ...{ deviceId: charger.id, borrowCabinetId: charger.id },
        startTime: new Date(test.services.clock.now().getTime() - 30 * 86_400_000).toISOString(),
      })
      must(await act(manager, orderMessage, 'settle', orderId, { settleReasonId: why!.id, reason }))
      expect(await look(orderMessage, orderId)).toMatchObject({ status: orderStates.done, payAmount: '99.00' })
      expect(await sharesOf(test.services.db, (await look(orderMessage, orderId)) as Order)).toEqual([])
      const [difference] = await list(reconcileDifference, `bizNo=${orderNo}`)
      expect(difference).toMatchObject({
        kind: differenceKinds.overshared,
        expected: '99.00',
        actual: '115.33',
        status: differenceStates.open,
      })
      expect(difference!.detail).toContain('116.50%')
      await until('the notice', async () =>
        JSON.stringify((await finance!('GET', '/sys/annountCement/listByUser?pageSize=100')).result).includes(orderNo),
      )
      // Told once, and no second time by the nightly comparison.
      await set(orderMessage, orderId, { endTime: new Date(Date.now() + 3_600_000).toISOString() })
      expect(await differencesOf(test.services, 1)).toEqual([])
      await set(serviceProviderConfig, terms, { shareRatio: 1000n })
    })
  })

  describe('adjustments', () => {
    const draft = (ownerId: string, over: Row = {}) => ({
      ownerType: ownerTypes.consumer,
      ownerId,
      direction: directions.income,
      amount: '12.00',
      adjustReason: '补差',
      voucher: 'temp/a.png',
      ...over,
    })
    const ask = (body: Row, by = cashier) => by!('POST', `${ledgerAdjustment.path}/add`, body)

    it('are written when two others agreed, and countered once', async () => {
      const { id: ownerId } = await consumer()
      const made = must(await ask(draft(ownerId)))
      expect((await act(finance, ledgerAdjustment, 'review', made.id)).status).toBe(409)
      must(await act(manager, ledgerAdjustment, 'approve', made.id))
      expect((await act(cashier, ledgerAdjustment, 'review', made.id)).message).toBe('不能审批自己提交的人工调账')
      must(await act(finance, ledgerAdjustment, 'review', made.id))
      const [row] = await ledgerOf(ownerId)
      expect(row).toMatchObject({
        amountType: amountTypes.adjust,
        amount: '12.00',
        afterAmount: '12.00',
        remark: '补差',
      })
      const counter = { direction: directions.expense, reverseOf: row!.id }
      expect((await ask(draft(ownerId, { ...counter, amount: '11.00' }), finance)).message).toContain(
        '冲正金额应与原流水相同',
      )
      expect((await ask(draft(ownerId, { ...counter, direction: directions.income }), finance)).message).toContain(
        '冲正方向应与原流水相反',
      )
      const back = must(await ask(draft(ownerId, counter), finance))
      must(await act(manager, ledgerAdjustment, 'approve', back.id))
      must(await act(cashier, ledgerAdjustment, 'review', back.id))
      expect((await look(userMessage, ownerId)).balance).toBe('0.00')
      expect((await ask(draft(ownerId, counter), finance)).message).toContain('已由流水 LS')
    })

    /** Spent or paid in under a number of that kind. */
    const booked = (ownerId: string, bizType: BizType, entry: Entry) =>
      test.services.db.transaction(async (tx) => {
        const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId })
        await post({ tx, services: test.services, caller: systemCaller(1) }, account, { bizType, bizNo: newId() }, [
          entry,
        ])
      })
    const counter = (row: Row) => ({
      direction: row.direction === directions.income ? directions.expense : directions.income,
      amount: row.amount,
      reverseOf: row.id,
    })

    it('counter no row of what has a way of its own for money to go back', async () => {
      const { income } = directions
      const { id: given } = await consumer()
      await booked(given, 'complaint', { amountType: amountTypes.compensation, direction: income, amount: 300n })
      await booked(given, 'orderDeposit', { amountType: amountTypes.depositBack, direction: income, amount: 200n })
      const asked = async (bizType: BizType, ownerType: string = ownerTypes.consumer) => {
        const { rows } = await test.services.db.execute<{ id: string }>(sql`
          select id from ${tableOf(amountDetail)} where biz_type = ${bizType} and owner_type = ${ownerType}
            and direction in (${directions.income}, ${directions.expense}) and tenant_id = 1 limit 1`)
        const row = await look(amountDetail, rows[0]!.id)
        return (await ask(draft(row.ownerId as string, { ...counter(row), ownerType }))).message
      }
      expect(await asked('userCard')).toContain('用户卡的流水不能冲正，请在“用户卡”中申请退款')
      expect(await asked('order')).toContain('租借订单的流水不能冲正，请在“订单信息”中退款或走投诉')
      expect(await asked('order', ownerTypes.provider)).toContain('租借订单的流水不能冲正')
      expect(await asked('complaint')).toContain('投诉的流水不能冲正，请重新打开投诉处理')
      expect(await asked('orderDeposit')).toContain('押金的流水不能冲正，请在“押金订单”中退款')
    })

    it('that counter a row give back gift as gift, and take back what was given', async () => {
      const countered = async (ownerId: string, amountType: string) => {
        const row = (await ledgerOf(ownerId)).find((one) => one.amountType === amountType)!
        const made = must(await ask(draft(ownerId, counter(row))))
        must(await act(manager, ledgerAdjustment, 'approve', made.id))
        must(await act(finance, ledgerAdjustment, 'review', made.id))
        return look(userMessage, ownerId)
      }
      const spender = await rich('0.00', '50.00')
      await booked(spender, 'boxDraw', { amountType: amountTypes.box, direction: directions.expense, amount: 5000n })
      expect(await look(userMessage, spender)).toMatchObject({ balance: '0.00', giftBalance: '0.00' })
      expect(await countered(spender, amountTypes.box)).toMatchObject({ balance: '50.00', giftBalance: '50.00' })

      const owner = await rich('100.00', '50.00')
      expect(await countered(owner, amountTypes.rechargeGift)).toMatchObject({ balance: '100.00', giftBalance: '0.00' })
      const both = await rich('100.00', '50.00')
      expect(await countered(both, amountTypes.recharge)).toMatchObject({ balance: '50.00', giftBalance: '50.00' })
      // Of the gift some was spent since: what is left of it goes, and own money for the rest.
      const later = await rich('10.00', '50.00')
      await booked(later, 'boxDraw', { amountType: amountTypes.box, direction: directions.expense, amount: 3000n })
      await booked(later, 'recharge', { amountType: amountTypes.recharge, direction: directions.income, amount: 4000n })
      expect(await look(userMessage, later)).toMatchObject({ balance: '70.00', giftBalance: '30.00' })
      expect(await countered(later, amountTypes.rechargeGift)).toMatchObject({ balance: '20.00', giftBalance: '0.00' })
    })

    it('never leave less than nothing', async () => {
      const { id: ownerId } = await consumer()
      const made = must(await ask(draft(ownerId, { direction: directions.expense })))
      must(await act(manager, ledgerAdjustment, 'approve', made.id))
      expect((await act(finance, ledgerAdjustment, 'review', made.id)).message).toContain('可提现余额不足')
      expect((await look(ledgerAdjustment, made.id)).status).toBe('1')
      expect((await ask(draft(ownerId, { amount: '0.001' }))).status).toBe(400)
      expect((await ask(draft(ownerId, { direction: directions.freeze }))).message).toContain('只能是收入或支出')
    })
  })

  it('what does not agree becomes a difference that somebody clears, once', async () => {
    expect(await differencesOf(test.services, 1)).toEqual([])
    const { id, userNo } = await consumer()
    await set(userMessage, id, { balance: 500n })
    const { rows: paid } = await test.services.db.execute<{ no: string; arrive: string }>(sql`
      select withdraw_no as no, arrive_amount::text as arrive from rental_user_withdrawal
      where status = '6' and pay_time between now() - interval '6 days' and now() - interval '1 hour' limit 1`)
    const payOut = paid[0]
    if (payOut) test.pay.alter(payOut.no, BigInt(payOut.arrive) + 1n)
    must(await finance!('POST', `${reconcileDifference.path}/run`, {}))
    const found = await until('the difference', async () => (await list(reconcileDifference, `bizNo=${userNo}`))[0])
    expect(found).toMatchObject({
      kind: differenceKinds.balance,
      expected: '0.00',
      actual: '5.00',
      difference: '5.00',
      status: differenceStates.open,
    })
    if (payOut)
      expect(await list(reconcileDifference, `bizNo=${payOut.no}`)).toMatchObject([
        { kind: differenceKinds.payOut, difference: '0.01' },
      ])
    expect(await reconcile(test.services, 1)).toBe(0)
    const bell = await finance!('GET', '/sys/annountCement/listByUser?pageSize=100')
    expect(JSON.stringify(bell.result)).toContain('对账发现')
    expect((await act(viewer, reconcileDifference, 'clear', found.id, { reason })).status).toBe(403)
    expect((await act(finance, reconcileDifference, 'clear', found.id)).status).toBe(400)
    must(await act(finance, reconcileDifference, 'clear', found.id, { reason }))
    expect(await look(reconcileDifference, found.id)).toMatchObject({
      status: differenceStates.cleared,
      clearReason: reason,
    })
    expect((await act(admin, reconcileDifference, 'clear', found.id, { reason })).message).toMatch(/^已由 .+ 处理/)
    expect(await reconcile(test.services, 1)).toBe(0)
    await set(userMessage, id, { balance: 600n })
    expect(await reconcile(test.services, 1)).toBe(1)
    await set(userMessage, id, { balance: 0n })
    if (payOut) test.pay.alter(payOut.no, BigInt(payOut.arrive))
    expect(await differencesOf(test.services, 1)).toEqual([])
  })

  it('an order that is over and paid and that nobody got a share of is a difference', async () => {
    const orders = tableOf(orderMessage)
    const [like] = await test.services.db
      .select()
      .from(orders)
      .where(sql`${orders.status} = '4' and ${orders.payAmount} >= 300 and ${orders.payChannel} <> '3'`)
      .limit(1)
    const [id, orderNo] = [newId(), `DD-U${Date.now()}`]
    const endTime = new Date(test.services.clock.now().getTime() - 60_000).toISOString()
    await test.services.db
      .insert(orders)
      .values({ ...like, id, orderNo, endTime, outTradeNo: null, refundedAmount: 0n })
    const [found, ...others] = await differencesOf(test.services, 1)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: differenceKinds.shares,
      bizNo: orderNo,
      actual: 0n,
      detail: '订单已完成并付款，未入账分润',
    })
    const order = (await look(orderMessage, id)) as Order
    await test.services.db.transaction((tx) =>
      postShares({ tx, services: test.services, caller: systemCaller(1) }, order, toHundredths(order.payAmount!)!),
    )
    const shares = await sharesOf(test.services.db, order)
    expect(shares.reduce((sum, { earned }) => sum + earned, 0n)).toBe(found!.expected)
    expect(await differencesOf(test.services, 1)).toEqual([])
  })

  describe('devices', () => {
    const given = async () => {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      const made = await add(device, {
        providerId: province.id,
        merchantId: null,
        status: deviceStates.waiting,
        slotTotal: 8,
      })
      return { province, city, id: made.id as string, sn: made.deviceSn as string }
    }
    const commandOf = async (id: string) => (await list(deviceCommand, `deviceId=${id}`))[0]!
    /** Asked where it lies: whoever waits asks often, and the whole list is much to ask for. */
    const commandIn = (id: string, wanted: string) =>
      until(`a command in ${wanted}`, async () => {
        const commands = tableOf(deviceCommand)
        const [row] = await test.services.db
          .select({ status: commands.status })
          .from(commands)
          .where(eq(commands.deviceId, id))
        return row!.status === wanted && commandOf(id)
      })

    it('obey a command from afar: with permission and reason, once, and the answer comes later', async () => {
      const { id } = await given()
      expect((await act(viewer, device, 'eject', id, { slot: 3, reason })).status).toBe(403)
      expect((await act(service, device, 'eject', id, { slot: 3 })).status).toBe(400)
      expect((await act(service, device, 'eject', id, { slot: 9, reason })).message).toBe('柜机只有 8 个仓位')
      must(await act(service, device, 'eject', id, { slot: 3, reason }))
      expect(await commandOf(id)).toMatchObject({
        command: deviceCommands.eject,
        slot: 3,
        commandReason: reason,
        createBy: 'service',
      })
      const done = await commandIn(id, commandStates.done)
      expect(done).toMatchObject({ answer: '3 号仓已弹出', finishTime: expect.any(String) })
      expect(test.device.commands.filter(({ commandNo }) => commandNo === done.commandNo)).toHaveLength(1)
    })

    it('say so when they are out of reach, and tell of themselves when they are not', async () => {
      const { id } = await given()
      await set(device, id, { deviceSn: `77${Date.now()}4444`.slice(-20) })
      must(await act(manager, device, 'reboot', id, { reason }))
      const failed = await commandIn(id, commandStates.failed)
      expect(failed.answer).toBe('设备离线，指令未送达')
      const two = await given()
      must(await act(manager, device, 'upgrade', two.id, { targetVersion: '2.0.1', reason }))
      await until('the upgrade', async () => (await look(device, two.id)).firmware === '2.0.1')
    })

    it('go from hand to hand with a history, and never from nowhere to anywhere', async () => {
      const { id, province, city } = await given()
      must(await act(manager, device, 'transfer', id, { providerId: city.id, reason }))
      must(await act(manager, device, 'repair', id, { reason }))
      must(await act(manager, device, 'restore', id, { reason }))
      must(await act(manager, device, 'unbind', id, { reason }))
      const { history, status, version } = await look(device, id)
      expect(status).toBe('0')
      expect(history.map((line: Row) => [line.kind, line.before, line.after])).toEqual([
        ['划转', province.providerName, city.providerName],
        ['送修', '未激活', '维护中'],
        ['修复完成', '维护中', '未激活'],
        ['解绑', city.providerName, '库存'],
      ])
      expect(history[0]).toMatchObject({ reason, person: expect.any(String) })
      const jump = await admin!('PUT', `${device.path}/edit`, { id, version, status: deviceStates.repair })
      expect(jump.message).toContain('设备不能从“未投放”变为“维护中”')
      must(await act(manager, device, 'scrap', id, { reason }))
      expect((await act(manager, device, 'reboot', id, { reason })).status).toBe(409)
    })
  })

  it('a balance is the sum of its rows after everything above', async () => {
    expect(await differencesOf(test.services, 1)).toEqual([])
    const { id } = await consumer()
    await test.services.db.transaction(async (tx) => {
      const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId: id })
      const writing = { tx, services: test.services, caller: systemCaller(1) }
      const source = { bizType: 'adjust' as const, bizNo: `T${Date.now()}` }
      await expect(
        post(writing, account, source, [{ amountType: amountTypes.rental, direction: directions.expense, amount: 1n }]),
      ).rejects.toThrow('可提现余额不足')
    })
  })
})
