/** How an order's charge came about, step by step, for whoever reads the order. */
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import type { resources } from '#resources/index.ts'
import { fen } from '../../money/withdrawal.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { billModes } from '#resources/product/billModes.ts'
import { feeSteps, lacking, type BillRule } from '../../money/billing.ts'

type Order = Wire<typeof resources.orderMessage>

/** As it travels: amounts in 元, with a sign where they are taken off. */
export interface Fee {
  label: string
  detail: string
  amount: string
}

/** Still in use, or stuck: what it would cost by now. */
export const OPEN: readonly unknown[] = [orderStates.using, orderStates.broken]

const fee = (label: string, detail: string, amount: bigint): Fee => ({ label, detail, amount: fromHundredths(amount) })

/** The only way to charge that is priced here. */
const isByTheHour = ({ billMode }: Order, rule: Partial<BillRule>): rule is BillRule =>
  billMode === billModes.byTime && !lacking(rule).length

/** `minutes`: how long it has been in use; the words of the row are there. Nothing for an order that was cancelled. */
export function feesOf(row: Order, rule: Partial<BillRule>, minutes: number): Fee[] {
  if (row.status === orderStates.cancelled) return []
  // Not priced yet, as long as it is in use or waits for its price.
  const open = row.totalAmount === null
  // Other ways to charge, and rules of another shape, are only summed up.
  const byTheHour = isByTheHour(row, rule)
  if (open && !byTheHour) return []
  const steps = !byTheHour ? [] : feeSteps(open ? minutes : Number(row.useMinutes ?? minutes), rule)
  const price = BigInt(steps.reduce((sum, { amount }) => sum + amount, 0))
  const fees = steps.map(({ label, detail, amount }) => fee(label, detail, BigInt(amount)))
  if (open) return [...fees, fee('目前应付', OPEN.includes(row.status) ? '仍在租借中' : '尚未结算', price)]
  const total = fen(row, 'totalAmount')
  const deducted = fen(row, 'cardDeduct')
  const paid = fen(row, 'payAmount')
  const back = fen(row, 'refundedAmount')
  if (byTheHour && total !== price)
    fees.push(fee(row.settleReasonId ? '强制结单' : '调整', worded(row, 'settleReasonId'), total - price))
  fees.push(fee('应付', '', total))
  if (deducted) fees.push(fee('卡抵扣', worded(row, 'userCardId'), -deducted))
  fees.push(fee('实付', worded(row, 'payChannel'), paid))
  const owed = total - deducted - paid
  if (owed > 0n) fees.push(fee('尚欠', '', owed))
  if (back) fees.push(fee('已退', String(row.refundReason ?? ''), -back))
  return fees
}

const worded = (row: Order & Readonly<Record<string, unknown>>, name: keyof Order): string =>
  String(row[`${name}_dictText`] ?? row[name] ?? '')
