/** Somebody applies to become a provider: reviewed, then made one with a login. */
import { flow } from '../flow.ts'
import { agentApproval, agentRules, withdrawApplication } from './agent-rules.ts'
import { unsentPasswords } from './unsent-passwords.ts'

export const agent = flow({
  approvals: [agentApproval],
  rules: [agentRules],
  works: [withdrawApplication],
  byClock: [unsentPasswords],
})
