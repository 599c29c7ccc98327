/** Ledger rows by hand: asked for with a voucher, agreed to by two others, written once. */
import { flow } from '../flow.ts'
import { adjustmentApproval, adjustmentRules } from './adjustment-rules.ts'

export const adjustment = flow({ approvals: [adjustmentApproval], rules: [adjustmentRules] })
