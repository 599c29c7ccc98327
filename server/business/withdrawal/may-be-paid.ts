/** Whether money may go to who asked for it, and where they asked for it to go. */
import { fromHundredths } from '#model/money.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import {
  accountKey,
  accountsNow,
  isConsumer,
  lockAccount,
  type ConsumerAccount,
  type ReadAccount,
} from '../../money/ledger.ts'
import { accountOf, type Withdrawal } from '../../money/withdrawal.ts'
import { agreedAccount, agreedAccounts, type PayeeAccount } from '../payee/payee-account.ts'

/** The state in which the owner of an account may have money. */
const inOrder: Readonly<Record<string, unknown>> = {
  [ownerTypes.consumer]: consumerStates.normal,
  [ownerTypes.provider]: enableStates.on,
  [ownerTypes.driver]: driverStates.normal,
}

/** What keeps the owner of this account from having money. */
export const stopped = ({ ownerType, resource, record }: ReadAccount): string | undefined =>
  record.status === inOrder[ownerType] ? undefined : `${resource.label}已停用或冻结，不能提现`

/** What they owe comes first: a rental is paid from the balance as a whole or not at all, so both may stand side by side. */
export function owes(account: ReadAccount): string | undefined {
  const owed = isConsumer(account) ? (account.record.oweAmount ?? 0n) : 0n
  return owed > 0n ? `有欠费 ${fromHundredths(owed)} 元，请先结清` : undefined
}

const ACCOUNT_CHANGED = '收款账户在申请后已变更'
/** To whoever can still say no. */
export const saidBefore = (why: string): string => (why === ACCOUNT_CHANGED ? `${why}，请驳回后按新账户重新申请` : why)

/**
 * What keeps a request that was agreed to from being paid, with its account locked. Its owner may have been stopped since, owe
 * for a rental, or their account changed: nobody agreed to pay to the one of before.
 */
export async function whyNotPaid(tx: Tx, row: Withdrawal): Promise<string | undefined> {
  const account = await lockAccount(tx, row.tenantId, accountOf(row))
  return barrier(row, account, await agreedAccount(tx, account))
}

/** The same as things stand, by row, with nothing locked: what a yes would be answered with, told before anybody says it. */
export async function whyNotPaidNow(db: Database | Tx, rows: readonly Withdrawal[]): Promise<Map<Withdrawal, string>> {
  const accounts = await accountsNow(db, rows.map(accountOf))
  const agreed = await agreedAccounts(db, [...accounts.values()])
  return new Map(
    rows.flatMap((row) => {
      const account = accounts.get(accountKey(row))
      const why = account && barrier(row, account, agreed.get(account))
      return why ? [[row, saidBefore(why)]] : []
    }),
  )
}

function barrier(row: Withdrawal, account: ReadAccount, agreed: PayeeAccount | undefined): string | undefined {
  const now = isConsumer(account) ? boundTo(account, row) : agreed?.bankNo
  return stopped(account) ?? owes(account) ?? (now === row.bankNo ? undefined : ACCOUNT_CHANGED)
}

/** The WeChat or Alipay they sign in with by now; a bank card is what they asked for. */
function boundTo({ record }: ConsumerAccount, { method, bankNo }: Withdrawal): string | null {
  if (method === withdrawMethods.wechat) return record.openId
  return method === withdrawMethods.alipay ? record.alipayId : bankNo
}
