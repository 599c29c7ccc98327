/** From orders to the ledger: what the consumer paid from the wallet, and everybody's share along the chain. */
import { settleCycles } from '#resources/partner/serviceProviderConfig.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { payChannels } from '#resources/product/selling.ts'
import { accountId } from './accounts.ts'
import type { Chance } from './chance.ts'
import { recharge, type Consumer } from './consumers.ts'
import { earn } from './drivers.ts'
import { Account, type Movement } from './ledger.ts'
import type { Order } from './orders.ts'
import { chainOf, type Provider } from './providers.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** When a share may be paid out: T+1, T+7, or the first of next month. */
function settleTime(provider: Provider, at: Date): Date {
  if (provider.settleCycle === settleCycles.nextMonth)
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - 8 * HOUR)
  return new Date(at.getTime() + (provider.settleCycle === settleCycles.week ? 7 : 1) * DAY)
}

export interface Books {
  accounts: Map<Provider, Account>
  /** Movements of each provider, in order of time, not yet booked: pay-outs still come between them. */
  movements: Map<Provider, Movement[]>
}

export function bookOrders(
  chance: Chance,
  orders: readonly Order[],
  consumers: readonly Consumer[],
  providers: readonly Provider[],
  now: Date,
): Books {
  const accounts = new Map(
    providers.map((provider) => [provider, new Account(ownerTypes.provider, provider.id, provider.orgCode)]),
  )
  const movements = new Map<Provider, Movement[]>(
    providers.map((provider) => [provider, opening(chance, provider, now)]),
  )
  consumers.forEach((consumer, index) => {
    if (index % 3 === 0) recharge(chance, consumer, new Date(consumer.registerTime.getTime() + HOUR), index + 1)
  })
  for (const order of orders) {
    order.consumer.orderCount += 1
    order.consumer.lastOrderTime = order.start
    if (!order.amount) continue
    const back = new Date(order.end.getTime() + 5 * HOUR)
    // Rides are paid by WeChat and kept.
    if (order.ride) earn(order.ride.driver, order)
    else {
      if (chance.is(0.4)) order.wallet = payFromWallet(order)
      order.refunded = chance.is(0.006) && !order.wallet && back < now
    }
    if (!order.refunded) order.consumer.payTotal += order.amount
    for (const provider of chainOf(order.merchant)) {
      const share = Math.floor((order.amount * provider.shareRatio) / 10_000)
      if (!share) continue
      const common = { bizType: 'order' as const, bizNo: order.orderNo, amount: share }
      movements.get(provider)!.push({
        ...common,
        at: order.end,
        type: amountTypes.share,
        direction: directions.income,
        settleTime: settleTime(provider, order.end),
      })
      if (order.refunded)
        movements.get(provider)!.push({
          ...common,
          at: back,
          type: amountTypes.shareBack,
          direction: directions.expense,
          remark: '订单退款，扣回分润',
        })
    }
  }
  for (const list of movements.values()) list.sort((a, b) => a.at.getTime() - b.at.getTime())
  return { accounts, movements }
}

/** Agents brought a balance from the platform they used before. */
function opening(chance: Chance, provider: Provider, now: Date): Movement[] {
  const range = provider.level === 1 ? [9000, 18_000] : provider.level === 2 ? [2000, 6000] : undefined
  if (!range) return []
  return [
    {
      at: new Date(now.getTime() - 93 * DAY),
      type: amountTypes.adjust,
      direction: directions.income,
      amount: chance.int(range[0]!, range[1]!) * 100,
      bizType: 'adjust',
      bizNo: `QC${String(provider.row.providerNo).slice(2)}`,
      operatorId: accountId('finance'),
      remark: '上线前余额结转',
      createBy: 'finance',
    },
  ]
}

/** When the wallet covers the order; everybody else pays by WeChat, which the wallet does not see. */
function payFromWallet({ consumer, amount, end, orderNo }: Order): boolean {
  if (consumer.account.balance < amount) return false
  const common = { bizType: 'order' as const, bizNo: orderNo, createBy: 'miniapp' }
  consumer.account.move({
    ...common,
    at: end,
    type: amountTypes.rental,
    direction: directions.expense,
    amount,
    payChannel: payChannels.wallet,
  })
  return true
}

/** What went back the way it was paid, in the wallets of who paid. After everything else that moves them. */
export function bookRefunds(orders: readonly Order[]): void {
  for (const { refunded, consumer, orderNo, amount, end } of orders)
    if (refunded)
      consumer.account.passBy(
        {
          at: new Date(end.getTime() + 5 * HOUR),
          type: amountTypes.orderRefund,
          amount,
          bizType: 'order',
          bizNo: orderNo,
          remark: BACK,
          createBy: 'system',
        },
        BACK,
      )
}
const BACK = '原路退回支付账户'
