/** Deposits: the way back, the debts they pay, and what somebody spent in all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { resources } from '#resources/index.ts'
import { resolveTypes } from '#resources/customer/complaint.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { settleScenes } from '#resources/order/settleReason.ts'
import { payChannels } from '#resources/product/selling.ts'
import { newId } from '../../server/kernel/id.ts'
import { refundDeposit } from '../../server/money/deposit-refund.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { reason, tillOf } from './till.ts'

type Row = Record<string, any>

const { complaint, orderDeposit, orderMessage, serviceProvider, serviceProviderConfig, settleReason, userMessage } =
  resources

describe.each([await oneKind()])('deposits and debts on %s', (kind) => {
  let test: TestApp
  let [admin, manager, service]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, service] = await Promise.all(['admin', 'ops_manager', 'service'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, set, book, consumer, rich, borrowed, addsUpAtLast } = tillOf(() => ({
    test,
    admin,
  }))
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
      await book({ ownerType: ownerTypes.consumer, ownerId: userId }, { bizType: 'orderDeposit', bizNo: depositNo }, [
        { amountType: amountTypes.deposit, direction: directions.expense, amount: 9900n },
      ])
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

  addsUpAtLast()
})
