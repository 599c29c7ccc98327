/** What the steps of a withdrawal have in common: states, ledger entries, the account behind it. */
import { exactHundredths } from '#model/money.ts'
import type { Row } from '../resource/hooks.ts'
import { DIRECTION, lockAccount, post, type Account, type Entry, type Source } from './ledger.ts'
import type { Writing } from '../resource/write.ts'

/** pb_withdraw_status. */
export const STATUS = {
  waiting: '0',
  second: '1',
  rejected: '2',
  toPay: '3',
  paying: '4',
  toConfirm: '5',
  paid: '6',
  failed: '7',
  held: '8',
} as const
/** States in which a request is still under way: one per owner. */
export const OPEN = [STATUS.waiting, STATUS.second, STATUS.toPay, STATUS.paying, STATUS.toConfirm, STATUS.held] as const

/** 分 of a field of a row as it travels; nothing in it is 0n. */
export function fen<W extends Row>(row: W, field: keyof W & string): bigint {
  const value: unknown = row[field]
  if (value === null || value === undefined || value === '') return 0n
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${field} is no amount as it travels`)
  return exactHundredths(value)
}

export const accountOf = (row: Row): Account => ({ ownerType: String(row.ownerType), ownerId: String(row.ownerId) })
export const sourceOf = (row: Row): Source => ({ bizType: 'userWithdrawal', bizNo: String(row.withdrawNo) })

export const freezeEntries = (row: Row): Entry[] => [
  { amountType: '203', direction: DIRECTION.freeze, amount: fen(row, 'applyAmount') },
]
/** Rejected or failed: the whole amount is available again. */
export const returnEntries = (row: Row, remark?: string): Entry[] => [
  { amountType: '205', direction: DIRECTION.release, amount: fen(row, 'applyAmount'), ...(remark && { remark }) },
]
/** Paid: the frozen amount is released and leaves as what arrived, the fee and the tax. */
export const settleEntries = (row: Row): Entry[] => [
  {
    amountType: '203',
    direction: DIRECTION.release,
    amount: fen(row, 'applyAmount'),
    remark: '提现完成，转出冻结金额',
  },
  { amountType: '204', direction: DIRECTION.expense, amount: fen(row, 'arriveAmount') },
  { amountType: '206', direction: DIRECTION.expense, amount: fen(row, 'feeAmount') },
  { amountType: '207', direction: DIRECTION.expense, amount: fen(row, 'taxAmount') },
]

export async function postFor(writing: Writing, row: Row, entries: Entry[], outTradeNo?: string): Promise<void> {
  const account = await lockAccount(writing.tx, Number(row.tenantId), accountOf(row))
  await post(writing, account, { ...sourceOf(row), ...(outTradeNo && { outTradeNo }) }, entries)
}
