/** A complaint from being accepted to being closed. Money back above the limit waits for a manager. */
import { fromHundredths, toHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { complaintStates, resolveTypes } from '#resources/customer/complaint.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { aloneLeft, compensate, givenBack, refuseAbovePaid } from '../../money/given-back.ts'
import { inTurn } from '../../money/in-turn.ts'
import { startRefund } from '../../money/order-refund.ts'
import { readConfig } from '../../resource/config.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { fen } from '../../money/withdrawal.ts'
import { actionOf, type Work } from '../../resource/action.ts'
import { hookOf, put } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { isFirst } from '../../resource/once.ts'
import { instantOf, localTime, updateRow } from '../../resource/write.ts'
import type { Services } from '../../kernel/services.ts'
import { approvalOf, ask } from '../approval/work.ts'
import type { RefundFailed } from '../../money/jobs.ts'

const { complaint, orderMessage, userMessage } = resources

type Complaint = Wire<typeof complaint>
type Order = Wire<typeof orderMessage>

const HOUR_MS = 3_600_000

const later = (services: Services, hours: string, from = services.clock.now()) =>
  localTime(services, new Date(from.getTime() + Number(hours) * HOUR_MS))

export const complaintRules = hookOf(complaint, {
  /** Whose device it was follows from the order, and so does who may see it. */
  async beforeSave({ tx, services, caller, mode, before, after }) {
    if (mode !== 'edit') {
      after.dueTime = later(services, (await readConfig(tx, after.tenantId))['complaint.acceptHours'])
      addStep(after, { services, caller }, '登记', '待受理')
    }
    // Whoever writes it down may see no more than a mask of it.
    if (!after.phone) put(after, { phone: (await consumerOf(tx, after))?.phone ?? null })
    if (before && before.orderId === after.orderId) return
    if (before && fen(before, 'refundAmount') + fen(before, 'compensation') > 0n)
      return { orderId: '已有退款或补偿，不能更换关联订单' }
    const order = after.orderId ? await orderOf(tx, after) : undefined
    if (order && order.userId !== after.userId) return { orderId: '这个订单不是该用户的' }
    put(after, { deviceId: order?.deviceId ?? null, providerId: order?.providerId ?? null })
    if (order?.sysOrgCode) after.sysOrgCode = order.sysOrgCode
  },

  forbids(row, caller, action) {
    if (action === 'resolve' && row.handlerId !== caller.userId) return '只有处理人可以办结，可以先接手'
    return action === 'takeOver' && row.handlerId === caller.userId ? '已由您处理' : undefined
  },

  /** The order beside it: what was paid, and what of it already went back. */
  async detail(row, { services }) {
    const order = row.orderId ? await orderOf(services.db, row) : undefined
    if (!order) return
    const { ever } = await givenBack({ tx: services.db, services }, order)
    row.order = {
      orderNo: order.orderNo,
      payAmount: order.payAmount ?? '0.00',
      givenBack: fromHundredths(ever),
      startTime: order.startTime,
      endTime: order.endTime,
    }
  },
})

const consumerOf = (tx: Tx, row: Complaint) => findRow(tx, systemCaller(row.tenantId), userMessage, row.userId)

async function orderOf(tx: Database | Tx, row: Complaint, lock = false): Promise<Order | undefined> {
  return findRow(tx, systemCaller(row.tenantId), orderMessage, row.orderId ?? '', lock)
}

export const acceptComplaint = actionOf(complaint, 'accept', async (work) => {
  const { tx, services, caller, row } = work
  const hours = (await readConfig(tx, row.tenantId))['complaint.solveHours']
  put(row, {
    status: complaintStates.handling,
    handlerId: caller.userId,
    acceptTime: localTime(services),
    dueTime: later(services, hours, instantOf(services, row.createTime)),
  })
  addStep(row, work, '受理', '已受理')
})

export const takeOverComplaint = actionOf(complaint, 'takeOver', async (work) => {
  work.row.handlerId = work.caller.userId
  addStep(work.row, work, '接手', '已接手')
})

export const resolveComplaint = actionOf(complaint, 'resolve', async (work) => {
  const { row, input } = work
  const refund = fen(input, 'refundAmount')
  const compensation = fen(input, 'compensation')
  if (input.resolveType === resolveTypes.refund && refund <= 0n) throw refused('处理方式为订单退款时，请输入退款金额')
  if (input.resolveType !== resolveTypes.refund && refund > 0n) throw refused('有退款金额时，处理方式应为订单退款')
  const total = refund + compensation
  put(row, {
    resolveType: input.resolveType,
    resultText: input.resultText,
    askedRefund: fromHundredths(refund),
    askedCompensation: fromHundredths(compensation),
    totalAmount: fromHundredths(total),
  })
  if (total > 0n) {
    const order = await lockedOrder(work.tx, row)
    await refuseAbovePaid(work, order, total, '退款与补偿合计不能超过订单实付剩余的')
    const limit = await aloneLeft(work, order)
    if (total > limit) return ask(complaint, row, work, `这个订单今天可自行退补的还有 ${fromHundredths(limit)} 元`)
  }
  addStep(row, work, '办结', '已办结', input.resultText.slice(0, 255))
  await pay(work)
})

async function lockedOrder(tx: Tx, row: Complaint): Promise<Order> {
  if (!row.orderId) throw refused('没有关联订单，不能退款或补偿')
  return (await orderOf(tx, row, true))!
}

/**
 * What was asked for goes, and the complaint is done: refund by the way the order was paid, compensation into the wallet. What
 * the complaint ever paid only grows, however often it is opened again.
 */
async function pay(work: Work<Complaint>): Promise<void> {
  const { row } = work
  const [refund, compensation] = [fen(row, 'askedRefund'), fen(row, 'askedCompensation')]
  put(row, { status: complaintStates.done, finishTime: localTime(work.services) })
  if (refund + compensation === 0n) return
  const before = await lockedOrder(work.tx, row)
  const order = structuredClone(before)
  if (refund > 0n) {
    await startRefund(work, order, refund, { reason: `投诉 ${row.complaintNo}`, refundFor: row.id })
    await updateRow({ ...work, mode: 'edit', before, after: order, extras: {} }, orderMessage, 'refund')
  }
  if (compensation > 0n) await compensate(work, order, row.complaintNo, compensation)
  put(row, {
    refundAmount: fromHundredths(fen(row, 'refundAmount') + refund),
    compensation: fromHundredths(fen(row, 'compensation') + compensation),
  })
}

export const complaintApproval = approvalOf(complaint, { passed: pay })

export const closeComplaint = actionOf(complaint, 'close', async (work) => {
  work.row.status = complaintStates.closed
  addStep(work.row, work, '关闭', '已关闭', work.reason)
})

/** Once: back to whoever handled it. */
export const reopenComplaint = actionOf(complaint, 'reopen', async (work) => {
  const { tx, services, row, reason } = work
  const hours = (await readConfig(tx, row.tenantId))['complaint.solveHours']
  put(row, {
    status: complaintStates.handling,
    reopened: 1,
    finishTime: null,
    dueTime: later(services, hours),
    ...{ resolveType: null, askedRefund: null, askedCompensation: null, totalAmount: null },
  })
  addStep(row, work, '重开', '重新处理', reason)
})

/** The job: the channel could not give the money back, so somebody must find another way. */
export async function refundFailed(
  services: Services,
  { complaint: id, refundNo, amount, reason }: RefundFailed,
): Promise<void> {
  const turn = { resource: complaint, id, what: 'refund-failed', state: 'refundAmount' as const }
  await inTurn(services, turn, async (writing, row) => {
    if (!(await isFirst(writing.tx, `refund-failed|${refundNo}`))) return
    const told = fen(row, 'refundAmount')
    // Older versions did not say how much, and cleared it when the complaint was opened again.
    const back = toHundredths(amount ?? '') ?? told
    row.refundAmount = fromHundredths(back < told ? told - back : 0n)
    addStep(row, writing, '退款', '退款失败，待重新处理', reason)
    // Opened again meanwhile: it is in somebody's hands already.
    if (row.status === complaintStates.done || row.status === complaintStates.closed)
      put(row, { status: complaintStates.handling, finishTime: null })
  })
}
