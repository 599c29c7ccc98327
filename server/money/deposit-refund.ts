/** Giving a deposit back by the way it came, less what is owed, which is paid with it; a credit authorisation is let go. */
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
import { refused, Refusal } from '../kernel/errors.ts'
import { dayOf, takeSerial } from '../resource/serial.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { localTime, type Writing } from '../resource/write.ts'
import { askAgain, takeUp } from '../jobs/take-up.ts'
import type { Services } from '../kernel/services.ts'
import { alone, inTurn } from './in-turn.ts'
import { lockDebts, payDebts, type Debt } from './debts.ts'
import { lockAccount, post, type ConsumerAccount } from './ledger.ts'
import { askRefund, entriesBack, saidBack, wayBackOf, type WayBack } from './refund.ts'
import { addStep } from '../resource/trail.ts'
import { put } from '../resource/hooks.ts'
import { fen } from './withdrawal.ts'
import { depositRefundJob } from './jobs.ts'

const resource = resources.orderDeposit
const deposits = tableOf(resources.orderDeposit)

type Deposit = Wire<typeof resource>

/** What is withheld is agreed on and not booked yet; a refused one is tried again with the same amounts. */
const STARTED = [depositStates.refunding, depositStates.releasing, depositStates.failed]
const UNDER_WAY: readonly unknown[] = [depositStates.refunding, depositStates.releasing]

/** Frozen on credit: nothing was paid. */
export const isFree = (row: Deposit): boolean => row.depositType !== depositTypes.paid

/** Nothing was paid and no channel holds anything: there is nobody to ask, and nothing to withhold. */
const isByContract = (row: Deposit): boolean => row.depositType === depositTypes.contractFree

/** Throws where a channel must be asked and there is no number to ask it by. */
function wayOf(row: Deposit): WayBack {
  if (isByContract(row)) return 'counter'
  if (isFree(row) && !row.outTradeNo) throw refused('没有授权号，不能解除免押')
  return isFree(row) ? 'channel' : wayBackOf(row)
}

/** The orders its holder owes for, then the account: in the order of whoever ends or refunds an order. */
async function lockHolder(tx: Tx, row: Deposit): Promise<{ account: ConsumerAccount; debts: Debt[] }> {
  const debts = await lockDebts(tx, row)
  return {
    debts,
    account: await lockAccount(tx, row.tenantId, { ownerType: ownerTypes.consumer, ownerId: row.userId }),
  }
}

/**
 * What the person owes and no other deposit is to pay already, at most the deposit. 分. Under the lock of the account, so that
 * two deposits that go back together do not both withhold one debt: what one took on at its start is its own until it is paid.
 */
async function owedOf(tx: Tx, row: Deposit, { record }: ConsumerAccount): Promise<bigint> {
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
  const [amount, free] = [isByContract(row) ? 0n : fen(row, 'amount'), (record.oweAmount ?? 0n) - BigInt(found.sum)]
  return free <= 0n ? 0n : free < amount ? free : amount
}

/** Sets on a deposit what of it is withheld and what goes back; answers what is withheld, in 分. Of what nobody paid nothing goes back. */
export async function setAmounts(tx: Tx, row: Deposit): Promise<bigint> {
  const owed = await owedOf(tx, row, (await lockHolder(tx, row)).account)
  const back = isFree(row) ? 0n : fen(row, 'amount') - owed
  put(row, { oweAmount: fromHundredths(owed), refundAmount: fromHundredths(back) })
  return owed
}

/** Nothing is asked for any more: no list adds up what somebody once wanted back. */
export const clearAmounts = (row: Deposit): Deposit => put(row, { oweAmount: '0.00', refundAmount: null })

/** Sets what begins the refund on a locked deposit that its caller writes; all of it withheld ends at once. */
export async function startDepositRefund(writing: Writing, row: Deposit): Promise<void> {
  const { tx, services } = writing
  await setAmounts(tx, row)
  row.failReason = null
  const day = dayOf(services.clock.now(), services.settings.timeZone)
  row.refundNo ??= await takeSerial(tx, 'TY', day, 6)
  if (!isFree(row) && fen(row, 'refundAmount') === 0n) return finish(writing, row)
  await giveBack(writing, row, '已提交支付渠道')
}

/** At once where no channel has a part in it; else the channel is asked, under the number it was asked under before. */
export async function giveBack(writing: Writing, row: Deposit, said: string): Promise<void> {
  if (wayOf(row) !== 'channel') return finish(writing, row)
  row.status = isFree(row) ? depositStates.releasing : depositStates.refunding
  addStep(row, writing, '退款', said)
  await writing.services.jobs.send(writing.tx, depositRefundJob, { id: row.id })
}

/** The job. The number never changes and the channel is asked before it is told, so it may run any number of times. */
export const refundDeposit = (services: Services, id: string): Promise<void> =>
  alone(services, { resource, id, job: depositRefundJob }, () => askForDeposit(services, id))

async function askForDeposit(services: Services, id: string): Promise<void> {
  const turn = { resource, id, what: 'refund' }
  const at = await inTurn(services, turn, async (writing, row) => {
    if (!UNDER_WAY.includes(row.status)) return false
    // An older version sent to a channel also what no channel ever had.
    try {
      if (wayOf(row) === 'channel') return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed(writing, row, error.message)
      return false
    }
    await finish(writing, row)
    return false
  })
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
    if (state.state === 'failed') return failed(writing, row, state.reason)
    await askAgain(writing, depositRefundJob, id)
  })
}

function failed(writing: Writing, row: Deposit, reason: string): void {
  put(row, { status: depositStates.failed, failReason: reason })
  addStep(row, writing, '退款', '退款失败', reason)
}

/** What went back and what was withheld, in the ledger. What is withheld comes into the wallet and pays the orders it is owed for. */
async function finish(writing: Writing, row: Deposit, channelNo?: string): Promise<void> {
  // An older version wrote a debt also on what holds no money to pay it with.
  const owed = isByContract(row) ? 0n : fen(row, 'oweAmount')
  const back = fen(row, 'refundAmount')
  const { account, debts } = await lockHolder(writing.tx, row)
  const source = { bizType: 'orderDeposit' as const, bizNo: row.depositNo }
  const way = back > 0n ? wayOf(row) : undefined
  await post(writing, account, { ...source, ...(channelNo && { outTradeNo: channelNo }) }, [
    ...(way ? entriesBack(way, { amountType: amountTypes.depositBack, amount: back, remark: '押金退还' }) : []),
    {
      amountType: amountTypes.depositWithheld,
      direction: directions.income,
      amount: owed,
      remark: isFree(row) ? '信用授权扣款' : '押金转扣欠费',
    },
  ])
  if (owed > 0n) await payDebts(writing, account, owed, { source, debts, said: `押金 ${row.depositNo} ` })
  row.refundTime = localTime(writing.services)
  row.status =
    owed > 0n && back === 0n ? depositStates.withheld : isFree(row) ? depositStates.released : depositStates.refunded
  const said = [
    ...(owed > 0n ? [`转扣欠费 ${fromHundredths(owed)} 元`] : []),
    ...(isFree(row) ? ['已解除免押授权'] : []),
    ...(way ? [`${saidBack[way]} ${fromHundredths(back)} 元`] : []),
  ]
  addStep(row, writing, '退款', said.join('，'))
}

/** What was under way is taken up again; answers how many. */
export const resumeDepositRefunds = (services: Services): Promise<number> =>
  takeUp(services, depositRefundJob, resource, 'status', [depositStates.refunding, depositStates.releasing])
