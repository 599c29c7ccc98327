/** A deposit: given back when its order is over, less what is owed. */
import { flow } from '../flow.ts'
import { depositApproval, depositRules, requestDepositRefund, retryDepositRefund } from './deposit-rules.ts'

export const deposit = flow({
  approvals: [depositApproval],
  rules: [depositRules],
  works: [requestDepositRefund, retryDepositRefund],
})
