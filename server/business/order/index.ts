/** An order: what it costs, who gets how much of it, how it is ended and paid back by hand. */
import { flow } from '../flow.ts'
import { cancelReasonRules, orderRules, refundOrderAction, settleApproval, settleOrder } from './order-rules.ts'

export const order = flow({
  approvals: [settleApproval],
  rules: [cancelReasonRules, orderRules],
  works: [settleOrder, refundOrderAction],
})
