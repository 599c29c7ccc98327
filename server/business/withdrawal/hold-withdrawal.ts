import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { put } from '../../resource/hooks.ts'
import { addStep } from '../../resource/trail.ts'
import { actionOf } from '../../resource/action.ts'
import { payOutJob } from '../../money/jobs.ts'
import { giveBack, settle, UNDER_WAY } from '../../money/pay-out.ts'
import { whyNotPaid } from './may-be-paid.ts'

/** Stops a request where it is; the money stays frozen. */
export const holdWithdrawal = actionOf(resources.userWithdrawal, 'hold', async (work) => {
  const { row, reason } = work
  row.heldFrom = row.status
  row.status = withdrawStates.held
  addStep(row, work, '挂起', '已挂起', reason)
})

/**
 * Goes on exactly where it was stopped. What was agreed to and may not be paid any more ends: nobody decides on it again, and
 * its money would stay frozen.
 */
export const releaseWithdrawal = actionOf(resources.userWithdrawal, 'release', async (work) => {
  const { tx, services, row, reason } = work
  const { heldFrom } = row
  row.heldFrom = null
  // Held by the channel's answer, not by a person: its number paid for something else and never pays for this.
  if (UNDER_WAY.includes(heldFrom)) {
    addStep(row, work, '解除挂起', '已核对，未付款', reason)
    return giveBack(work, row, row.failReason ?? '单号在支付渠道已用于另一笔付款')
  }
  row.status = heldFrom ?? withdrawStates.waiting
  addStep(row, work, '解除挂起', '继续处理', reason)
  if (row.status !== withdrawStates.toPay) return
  const why = await whyNotPaid(tx, row)
  if (why) return giveBack(work, row, why)
  await services.jobs.send(tx, payOutJob, { id: row.id })
})

/** It arrived after all, whatever the channel said of its number: as a person read it there. */
export const settleWithdrawal = actionOf(resources.userWithdrawal, 'settle', async (work) => {
  const { row, reason, input } = work
  put(row, { heldFrom: null, failReason: null })
  addStep(row, work, '确认已到账', '已核对，提现成功', reason)
  await settle(work, row, input.payNo)
})

/** Asks the channel again now instead of at the next retry. */
export const payWithdrawal = actionOf(resources.userWithdrawal, 'pay', async (work) => {
  addStep(work.row, work, '打款', '重新发起')
  await work.services.jobs.send(work.tx, payOutJob, { id: work.row.id })
})
