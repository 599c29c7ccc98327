/** A complaint from being accepted to being closed. Money back above the limit waits for a manager. */
import { and, eq, ne, sql } from 'drizzle-orm'
import { fromHundredths, toHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import { refused } from '../http/errors.ts'
import { inTurn } from '../money/in-turn.ts'
import { DIRECTION, lockAccount, post } from '../money/ledger.ts'
import { refundable, startRefund } from '../money/order-refund.ts'
import { aloneRefundable, readConfig } from '../money/terms.ts'
import { addStep } from '../money/trail.ts'
import { fen } from '../money/withdrawal.ts'
import { actionOf, type Work } from '../resource/action.ts'
import { systemCaller } from '../money/trail.ts'
import type { Row, SaveHook } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../resource/table.ts'
import { instantOf, localTime, updateRow, type Writing } from '../resource/write.ts'
import type { Services } from '../services.ts'
import { approvalOf, ask } from './approval/work.ts'

const { complaint, orderMessage } = resources
const complaints = tableOf(complaint)
const orders = tableOf(orderMessage)

/** pb_complaint_status. */
const STATE = { waiting: '0', handling: '1', asked: '2', done: '3', closed: '4' } as const
/** pb_resolve_type. */
const REFUND = '2'
const HOUR_MS = 3_600_000

const later = (services: Services, hours: string, from = services.clock.now()) =>
  localTime(services, new Date(from.getTime() + Number(hours) * HOUR_MS))

export const complaintRules: SaveHook = {
  resource: 'complaint',

  /** Whose device it was follows from the order, and so does who may see it. */
  async beforeSave({ tx, services, mode, before, after }) {
    if (mode !== 'edit') {
      after.dueTime = later(services, (await readConfig(tx, Number(after.tenantId)))['complaint.acceptHours'])
      addStep(after, { services, caller: systemCaller(Number(after.tenantId)) }, '登记', '待受理')
    }
    if (before && before.orderId === after.orderId) return
    const order = after.orderId ? await orderOf(tx, after) : undefined
    if (order && order.userId !== after.userId) return { orderId: '这个订单不是该用户的' }
    Object.assign(after, { deviceId: order?.deviceId ?? null, providerId: order?.providerId ?? null })
    if (order?.sysOrgCode) after.sysOrgCode = order.sysOrgCode
  },

  forbids(row, caller, action) {
    if (action === 'resolve' && row.handlerId !== caller.userId) return '只有处理人可以办结，可以先接手'
    return action === 'takeOver' && row.handlerId === caller.userId ? '已由您处理' : undefined
  },

  /** The order beside it: what was paid, what is left of it. */
  async detail(row, { services }) {
    if (!row.orderId) return
    const [order] = await services.db
      .select({
        no: orders.orderNo!,
        pay: orders.payAmount!,
        refunded: orders.refundedAmount!,
        start: orders.startTime!,
        end: orders.endTime!,
      })
      .from(orders)
      .where(eq(orders.id!, row.orderId))
    if (!order) return
    const yuan = (value: unknown) => fromHundredths((value as bigint | null) ?? 0n)
    row.order = {
      orderNo: order.no,
      payAmount: yuan(order.pay),
      refundedAmount: yuan(order.refunded),
      startTime: order.start,
      endTime: order.end,
    }
  },
}

async function orderOf(tx: Tx, row: Row, lock = false): Promise<Row | undefined> {
  return findRow(tx, systemCaller(Number(row.tenantId)), orderMessage, String(row.orderId), lock)
}

export const acceptComplaint = actionOf(complaint, 'accept', async (work) => {
  const { tx, services, caller, row } = work
  const hours = (await readConfig(tx, Number(row.tenantId)))['complaint.solveHours']
  Object.assign(row, {
    status: STATE.handling,
    handlerId: caller.userId,
    acceptTime: localTime(services),
    dueTime: later(services, hours, instantOf(services, String(row.createTime))),
  })
  addStep(row, work, '受理', '已受理')
})

export const takeOverComplaint = actionOf(complaint, 'takeOver', async (work) => {
  work.row.handlerId = work.caller.userId
  addStep(work.row, work, '接手', '已接手')
})

export const resolveComplaint = actionOf(complaint, 'resolve', async (work) => {
  const { tx, row, input } = work
  const refund = toHundredths(String(input.refundAmount ?? '0')) ?? 0n
  const compensation = toHundredths(String(input.compensation ?? '0')) ?? 0n
  if (input.resolveType === REFUND && refund <= 0n) throw refused('处理方式为订单退款时，请输入退款金额')
  if (input.resolveType !== REFUND && refund > 0n) throw refused('有退款金额时，处理方式应为订单退款')
  const total = refund + compensation
  Object.assign(row, {
    resolveType: input.resolveType,
    resultText: input.resultText,
    refundAmount: fromHundredths(refund),
    compensation: fromHundredths(compensation),
    totalAmount: fromHundredths(total),
  })
  await refuseAbovePaid(tx, row)
  const limit = await aloneRefundable(tx, row)
  if (total > limit) return ask(complaint, row, work, `超过可自行处理的 ${fromHundredths(limit)} 元`)
  addStep(row, work, '办结', '已办结', String(input.resultText).slice(0, 255))
  await pay(work)
})

/** Refund and compensation together never exceed what the order cost, over all its complaints. */
async function refuseAbovePaid(tx: Tx, row: Row): Promise<void> {
  const [refund, compensation] = [fen(row, 'refundAmount'), fen(row, 'compensation')]
  if (refund + compensation === 0n) return
  if (!row.orderId) throw refused('没有关联订单，不能退款或补偿')
  const order = (await orderOf(tx, row, true))!
  const left = refundable(order)
  if (refund > left) throw refused(`退款不能超过订单剩余的 ${fromHundredths(left)} 元`)
  const [given] = await tx
    .select({ sum: sql<string>`coalesce(sum(${complaints.compensation}), 0)::text` })
    .from(complaints)
    .where(
      and(
        eq(complaints.orderId!, row.orderId),
        ne(complaints.id!, row.id),
        sql`${complaints.status} in (${STATE.done}, ${STATE.closed})`,
        sql`${complaints.deleteTime} is null`,
      ),
    )
  const most = left - BigInt(given!.sum)
  if (refund + compensation > most)
    throw refused(`退款与补偿合计不能超过订单实付剩余的 ${fromHundredths(most < 0n ? 0n : most)} 元`)
}

/** The money goes, and the complaint is done: refund by the way the order was paid, compensation into the wallet. */
async function pay(work: Work): Promise<void> {
  const { row } = work
  await refuseAbovePaid(work.tx, row)
  const [refund, compensation] = [fen(row, 'refundAmount'), fen(row, 'compensation')]
  Object.assign(row, { status: STATE.done, finishTime: localTime(work.services) })
  if (refund > 0n) {
    const before = (await orderOf(work.tx, row, true))!
    const order = structuredClone(before)
    await startRefund(work, order, refund, { reason: `投诉 ${String(row.complaintNo)}`, refundFor: String(row.id) })
    await updateRow({ ...work, mode: 'edit', before, after: order, extras: {} }, orderMessage, 'refund')
  }
  if (compensation > 0n) {
    const owner = { ownerType: '1', ownerId: String(row.userId) }
    const account = await lockAccount(work.tx, Number(row.tenantId), owner)
    await post(work, account, { bizType: 'complaint', bizNo: String(row.complaintNo) }, [
      { amountType: '109', direction: DIRECTION.income, amount: compensation, remark: '投诉补偿' },
    ])
  }
}

export const complaintApproval = approvalOf(complaint, { passed: pay })

export const closeComplaint = actionOf(complaint, 'close', async (work) => {
  work.row.status = STATE.closed
  addStep(work.row, work, '关闭', '已关闭', work.reason)
})

/** Once: back to whoever handled it. */
export const reopenComplaint = actionOf(complaint, 'reopen', async (work) => {
  const { tx, services, row, reason } = work
  const hours = (await readConfig(tx, Number(row.tenantId)))['complaint.solveHours']
  Object.assign(row, {
    status: STATE.handling,
    reopened: 1,
    finishTime: null,
    dueTime: later(services, hours),
    ...{ resolveType: null, refundAmount: null, compensation: null, totalAmount: null },
  })
  addStep(row, work, '重开', '重新处理', reason)
})

/** The job: the channel could not give the money back, so somebody must find another way. */
export async function refundFailed(services: Services, id: string, reason: string): Promise<void> {
  const resource = complaint as never
  await inTurn(services, { resource, id, what: 'refund-failed' }, async (writing: Writing, row) => {
    if (![STATE.done, STATE.closed].includes(row.status as '3')) return
    Object.assign(row, { status: STATE.handling, finishTime: null, refundAmount: null, totalAmount: row.compensation })
    addStep(row, writing, '退款', '退款失败，待重新处理', reason)
  })
}
