/** Pays an approved withdrawal. Safe to run any number of times: the number never changes and the channel is asked before it is told. */
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { localTime, type Writing } from '../resource/write.ts'
import { askAgain, takeUp } from '../jobs/take-up.ts'
import type { Tx } from '../kernel/database.ts'
import type { Services } from '../kernel/services.ts'
import { inTurn } from './in-turn.ts'
import type { PayOut, PayState } from '../kernel/ports/pay.ts'
import { readConfig } from '../resource/config.ts'
import { addStep } from '../resource/trail.ts'
import { put } from '../resource/hooks.ts'
import { fen, postFor, returnEntries, settleEntries, type Withdrawal } from './withdrawal.ts'
import { confirmDeadlineJob, payOutJob } from './jobs.ts'

const resource = resources.userWithdrawal
export const UNDER_WAY: readonly unknown[] = [withdrawStates.paying, withdrawStates.toConfirm]

/** `whyNot`: what keeps it from being paid after all; asked before the channel hears of it for the first time, never later. */
export async function payOut(
  services: Services,
  id: string,
  whyNot: (tx: Tx, row: Withdrawal) => Promise<string | undefined>,
): Promise<void> {
  const started = await inTurn(services, { resource, id, what: 'pay-out' }, async (writing, row) => {
    if (UNDER_WAY.includes(row.status)) return 'ask' as const
    if (row.status !== withdrawStates.toPay) return undefined
    const why = await whyNot(writing.tx, row)
    if (why) return giveBack(writing, row, why)
    row.status = withdrawStates.paying
    addStep(row, writing, '打款', '已提交支付渠道')
    return 'pay' as const
  })
  if (!started?.result) return
  // Outside every transaction: a slow channel holds no lock. A throw is retried by the queue and asked for by number first.
  const state = await askOrPay(services, started.row, started.result)
  await inTurn(services, { resource, id, what: 'pay-out' }, async (writing, row) => {
    if (UNDER_WAY.includes(row.status)) await outcomes[state.state](writing, row, state as never)
  })
}

/** What was under way is taken up again; answers how many. */
export const resumePayOuts = (services: Services): Promise<number> =>
  takeUp(services, payOutJob, resource, 'status', [
    withdrawStates.toPay,
    withdrawStates.paying,
    withdrawStates.toConfirm,
  ])

async function askOrPay(services: Services, row: Withdrawal, step: 'ask' | 'pay'): Promise<PayState> {
  const { pay } = services
  const order = payOutOf(row)
  const known: PayState = step === 'ask' ? await pay.query(order.outNo) : { state: 'unknown' }
  if (known.state === 'unknown') return pay.pay(order)
  // Only the channel can say that a transfer is over: until it does, its user may still confirm, and the money stays frozen.
  const isLate = row.status === withdrawStates.toConfirm && localTime(services) >= String(row.confirmDeadline)
  return known.state === 'waitingForUser' && isLate ? pay.cancel(order.outNo) : known
}

const payOutOf = (row: Withdrawal): PayOut => ({
  outNo: String(row.withdrawNo),
  amount: fen(row, 'arriveAmount'),
  method: String(row.method),
  account: {
    bankName: row.bankName,
    bankNo: String(row.bankNo),
    accountName: String(row.accountName),
  },
})

type Outcome = {
  [S in PayState['state']]: (writing: Writing, row: Withdrawal, state: Extract<PayState, { state: S }>) => Promise<void>
}

/** What the channel says it paid under this number, when that is not this payment. */
function otherThan({ amount, account }: PayOut, told: Extract<PayState, { state: 'paid' }>): string | undefined {
  const sameAmount = told.amount === undefined || told.amount === amount
  // Some write it in groups of four, some with its middle hidden, which says nothing against it.
  const digits = told.bankNo?.replace(/\s/g, '')
  const sameAccount = digits === undefined || digits.includes('*') || digits === account.bankNo.replace(/\s/g, '')
  if (sameAmount && sameAccount) return undefined
  const parts = [!sameAmount && `${fromHundredths(told.amount!)} 元`, !sameAccount && '付给另一账户']
  return `支付渠道说这个单号已付：${parts.filter(Boolean).join('，')}`
}

const outcomes: Outcome = {
  async paid(writing, row, told) {
    const { payNo } = told
    const other = otherThan(payOutOf(row), told)
    // Neither paid nor sure to be unpaid: a person looks before the money moves again.
    if (other) {
      put(row, {
        heldFrom: row.status,
        status: withdrawStates.held,
        failReason: other,
        // If it was this payment after all, it was paid now: the statement of the channel has it under this day.
        payTime: localTime(writing.services),
        confirmDeadline: null,
      })
      addStep(
        row,
        writing,
        '打款',
        '与渠道不符，已挂起',
        `${other}。到账的请确认已到账；没有到账的解除挂起，即作为提现失败退回余额`,
      )
      return
    }
    addStep(row, writing, '打款', '提现成功')
    await settle(writing, row, payNo)
  },
  failed: (writing, row, { reason }) => giveBack(writing, row, reason),
  async waitingForUser(writing, row, { payNo }) {
    const { tx, services } = writing
    if (row.status !== withdrawStates.toConfirm) {
      const hours = Number((await readConfig(tx, Number(row.tenantId)))['withdraw.confirmHours'])
      const deadline = new Date(services.clock.now().getTime() + hours * 3_600_000)
      put(row, { status: withdrawStates.toConfirm, payNo, confirmDeadline: localTime(services, deadline) })
      addStep(row, writing, '打款', '待用户确认收款', `须在 ${localTime(services, deadline)} 前确认`)
      await services.jobs.send(tx, confirmDeadlineJob, { id: row.id }, { afterSeconds: hours * 3600 + 1 })
    }
    await askAgain(writing, payOutJob, String(row.id))
  },
  processing: (writing, row) => askAgain(writing, payOutJob, String(row.id)),
  unknown: (writing, row) => askAgain(writing, payOutJob, String(row.id)),
}

/** It has arrived: what was frozen for it leaves the balance. */
export async function settle(writing: Writing, row: Withdrawal, payNo: string): Promise<void> {
  put(row, {
    status: withdrawStates.paid,
    payNo,
    payTime: row.payTime ?? localTime(writing.services),
    confirmDeadline: null,
  })
  await postFor(writing, row, settleEntries(row), payNo)
}

/** It ends unpaid, and its money can be asked for again. */
export async function giveBack(writing: Writing, row: Withdrawal, reason: string): Promise<undefined> {
  put(row, { status: withdrawStates.failed, failReason: reason, payTime: null, confirmDeadline: null })
  addStep(row, writing, '打款', '提现失败', reason)
  await postFor(writing, row, returnEntries(row, reason))
}
