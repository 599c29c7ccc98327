/** Every operation that is not CRUD, and every rule that a definition cannot say. */
import type { ActionWork } from '../resource/action.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { agentApproval, agentRules, withdrawApplication } from './agent-rules.ts'
import { approvalRules } from './approval/rules.ts'
import { approvalActions } from './approval/work.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from './hold-withdrawal.ts'
import { providerConfigRules, providerRules } from './provider-rules.ts'
import { withdrawalApproval } from './withdrawal-approval.ts'
import { withdrawalRules } from './withdrawal-rules.ts'

const approvals = [withdrawalApproval, agentApproval]

export const actions: readonly ActionWork[] = [
  ...approvals.flatMap(approvalActions),
  holdWithdrawal,
  releaseWithdrawal,
  payWithdrawal,
  withdrawApplication,
]
export const businessRules: readonly SaveHook[] = [
  ...approvals.map(approvalRules),
  withdrawalRules,
  agentRules,
  providerRules,
  providerConfigRules,
]
