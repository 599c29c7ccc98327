/** Consumers who may not rent any more: 冻结 is the black list, 注销 the end. */
import { and, eq, inArray } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { resources } from '#resources/index.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { refused } from '../../kernel/errors.ts'
import { fen } from '../../money/withdrawal.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, put } from '../../resource/hooks.ts'

const { userMessage } = resources
const orders = tableOf(resources.orderMessage)

type Consumer = Wire<typeof userMessage>

/** Paid and not yet given back. */
const DEPOSITS: readonly unknown[] = [
  depositStates.paid,
  depositStates.frozen,
  depositStates.waiting,
  depositStates.refunding,
  depositStates.failed,
  depositStates.releasing,
]
/** Of these something is still to be paid or to come back. */
const UNENDED = [orderStates.unpaid, orderStates.using, orderStates.settling, orderStates.broken, orderStates.refunding]
const HOLDING = [
  ['balance', '账户还有余额'],
  ['frozen', '账户还有冻结的金额'],
  ['oweAmount', '还有欠费'],
] as const

/** Who is gone can neither be paid nor pay. */
export const consumerRules = hookOf(userMessage, {
  forbids(row, _, action) {
    if (action !== 'close') return undefined
    if (DEPOSITS.includes(row.depositStatus)) return '押金尚未退还，不能注销'
    const held = HOLDING.find(([field]) => fen<Consumer>(row, field) > 0n)
    return held && `${held[1]} ${fromHundredths(fen<Consumer>(row, held[0]))} 元，不能注销`
  },
})

export const consumerWorks: readonly ActionWork[] = [
  actionOf(userMessage, 'freeze', async ({ row, reason }) => {
    put(row, { status: consumerStates.frozen, freezeReason: reason ?? null })
  }),
  actionOf(userMessage, 'unfreeze', async ({ row }) => {
    put(row, { status: consumerStates.normal, freezeReason: null })
  }),
  actionOf(userMessage, 'close', async ({ tx, row }) => {
    const [open] = await tx
      .select({ no: orders.orderNo })
      .from(orders)
      .where(and(eq(orders.userId, row.id), inArray(orders.status, UNENDED), live(orders)))
      .limit(1)
    if (open) throw refused(`订单 ${open.no} 尚未了结，不能注销`)
    put(row, { status: consumerStates.closed })
  }),
]
