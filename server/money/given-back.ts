/** What ever went back on an order: every door that gives money for it asks here, on the locked order, before it opens. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { localTime, type Writing } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { lockAccount, post } from './ledger.ts'
import { aloneRefundable } from './terms.ts'
import { fen } from './withdrawal.ts'

const ledger = tableOf(resources.amountDetail)
const complaints = tableOf(resources.complaint)

type Order = Wire<typeof resources.orderMessage>

export interface GivenBack {
  /** 分 over the order's life, whatever became of what it was given for, with what is on its way to the channel. */
  ever: bigint
  /** The part of it since midnight. */
  today: bigint
}

/** By the ledger: refunds of the order, and what its complaints compensated. */
export async function givenBack(
  { tx, services }: { tx: Database | Tx; services: Services },
  order: Order,
): Promise<GivenBack> {
  const midnight = `${localTime(services).slice(0, 10)} 00:00:00`
  const ofOrder = sql`(select ${order.orderNo}::text union all
    select ${complaints.complaintNo} from ${complaints}
    where ${complaints.tenantId} = ${order.tenantId} and ${complaints.orderId} = ${order.id} and ${live(complaints)})`
  const sumOf = (wanted: ReturnType<typeof sql>) =>
    sql<string>`coalesce(sum(${ledger.amount}) filter (where ${wanted}), 0)::text`
  const sums = onlyRow(
    await tx
      .select({
        refunded: sumOf(sql`${ledger.amountType} = ${amountTypes.orderRefund}`),
        compensated: sumOf(sql`${ledger.amountType} = ${amountTypes.compensation}`),
        today: sumOf(sql`${ledger.createTime} >= ${midnight}`),
      })
      .from(ledger)
      .where(
        and(
          eq(ledger.tenantId, order.tenantId),
          live(ledger),
          sql`${ledger.bizNo} in ${ofOrder}`,
          eq(ledger.ownerType, ownerTypes.consumer),
          eq(ledger.direction, directions.income),
          inArray(ledger.amountType, [amountTypes.orderRefund, amountTypes.compensation]),
        ),
      ),
  )
  const underWay = fen(order, 'refundingAmount')
  // Orders brought along from another system may know of refunds that this ledger never saw.
  const [booked, known] = [BigInt(sums.refunded), fen(order, 'refundedAmount')]
  const refunded = booked > known ? booked : known
  return { ever: refunded + BigInt(sums.compensated) + underWay, today: BigInt(sums.today) + underWay }
}

const least = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/** 分 of what was paid that may still go back. */
export const leftOf = async (writing: Writing, order: Order): Promise<bigint> =>
  least(fen(order, 'payAmount') - (await givenBack(writing, order)).ever)

/** Throws unless so much may still go back; `what` begins the sentence. */
export async function refuseAbovePaid(writing: Writing, order: Order, amount: bigint, what: string): Promise<void> {
  const left = await leftOf(writing, order)
  if (amount > left) throw refused(`${what} ${fromHundredths(left)} 元`)
}

/** 分 that may go back on this order today without anybody else's agreement, whoever gave back what was given already. */
export async function aloneLeft(writing: Writing, order: Order): Promise<bigint> {
  return least((await aloneRefundable(writing.tx, order)) - (await givenBack(writing, order)).today)
}

/** What a complaint about a locked order is worth beside its refund, into the wallet. 分. */
export async function compensate(writing: Writing, order: Order, complaintNo: string, amount: bigint): Promise<void> {
  await refuseAbovePaid(writing, order, amount, '补偿不能超过实付减已退补的')
  const owner = { ownerType: ownerTypes.consumer, ownerId: order.userId }
  const account = await lockAccount(writing.tx, order.tenantId, owner)
  await post(writing, account, { bizType: 'complaint', bizNo: complaintNo }, [
    { amountType: amountTypes.compensation, direction: directions.income, amount, remark: '投诉补偿' },
  ])
}
