import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { lockAccount } from '../../money/ledger.ts'
import { accountOf, postFor, returnEntries, type Withdrawal } from '../../money/withdrawal.ts'
import { approvalOf } from '../approval/work.ts'
import { agreedAccount } from '../payee/payee-account.ts'
import { addPayees } from '../payee/payees.ts'
import { payOutJob } from '../../money/jobs.ts'

/** The account may have been changed since the request was made: nobody agreed to pay to the one of before. */
async function refuseOldAccount(tx: Tx, row: Withdrawal): Promise<void> {
  if (row.ownerType === ownerTypes.consumer) return
  const account = await agreedAccount(tx, await lockAccount(tx, row.tenantId, accountOf(row)))
  if (account?.bankNo !== row.bankNo) throw refused('收款账户在申请后已变更，请驳回后按新账户重新申请')
}

/** When everybody agreed the money goes out; a no gives the frozen money back, in the same transaction. */
export const withdrawalApproval = approvalOf(resources.userWithdrawal, {
  async passed({ tx, services, row }) {
    await refuseOldAccount(tx, row)
    await services.jobs.send(tx, payOutJob, { id: row.id })
  },
  rejected: (work) => postFor(work, work.row, returnEntries(work.row, work.reason)),
  gains: addPayees,
})
