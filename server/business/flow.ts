import type { Flow } from '../resource/flow.ts'
import { approvalRules } from './approval/rules.ts'
import { approvalActions, type ApprovalWork } from './approval/work.ts'
import type { ByClock } from './by-clock.ts'

/** What a business flow is made of: approvals bring their own rules and actions. */
export interface BusinessFlow extends Flow {
  approvals?: readonly ApprovalWork[]
  /** States that change because a moment has come. */
  byClock?: readonly ByClock[]
}

export const flow = ({ approvals = [], rules = [], works = [], ...rest }: BusinessFlow): BusinessFlow => ({
  rules: [...approvals.map(approvalRules), ...rules],
  works: [...approvals.flatMap(approvalActions), ...works],
  ...rest,
})
