/** Somebody applies to become a provider: reviewed, then made one with a login. */
import { flow } from '../flow.ts'
import { agentApproval, agentRules, withdrawApplication } from './agent-rules.ts'

export const agent = flow({ approvals: [agentApproval], rules: [agentRules], works: [withdrawApplication] })
