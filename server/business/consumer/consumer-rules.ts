/** Consumers who may not rent any more: 冻结 is the black list, 注销 the end. */
import { and, eq, inArray } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { complaintStates } from '#resources/customer/complaint.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { resources } from '#resources/index.ts'
import { heldDeposits } from '#resources/order/depositStates.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { refundStates } from '#resources/product/userCard.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { fen } from '../../money/withdrawal.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, put } from '../../resource/hooks.ts'

const { userMessage } = resources
const orders = tableOf(resources.orderMessage)
const cards = tableOf(resources.userCard)
const complaints = tableOf(resources.complaint)

type Consumer = Wire<typeof userMessage>

/** Of these something is still to be paid or to come back. */
const UNENDED = [orderStates.unpaid, orderStates.using, orderStates.settling, orderStates.broken, orderStates.refunding]
/** What is agreed to comes into a wallet that nobody could use any more. */
const CARDS = [refundStates.waiting, refundStates.review, refundStates.refunding, refundStates.failed]
const COMPLAINTS = [complaintStates.waiting, complaintStates.handling, complaintStates.review]

/** In 分; what was given on top is never paid out, and is no reason to stay. */
const heldBy = (row: Consumer): [amount: bigint, words: string][] => [
  [fen<Consumer>(row, 'balance') - fen<Consumer>(row, 'giftBalance'), '账户还有余额'],
  [fen<Consumer>(row, 'frozen'), '账户还有冻结的金额'],
  [fen<Consumer>(row, 'oweAmount'), '还有欠费'],
]

/** Who is gone can neither be paid nor pay. */
export const consumerRules = hookOf(userMessage, {
  forbids(row, _, action) {
    if (action !== 'close') return undefined
    if ((heldDeposits as readonly unknown[]).includes(row.depositStatus)) return '押金或免押授权尚未退还，不能注销'
    const held = heldBy(row).find(([amount]) => amount > 0n)
    return held && `${held[1]} ${fromHundredths(held[0])} 元，不能注销`
  },
})

/** What is still going on with a consumer, by its number; undefined when nothing is. */
async function goingOn(tx: Tx, { id, tenantId }: Consumer): Promise<string | undefined> {
  const [order] = await tx
    .select({ no: orders.orderNo })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, id), inArray(orders.status, UNENDED), live(orders)))
    .limit(1)
  if (order) return `订单 ${order.no} 尚未了结`
  const [card] = await tx
    .select({ no: cards.cardNo })
    .from(cards)
    .where(and(eq(cards.tenantId, tenantId), eq(cards.userId, id), inArray(cards.refundStatus, CARDS), live(cards)))
    .limit(1)
  if (card) return `卡 ${card.no} 的退款尚未了结`
  const own = and(eq(complaints.tenantId, tenantId), eq(complaints.userId, id), live(complaints))
  const [complaint] = await tx
    .select({ no: complaints.complaintNo })
    .from(complaints)
    .where(and(own, inArray(complaints.status, COMPLAINTS)))
    .limit(1)
  return complaint && `投诉 ${complaint.no} 尚未处理`
}

export const consumerWorks: readonly ActionWork[] = [
  actionOf(userMessage, 'freeze', async ({ row, reason }) => {
    put(row, { status: consumerStates.frozen, freezeReason: reason ?? null })
  }),
  actionOf(userMessage, 'unfreeze', async ({ row }) => {
    put(row, { status: consumerStates.normal, freezeReason: null })
  }),
  actionOf(userMessage, 'close', async ({ tx, row }) => {
    const what = await goingOn(tx, row)
    if (what) throw refused(`${what}，不能注销`)
    put(row, { status: consumerStates.closed })
  }),
  actionOf(userMessage, 'reopen', async ({ row }) => {
    put(row, { status: consumerStates.normal, freezeReason: null })
  }),
]
