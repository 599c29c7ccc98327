/** Who moves money and what for: the demo's people and providers, and things to sell that the rules of the demo leave alone. */
import { eq, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { consumerStates, authStates } from '#resources/customer/userMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { resources } from '#resources/index.ts'
import { feeEffects } from '#resources/order/settleReason.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { boxStates } from '#resources/product/blindBox.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import type { Caller } from '../../server/kernel/caller.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import type { Row } from '../../server/resource/hooks.ts'
import { tableOf } from '../../server/db/table.ts'
import { insertRow, newRow } from '../../server/resource/write.ts'
import type { Services } from '../../server/kernel/services.ts'
import { make } from '../make.ts'

const {
  appConfig,
  blindBox,
  card,
  driverCar,
  driverMessage,
  onceCard,
  serviceProvider,
  serviceProviderConfig,
  settleReason,
  userMessage,
} = resources

/** Numbers of records. */
export interface World {
  people: readonly string[]
  merchants: readonly string[]
  shops: readonly string[]
  drivers: readonly { id: string; car: string; device: string }[]
  product: string
  monthly: string
  box: string
  reason: string
}

export const person = (username: string): Caller => ({ ...systemCaller(1), username, userId: username })

/** Once a database, on the demo. */
export async function makeWorld(services: Services): Promise<World> {
  const { db } = services
  const asked = person('asker')
  const idsOf = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
  const people = await idsOf(
    sql`select id from ${tableOf(userMessage)} where tenant_id = 1 and status = ${consumerStates.normal} and auth_status = ${authStates.passed} order by id limit 12`,
  )
  const merchants = await idsOf(
    sql`select id from ${tableOf(serviceProvider)} where tenant_id = 1 and level = ${providerLevels.merchant} and status = ${enableStates.on} order by id limit 6`,
  )
  const shops = await idsOf(
    sql`select id from ${tableOf(serviceProvider)} where tenant_id = 1 and level = ${providerLevels.chain} and status = ${enableStates.on} order by id limit 4`,
  )
  const [reason] = await idsOf(
    sql`select id from ${tableOf(settleReason)} where fee_effect = ${feeEffects.byRule} and need_audit = 'N' and need_image = 'N' limit 1`,
  )
  // Any number of requests a day.
  await db.update(tableOf(serviceProviderConfig)).set({ withdrawDayTimes: 1_000_000 })
  await db.execute(
    sql`update ${tableOf(appConfig)} set config_value = '1000000' where config_key = 'withdraw.dayTimes'`,
  )
  return db.transaction(async (tx) => {
    const writing = { tx, services, caller: asked }
    const made = async (resource: Resource, draft: Row, more: Row = {}) => {
      const after = newRow(writing, resource, make(resource, draft))
      await insertRow({ ...writing, mode: 'add', after, extras: {} }, resource)
      await tx
        .update(tableOf(resource))
        .set({ status: '1', ...more })
        .where(eq(tableOf(resource).id, after.id))
      return String(after.id)
    }
    const product = await made(onceCard, { areaCodes: null, price: '3.00', originalPrice: '3.00', buyLimit: 0 })
    const days = {
      areaCodes: null,
      price: '30.00',
      originalPrice: '30.00',
      validDays: 30,
      buyLimit: 0,
      firstOnly: 'N',
    }
    const monthly = await made(card, { ...days, refundable: 'Y', refundDays: 30 })
    const prizes = [
      { prizeName: '谢谢参与', prizeType: prizeTypes.nothing, probability: '50.00' },
      { prizeName: '红包', prizeType: prizeTypes.wallet, amount: '2.00', probability: '40.00', stock: 40 },
      { prizeName: '次卡', prizeType: prizeTypes.onceCard, refId: product, probability: '10.00', stock: 1000 },
    ]
    const open = { status: boxStates.running, startTime: '2026-01-01 00:00:00' }
    const box = await made(
      blindBox,
      { areaCodes: null, price: '1.50', drawLimit: 1_000_000, totalLimit: null, prizes },
      open,
    )
    const drivers: { id: string; car: string; device: string }[] = []
    for (const device of ['ride-a', 'ride-b', 'ride-c']) {
      const own = { providerId: merchants[drivers.length], shareRatio: '5.00', freezeAmount: '20.00' }
      const id = await made(driverMessage, own)
      const car = await made(driverCar, { providerId: own.providerId, driverId: id, deviceIds: device })
      drivers.push({ id, car, device })
    }
    return { people, merchants, shops, drivers, product, monthly, box, reason: reason! }
  })
}
