/** A withdrawal: asked for, reviewed, held, paid out or given back. */
import { handles } from '../../kernel/job-handler.ts'
import { confirmDeadlineJob, payOutJob } from '../../money/jobs.ts'
import { payOut } from '../../money/pay-out.ts'
import { flow } from '../flow.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal, settleWithdrawal } from './hold-withdrawal.ts'
import { whyNotPaid } from './may-be-paid.ts'
import { withdrawalApproval } from './withdrawal-approval.ts'
import { withdrawalRules } from './withdrawal-rules.ts'

export const withdrawal = flow({
  approvals: [withdrawalApproval],
  rules: [withdrawalRules],
  works: [holdWithdrawal, releaseWithdrawal, settleWithdrawal, payWithdrawal],
  jobs: [payOutJob, confirmDeadlineJob].map((job) =>
    handles(job, (services, { id }) => payOut(services, id, whyNotPaid)),
  ),
})
