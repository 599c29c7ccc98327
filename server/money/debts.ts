/** What a person owes for orders that are over, and what pays it later: amount, shares and 消费额 follow as if it had been paid at once. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { payChannels } from '#resources/product/selling.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { put } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { addStep, systemCaller } from '../resource/trail.ts'
import { updateRow, type Writing } from '../resource/write.ts'
import { post, type ConsumerAccount, type Source } from './ledger.ts'
import { postShares } from './shares.ts'
import { spent } from './spending.ts'
import { fen } from './withdrawal.ts'

const { orderMessage } = resources
const orders = tableOf(orderMessage)
const users = tableOf(resources.userMessage)

const paid = sql`coalesce(${orders.payAmount}, 0)`

const owed = sql`coalesce(${orders.totalAmount}, 0) - coalesce(${orders.cardDeduct}, 0) - ${paid}`

/** An order that is owed for, and how much. 分. */
export interface Debt {
  id: string
  owed: bigint
}

/**
 * The orders a person owes for, locked, the oldest first. Called before the ledger's lock is taken: whoever ends or refunds an
 * order holds it already when they come there.
 */
export async function lockDebts(tx: Tx, { tenantId, userId }: { tenantId: number; userId: string }): Promise<Debt[]> {
  const found = await tx
    .select({ id: orders.id, owed: sql<string>`(${owed})::text` })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.userId, userId),
        inArray(orders.status, [orderStates.done, orderStates.bought]),
        sql`${owed} > 0`,
        // What a channel took a part of goes back through that channel: the wallet pays nothing toward it.
        or(sql`${paid} = 0`, eq(orders.payChannel, payChannels.wallet)),
        live(orders),
      ),
    )
    .orderBy(orders.endTime, orders.id)
    .for('no key update')
  return found.map((debt) => ({ id: debt.id, owed: BigInt(debt.owed) }))
}

/** More than the person owes was paid already, without a word on the orders, by an older version: for the oldest of them. */
function stillOwed(debts: readonly Debt[], owedInAll: bigint): Debt[] {
  let settled = debts.reduce((sum, debt) => sum + debt.owed, 0n) - owedInAll
  return debts.flatMap(({ id, owed: amount }) => {
    const part = settled > 0n ? (settled < amount ? settled : amount) : 0n
    settled -= part
    return part < amount ? { id, owed: amount - part } : []
  })
}

/**
 * Pays so much of what is owed, out of a wallet into which it has just come; `from` says whence, and for which of the locked orders. An order that is paid so is
 * paid from the wallet, and what of it goes back comes there. A debt of which no order tells is paid under the number it came by.
 */
export async function payDebts(
  writing: Writing,
  account: ConsumerAccount,
  amount: bigint,
  from: { source: Source; said: string; debts: readonly Debt[] },
): Promise<void> {
  const { tx } = writing
  const userId = account.ownerId
  const rental = { amountType: amountTypes.rental, direction: directions.expense, remark: `${from.said}抵扣欠费` }
  let left = amount
  for (const { id, owed: most } of stillOwed(from.debts, account.record.oweAmount ?? 0n)) {
    if (left === 0n) break
    const before = (await findRow(tx, systemCaller(account.record.tenantId), orderMessage, id, true))!
    const order = structuredClone(before)
    const part = most < left ? most : left
    left -= part
    put(order, {
      payAmount: fromHundredths(fen(order, 'payAmount') + part),
      payChannel: payChannels.wallet,
    })
    await post(writing, account, { bizType: 'order', bizNo: order.orderNo }, [{ ...rental, amount: part }])
    await postShares(writing, order, part)
    addStep(order, writing, '补缴', `${from.said}转扣 ${fromHundredths(part)} 元`)
    await updateRow({ ...writing, mode: 'edit', before, after: order, extras: {} }, orderMessage, 'payDebt')
  }
  await post(writing, account, from.source, [{ ...rental, amount: left }])
  await spent(tx, userId, amount)
  await tx
    .update(users)
    .set({ oweAmount: sql`greatest(coalesce(${users.oweAmount}, 0) - ${String(amount)}::bigint, 0)` })
    .where(eq(users.id, userId))
}
