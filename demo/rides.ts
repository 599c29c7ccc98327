/** Rentals in taxis: one a day in most cars on the road, an hour or two each, with the passenger's own WeChat. */
import { consumerStates } from '#resources/customer/userMessage.ts'
import { priceOf } from '../server/money/billing.ts'
import { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import type { Drivers } from './drivers.ts'
import { DAY, HOUR } from './made-by.ts'
import { RULE, type Order } from './orders.ts'

const MINUTE = 60_000

/** A stream of its own: what else there is stays as it was. */
export function planRides(now: Date, consumers: readonly Consumer[], { onTheRoad }: Drivers): Order[] {
  const chance = new Chance(223)
  const passengers = consumers.filter(({ row }) => row.status === consumerStates.normal)
  return onTheRoad.flatMap(({ driver, since, devices }) => {
    const orders: Order[] = []
    for (let day = since.getTime() + HOUR; day < now.getTime(); day += DAY) {
      if (chance.is(0.1)) continue
      const start = new Date(day + chance.int(0, 20 * 3600) * 1000)
      const minutes = chance.int(12, 60) * chance.int(1, 3)
      const ride = { driver, device: chance.pick(devices) }
      const end = new Date(start.getTime() + minutes * MINUTE)
      const consumer = chance.pick(passengers)
      if (end < now)
        orders.push({
          orderNo: '',
          consumer,
          merchant: driver.provider,
          start,
          end,
          amount: priceOf(minutes, RULE),
          ride,
        })
    }
    return orders
  })
}
