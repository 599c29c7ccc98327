import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { hundredthsOf, readConfig } from '../money/terms.ts'
import { addStep } from '../money/trail.ts'
import { fen, STATUS } from '../money/withdrawal.ts'
import { actionOf } from '../resource/action.ts'

/** The first decision. Above the manager's limit a second person must look before anything is paid. */
export const approveWithdrawal = actionOf(resources.userWithdrawal, 'approve', async (work) => {
  const { tx, services, row, reason } = work
  const limit = hundredthsOf(await readConfig(tx, row.tenantId), 'withdraw.managerMax')
  const second = fen(row, 'applyAmount') > limit
  row.status = second ? STATUS.second : STATUS.toPay
  addStep(row, work, '审核', second ? `通过，超过 ${fromHundredths(limit)} 元待复核` : '通过', reason)
  if (!second) await services.jobs.send(tx, 'pay-out', { id: row.id })
})

/** The second decision, by somebody else (the rule stands in withdrawal-rules.ts). */
export const reviewWithdrawal = actionOf(resources.userWithdrawal, 'review', async (work) => {
  const { tx, services, row, reason } = work
  row.status = STATUS.toPay
  addStep(row, work, '复核', '通过', reason)
  await services.jobs.send(tx, 'pay-out', { id: row.id })
})
