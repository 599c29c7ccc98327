import { resources } from '#resources/index.ts'
import { postFor, returnEntries } from '../money/withdrawal.ts'
import { approvalOf } from './approval/work.ts'
import { addPayees } from './payees.ts'

/** When everybody agreed the money goes out; a no gives the frozen money back, in the same transaction. */
export const withdrawalApproval = approvalOf(resources.userWithdrawal, {
  passed: ({ tx, services, row }) => services.jobs.send(tx, 'pay-out', { id: row.id }),
  rejected: (work) => postFor(work, work.row, returnEntries(work.row, work.reason)),
  gains: addPayees,
})
