import { resources } from '#resources/index.ts'
import { refused } from '../../kernel/errors.ts'
import { postFor, returnEntries } from '../../money/withdrawal.ts'
import { approvalOf } from '../approval/work.ts'
import { addPayees } from '../payee/payees.ts'
import { payOutJob } from '../../money/jobs.ts'
import { saidBefore, whyNotPaid, whyNotPaidNow } from './may-be-paid.ts'

/** When everybody agreed the money goes out; a no gives the frozen money back, in the same transaction. */
export const withdrawalApproval = approvalOf(resources.userWithdrawal, {
  async passed({ tx, services, row }) {
    const why = await whyNotPaid(tx, row)
    if (why) throw refused(saidBefore(why))
    await services.jobs.send(tx, payOutJob, { id: row.id })
  },
  rejected: (work) => postFor(work, work.row, returnEntries(work.row, work.reason)),
  gains: addPayees,
  refusesNow: whyNotPaidNow,
})
