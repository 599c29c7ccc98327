/** The orders as records: what was paid and given back is what the ledger says; some are still in use, some broken. */
import { resources } from '#resources/index.ts'
import { settleStates, orderStates } from '#resources/order/orderMessage.ts'
import { settleScenes, feeEffects, deviceActions } from '#resources/order/settleReason.ts'
import { billModes } from '#resources/product/billModes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import type { Cabinet } from './devices.ts'
import type { Numbers } from './numbers.ts'
import { RULE, type Order } from './orders.ts'
import { trailRows, type Step } from './trail.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const BOUGHT = RULE.totalCap

const REASONS = [
  {
    reason: '用户已归还未识别',
    scene: settleScenes.broken,
    feeEffect: feeEffects.byRule,
    needAudit: 'N',
    needImage: 'N',
    deviceAction: deviceActions.none,
  },
  {
    reason: '设备故障无法归还',
    scene: settleScenes.fault,
    feeEffect: feeEffects.fixed,
    needAudit: 'Y',
    needImage: 'N',
    deviceAction: deviceActions.fault,
  },
  {
    reason: '设备丢失按买断结算',
    scene: settleScenes.lost,
    feeEffect: feeEffects.cap,
    needAudit: 'N',
    needImage: 'N',
    deviceAction: deviceActions.lost,
  },
  {
    reason: '超时未还按封顶结算',
    scene: settleScenes.capped,
    feeEffect: feeEffects.cap,
    needAudit: 'N',
    needImage: 'N',
    deviceAction: deviceActions.none,
  },
  {
    reason: '客诉免单',
    scene: settleScenes.complaint,
    feeEffect: feeEffects.free,
    needAudit: 'Y',
    needImage: 'Y',
    deviceAction: deviceActions.none,
  },
] as const
const reasonId = (index: number) => seedId('settleReason', index)

export interface Rental {
  id: string
  order: Order
  row: Record<string, unknown>
}

export class Rentals {
  readonly all: Rental[] = []
  readonly trails: Record<string, unknown>[] = []
  /** People with an order that is not over. */
  readonly busy = new Set<Consumer>()
  private readonly chance = new Chance(47)
  /** A stream of its own: what happens in cars changes nothing elsewhere. */
  private readonly onTheRoad = new Chance(53)
  private readonly places = new Map<string, Cabinet[]>()

  constructor(
    private readonly numbers: Numbers,
    cabinets: readonly Cabinet[],
    private readonly now: Date,
  ) {
    for (const cabinet of cabinets.filter(({ active }) => active))
      this.places.set(cabinet.merchant.id, [...(this.places.get(cabinet.merchant.id) ?? []), cabinet])
  }

  /** Borrowed from one of the merchant's cabinets. */
  private add(order: Order, more: Record<string, unknown>, steps: readonly Step[] = []): void {
    const { chance } = this
    const cabinet = chance.pick(this.places.get(order.merchant.id)!)
    if (!cabinet.lastOrderTime || cabinet.lastOrderTime < order.start) cabinet.lastOrderTime = order.start
    const place = { deviceId: chance.pick(cabinet.banks), borrowCabinetId: cabinet.id, borrowSlot: chance.int(1, 8) }
    this.write(order, { ...place, ...more }, steps)
  }

  private write(order: Order, more: Record<string, unknown>, steps: readonly Step[] = []): void {
    const id = seedId('order', order.orderNo)
    const row = {
      id,
      tenantId: TENANT,
      sysOrgCode: order.merchant.orgCode,
      createBy: 'miniapp',
      createTime: order.start.toISOString(),
      version: 1,
      orderNo: order.orderNo,
      userId: order.consumer.id,
      providerId: order.merchant.id,
      areaCode: order.merchant.areaCode,
      billMode: billModes.byTime,
      billRule: RULE,
      startTime: order.start.toISOString(),
      refundedAmount: 0,
      settleStatus: settleStates.none,
      ...more,
    }
    this.all.push({ id, order, row })
    this.trails.push(...trailRows('order', id, steps))
  }

  /** What is over: paid as the ledger says. */
  finished(order: Order): void {
    const { chance } = this
    const back = chance.pick(this.places.get(order.merchant.id)!)
    const channel = order.wallet ? payChannels.wallet : chance.is(0.7) ? payChannels.wechat : payChannels.alipay
    this.add(
      order,
      {
        returnCabinetId: back.id,
        returnSlot: chance.int(1, 8),
        ...over(order, channel, chance),
      },
      order.refunded
        ? [
            {
              step: '退款',
              result: `已退款 ${(order.amount / 100).toFixed(2)} 元`,
              at: new Date(order.end.getTime() + 5 * HOUR),
            },
          ]
        : [],
    )
  }

  /** Borrowed and given back in the same car. */
  ride(order: Order): void {
    const { device, driver } = order.ride!
    const deviceId = String(device.id)
    device.lastOrderTime = order.start.toISOString()
    const place = { deviceId, borrowCabinetId: deviceId, returnCabinetId: deviceId, driverId: driver.id }
    this.write(order, { ...place, ...over(order, payChannels.wechat, this.onTheRoad) })
  }

  /** Twelve people are out with a power bank, four cannot give it back; two of those wait for a manager's word. */
  open(consumers: readonly Consumer[], orders: readonly Order[]): void {
    const { chance, now, numbers } = this
    const people = consumers.filter(({ row }) => row.status === consumerStates.normal).slice(60, 76)
    for (const [index, consumer] of people.entries()) {
      const broken = index >= 12
      const start = new Date(now.getTime() - (broken ? chance.int(30, 90) * HOUR : chance.int(10, 300) * MINUTE))
      const order: Order = {
        orderNo: numbers.take('DD', start),
        consumer,
        merchant: chance.pick(orders).merchant,
        start,
        end: start,
        amount: 0,
      }
      consumer.orderCount += 1
      this.busy.add(consumer)
      const waits = index >= 14
      const at = new Date(now.getTime() - (index - 13) * 5 * HOUR)
      this.add(
        order,
        {
          status: broken ? orderStates.broken : orderStates.using,
          ...(waits && {
            settleStatus: settleStates.waiting,
            settleReasonId: reasonId(index === 14 ? 4 : 1),
            settleAmount: index === 14 ? 0 : 600,
            settleRemark: '用户反映柜机无法还入，门店已核实',
            dueTime: new Date(at.getTime() + 24 * HOUR).toISOString(),
            version: 2,
          }),
        },
        waits ? [{ step: '申请', result: '已提交', at, by: 'service', host: '浏览器', reason: '门店已核实' }] : [],
      )
    }
  }
}

/** What an order that is over says of its end and its money. */
const over = (order: Order, channel: string, chance: Chance) => ({
  endTime: order.end.toISOString(),
  useMinutes: Math.round((order.end.getTime() - order.start.getTime()) / MINUTE),
  totalAmount: order.amount,
  payAmount: order.amount,
  refundedAmount: order.refunded ? order.amount : 0,
  payChannel: order.amount ? channel : undefined,
  outTradeNo: order.amount && channel !== payChannels.wallet ? `42${chance.digits(18)}01` : undefined,
  status: order.refunded ? orderStates.refunded : order.amount >= BOUGHT ? orderStates.bought : orderStates.done,
  updateTime: order.end.toISOString(),
})

export async function seedRentals(tx: Tx, { all, trails }: Rentals): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.settleReason),
    REASONS.map((reason, index) => ({
      id: reasonId(index),
      tenantId: TENANT,
      sysOrgCode: 'A01',
      createBy: 'admin',
      version: 1,
      sortNo: (index + 1) * 10,
      status: enableStates.on,
      ...reason,
    })),
  )
  await insertMany(
    tx,
    tableOf(resources.orderMessage),
    all.map(({ row }) => row),
  )
  await insertMany(tx, lineTablesOf(resources.orderMessage).auditTrail, trails)
}
