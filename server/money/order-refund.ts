/** Paying back what an order cost: into the wallet it came from, or through the channel it came by. */
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { refused } from '../kernel/errors.ts'
import { dayOf, takeSerial } from '../resource/serial.ts'
import type { Writing } from '../resource/write.ts'
import { askAgain, takeUp } from '../jobs/take-up.ts'
import type { Services } from '../kernel/services.ts'
import { refuseAbovePaid } from './given-back.ts'
import { alone, inTurn } from './in-turn.ts'
import { lockAccount, post, type Entry } from './ledger.ts'
import { askRefund, entriesBack, saidBack, wayBackOf } from './refund.ts'
import { takeBackShares } from './shares.ts'
import { spent } from './spending.ts'
import { addStep } from '../resource/trail.ts'
import { put } from '../resource/hooks.ts'
import { fen } from './withdrawal.ts'
import { orderRefundJob, refundFailedJob } from './jobs.ts'

const resource = resources.orderMessage

type Order = Wire<typeof resource>

/** Sets what begins the refund on a locked order that its caller writes. `refundFor` is told when the channel fails. */
export async function startRefund(
  writing: Writing,
  order: Order,
  amount: bigint,
  { reason, refundFor }: { reason: string; refundFor?: string },
): Promise<void> {
  if (order.status !== orderStates.done && order.status !== orderStates.bought) throw refused('订单当前状态不能退款')
  await refuseAbovePaid(writing, order, amount, '退款不能超过实付减已退补的')
  const { tx, services } = writing
  put(order, { refundReason: reason, failReason: null })
  const way = wayBackOf(order)
  if (way !== 'channel') {
    const entries = entriesBack(way, { amountType: amountTypes.orderRefund, amount, remark: reason })
    await settleRefund(writing, order, amount, entries)
    addStep(order, writing, '退款', `已${saidBack[way]} ${fromHundredths(amount)} 元`, reason)
    return
  }
  const refundNo = await takeSerial(tx, 'TK', dayOf(services.clock.now(), services.settings.timeZone), 6)
  put(order, {
    refundNo,
    refundingAmount: fromHundredths(amount),
    refundFrom: order.status,
    refundFor: refundFor ?? null,
    status: orderStates.refunding,
  })
  addStep(order, writing, '退款', `已提交支付渠道 ${fromHundredths(amount)} 元`, reason)
  await services.jobs.send(tx, orderRefundJob, { id: order.id })
}

/** The money is back: shares, ledger and state follow. */
async function settleRefund(writing: Writing, order: Order, amount: bigint, entries: Entry[], outTradeNo?: string) {
  const paid = fen(order, 'payAmount')
  const refunded = fen(order, 'refundedAmount') + amount
  await takeBackShares(writing, order, paid, refunded)
  const account = await lockAccount(writing.tx, order.tenantId, {
    ownerType: ownerTypes.consumer,
    ownerId: order.userId,
  })
  const source = { bizType: 'order' as const, bizNo: order.orderNo, ...(outTradeNo && { outTradeNo }) }
  await post(writing, account, source, entries)
  await spent(writing.tx, order.userId, -amount)
  order.refundedAmount = fromHundredths(refunded)
  if (refunded === paid) order.status = orderStates.refunded
}

/** The job. The number never changes and the channel is asked before it is told, so it may run any number of times. */
export const refundOrder = (services: Services, id: string): Promise<void> =>
  alone(services, { resource, id, job: orderRefundJob }, () => askForOrder(services, id))

async function askForOrder(services: Services, id: string): Promise<void> {
  const at = await inTurn(
    services,
    { resource, id, what: 'refund' },
    async (_, row) => row.status === orderStates.refunding,
  )
  if (!at?.result) return
  const state = await askRefund(services, {
    outNo: at.row.refundNo ?? '',
    outTradeNo: at.row.outTradeNo ?? '',
    kind: 'refund',
    amount: fen(at.row, 'refundingAmount'),
    withheld: 0n,
    onlyOnce: true,
  })
  await inTurn(services, { resource, id, what: 'refund' }, async (writing, row) => {
    // A late answer says nothing about the refund that came after it.
    if (row.status !== orderStates.refunding || row.refundNo !== at.row.refundNo) return
    if (state.state === 'refunded') return done(writing, row, state.channelNo)
    if (state.state === 'failed') return failed(writing, row, state.reason)
    await askAgain(writing, orderRefundJob, id)
  })
}

async function done(writing: Writing, row: Order, channelNo: string): Promise<void> {
  const amount = fen(row, 'refundingAmount')
  row.status = row.refundFrom ?? orderStates.done
  put(row, { refundingAmount: null, refundFrom: null, failReason: null })
  const remark = '原路退回支付账户'
  const entries = entriesBack('channel', { amountType: amountTypes.orderRefund, amount, remark })
  await settleRefund(writing, row, amount, entries, channelNo)
  addStep(row, writing, '退款', `已退款 ${fromHundredths(amount)} 元`)
}

async function failed(writing: Writing, row: Order, reason: string): Promise<void> {
  row.status = row.refundFrom ?? orderStates.done
  const { refundFor, refundNo, refundingAmount: amount } = row
  put(row, { refundingAmount: null, refundFrom: null, failReason: reason })
  addStep(row, writing, '退款', '退款失败', reason)
  if (refundFor)
    await writing.services.jobs.send(writing.tx, refundFailedJob, {
      complaint: String(refundFor),
      refundNo: String(refundNo),
      amount: String(amount),
      reason,
    })
}

/** What was under way is taken up again; answers how many. */
export const resumeOrderRefunds = (services: Services): Promise<number> =>
  takeUp(services, orderRefundJob, resource, 'status', [orderStates.refunding])
