/** What the steps of a withdrawal have in common: states, ledger entries, the account behind it. */
import type { Wire } from '#model/resource.ts'
import { exactHundredths } from '#model/money.ts'
import { directions } from '#resources/finance/accounts.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import type { resources } from '#resources/index.ts'
import type { Row } from '../resource/hooks.ts'
import { lockAccount, post, type Account, type Entry, type Source } from './ledger.ts'
import type { Writing } from '../resource/write.ts'

export type Withdrawal = Wire<typeof resources.userWithdrawal>

type Amounts = Pick<Withdrawal, 'applyAmount' | 'arriveAmount' | 'feeAmount' | 'taxAmount'>

/** States in which a request is still under way: one per owner. */
export const OPEN = [
  withdrawStates.waiting,
  withdrawStates.review,
  withdrawStates.toPay,
  withdrawStates.paying,
  withdrawStates.toConfirm,
  withdrawStates.held,
] as const

/** 分 of a field of a row as it travels, one that the compiler knows it to have; nothing in it is 0n. */
export function fen<W extends Row>(row: W, field: string extends keyof W ? never : keyof W & string): bigint {
  const value: unknown = row[field]
  if (value === null || value === undefined || value === '') return 0n
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${field} is no amount as it travels`)
  return exactHundredths(value)
}

export const accountOf = ({ ownerType, ownerId }: Account): Account => ({ ownerType, ownerId })
export const sourceOf = (row: Pick<Withdrawal, 'withdrawNo'>): Source => ({
  bizType: 'userWithdrawal',
  bizNo: row.withdrawNo,
})

export const freezeEntries = (row: Amounts): Entry[] => [
  { amountType: amountTypes.withdrawFreeze, direction: directions.freeze, amount: fen(row, 'applyAmount') },
]
/** Rejected or failed: the whole amount is available again. */
export const returnEntries = (row: Amounts, remark?: string): Entry[] => [
  {
    amountType: amountTypes.withdrawBack,
    direction: directions.release,
    amount: fen(row, 'applyAmount'),
    ...(remark && { remark }),
  },
]
/** Paid: the frozen amount is released and leaves as what arrived, the fee and the tax. */
export const settleEntries = (row: Amounts): Entry[] => [
  {
    amountType: amountTypes.withdrawFreeze,
    direction: directions.release,
    amount: fen(row, 'applyAmount'),
    remark: '提现完成，转出冻结金额',
  },
  { amountType: amountTypes.withdrawDone, direction: directions.expense, amount: fen(row, 'arriveAmount') },
  { amountType: amountTypes.withdrawFee, direction: directions.expense, amount: fen(row, 'feeAmount') },
  { amountType: amountTypes.tax, direction: directions.expense, amount: fen(row, 'taxAmount') },
]

export async function postFor(writing: Writing, row: Withdrawal, entries: Entry[], outTradeNo?: string): Promise<void> {
  const account = await lockAccount(writing.tx, row.tenantId, accountOf(row))
  await post(writing, account, { ...sourceOf(row), ...(outTradeNo && { outTradeNo }) }, entries)
}
