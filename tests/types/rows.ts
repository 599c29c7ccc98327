/** What must not compile where the server reads and writes rows. `npm run types` fails when one of these lines is accepted. */
import { eq } from 'drizzle-orm'
import type { Stored, Wire } from '#model/resource.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../server/db/live.ts'
import { lineTablesOf, tableOf } from '../../server/db/table.ts'
import { session } from '../../server/db/tables.ts'
import { lockAccount, type LockedAccount } from '../../server/money/ledger.ts'
import { fen } from '../../server/money/withdrawal.ts'
import type { Tx } from '../../server/kernel/database.ts'
import { actionOf } from '../../server/resource/action.ts'
import { hookOf, put } from '../../server/resource/hooks.ts'
import { approvalOf } from '../../server/business/approval/work.ts'
import { findRow } from '../../server/resource/list.ts'
import { systemCaller } from '../../server/resource/trail.ts'

const { userWithdrawal, orderMessage, device } = resources
const withdrawals = tableOf(userWithdrawal)

type Kept = Stored<typeof userWithdrawal>
type Sent = Wire<typeof userWithdrawal>
export const kept: Pick<Kept, 'applyAmount' | 'applyTime' | 'version'> = { applyAmount: 1200n, applyTime: null, version: 1 }
export const sent: Pick<Sent, 'applyAmount' | 'applyTime'> = { applyAmount: '12.00', applyTime: '2026-03-01 12:00:00' }

// @ts-expect-error 分 are a bigint in the database, not text
export const textMoney: Kept['applyAmount'] = '12.00'
// @ts-expect-error 元 are text on the wire
export const bigMoney: Sent['applyAmount'] = 1200n
// @ts-expect-error lines have a table of their own
export const keptLines: Kept['auditTrail'] = []
// @ts-expect-error a time is local text
export const dateTime: Kept['createTime'] = new Date(0)
// @ts-expect-error what need not be given may be null
export const never: NonNullable<unknown> = null as Kept['remark' extends keyof Kept ? 'remark' : 'sysOrgCode']

// @ts-expect-error no such column
export const misspelt = withdrawals.aplyAmount
// @ts-expect-error a column of another table
export const ofAnother = withdrawals.orderNo
// @ts-expect-error money is compared with 分
export const compared = eq(withdrawals.applyAmount, '12.00')
// @ts-expect-error an id is text, and never of an unknown kind
export const byUnknown = eq(withdrawals.id, {} as unknown)
// @ts-expect-error no such column among the lines
export const ofLines = lineTablesOf(userWithdrawal).auditTrail.people
// @ts-expect-error no such lines
export const noLines = lineTablesOf(userWithdrawal).steps

export async function database(tx: Tx) {
  const [row] = await tx.select().from(withdrawals)
  // @ts-expect-error 分 do not fit into text
  const amount: string | undefined = row?.applyAmount
  // @ts-expect-error no such column
  await tx.select({ fee: withdrawals.fee }).from(withdrawals)
  // @ts-expect-error text is no money
  await tx.update(withdrawals).set({ applyAmount: '12.00' })
  // @ts-expect-error no such column
  await tx.update(withdrawals).set({ colour: 'red' })
  // @ts-expect-error a record has an id
  await tx.insert(withdrawals).values({ applyAmount: 1n })
  const found = await findRow(tx, systemCaller(1), orderMessage, '1')
  // @ts-expect-error an order has no such field
  return [amount, found?.withdrawNo]
}

hookOf(userWithdrawal, {
  async check({ before, after }) {
    // @ts-expect-error a state is text, or none
    const state: number = after.status
    // @ts-expect-error no such field
    return before?.colour === state ? { status: '' } : undefined
  },
  async beforeSave({ after }) {
    after.status = null
    // @ts-expect-error money travels as text
    after.feeAmount = 3n
    // @ts-expect-error no such field
    put(after, { feeAmout: '3.00' })
    put(after, { feeAmount: '3.00' })
  },
})

actionOf(device, 'transfer', async ({ row, input }) => {
  row.providerId = input.providerId
  // @ts-expect-error nobody was asked for it
  row.merchantId = input.merchant
  // @ts-expect-error no such field
  row.provider = ''
})
// @ts-expect-error no such action
actionOf(device, 'explode', async () => undefined)

approvalOf(userWithdrawal, {
  async passed({ row }) {
    row.status = withdrawStates.paid
    // @ts-expect-error no such field
    row.state = '6'
  },
})

// @ts-expect-error what is never deleted is not asked whether it is
live(session)
// @ts-expect-error no such field
fen({} as Wire<typeof userWithdrawal>, 'applyAmout')
// @ts-expect-error nobody knows what is in it
export const ofUnknown = (row: Record<string, unknown>) => fen(row, 'applyAmount')

export async function accounts(tx: Tx, ownerId: string) {
  const consumer = await lockAccount(tx, 1, { ownerType: ownerTypes.consumer, ownerId })
  const owed: bigint | null = consumer.record.oweAmount
  // @ts-expect-error a device is frozen for by drivers alone
  const frozen = consumer.record.deviceFrozen
  const somebody: LockedAccount = consumer
  // @ts-expect-error not everybody owes
  return [owed, frozen, somebody.record.oweAmount]
}
