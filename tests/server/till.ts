/** What tests of the money of the business do again and again: consumers with money, orders that are out, rows of the ledger. */
import { expect, it } from 'vitest'
import { toHundredths } from '#model/money.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { resources } from '#resources/index.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { billModes } from '#resources/product/billModes.ts'
import { tableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import { lockAccount, post, type Account, type Entry, type Source } from '../../server/money/ledger.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import type { Send, TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

type Row = Record<string, any>

interface Office {
  test: TestApp
  admin?: Send | undefined
}

const { amountDetail, orderMessage, userMessage } = resources

export const reason = '测试原因'

/** `office` is asked at every use: it opens before the first test. */
export function tillOf(office: () => Office) {
  const desk = deskOf(office)
  /** Past all rules but those of the ledger. */
  const book = (owner: Account, source: Source, entries: readonly Entry[]) => {
    const { services } = office().test
    return services.db.transaction(async (tx) => {
      const account = await lockAccount(tx, 1, owner)
      await post({ tx, services, caller: systemCaller(1) }, account, source, entries)
    })
  }

  const consumer = () => desk.add(userMessage, { status: consumerStates.normal })
  /** Money of their own, and a gift on top. */
  async function rich(paid: string, gift = '0.00') {
    const { id } = await consumer()
    await book({ ownerType: ownerTypes.consumer, ownerId: id }, { bizType: 'recharge', bizNo: `CZ-${id}` }, [
      { amountType: amountTypes.recharge, direction: directions.income, amount: toHundredths(paid)! },
      { amountType: amountTypes.rechargeGift, direction: directions.income, amount: toHundredths(gift)! },
    ])
    return id as string
  }
  const ledgerOf = (id: string) => desk.list(amountDetail, `ownerId=${id}&column=detailNo&order=asc`)

  /** Out with a power bank of that provider, since so many days. */
  async function borrowed(userId: string, provider: Row, more: Row = {}, days = 30) {
    const { services } = office().test
    const [id, orderNo] = [newId(), `DD-B${newId()}`]
    await services.db.insert(tableOf(orderMessage)).values({
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
      startTime: new Date(services.clock.now().getTime() - days * 86_400_000).toISOString(),
    })
    return { id, orderNo }
  }

  /** The last test of every file that posts money: each has a database of its own, and its books are compared once it is done. */
  const addsUpAtLast = () =>
    it('a balance is the sum of its rows after everything above', async () => {
      const { test } = office()
      expect(await differencesOf(test.services, 1)).toEqual([])
      const { id } = await consumer()
      await test.services.db.transaction(async (tx) => {
        const account = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId: id })
        const writing = { tx, services: test.services, caller: systemCaller(1) }
        const source = { bizType: 'adjust' as const, bizNo: `T${Date.now()}` }
        await expect(
          post(writing, account, source, [
            { amountType: amountTypes.rental, direction: directions.expense, amount: 1n },
          ]),
        ).rejects.toThrow('可提现余额不足')
      })
    })

  return { ...desk, book, consumer, rich, ledgerOf, borrowed, addsUpAtLast }
}
