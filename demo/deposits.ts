/** A deposit for everybody who has one, in the state their record says; some are asked back. */
import { resources } from '#resources/index.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { payChannels } from '#resources/product/selling.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import type { Numbers } from './numbers.ts'
import type { Rentals } from './rentals.ts'
import { trailRows, type Step } from './trail.ts'

const AMOUNT = 9900
const HOUR = 3_600_000
const WHY = ['不再使用', '换了手机号', '要去外地工作', '朋友已有会员卡']

/** Of those who paid, what the first ones asked for; the rest leave it. */
const PAID_OUTCOMES = [
  depositStates.waiting,
  depositStates.waiting,
  depositStates.waiting,
  depositStates.refunded,
  depositStates.failed,
  depositStates.waiting,
  depositStates.refunded,
  depositStates.waiting,
  depositStates.withheld,
] as const
const FREE_OUTCOMES = [depositStates.waiting, depositStates.releasing, depositStates.waiting] as const

const { refunded, failed, withheld, releasing, released } = depositStates
const DONE: readonly string[] = [refunded, failed, withheld, releasing, released]

/** Each kind of credit and who gives it. */
const FREE = [
  { depositType: depositTypes.alipayFree, payChannel: payChannels.alipayHold },
  { depositType: depositTypes.wechatFree, payChannel: payChannels.wechatScore },
] as const
const PAID = [
  { depositType: depositTypes.paid, payChannel: payChannels.wechat },
  { depositType: depositTypes.paid, payChannel: payChannels.alipay },
] as const

/** What a consumer has had: paid, free, or released before. */
type Had = (typeof depositStates)['paid' | 'frozen' | 'released']

export class Deposits {
  readonly rows: Record<string, unknown>[] = []
  readonly trails: Record<string, unknown>[] = []
  private readonly chance = new Chance(59)

  constructor(
    private readonly numbers: Numbers,
    private readonly rentals: Rentals,
    private readonly now: Date,
  ) {}

  plan(consumers: readonly Consumer[]): void {
    const outcomes = {
      [depositStates.paid]: [...PAID_OUTCOMES] as string[],
      [depositStates.frozen]: [...FREE_OUTCOMES] as string[],
    }
    const first = new Map<Consumer, (typeof this.rentals.all)[number]>()
    for (const rental of this.rentals.all)
      if (!first.has(rental.order.consumer)) first.set(rental.order.consumer, rental)
    for (const consumer of consumers) {
      const status = consumer.row.depositStatus as Had | undefined
      const rental = first.get(consumer)
      if (!status || !rental || consumer.row.status !== consumerStates.normal) {
        consumer.row.depositStatus = undefined
        continue
      }
      const wanted = status === depositStates.released ? undefined : outcomes[status].shift()
      this.add(consumer, rental, status, wanted ?? status)
    }
  }

  private add(consumer: Consumer, rental: Rentals['all'][number], had: Had, status: string): void {
    const { chance, now, numbers } = this
    const isFree = had !== depositStates.paid
    const payTime = new Date(rental.order.start.getTime() - 40_000)
    const owed = Math.min(Number(consumer.row.oweAmount ?? 0), AMOUNT)
    const asked = status !== had
    const askedAt = new Date(
      now.getTime() - (status === depositStates.waiting ? chance.int(1, 30) : chance.int(40, 200)) * HOUR,
    )
    const depositNo = numbers.take('YJ', payTime)
    const id = seedId('deposit', depositNo)
    const done = DONE.includes(status)
    const withheld = status === depositStates.withheld ? AMOUNT : owed
    const steps: Step[] = asked
      ? [
          {
            step: '申请',
            result: '已提交',
            at: askedAt,
            name: consumer.name,
            host: '小程序',
            reason: chance.pick(WHY),
          },
          ...(done
            ? ([
                { step: '审核', result: '通过', at: later(askedAt, 2), by: 'ops_manager', host: '企业微信' },
                { step: '退款', result: '已提交支付渠道', at: later(askedAt, 2) },
              ] as const)
            : []),
          ...(status === depositStates.refunded
            ? [{ step: '退款', result: '原路退回 99.00 元', at: later(askedAt, 3) }]
            : []),
          ...(status === depositStates.failed
            ? [{ step: '退款', result: '退款失败', at: later(askedAt, 3), reason: '原支付账户已注销，无法原路退回' }]
            : []),
          ...(status === depositStates.withheld
            ? [{ step: '退款', result: '转扣欠费 99.00 元', at: later(askedAt, 3) }]
            : []),
        ]
      : []
    this.rows.push({
      id,
      tenantId: TENANT,
      sysOrgCode: rental.order.merchant.orgCode,
      createBy: 'miniapp',
      createTime: payTime.toISOString(),
      version: 1 + steps.length,
      depositNo,
      userId: consumer.id,
      phone: consumer.phone,
      ...(isFree ? chance.pick(FREE) : chance.pick(PAID)),
      amount: AMOUNT,
      // The pretend channel refuses what ends in 4444: this one failed and will again.
      outTradeNo: status === depositStates.failed ? `42${chance.digits(14)}4444` : `42${chance.digits(16)}01`,
      payTime: payTime.toISOString(),
      orderId: rental.id,
      providerId: rental.order.merchant.id,
      status,
      oweAmount: asked ? withheld : 0,
      refundAmount: asked ? (isFree ? 0 : AMOUNT - withheld) : undefined,
      applyTime: asked ? askedAt.toISOString() : undefined,
      applyReason: steps[0]?.reason,
      dueTime: asked ? later(askedAt, 24).toISOString() : undefined,
      refundNo: done && had !== depositStates.released ? numbers.take('TY', askedAt) : undefined,
      refundTime:
        status === depositStates.refunded || status === depositStates.withheld
          ? later(askedAt, 3).toISOString()
          : undefined,
      failReason: status === depositStates.failed ? '原支付账户已注销，无法原路退回' : undefined,
    })
    this.trails.push(...trailRows('deposit', id, steps))
    consumer.row.depositStatus = status
  }
}

const later = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR)

export async function seedDeposits(tx: Tx, { rows, trails }: Deposits): Promise<void> {
  await insertMany(tx, tableOf(resources.orderDeposit), rows)
  await insertMany(tx, lineTablesOf(resources.orderDeposit).auditTrail, trails)
}
