/** A deposit that goes back: asked for, agreed to or not, given back by the channel. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { depositStates, heldDeposits } from '#resources/order/depositStates.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { clearAmounts, giveBack, isFree, setAmounts, startDepositRefund } from '../../money/deposit-refund.ts'
import { readConfig } from '../../resource/config.ts'
import { addStep } from '../../resource/trail.ts'
import { fen } from '../../money/withdrawal.ts'
import { actionOf } from '../../resource/action.ts'
import { hookOf, put } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { localTime } from '../../resource/write.ts'
import { approvalOf, ask } from '../approval/work.ts'

const { orderDeposit, orderMessage, userMessage } = resources
const deposits = tableOf(orderDeposit)
const orders = tableOf(orderMessage)
const users = tableOf(userMessage)

/** pb_order_status: borrowed, to be settled, broken. */
const OPEN = [orderStates.using, orderStates.settling, orderStates.broken]

async function openOrderOf(db: Database | Tx, row: Wire<typeof orderDeposit>): Promise<string | undefined> {
  const [found] = await db
    .select({ no: orders.orderNo })
    .from(orders)
    .where(
      and(eq(orders.tenantId, row.tenantId), eq(orders.userId, row.userId), inArray(orders.status, OPEN), live(orders)),
    )
    .limit(1)
  return found && found.no
}

/** Clean and switched on: nobody needs to look. */
export const requestDepositRefund = actionOf(orderDeposit, 'requestRefund', async (work) => {
  const { tx, services, row, reason } = work
  put(row, { applyTime: localTime(services), applyReason: reason ?? null })
  const owed = await setAmounts(tx, row)
  const auto = (await readConfig(tx, row.tenantId))['deposit.autoRefund'] === 'Y'
  await ask(orderDeposit, row, work, reason)
  if (!auto || owed > 0n || (await openOrderOf(tx, row))) return
  addStep(row, work, '自动审核', '通过', '没有进行中的订单和欠费')
  await startDepositRefund(work, row)
})

export const depositApproval = approvalOf(orderDeposit, {
  async passed({ row, ...work }) {
    const open = await openOrderOf(work.tx, row)
    if (open) throw refused(`用户还有进行中的订单 ${open}，不能退押`)
    await startDepositRefund(work, row)
  },
  async rejected({ row }) {
    clearAmounts(row)
    if (isFree(row)) row.status = depositStates.frozen
  },
})

/** Asks the channel again, under the same number. */
export const retryDepositRefund = actionOf(orderDeposit, 'retry', (work) => giveBack(work, work.row, '重新发起'))

/** 押金状态 of a person who may have several: a held one says more than one that went back since. */
async function stateFor(tx: Tx, { tenantId, userId, status }: Wire<typeof orderDeposit>) {
  const found = await tx
    .select({ status: deposits.status })
    .from(deposits)
    .where(
      and(
        eq(deposits.tenantId, tenantId),
        eq(deposits.userId, userId),
        inArray(deposits.status, [...heldDeposits]),
        live(deposits),
      ),
    )
  return heldDeposits.find((state) => found.some((one) => one.status === state)) ?? status
}

export const depositRules = hookOf(orderDeposit, {
  async afterSave({ tx, before, after }) {
    if (before?.status === after.status) return
    // Two deposits of one person that change at once: the second waits here and then sees the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, after.userId)).for('no key update')
    await tx
      .update(users)
      .set({ depositStatus: await stateFor(tx, after) })
      .where(eq(users.id, after.userId))
  },

  async detail(row, { services }) {
    if (row.status !== depositStates.waiting) return
    const open = await openOrderOf(services.db, row)
    const owes = fen<Wire<typeof orderDeposit>>(row, 'oweAmount') > 0n
    row.warnings = [
      ...(open ? [`用户有进行中的订单 ${open}`] : []),
      ...(isFree(row) ? ['免押，未收押金：通过后解除授权，不退款'] : []),
      ...(owes ? [`欠费 ${String(row.oweAmount)} 元，将从${isFree(row) ? '免押授权' : '押金'}中转扣`] : []),
    ]
  },
})
