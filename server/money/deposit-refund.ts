/** Giving a deposit back by the way it came, less what is owed; a credit authorisation is let go. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { dayOf, takeSerial } from '../resource/serial.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { localTime, type Writing } from '../resource/write.ts'
import { askAgain, takeUp } from '../jobs/take-up.ts'
import type { Services } from '../kernel/services.ts'
import { alone, inTurn } from './in-turn.ts'
import { lockAccount, post, type ConsumerAccount, type Entry } from './ledger.ts'
import { askRefund } from './refund.ts'
import { addStep } from '../resource/trail.ts'
import { put } from '../resource/hooks.ts'
import { fen } from './withdrawal.ts'
import { depositRefundJob } from './jobs.ts'

const resource = resources.orderDeposit
const deposits = tableOf(resources.orderDeposit)
const users = tableOf(resources.userMessage)

type Deposit = Wire<typeof resource>

/** What is withheld is agreed on and not booked yet; a refused one is tried again with the same amounts. */
const STARTED = [depositStates.refunding, depositStates.releasing, depositStates.failed]
const UNDER_WAY: readonly unknown[] = [depositStates.refunding, depositStates.releasing]

/** Frozen on credit: nothing was paid. */
export const isFree = (row: Deposit): boolean => row.depositType !== depositTypes.paid

const holder = (row: Deposit) => ({ ownerType: ownerTypes.consumer, ownerId: row.userId })

/**
 * What the person owes and no other deposit is to pay already, at most the deposit. 分. Under the lock of the account, so that
 * two deposits that go back together do not both withhold one debt: what one took on at its start is its own until it is paid.
 */
export async function owedOf(tx: Tx, row: Deposit, { record }: ConsumerAccount): Promise<bigint> {
  const found = onlyRow(
    await tx
      .select({ sum: sql<string>`coalesce(sum(${deposits.oweAmount}), 0)::text` })
      .from(deposits)
      .where(
        and(
          eq(deposits.tenantId, row.tenantId),
          eq(deposits.userId, row.userId),
          ne(deposits.id, row.id),
          inArray(deposits.status, STARTED),
          live(deposits),
        ),
      ),
  )
  const [amount, free] = [fen(row, 'amount'), (record.oweAmount ?? 0n) - BigInt(found.sum)]
  return free <= 0n ? 0n : free < amount ? free : amount
}

/** Sets what begins the refund on a locked deposit that its caller writes; all of it withheld ends at once. */
export async function startDepositRefund(writing: Writing, row: Deposit): Promise<void> {
  const { tx, services } = writing
  const account = await lockAccount(tx, row.tenantId, holder(row))
  const owed = await owedOf(tx, row, account)
  const back = fen(row, 'amount') - owed
  put(row, { oweAmount: fromHundredths(owed), refundAmount: fromHundredths(back), failReason: null })
  const day = dayOf(services.clock.now(), services.settings.timeZone)
  row.refundNo ??= await takeSerial(tx, 'TY', day, 6)
  if (!isFree(row) && back === 0n) return finish(writing, row)
  row.status = isFree(row) ? depositStates.releasing : depositStates.refunding
  addStep(row, writing, '退款', '已提交支付渠道')
  await services.jobs.send(tx, depositRefundJob, { id: row.id })
}

/** The job. The number never changes and the channel is asked before it is told, so it may run any number of times. */
export const refundDeposit = (services: Services, id: string): Promise<void> =>
  alone(services, { resource, id, job: depositRefundJob }, () => askForDeposit(services, id))

async function askForDeposit(services: Services, id: string): Promise<void> {
  const turn = { resource, id, what: 'refund' }
  const at = await inTurn(services, turn, async (_, row) => UNDER_WAY.includes(row.status))
  if (!at?.result) return
  const state = await askRefund(services, {
    outNo: at.row.refundNo ?? '',
    outTradeNo: at.row.outTradeNo ?? '',
    kind: isFree(at.row) ? 'release' : 'refund',
    amount: isFree(at.row) ? 0n : fen(at.row, 'refundAmount'),
    withheld: isFree(at.row) ? fen(at.row, 'oweAmount') : 0n,
  })
  await inTurn(services, turn, async (writing, row) => {
    if (!UNDER_WAY.includes(row.status)) return
    if (state.state === 'refunded') return finish(writing, row, state.channelNo)
    if (state.state === 'failed') {
      put(row, { status: depositStates.failed, failReason: state.reason })
      return addStep(row, writing, '退款', '退款失败', state.reason)
    }
    await askAgain(writing, depositRefundJob, id)
  })
}

/** What went back and what was withheld, in the ledger; the debt is smaller by what was withheld. */
async function finish(writing: Writing, row: Deposit, channelNo?: string): Promise<void> {
  const { tx, services } = writing
  const [owed, back] = [fen(row, 'oweAmount'), fen(row, 'refundAmount')]
  const account = await lockAccount(tx, row.tenantId, holder(row))
  const source = { bizType: 'orderDeposit' as const, bizNo: row.depositNo }
  await post(writing, account, { ...source, ...(channelNo && { outTradeNo: channelNo }) }, entriesOf(row, owed, back))
  if (owed > 0n)
    await tx
      .update(users)
      .set({ oweAmount: sql`greatest(coalesce(${users.oweAmount}, 0) - ${String(owed)}::bigint, 0)` })
      .where(eq(users.id, row.userId))
  row.refundTime = localTime(services)
  row.status =
    back === 0n || (isFree(row) && owed > 0n)
      ? depositStates.withheld
      : isFree(row)
        ? depositStates.released
        : depositStates.refunded
  const said = [
    ...(owed > 0n ? [`转扣欠费 ${fromHundredths(owed)} 元`] : []),
    ...(isFree(row) ? ['已解除免押授权'] : back > 0n ? [`原路退回 ${fromHundredths(back)} 元`] : []),
  ]
  addStep(row, writing, '退款', said.join('，'))
}

/** In and out again: the wallet's rows tell of money that only passed by, and its balance stays. */
function entriesOf(row: Deposit, owed: bigint, back: bigint): Entry[] {
  const { income, expense } = directions
  const withheld: Entry[] = isFree(row)
    ? [
        { amountType: amountTypes.depositWithheld, direction: income, amount: owed, remark: '信用授权扣款' },
        { amountType: amountTypes.rental, direction: expense, amount: owed, remark: '抵扣欠费' },
      ]
    : [
        { amountType: amountTypes.depositBack, direction: income, amount: owed, remark: '押金抵扣' },
        { amountType: amountTypes.depositWithheld, direction: expense, amount: owed, remark: '押金转扣欠费' },
      ]
  if (isFree(row)) return withheld
  return [
    { amountType: amountTypes.depositBack, direction: income, amount: back, remark: '押金退还' },
    { amountType: amountTypes.depositBack, direction: expense, amount: back, remark: '原路退回支付账户' },
    ...withheld,
  ]
}

/** What was under way is taken up again; answers how many. */
export const resumeDepositRefunds = (services: Services): Promise<number> =>
  takeUp(services, depositRefundJob, resource, 'status', [depositStates.refunding, depositStates.releasing])
