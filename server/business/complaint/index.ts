/** A complaint: accepted, handled, money back above a limit with a second yes, closed, opened again. */
import { handles } from '../../kernel/job-handler.ts'
import { refundFailedJob } from '../../money/jobs.ts'
import { flow } from '../flow.ts'
import {
  acceptComplaint,
  closeComplaint,
  complaintApproval,
  complaintRules,
  refundFailed,
  reopenComplaint,
  resolveComplaint,
  takeOverComplaint,
} from './complaint-rules.ts'

export const complaint = flow({
  approvals: [complaintApproval],
  rules: [complaintRules],
  works: [acceptComplaint, takeOverComplaint, resolveComplaint, closeComplaint, reopenComplaint],
  jobs: [handles(refundFailedJob, refundFailed)],
})
