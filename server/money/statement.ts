import { and, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import type { Database } from '../kernel/database.ts'
import { tableOf } from '../db/table.ts'
import type { StatementLine } from '../kernel/ports/pay.ts'

const withdrawals = tableOf(resources.userWithdrawal)

/** What we have booked as paid: the memory of a pretend channel, which has none of its own after a restart. */
export const paidByBooks =
  (db: Database) =>
  async (from: Date, to: Date): Promise<StatementLine[]> => {
    const rows = await db
      .select({
        outNo: withdrawals.withdrawNo,
        amount: withdrawals.arriveAmount,
        payNo: withdrawals.payNo,
        at: withdrawals.payTime,
      })
      .from(withdrawals)
      .where(
        and(
          eq(withdrawals.status, withdrawStates.paid),
          isNotNull(withdrawals.payTime),
          gte(withdrawals.payTime, from.toISOString()),
          lt(withdrawals.payTime, to.toISOString()),
        ),
      )
    return rows.map(({ outNo, amount, payNo, at }) => ({
      outNo: outNo,
      amount: amount ?? 0n,
      payNo: String(payNo),
      at: new Date(String(at)),
    }))
  }
