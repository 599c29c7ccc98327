/** 5,000 rentals of the last 90 days: who, where, how long, for how much. Shares and payments follow from them. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { priceOf, type BillRule } from '../server/money/billing.ts'
import type { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import type { Driver } from './drivers.ts'
import type { Numbers } from './numbers.ts'
import type { Provider } from './providers.ts'

const DAY = 86_400_000
const MINUTE = 60_000

export interface Order {
  orderNo: string
  consumer: Consumer
  merchant: Provider
  start: Date
  end: Date
  /** 分; none within the free minutes. */
  amount: number
  /** Paid from the wallet. */
  wallet?: boolean
  /** All of it went back by the way it came. */
  refunded?: boolean
  /** Borrowed in a car: from whom, and which charger. */
  ride?: { driver: Driver; device: Record<string, unknown> }
}

/** 3 元 for every started hour after five free minutes, 30 a day, 99 in all. */
export const RULE: BillRule = { freeMinutes: 5, hourPrice: 300, dayCap: 3000, totalCap: 9900 }

// Hours of the day when people borrow, the busy ones more than once.
const HOURS = [
  7, 8, 9, 10, 11, 11, 12, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 22, 23, 0, 1,
]

/** At merchants; not yet numbered. */
export function planOrders(
  chance: Chance,
  now: Date,
  consumers: readonly Consumer[],
  providers: readonly Provider[],
  count = 5000,
): Order[] {
  const places = providers
    .filter(({ level }) => level === 5)
    .flatMap((merchant) => Array<Provider>(merchant.activeCount).fill(merchant))
  const renters = consumers.filter(({ row }) => row.status === consumerStates.normal)
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const orders: Order[] = []
  while (orders.length < count) {
    // The business grows: more orders lately than three months ago.
    const daysAgo = Math.floor(90 * (1 - Math.sqrt(chance.next())))
    const hour = chance.pick(HOURS) - 8
    const start = new Date(midnight - daysAgo * DAY + hour * 60 * MINUTE + chance.int(0, 3599) * 1000)
    const minutes = chance.is(0.06)
      ? chance.int(1, 5)
      : chance.is(0.02)
        ? chance.int(1440, 5000)
        : chance.int(12, 60) * chance.int(1, 8)
    const end = new Date(start.getTime() + minutes * MINUTE)
    if (end >= now) continue
    orders.push({
      orderNo: '',
      consumer: chance.pick(renters),
      merchant: chance.pick(places),
      start,
      end,
      amount: priceOf(minutes, RULE),
    })
  }
  return orders
}

/** Numbered as they began; in order of their end, for that is when money moves. */
export function numbered(orders: readonly Order[], numbers: Numbers): Order[] {
  const begun = [...orders].sort((a, b) => a.start.getTime() - b.start.getTime())
  for (const order of begun) order.orderNo = numbers.take('DD', order.start)
  return begun.sort((a, b) => a.end.getTime() - b.end.getTime())
}
