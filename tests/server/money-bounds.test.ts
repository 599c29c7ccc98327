/** What bounds money that goes out: terms of a provider, owners who were stopped, what was bought, and books that are out for a night. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHundredths } from '#model/money.ts'
import type { Resource } from '#model/resource.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { deviceStates } from '#resources/device/device.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { withdrawMethods, withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { resources } from '#resources/index.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { deviceActions, feeEffects, settleScenes } from '#resources/order/settleReason.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { billModes } from '#resources/product/billModes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { refundStates, userCardStates } from '#resources/product/userCard.ts'
import { reconcileAll } from '../../server/business/reconciliation/reconcile.ts'
import { newId } from '../../server/kernel/id.ts'
import { lockAccount, post, type Account } from '../../server/money/ledger.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { lineTablesOf, tableOf } from '../../server/db/table.ts'
import { insertRow, localTime, newRow } from '../../server/resource/write.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

type Row = Record<string, any>

const {
  appConfig,
  card,
  device,
  driverMessage,
  onceCard,
  orderDeposit,
  orderMessage,
  rechargeSetting,
  reconcileDifference,
  serviceProvider,
  serviceProviderConfig,
  settleReason,
  userCard,
  userMessage,
  userWithdrawal,
} = resources

const reason = '测试原因'
const DAY = 86_400_000

describe.each([await oneKind()])('bounds of money on %s', (kind) => {
  let test: TestApp
  let [admin, manager, service, finance]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, service, finance] = await Promise.all(
      ['admin', 'ops_manager', 'service', 'finance'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, edit, set } = deskOf(() => ({ test, admin }))
  const later = (ms: number) => localTime(test.services, new Date(test.services.clock.now().getTime() + ms))
  const setting = async (configKey: string, configValue: string) => {
    const [found] = await list(appConfig, `configKey=${configKey}`)
    await set(appConfig, found!.id, { configValue })
    return () => set(appConfig, found!.id, { configValue: found!.configValue })
  }
  const gets = (owner: Account, paid: string, income: 'share' | 'recharge' = 'share') =>
    test.services.db.transaction(async (tx) => {
      const account = await lockAccount(tx, 1, owner)
      const source = { bizType: 'order' as const, bizNo: `SR-${newId()}` }
      await post({ tx, services: test.services, caller: systemCaller(1) }, account, source, [
        { amountType: amountTypes[income], direction: directions.income, amount: toHundredths(paid)! },
      ])
    })
  async function consumer(balance: string) {
    const made = await add(userMessage, { status: consumerStates.normal })
    await gets({ ownerType: ownerTypes.consumer, ownerId: made.id }, balance, 'recharge')
    return made
  }
  const termsOf = async (providerId: string) => (await list(serviceProviderConfig, `providerId=${providerId}`))[0]!
  const account = { accountType: accountTypes.firm, bankName: '工行', bankNo: '6222000011112222', accountName: '甲' }
  /** Earned something, and its account was agreed to. */
  async function provider(balance: string) {
    const made = await add(serviceProvider)
    const { id: terms } = await termsOf(made.id)
    must(
      await edit(serviceProviderConfig, terms, { withdrawMin: '1.00', withdrawMax: '90000.00', withdrawDayTimes: 9 }),
    )
    await set(serviceProviderConfig, terms, account)
    await gets({ ownerType: ownerTypes.provider, ownerId: made.id }, balance)
    return { ...made, terms } as Row
  }
  const ask = (owner: Account, applyAmount: string, over: Row = {}) =>
    admin!('POST', `${userWithdrawal.path}/add`, { ...owner, applyAmount, method: withdrawMethods.bankCard, ...over })
  const ofProvider = (ownerId: string) => ({ ownerType: ownerTypes.provider, ownerId })
  const over = (id: string) =>
    until('the end of the withdrawal', async () => {
      const row = await look(userWithdrawal, id)
      return [withdrawStates.paid, withdrawStates.failed].includes(row.status) ? row : undefined
    })
  const paidFor = (withdrawNo: string) => test.pay.payments.filter(({ outNo }) => outNo === withdrawNo)
  async function order(more: Row = {}) {
    const owner = more.providerId ? { id: more.providerId } : await add(serviceProvider)
    const charger = await add(device, { providerId: owner.id, merchantId: null, status: deviceStates.waiting })
    const { id: userId } = await consumer('99.00')
    const row = {
      id: newId(),
      orderNo: `DD-${newId()}`,
      tenantId: 1,
      status: orderStates.using,
      billMode: billModes.byTime,
      settleStatus: settleStates.none,
      startTime: new Date(test.services.clock.now().getTime() - 30 * DAY).toISOString(),
      sysOrgCode: (await look(device, charger.id)).sysOrgCode,
      userId,
      providerId: owner.id,
      deviceId: charger.id,
      borrowCabinetId: charger.id,
      ...more,
    }
    await test.services.db.insert(tableOf(orderMessage)).values(row as never)
    return row
  }
  /** A reason that nobody else must agree to. */
  const why = async (feeEffect: string, deviceAction: string = deviceActions.none) =>
    (
      await add(settleReason, {
        scene: settleScenes.returned,
        feeEffect,
        deviceAction,
        needAudit: 'N',
        needImage: 'N',
        status: enableStates.on,
      })
    ).id as string
  const settle = async (id: string, feeEffect: string, more: Row = {}) =>
    act(manager, orderMessage, 'settle', id, { settleReasonId: await why(feeEffect), reason, ...more })

  describe('the terms of a provider narrow what the platform allows', () => {
    it('a withdrawal passes by itself when both say so, up to the lesser of both', async () => {
      const { id, terms } = await provider('90000.00')
      const first = must(await ask(ofProvider(id), '10.00')).id
      must(await act(manager, userWithdrawal, 'approve', first))
      await over(first)
      await set(serviceProvider, id, { createTime: '2026-01-01T00:00:00Z' })
      const asked = async (amount: string) => {
        const made = must(await ask(ofProvider(id), amount))
        expect(made.riskFlags).toEqual([])
        const passed = made.status !== withdrawStates.waiting
        if (passed) await over(made.id)
        else must(await act(manager, userWithdrawal, 'reject', made.id, { reason }))
        return passed
      }
      must(await edit(serviceProviderConfig, terms, { autoWithdraw: 'Y', autoWithdrawMax: '50000.00' }, manager))
      expect(await asked('50.00'), 'the platform says no').toBe(false)
      const back = await setting('withdraw.autoEnabled', 'Y')
      expect(await asked('50000.00'), 'above what the platform lets pass').toBe(false)
      expect(await asked('200.01'), 'above what the platform lets pass').toBe(false)
      expect(await asked('200.00'), 'both say yes').toBe(true)
      must(await edit(serviceProviderConfig, terms, { autoWithdrawMax: '30.00' }, manager))
      expect(await asked('30.01'), 'above its own').toBe(false)
      expect(await asked('30.00'), 'within its own').toBe(true)
      must(await edit(serviceProviderConfig, terms, { autoWithdraw: 'N' }, manager))
      expect(await asked('10.00'), 'the provider says no').toBe(false)
      await back()
    })

    it('a refund goes back alone up to the lesser of both', async () => {
      const { id, terms } = await provider('10.00')
      must(await edit(serviceProviderConfig, terms, { refundLimit: '9999.00' }, manager))
      const { id: rented } = await order({ providerId: id })
      must(await settle(rented, feeEffects.byRule))
      const refund = (amount: string) => act(service, orderMessage, 'refund', rented, { amount, reason })
      expect((await refund('99.00')).message).toContain('今天最多还可自行退款 20.00 元')
      must(await edit(serviceProviderConfig, terms, { refundLimit: '5.00' }, manager))
      expect((await refund('5.01')).message).toContain('今天最多还可自行退款 5.00 元')
      must(await refund('5.00'))
    })
  })

  it('an order that came back long ago is refunded directly from its forced end on, at the price of its return', async () => {
    const [startTime, endTime] = [30 * DAY, 30 * DAY - 3 * 3_600_000].map((ago) => later(-ago))
    const { id } = await order({ status: orderStates.broken, startTime, endTime })
    must(await settle(id, feeEffects.byRule))
    expect(await look(orderMessage, id)).toMatchObject({ status: orderStates.done, endTime, useMinutes: 180 })
    const refund = () => act(service, orderMessage, 'refund', id, { amount: '1.00', reason })
    must(await refund())
    await until('the refund', async () => (await look(orderMessage, id)).refundedAmount === '1.00')
    await until('the end of it', async () => (await look(orderMessage, id)).status === orderStates.done)
    const trail = lineTablesOf(orderMessage).auditTrail
    await test.services.db
      .update(trail)
      .set({ time: later(-25 * 3_600_000) })
      .where(eq(trail.mainId, id))
    expect((await refund()).message).toContain('订单结束已超过 24 小时')
  })

  describe('a withdrawal is not paid', () => {
    const approve = (id: string) => act(manager, userWithdrawal, 'approve', id)

    it('to an owner who was stopped after asking, whoever it is', async () => {
      const shop = await provider('500.00')
      const ofShop = must(await ask(ofProvider(shop.id), '100.00'))
      must(await edit(serviceProvider, shop.id, { status: enableStates.off }))
      expect((await approve(ofShop.id)).message).toBe('服务商已停用或冻结，不能提现')
      // Told before, to whoever decides: on the record, and when several are to be passed.
      const warned = async (send: typeof manager, id: string) =>
        (await send!('GET', `${userWithdrawal.path}/queryById?id=${id}`)).result.warnings
      const stopped = '服务商已停用或冻结，不能提现'
      expect(await warned(manager, ofShop.id)).toEqual([stopped])
      expect(await warned(admin, ofShop.id)).toBeUndefined()
      const asked = { action: 'approve', ids: [ofShop.id] }
      const preview = await manager!('POST', `${userWithdrawal.path}/preview`, asked)
      expect(preview.result).toMatchObject({ count: 0, excluded: [{ id: ofShop.id, reason: stopped }] })
      must(await act(manager, userWithdrawal, 'reject', ofShop.id, { reason }))
      expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '500.00', frozen: '0.00' })

      // Nobody says the first of two yeses to it either.
      const large = await provider('9000.00')
      const ofLarge = must(await ask(ofProvider(large.id), '8000.00'))
      must(await edit(serviceProvider, large.id, { status: enableStates.off }))
      expect((await approve(ofLarge.id)).message).toBe(stopped)
      must(await edit(serviceProvider, large.id, { status: enableStates.on }))
      expect(await warned(manager, ofLarge.id)).toBeUndefined()
      must(await approve(ofLarge.id))

      const driver = await add(driverMessage, { providerId: (await add(serviceProvider)).id, openId: 'oDRIVER' })
      await set(driverMessage, driver.id, { status: driverStates.normal })
      const owner = { ownerType: ownerTypes.driver, ownerId: driver.id }
      await gets(owner, '50.00')
      const ofDriver = must(await ask(owner, '20.00', { method: withdrawMethods.wechat }))
      must(await act(manager, driverMessage, 'disable', driver.id, { reason }))
      expect((await approve(ofDriver.id)).message).toBe('司机信息已停用或冻结，不能提现')

      const person = await consumer('0.01')
      const self = { ownerType: ownerTypes.consumer, ownerId: person.id }
      await gets(self, '200.00', 'recharge')
      const ofPerson = must(await ask(self, '100.00', { bankNo: '6222000011113333', bankName: '工行' }))
      must(await act(manager, userMessage, 'freeze', person.id, { reason: '盗号' }))
      expect((await approve(ofPerson.id)).message).toContain('已停用或冻结，不能提现')
      must(await act(manager, userMessage, 'unfreeze', person.id))
      must(await approve(ofPerson.id))
      expect(await over(ofPerson.id)).toMatchObject({ status: withdrawStates.paid })
    })

    it('to the WeChat or Alipay that a person had when they asked', async () => {
      for (const [method, field] of [
        [withdrawMethods.wechat, 'openId'],
        [withdrawMethods.alipay, 'alipayId'],
      ] as const) {
        const person = await consumer('200.00')
        await set(userMessage, person.id, { [field]: 'oBEFORE' })
        const asked = must(await ask({ ownerType: ownerTypes.consumer, ownerId: person.id }, '100.00', { method }))
        await set(userMessage, person.id, { [field]: 'oAFTER' })
        expect((await approve(asked.id)).message, method).toBe('收款账户在申请后已变更，请驳回后按新账户重新申请')
        await set(userMessage, person.id, { [field]: 'oBEFORE' })
        must(await approve(asked.id))
        expect(await over(asked.id), method).toMatchObject({ status: withdrawStates.paid })
      }
    })

    it('when it was held meanwhile: the money goes back, and can be asked for again', async () => {
      for (const [change, why] of [
        [(row: Row) => set(serviceProviderConfig, row.terms, { bankNo: '6222999988887777' }), '收款账户在申请后已变更'],
        [(row: Row) => set(serviceProvider, row.id, { status: enableStates.off }), '服务商已停用或冻结，不能提现'],
      ] as const) {
        const shop = await provider('500.00')
        const asked = must(await ask(ofProvider(shop.id), '100.00'))
        await set(userWithdrawal, asked.id, { status: withdrawStates.held, heldFrom: withdrawStates.toPay })
        await change(shop)
        must(await act(finance, userWithdrawal, 'release', asked.id, { reason }))
        expect(await over(asked.id)).toMatchObject({
          status: withdrawStates.failed,
          failReason: expect.stringContaining(why),
          heldFrom: null,
        })
        expect(paidFor(asked.withdrawNo)).toEqual([])
        expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '500.00', frozen: '0.00' })
      }
      const shop = await provider('500.00')
      const asked = must(await ask(ofProvider(shop.id), '100.00'))
      await set(userWithdrawal, asked.id, { status: withdrawStates.held, heldFrom: withdrawStates.toPay })
      must(await act(finance, userWithdrawal, 'release', asked.id, { reason }))
      expect(await over(asked.id)).toMatchObject({ status: withdrawStates.paid })
    })

    it('to somebody who owes for a rental, whenever they began to', async () => {
      const said = '有欠费 99.00 元，请先结清'
      const rented = await order()
      await gets({ ownerType: ownerTypes.consumer, ownerId: rented.userId }, '50.00', 'recharge')
      const self = { ownerType: ownerTypes.consumer, ownerId: rented.userId }
      const draft = { bankNo: '6222000011113333', bankName: '工行' }
      const owing = (fen: bigint) => set(userMessage, rented.userId, { oweAmount: fen })
      await owing(9900n)
      const refused = await ask(self, '50.00', draft)
      expect(refused).toMatchObject({ success: false, message: expect.stringContaining(said) })
      await owing(0n)
      const first = must(await ask(self, '50.00', draft))
      await owing(9900n)
      expect((await approve(first.id)).message).toBe(said)
      await owing(0n)
      await set(userWithdrawal, first.id, { status: withdrawStates.toPay })
      await owing(9900n)
      must(await act(finance, userWithdrawal, 'pay', first.id))
      expect(await over(first.id)).toMatchObject({ status: withdrawStates.failed, failReason: said })
      expect(paidFor(first.withdrawNo)).toEqual([])
      expect(await look(userMessage, rented.userId)).toMatchObject({ balance: '149.00', frozen: '0.00' })
    })

    it.each([
      ['amount', 4970n, undefined, '支付渠道说这个单号已付：49.70 元'],
      ['account', undefined, '6222000099998888', '支付渠道说这个单号已付：付给另一账户'],
    ])('when the channel paid another %s under its number', async (_, amount, bankNo, said) => {
      const shop = await provider('500.00')
      const asked = must(await ask(ofProvider(shop.id), '100.00'))
      const { arriveAmount, withdrawNo, method } = await look(userWithdrawal, asked.id)
      await test.pay.pay({
        outNo: withdrawNo,
        amount: amount ?? toHundredths(arriveAmount)!,
        method,
        account: { bankName: null, bankNo: bankNo ?? account.bankNo, accountName: '乙' },
      })
      must(await approve(asked.id))
      const held = await until('the answer of the channel', async () => {
        const row = await look(userWithdrawal, asked.id)
        return row.status !== withdrawStates.toPay && row.status !== withdrawStates.paying && row
      })
      expect(held).toMatchObject({ status: withdrawStates.held, failReason: said, payNo: null })
      expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '400.00', frozen: '100.00' })
      if (amount) {
        must(await act(finance, userWithdrawal, 'release', asked.id, { reason }))
        expect(await look(userWithdrawal, asked.id)).toMatchObject({ status: withdrawStates.failed, failReason: said })
        expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '500.00', frozen: '0.00' })
        const late = await act(finance, userWithdrawal, 'settle', asked.id, { reason, payNo: 'QD1' })
        return expect(late).toMatchObject({ success: false, message: expect.stringContaining('解除挂起') })
      }
      // It arrived all the same: a person looked it up.
      must(await act(finance, userWithdrawal, 'settle', asked.id, { reason, payNo: 'QD1' }))
      const settled = { status: withdrawStates.paid, payNo: 'QD1', failReason: null, heldFrom: null }
      expect(await look(userWithdrawal, asked.id)).toMatchObject(settled)
      expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '400.00', frozen: '0.00' })
    })

    it('when its owner was stopped between the last yes and the pay-out', async () => {
      const shop = await provider('500.00')
      const asked = must(await ask(ofProvider(shop.id), '100.00'))
      await set(userWithdrawal, asked.id, { status: withdrawStates.toPay })
      await set(serviceProvider, shop.id, { status: enableStates.off })
      must(await act(finance, userWithdrawal, 'pay', asked.id))
      expect(await over(asked.id)).toMatchObject({
        status: withdrawStates.failed,
        failReason: '服务商已停用或冻结，不能提现',
      })
      expect(paidFor(asked.withdrawNo)).toEqual([])
      expect(await look(serviceProvider, shop.id)).toMatchObject({ balance: '500.00', frozen: '0.00' })
    })
  })

  describe('a card goes back', () => {
    const month = {
      areaCodes: null,
      price: '30.00',
      originalPrice: '30.00',
      validDays: 30,
      buyLimit: 0,
      firstOnly: 'N',
      refundable: 'Y',
      refundDays: 30,
    }
    const tenTimes = {
      areaCodes: null,
      price: '30.00',
      originalPrice: '30.00',
      times: 10,
      validDays: 90,
      refundable: 'Y',
      buyLimit: 0,
    }
    async function bought(product: Resource, terms: Row, more: Row = {}, payment: Row = {}) {
      const { id: productId } = await add(product, terms)
      must(await act(admin, product, 'putOn', productId))
      const { id: userId } = await consumer('50.00')
      must(await act(admin, product, 'sell', productId, { userId, payChannel: payChannels.wallet, ...payment }))
      const [row] = await list(userCard, `userId=${userId}`)
      await set(userCard, row!.id, { usedTimes: 0, ...more })
      return row!.id as string
    }
    const refund = (id: string) => act(service, userCard, 'refund', id, { reason, refundVoucher: 'temp/a.png' })
    const worth = async (id: string) => {
      must(await refund(id))
      return (await look(userCard, id)).refundingAmount as string
    }
    /** So many days in use, a minute short. */
    const used = (days: number) => ({
      startTime: later(-days * DAY + 60_000),
      endTime: later((30 - days) * DAY + 60_000),
    })
    const adjust = async (id: string, action: 'extend' | 'adjustTimes', body: Row) =>
      must(await act(admin, userCard, action, id, { ...body, reason }))

    it('as far as what was bought is not used: times and days that staff gave are nobody’s money', async () => {
      const times = await bought(onceCard, tenTimes, { usedTimes: 9 })
      await adjust(times, 'adjustTimes', { times: 90 })
      await adjust(times, 'adjustTimes', { times: -20 })
      expect(await worth(times)).toBe('3.00')
      const fewer = await bought(onceCard, tenTimes, { usedTimes: 3 })
      await adjust(fewer, 'adjustTimes', { times: -5 })
      expect(await worth(fewer)).toBe('6.00')
      const days = await bought(card, month, used(29))
      await adjust(days, 'extend', { days: 270 })
      expect(await worth(days)).toBe('1.00')
      const shorter = await bought(card, month, used(10))
      await adjust(shorter, 'extend', { days: -15 })
      expect(await worth(shorter)).toBe('5.00')
      // Paused for five days and longer by three: twenty of thirty are left of what was bought.
      const both = await bought(card, month, used(10))
      await adjust(both, 'extend', { days: 3 })
      await set(userCard, both, {
        startTime: later(-15 * DAY + 60_000),
        endTime: later(18 * DAY + 60_000),
        pauseTime: later(-5 * DAY),
        status: userCardStates.paused,
      })
      expect(await worth(both)).toBe('20.00')
      // What was bought ran out; only what was given keeps it alive.
      const over = await bought(onceCard, tenTimes, { usedTimes: 3, startTime: later(-91 * DAY), endTime: later(-DAY) })
      await adjust(over, 'extend', { days: 30 })
      expect((await refund(over)).message).toBe('没有未使用的部分可退')
    })

    it('under a new number each time it is agreed to, with the amount of that time', async () => {
      const payment = { payChannel: payChannels.wechat, outTradeNo: `43${newId()}` }
      const id = await bought(onceCard, tenTimes, {}, payment)
      const go = async () => {
        must(await refund(id))
        must(await act(manager, userCard, 'passRefund', id))
        must(await act(finance, userCard, 'review', id))
        return until('the answer of the channel', async () => {
          const row = await look(userCard, id)
          return [refundStates.refunded, refundStates.failed].includes(row.refundStatus) ? row : undefined
        })
      }
      test.refundOutcome('failed')
      const failed = await go()
      await set(userCard, id, { usedTimes: 5 })
      test.refundOutcome('refunded')
      const done = await go()
      expect([failed, done]).toMatchObject([
        { refundStatus: refundStates.failed, refundingAmount: '30.00' },
        { refundStatus: refundStates.refunded, refundAmount: '15.00' },
      ])
      expect(done.refundNo).not.toBe(failed.refundNo)
      expect(test.pay.refunds.filter(({ outNo }) => outNo === done.refundNo)).toMatchObject([{ amount: 1500n }])
    })

    it('and a pause adds the time it stood still, no more, and nothing to a card that is over', async () => {
      const id = await bought(card, month)
      const before = await look(userCard, id)
      const pause = (by = service) => act(by, userCard, 'pause', id, { reason })
      const resume = () => act(service, userCard, 'resume', id, { reason })
      for (let times = 0; times < 3; times += 1) {
        must(await pause())
        must(await resume())
      }
      const short = await look(userCard, id)
      const added =
        Date.parse(`${short.endTime.replace(' ', 'T')}Z`) - Date.parse(`${before.endTime.replace(' ', 'T')}Z`)
      expect(added).toBeLessThan(60_000)
      expect(short.pauseDays).toBeLessThanOrEqual(1)
      // Half a day and then three quarters of one: two days of the limit are begun.
      for (const part of [0.5, 0.75]) {
        must(await pause())
        await set(userCard, id, { pauseTime: later(-part * DAY) })
        expect((await look(userCard, id)).daysLeft).toBeGreaterThanOrEqual(30)
        must(await resume())
      }
      const long = await look(userCard, id)
      expect(long.pauseDays).toBe(2)
      const inAll =
        Date.parse(`${long.endTime.replace(' ', 'T')}Z`) - Date.parse(`${before.endTime.replace(' ', 'T')}Z`)
      expect(Math.abs(inAll - 1.25 * DAY)).toBeLessThan(120_000)
      await set(userCard, id, { endTime: later(-20_000) })
      expect((await pause()).message).toBe('这张卡已于到期时间结束，不能暂停')
    })
  })

  describe('an order ended by force', () => {
    it('marks its device as staff would, and leaves one that was scrapped alone', async () => {
      const marked = async (deviceAction: string, more: Row) => {
        const made = await order({ status: orderStates.broken })
        await set(device, made.deviceId, more)
        const settleReasonId = await why(feeEffects.free, deviceAction)
        must(await act(manager, orderMessage, 'settle', made.id, { settleReasonId, reason }))
        const after = await look(device, made.deviceId)
        const path = `/sys/dataLog/list?dataTable=${device.table}&dataId=${made.deviceId}&pageSize=20`
        const logs = must(await admin!('GET', path)).records as Row[]
        return {
          ...after,
          logged: logs.some(({ dataVersion }) => Number(dataVersion) === Number(after.version)),
        } as Row
      }
      const scrapped = await marked(deviceActions.fault, { status: deviceStates.scrapped, version: 7 })
      expect(scrapped).toMatchObject({ status: deviceStates.scrapped, version: 7 })
      expect(await marked(deviceActions.lost, { status: deviceStates.scrapped })).toMatchObject({
        status: deviceStates.scrapped,
      })
      const fault = await marked(deviceActions.fault, { status: deviceStates.active, faultCount: 2 })
      expect(fault).toMatchObject({ status: deviceStates.repair, faultCount: 3, logged: true })
      expect(fault.history.at(-1)).toMatchObject({ kind: '状态', person: '系统' })
      const lost = await marked(deviceActions.lost, { status: deviceStates.active })
      expect(lost).toMatchObject({ status: deviceStates.lost, logged: true })
      expect(lost.history.at(-1)).toMatchObject({ kind: '状态' })
      // A second fault of one that is in repair already is counted.
      expect(await marked(deviceActions.fault, { status: deviceStates.repair, faultCount: 2 })).toMatchObject({
        status: deviceStates.repair,
        faultCount: 3,
      })
    })

    it('is not priced by a rule of another shape: said in words, or for an amount up to the cap of the platform', async () => {
      const steps = { billMode: billModes.bySteps, billRule: { steps: [{ fromMinutes: 0, price: '3.00' }] } }
      for (const feeEffect of [feeEffects.byRule, feeEffects.cap]) {
        const { id } = await order(steps)
        const reply = await settle(id, feeEffect)
        expect(reply, feeEffect).toMatchObject({ status: 200, success: false })
        expect(reply.message).toContain('指定金额')
        expect(await look(orderMessage, id)).toMatchObject({
          status: orderStates.using,
          settleStatus: settleStates.none,
        })
      }
      const missing = await order({ billRule: { freeMinutes: 5, dayCap: 3000 } })
      expect((await settle(missing.id, feeEffects.byRule)).message).toContain('每小时、总封顶')
      const { id } = await order(steps)
      expect((await settle(id, feeEffects.fixed, { settleAmount: '99.01' })).message).toContain(
        '不能超过总封顶 99.00 元',
      )
      must(await settle(id, feeEffects.fixed, { settleAmount: '30.00' }))
      expect(await look(orderMessage, id)).toMatchObject({ status: orderStates.done, totalAmount: '30.00' })
      const free = await order(steps)
      must(await settle(free.id, feeEffects.free))
    })

    it('is priced until it came back', async () => {
      const start = test.services.clock.now().getTime() - 30 * DAY
      const endTime = new Date(start + 61 * 60_000).toISOString()
      const { id } = await order({ status: orderStates.broken, startTime: new Date(start).toISOString(), endTime })
      const before = await look(orderMessage, id)
      const price = before.feeDetail.at(-1).amount
      expect(Number(price)).toBeLessThan(99)
      must(await settle(id, feeEffects.byRule))
      expect(await look(orderMessage, id)).toMatchObject({
        useMinutes: 61,
        endTime: before.endTime,
        totalAmount: price,
      })
    })
  })

  it('books are compared although the channel’s statement is out, and the run is tried again', async () => {
    const shop = await provider('500.00')
    await set(serviceProvider, shop.id, { balance: 127_700n })
    const found = () => list(reconcileDifference, `bizNo=${shop.providerNo}`)
    const { statement } = test.pay
    test.pay.statement = () => Promise.reject(new Error('账单暂不可用'))
    await expect(differencesOf(test.services, 1)).rejects.toThrow('账单暂不可用')
    await expect(reconcileAll(test.services)).rejects.toThrow('账单暂不可用')
    test.pay.statement = statement
    expect(await found()).toHaveLength(1)
    await set(serviceProvider, shop.id, { balance: 50_000n })
    await reconcileAll(test.services)
    expect(await found()).toHaveLength(1)
  })

  it('a number of a channel pays for one thing, whichever record has it', async () => {
    const { id: userId } = await consumer('1.00')
    const terms = {
      areaCodes: null,
      price: '30.00',
      originalPrice: '30.00',
      validDays: 30,
      buyLimit: 0,
      firstOnly: 'N',
    }
    const { id: cardId } = await add(card, { ...terms, refundable: 'N', refundDays: null })
    must(await act(admin, card, 'putOn', cardId))
    const { id: settingId } = await add(rechargeSetting, {
      payAmount: '77.77',
      giftAmount: '0.00',
      giftCardId: null,
      startTime: null,
      endTime: null,
      ...{
        firstOnly: 'N',
        limitTimes: 0,
      },
    })
    must(await act(admin, rechargeSetting, 'putOn', settingId))
    const sell = (outTradeNo: string, payChannel: string = payChannels.wechat) =>
      act(admin, card, 'sell', cardId, { userId, payChannel, outTradeNo })
    const recharge = (outTradeNo: string) =>
      act(admin, rechargeSetting, 'recharge', settingId, { userId, payChannel: payChannels.alipay, outTradeNo })
    const fresh = () => `44${newId()}`
    const ofOrder = fresh()
    const rented = await order({ status: orderStates.done, payChannel: payChannels.wechat, outTradeNo: ofOrder })
    const ofDeposit = fresh()
    const { sysOrgCode } = await add(serviceProvider)
    const writing = { services: test.services, caller: systemCaller(1) }
    const depositNo = await test.services.db.transaction(async (tx) => {
      const draft = { userId, depositType: depositTypes.paid, payChannel: payChannels.wechat, amount: '99.00' }
      const after = newRow(writing, orderDeposit, { ...draft, outTradeNo: ofDeposit })
      Object.assign(after, { status: depositStates.paid, sysOrgCode })
      await insertRow({ ...writing, tx, mode: 'add', after, extras: {} }, orderDeposit)
      return String(after.depositNo)
    })
    for (const [number, no] of [
      [ofOrder, rented.orderNo],
      [ofDeposit, depositNo],
    ] as const)
      for (const reply of [await sell(number), await recharge(number), await sell(number, payChannels.offline)])
        expect(reply).toMatchObject({ success: false, message: `支付流水号已用于 ${no}` })
    // The same account with the channel serves another tenant too.
    await set(orderMessage, rented.id, { tenantId: 2 })
    expect((await sell(ofOrder)).message).toBe('支付流水号已使用')
    await set(orderMessage, rented.id, { tenantId: 1 })
    const once = fresh()
    const replies = await Promise.all([sell(once), recharge(once), sell(once)])
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    for (const reply of replies) if (!reply.success) expect(reply.message).toContain('支付流水号已用于')
    expect((await look(userMessage, userId)).balance).toBe(replies[1].success ? '78.77' : '1.00')
  })

  it('the deposit state of a person is that of what is held, whichever was written last', async () => {
    const { id: userId } = await consumer('1.00')
    const { sysOrgCode } = await add(serviceProvider)
    const writing = { services: test.services, caller: systemCaller(1) }
    const deposit = () =>
      test.services.db.transaction(async (tx) => {
        const draft = { userId, depositType: depositTypes.paid, payChannel: payChannels.wechat, amount: '99.00' }
        const after = newRow(writing, orderDeposit, { ...draft, outTradeNo: `43${newId()}` })
        Object.assign(after, { depositNo: `YJ-${newId()}`, status: depositStates.paid, sysOrgCode })
        await insertRow({ ...writing, tx, mode: 'add', after, extras: {} }, orderDeposit)
        return String(after.id)
      })
    const state = async () => (await look(userMessage, userId)).depositStatus
    const goesBack = async (id: string) => {
      must(await act(service, orderDeposit, 'requestRefund', id, { reason }))
      must(await act(manager, orderDeposit, 'approve', id))
      await until('the deposit', async () => (await look(orderDeposit, id)).status === depositStates.refunded)
    }
    const first = await deposit()
    const second = await deposit()
    expect(await state()).toBe(depositStates.paid)
    await goesBack(second)
    expect(await state()).toBe(depositStates.paid)
    must(await act(service, orderDeposit, 'requestRefund', first, { reason }))
    expect(await state()).toBe(depositStates.waiting)
    must(await act(manager, orderDeposit, 'approve', first))
    await until('the deposit', async () => (await look(orderDeposit, first)).status === depositStates.refunded)
    expect(await state()).toBe(depositStates.refunded)
  })
})
