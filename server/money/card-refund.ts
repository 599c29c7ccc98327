/** Paying back what of a card was not used: into the wallet it came from, or through the channel it came by. */
import { and, eq, gte } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { refundStates, userCardStates } from '#resources/product/userCard.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import type { Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import { dayOf, takeSerial } from '../resource/serial.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { localTime, type Writing } from '../resource/write.ts'
import { askAgain, takeUp } from '../jobs/take-up.ts'
import type { Services } from '../kernel/services.ts'
import { afterWaiting, DAY_MS, daysAtFirst, ifResumed, msOf } from './card-days.ts'
import { timesAtFirst } from './card-times.ts'
import { alone, inTurn } from './in-turn.ts'
import { lockAccount, post } from './ledger.ts'
import { askRefund, entriesBack, wayBackOf, type WayBack } from './refund.ts'
import { spent } from './spending.ts'
import { addStep } from '../resource/trail.ts'
import { put } from '../resource/hooks.ts'
import { fen } from './withdrawal.ts'
import { cardRefundJob } from './jobs.ts'

const resource = resources.userCard
type Bought = Wire<typeof resource>

/**
 * 分 for what was bought and not used: times left of all times, else whole days left of all days. Days of a pause are neither, and
 * what staff gave on top nobody paid for. Throws with the reason when nothing may go back.
 */
export async function unusedOf({ tx, services }: Pick<Writing, 'tx' | 'services'>, row: Bought): Promise<bigint> {
  const paid = fen(row, 'payAmount')
  if (paid <= 0n) throw refused('不是用户付款购买的卡，不能退款')
  const product = await productOf(tx, row)
  if (product?.refundable !== 'Y') throw refused('这种卡不支持退款')
  // To the second, like the times of the card.
  const now = msOf(services, localTime(services))
  const bought = msOf(services, row.createTime)
  const days = 'refundDays' in product ? product.refundDays : null
  if (days && now > bought + days * DAY_MS) throw refused(`购买已超过可退的 ${days} 天`)
  const card = { ...row, ...(await ifResumed({ tx, services }, row)) }
  const end = msOf(services, card.endTime) - Math.max(0, Number(row.adjustDays)) * DAY_MS
  const times = timesAtFirst(row)
  const [left, all] =
    row.cardKind === cardKinds.times
      ? [Math.min(Number(row.totalTimes), times) - Number(row.usedTimes), times]
      : [Math.floor((end - Math.max(now, msOf(services, row.startTime))) / DAY_MS), daysAtFirst(services, card)]
  if (left <= 0 || end <= now) throw refused('没有未使用的部分可退')
  // Never more than was paid, whatever a card that was brought along says of its days.
  return (BigInt(left) * paid) / BigInt(Math.max(all, left))
}

async function productOf(tx: Tx, row: Bought) {
  const [times, days] = [tableOf(resources.onceCard), tableOf(resources.card)]
  const [found] =
    row.cardKind === cardKinds.times
      ? await tx.select().from(times).where(eq(times.id, row.productId))
      : await tx.select().from(days).where(eq(days.id, row.productId))
  return found
}

/** Everybody agreed: back into the wallet or over the counter at once, else through the channel. */
export async function startCardRefund(writing: Writing, row: Bought): Promise<void> {
  const { tx, services } = writing
  const amount = fen(row, 'refundingAmount')
  // What is asked for again may be another amount: the channel knows the old number with the old one.
  row.refundNo = await takeSerial(tx, 'KT', dayOf(services.clock.now(), services.settings.timeZone), 6)
  const way = wayBackOf(row)
  if (way !== 'channel') return settle(writing, row, amount, way)
  row.refundStatus = refundStates.refunding
  addStep(row, writing, '退款', `已提交支付渠道 ${fromHundredths(amount)} 元`)
  await services.jobs.send(tx, cardRefundJob, { id: row.id })
}

async function settle(writing: Writing, row: Bought, amount: bigint, way: WayBack, channelNo?: string): Promise<void> {
  const account = await lockAccount(writing.tx, row.tenantId, {
    ownerType: ownerTypes.consumer,
    ownerId: row.userId,
  })
  const source = {
    bizType: 'userCard' as const,
    bizNo: row.cardNo,
    ...(row.payChannel && { payChannel: row.payChannel }),
    ...(channelNo && { outTradeNo: channelNo }),
  }
  const entries = entriesBack(way, { amountType: amountTypes.cardRefund, amount, remark: '购卡退款' })
  await post(writing, account, source, entries)
  put(row, {
    refundStatus: refundStates.refunded,
    status: userCardStates.refunded,
    refundAmount: fromHundredths(fen(row, 'refundAmount') + amount),
    refundAskTime: null,
    failReason: null,
  })
  addStep(row, writing, '退款', `已退款 ${fromHundredths(amount)} 元`)
  await spent(writing.tx, row.userId, -amount)
}

/** What ends a try in the trail when the channel says no. */
const FAILED = '退款失败'

/** Nothing came of a refund: the card is what it was, and has the days it waited. */
export const goOn = ({ services }: Pick<Writing, 'services'>, row: Bought): Bought =>
  put(row, { ...afterWaiting(services, row), ...(row.refundFrom && { status: row.refundFrom }) })

/**
 * 分 that are still to go back of what was agreed to when the channel failed: all of it, also when the card has run out since,
 * unless it was used; then no more than what of it was not.
 */
export async function stillOwed(writing: Pick<Writing, 'tx' | 'services'>, row: Bought): Promise<bigint> {
  const agreed = fen(row, 'refundingAmount')
  const failed = row.auditTrail?.findLast(({ result }) => result === FAILED)?.time
  const orders = tableOf(resources.orderMessage)
  const [used] = await writing.tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, row.tenantId),
        eq(orders.userCardId, row.id),
        failed ? gte(orders.startTime, failed) : undefined,
        live(orders),
      ),
    )
    .limit(1)
  if (!used) return agreed
  const unused = await unusedOf(writing, row)
  return unused < agreed ? unused : agreed
}

/** The job. The number never changes and the channel is asked before it is told, so it may run any number of times. */
export const refundCard = (services: Services, id: string): Promise<void> =>
  alone(services, { resource, id, job: cardRefundJob }, () => askForCard(services, id))

async function askForCard(services: Services, id: string): Promise<void> {
  const turn = { resource, id, what: 'refund', state: 'refundStatus' as const }
  const at = await inTurn(services, turn, async (_, row) => row.refundStatus === refundStates.refunding)
  if (!at?.result) return
  const state = await askRefund(services, {
    outNo: String(at.row.refundNo),
    outTradeNo: String(at.row.outTradeNo),
    kind: 'refund',
    amount: fen(at.row, 'refundingAmount'),
    withheld: 0n,
    onlyOnce: true,
  })
  await inTurn(services, turn, async (writing, row) => {
    // A late answer says nothing about the refund that came after it.
    if (row.refundStatus !== refundStates.refunding || row.refundNo !== at.row.refundNo) return
    if (state.state === 'refunded') return settle(writing, row, fen(row, 'refundingAmount'), 'channel', state.channelNo)
    if (state.state === 'failed') {
      put(goOn(writing, row), { refundStatus: refundStates.failed, failReason: state.reason })
      return addStep(row, writing, '退款', FAILED, state.reason)
    }
    await askAgain(writing, cardRefundJob, id)
  })
}

/** What was under way is taken up again; answers how many. */
export const resumeCardRefunds = (services: Services): Promise<number> =>
  takeUp(services, cardRefundJob, resource, 'refundStatus', [refundStates.refunding])
