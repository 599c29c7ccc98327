import { resources } from '#resources/index.ts'
import { addStep } from '../money/trail.ts'
import { postFor, returnEntries, STATUS } from '../money/withdrawal.ts'
import { actionOf } from '../resource/action.ts'

/** Says no and gives the frozen money back, in one transaction. */
export const rejectWithdrawal = actionOf(resources.userWithdrawal, 'reject', async (work) => {
  const { row, reason } = work
  addStep(row, work, row.status === STATUS.second ? '复核' : '审核', '驳回', reason)
  row.status = STATUS.rejected
  await postFor(work, row, returnEntries(row, reason))
})
