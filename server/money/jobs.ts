/** What happens to money after the request: each is asked of a channel, and asked again until it is over. */
import { job } from '../kernel/ports/queue.ts'

export interface OfRecord {
  id: string
}
export const payOutJob = job<OfRecord>('pay-out')
/** The person did not confirm a transfer in time. */
export const confirmDeadlineJob = job<OfRecord>('confirm-deadline')
export const orderRefundJob = job<OfRecord>('order-refund')
export const cardRefundJob = job<OfRecord>('card-refund')
export const depositRefundJob = job<OfRecord>('deposit-refund')
/** A refund that a complaint had asked for will not arrive. `amount` in 元; older ones did not say it. */
export interface RefundFailed {
  complaint: string
  refundNo: string
  amount?: string
  reason: string
}
export const refundFailedJob = job<RefundFailed>('refund-failed')
export const differenceFoundJob = job<OfRecord>('difference-found')
