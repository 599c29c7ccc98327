/** A withdrawal: asked for, reviewed, held, paid out or given back. */
import { flow } from '../flow.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from './hold-withdrawal.ts'
import { withdrawalApproval } from './withdrawal-approval.ts'
import { withdrawalRules } from './withdrawal-rules.ts'

export const withdrawal = flow({
  approvals: [withdrawalApproval],
  rules: [withdrawalRules],
  works: [holdWithdrawal, releaseWithdrawal, payWithdrawal],
})
