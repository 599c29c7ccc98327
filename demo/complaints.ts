/** Complaints in every state; what was paid back is on the order it is about. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { payChannels } from '#resources/product/selling.ts'
import { complaintStates, resolveTypes, complaintTypes } from '#resources/customer/complaint.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId } from './accounts.ts'
import { Chance } from './chance.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Rental, Rentals } from './rentals.ts'
import { trailRows, type Step } from './trail.ts'

const HOUR = 3_600_000

const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  [complaintTypes.rental]: [
    '充电宝插回去了，订单一直没有结束',
    '扫码后没有弹出，但开始计费了',
    '归还时仓位卡住，柜机没有反应',
  ],
  [complaintTypes.billing]: [
    '只用了半小时却扣了两小时的钱',
    '半夜归还不进去，第二天多收了一天费用',
    '显示已封顶，实际没有用那么久',
  ],
  [complaintTypes.fault]: ['充电宝充不进电，白白付了钱', '充电线接口坏了', '柜机屏幕黑屏，无法操作'],
  [complaintTypes.partner]: ['店员说柜机坏了不让还', '门店提前打烊，无法归还'],
}
const RESULTS = ['已电话说明计费规则，用户认可', '已核实设备故障，安排维修', '已远程处理，用户确认恢复']

export class Complaints {
  readonly rows: Record<string, unknown>[] = []
  readonly trails: Record<string, unknown>[] = []
  private readonly chance = new Chance(71)

  constructor(
    private readonly numbers: Numbers,
    private readonly now: Date,
  ) {}

  plan(rentals: Rentals): void {
    const { chance, now } = this
    const paid = rentals.all.filter(({ row }) => row.status === orderStates.done && Number(row.payAmount) > 0)
    const latest = (from: number, count: number, least = 300) =>
      paid
        .filter(({ row }) => Number(row.payAmount) >= least && row.payChannel !== payChannels.wallet)
        .slice(-count - from, -from || undefined)
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
    for (const [index, rental] of latest(0, 6).entries())
      this.add(rental, complaintStates.waiting, ago(index === 0 ? 6 : 1 + index * 0.4))
    for (const rental of latest(10, 5)) this.add(rental, complaintStates.handling, ago(chance.int(6, 40)))
    for (const [index, rental] of latest(20, 4, 2400).entries())
      this.add(rental, complaintStates.review, ago(index === 0 ? 60 : chance.int(8, 30)))
    for (const rental of latest(40, 5)) this.add(rental, complaintStates.done, ago(chance.int(50, 300)))
    const refunded = rentals.all.filter(({ row }) => row.status === orderStates.refunded).slice(-4)
    for (const rental of refunded)
      this.add(
        rental,
        complaintStates.closed,
        new Date(rental.order.end.getTime() + HOUR),
        Number(rental.row.payAmount),
      )
  }

  private add(rental: Rental, status: ValueIn<typeof complaintStates>, at: Date, refunded = 0): void {
    const { chance, numbers } = this
    const type = chance.pick(Object.keys(CONTENTS))
    const complaintNo = numbers.take('TS', at)
    const id = seedId('complaint', complaintNo)
    const by = status === complaintStates.handling ? chance.pick(['service', 'service', 'operator']) : 'service'
    const handled = status !== complaintStates.waiting
    const over = status === complaintStates.done || status === complaintStates.closed
    const asked =
      status === complaintStates.review
        ? Math.min(Number(rental.row.payAmount), chance.pick([2100, 2400, 3000]))
        : refunded
    const later = (hours: number) => new Date(at.getTime() + hours * HOUR)
    const result = status === complaintStates.review || refunded ? '已核实，同意退还订单费用' : chance.pick(RESULTS)
    const steps: Step[] = [
      { step: '登记', result: '待受理', at },
      ...(handled ? [{ step: '受理', result: '已受理', at: later(0.6), by, host: '浏览器' }] : []),
      ...(status === complaintStates.review || refunded
        ? [{ step: '申请', result: '已提交', at: later(1.2), by, host: '浏览器', reason: '超过可自行处理的 20.00 元' }]
        : over
          ? [{ step: '办结', result: '已办结', at: later(3), by, host: '浏览器', reason: result }]
          : []),
      ...(refunded ? [{ step: '审批', result: '通过', at: later(2.5), by: 'ops_manager', host: '钉钉' }] : []),
      ...(status === complaintStates.closed
        ? [{ step: '关闭', result: '已关闭', at: later(30), by, host: '浏览器' }]
        : []),
    ]
    this.rows.push({
      id,
      tenantId: TENANT,
      sysOrgCode: rental.order.merchant.orgCode,
      createBy: 'miniapp',
      createTime: at.toISOString(),
      version: steps.length,
      complaintNo,
      complaintType: type,
      userId: rental.order.consumer.id,
      phone: rental.order.consumer.phone,
      orderId: rental.id,
      deviceId: rental.row.deviceId,
      providerId: rental.order.merchant.id,
      content: chance.pick(CONTENTS[type]!),
      images: chance.is(0.5) ? picturePath('device') : undefined,
      status,
      handlerId: handled ? accountId(by) : undefined,
      resolveType:
        status === complaintStates.review || refunded ? resolveTypes.refund : over ? resolveTypes.byPhone : undefined,
      askedRefund: asked || undefined,
      askedCompensation: asked ? 0 : undefined,
      totalAmount: asked || undefined,
      refundAmount: refunded || undefined,
      compensation: refunded ? 0 : undefined,
      resultText: status === complaintStates.review || over ? result : undefined,
      acceptTime: handled ? later(0.6).toISOString() : undefined,
      finishTime: over ? later(refunded ? 2.5 : 3).toISOString() : undefined,
      score: status === complaintStates.closed ? chance.int(3, 5) : undefined,
      reopened: 0,
      dueTime: later(handled ? 48 : 4).toISOString(),
    })
    this.trails.push(...trailRows('complaint', id, steps))
  }
}

export async function seedComplaints(tx: Tx, { rows, trails }: Complaints): Promise<void> {
  await insertMany(tx, tableOf(resources.complaint), rows)
  await insertMany(tx, lineTablesOf(resources.complaint).auditTrail, trails)
}
