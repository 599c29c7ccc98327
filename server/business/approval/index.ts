/** What all approvals share: who is asked, reminded, stands in; a card that decides. */
import { takeClick, chatClickJob } from '../../chat/clicks.ts'
import { handles } from '../../kernel/job-handler.ts'
import { flow } from '../flow.ts'
import { approvalJob, askWhoDecides, resumeApprovals } from './asking.ts'
import { decideByClick } from './click.ts'

export const approval = flow({
  jobs: [
    handles(approvalJob, askWhoDecides),
    handles(chatClickJob, (services, data) => takeClick(services, data, decideByClick)),
  ],
  resumes: { 审批: resumeApprovals },
})
