/** Ledger rows by hand: asked for with a voucher, agreed to by two others, written once. */
import { and, eq } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { live } from '../../db/live.ts'
import { lockAccount, post, type BizType } from '../../money/ledger.ts'
import { fen } from '../../money/withdrawal.ts'
import { hookOf } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'
import { approvalOf } from '../approval/work.ts'
import { addPayees } from '../payee/payees.ts'

const { ledgerAdjustment } = resources
const ledger = tableOf(resources.amountDetail)
const { income, expense } = directions

/**
 * What has a door of its own for money to go back, and which: the door knows what went through it, and would open a second
 * time for what was countered here.
 */
const DOORS: Partial<Record<BizType, string>> = {
  order: '租借订单的流水不能冲正，请在“订单信息”中退款或走投诉',
  orderDeposit: '押金的流水不能冲正，请在“押金订单”中退款',
  userCard: '用户卡的流水不能冲正，请在“用户卡”中申请退款',
  complaint: '投诉的流水不能冲正，请重新打开投诉处理',
}

/** Why this row of the ledger cannot be countered by this adjustment; undefined when it can. */
async function reversalProblem(tx: Tx, row: Wire<typeof ledgerAdjustment>): Promise<string | undefined> {
  if (!row.reverseOf) return undefined
  const [of] = await tx.select().from(ledger).where(eq(ledger.id, row.reverseOf))
  if (!of || of.ownerType !== row.ownerType || of.ownerId !== row.ownerId) return '冲正流水不是这个账户的'
  const door = DOORS[of.bizType as BizType]
  if (door) return door
  if (of.amount !== fen(row, 'amount')) return '冲正金额应与原流水相同'
  const opposite = of.direction === income ? expense : of.direction === expense ? income : undefined
  if (opposite !== row.direction) return '冲正方向应与原流水相反；冻结与解冻不能冲正'
  const [done] = await tx
    .select({ no: ledger.detailNo })
    .from(ledger)
    .where(and(eq(ledger.tenantId, row.tenantId), live(ledger), eq(ledger.reverseOf, row.reverseOf)))
    .limit(1)
  return done ? `已由流水 ${done.no} 冲正` : undefined
}

export const adjustmentRules = hookOf(ledgerAdjustment, {
  async check({ tx, mode, after }) {
    if (mode === 'edit') return
    const problem = await reversalProblem(tx, after)
    return problem ? { reverseOf: problem } : undefined
  },
})

export const adjustmentApproval = approvalOf(ledgerAdjustment, {
  async passed(work) {
    const { tx, row } = work
    const account = await lockAccount(tx, row.tenantId, { ownerType: row.ownerType, ownerId: row.ownerId })
    const problem = await reversalProblem(tx, row)
    if (problem) throw refused(problem)
    const source = {
      bizType: 'adjust' as const,
      bizNo: row.adjustNo,
      ...(row.reverseOf && { reverseOf: row.reverseOf }),
    }
    await post(work, account, source, [
      {
        amountType: amountTypes.adjust,
        direction: row.direction === income ? income : expense,
        amount: fen(row, 'amount'),
        remark: row.adjustReason,
      },
    ])
  },
  gains: addPayees,
})
