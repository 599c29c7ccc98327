/** Ending an order by force, with a reason that says what it costs; and paying a part of it back. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { ValueIn } from '#model/choices.ts'
import { exactHundredths, fromHundredths, toHundredths } from '#model/money.ts'
import type { Problems, Resource, Wire, Stored } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { feeEffects, settleScenes } from '#resources/order/settleReason.ts'
import { billModes } from '#resources/product/billModes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { enableStates } from '#resources/enabled.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { badInput, refused } from '../../kernel/errors.ts'
import { lacking, priceOf, type BillRule } from '../../money/billing.ts'
import { aloneLeft } from '../../money/given-back.ts'
import { lockAccount, post } from '../../money/ledger.ts'
import { startRefund } from '../../money/order-refund.ts'
import { postShares, sharesOf } from '../../money/shares.ts'
import { spent } from '../../money/spending.ts'
import { fen } from '../../money/withdrawal.ts'
import { hundredthsOf, readConfig } from '../../resource/config.ts'
import { addStep } from '../../resource/trail.ts'
import { addWords } from '../../resource/words.ts'
import type { Services } from '../../kernel/services.ts'
import { live } from '../../db/live.ts'
import { markDevice } from './mark-device.ts'
import { feesOf, OPEN } from './order-fees.ts'
import { actionOf, type Work } from '../../resource/action.ts'
import { hookOf, put, type Row } from '../../resource/hooks.ts'
import { scopeOf } from '../../resource/scope.ts'
import { tableOf } from '../../db/table.ts'
import { instantOf, localTime, type Writing } from '../../resource/write.ts'
import { approvalOf, ask } from '../approval/work.ts'

const { driverMessage, orderMessage, serviceProvider, settleReason, userMessage } = resources
const drivers = tableOf(driverMessage)
const providers = tableOf(serviceProvider)
const reasons = tableOf(settleReason)
const users = tableOf(userMessage)

type Order = Wire<typeof orderMessage>

/** In the trail of an order that was ended by force. */
const SETTLED = '结单'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const elapsed = ({ services }: Pick<Writing, 'services'>, time: unknown) =>
  services.clock.now().getTime() - instantOf(services, String(time)).getTime()

async function reasonOf(tx: Tx, id: string | null): Promise<Stored<typeof settleReason>> {
  const [found] = await tx
    .select()
    .from(reasons)
    .where(and(eq(reasons.id, id ?? ''), live(reasons)))
  if (found?.status !== enableStates.on) throw refused('这个结算原因已停用')
  return found
}

/** What the order costs under each effect of a reason, in 分. */
const effects: Readonly<
  Record<ValueIn<typeof feeEffects>, (row: Order, rule: Rule, minutes: number, given: bigint | undefined) => bigint>
> = {
  [feeEffects.byRule]: (row, { own }, minutes) => {
    refuseOtherWays(row)
    return BigInt(priceOf(minutes, whole(own)))
  },
  [feeEffects.free]: () => 0n,
  [feeEffects.fixed]: (_row, { own, today }, _minutes, given) => {
    if (given === undefined) return refuseAsked({ settleAmount: '请输入指定金额' })
    const most = BigInt(Number.isSafeInteger(own.totalCap) ? own.totalCap! : today.totalCap)
    if (given > most) return refuseAsked({ settleAmount: `指定金额不能超过总封顶 ${fromHundredths(most)} 元` })
    return given
  },
  [feeEffects.cap]: (_row, { own }) => BigInt(whole(own, ['totalCap']).totalCap),
}

/** At the field that was asked for. */
function refuseAsked(problems: Problems<keyof typeof orderMessage.actions.settle.input>): never {
  throw badInput(Object.values(problems).join('；'), { fields: problems })
}

const INSTEAD = '请改选费用处理为“指定金额”的结算原因'

/** Steps and prepaid times are not priced here. */
function refuseOtherWays({ billMode }: Order): void {
  if (billMode === billModes.byTime) return
  const [, text] = dictionaries.pb_bill_mode.items.find(([value]) => value === billMode) ?? []
  throw refused(`计费方式“${text ?? billMode}”不能按规则强制结单，${INSTEAD}`)
}

/** The rule, when it has these figures. */
function whole(rule: Partial<BillRule>, wanted?: readonly (keyof BillRule)[]): BillRule {
  const missing = lacking(rule, wanted)
  if (missing.length) throw refused(`订单的计费规则缺少“${missing.join('、')}”，不能这样计费，${INSTEAD}`)
  return rule as BillRule
}

interface Rule {
  /** As it was when the order began, whatever its shape; else that of today. */
  own: Partial<BillRule>
  today: BillRule
}

const ruleOf = async (db: Database | Tx, row: Order): Promise<Partial<BillRule>> =>
  (row.billRule as Partial<BillRule> | null) ?? ruleOfToday(db, row)

async function ruleOfToday(db: Database | Tx, { tenantId }: Order): Promise<BillRule> {
  const config = await readConfig(db, tenantId)
  const fen = (key: Parameters<typeof hundredthsOf>[1]) => Number(hundredthsOf(config, key))
  return {
    freeMinutes: Number(config['billing.freeMinutes']),
    hourPrice: fen('billing.hourPrice'),
    dayCap: fen('billing.dayCap'),
    totalCap: fen('billing.totalCap'),
  }
}

/** Until it came back: an order that is stuck may have come back long ago. */
const minutesOf = ({ services }: Pick<Writing, 'services'>, { startTime, endTime }: Order): number => {
  const until = endTime ? instantOf(services, endTime) : services.clock.now()
  return Math.max(0, Math.floor((until.getTime() - instantOf(services, startTime).getTime()) / MINUTE_MS))
}

export const settleOrder = actionOf(orderMessage, 'settle', async (work) => {
  const { row, input, reason } = work
  const why = await reasonOf(work.tx, input.settleReasonId)
  const images = input.settleImages ?? null
  if (why.needImage === 'Y' && !images) refuseAsked({ settleImages: '该结算原因需要上传图片' })
  const given = input.settleAmount == null ? undefined : toHundredths(input.settleAmount)
  const rule = { own: await ruleOf(work.tx, row), today: await ruleOfToday(work.tx, row) }
  const amount = effects[why.feeEffect](row, rule, minutesOf(work, row), given)
  put(row, {
    settleReasonId: input.settleReasonId,
    settleRemark: reason,
    settleAmount: fromHundredths(amount),
    settleImages: images,
  })
  await ask(orderMessage, row, work, reason)
  if (why.needAudit === 'Y') return '已提交，待审批'
  row.settleStatus = settleStates.passed
  await end(work)
})

/** While somebody was asked the device may have come back: the order has ended by itself, with its charge and its shares. */
async function refuseEnded(tx: Tx, row: Order): Promise<void> {
  if (!OPEN.includes(row.status)) {
    const shown: Row = { ...row }
    await addWords(tx, orderMessage, [shown])
    throw refused(`订单已经是“${String(shown.status_dictText ?? row.status)}”，不能再强制结单，请驳回`)
  }
  const paid = fen(row, 'payAmount')
  if (paid > 0n) throw refused(`订单已实付 ${fromHundredths(paid)} 元，不能再强制结单，请驳回后核对`)
}

/** The order is over: paid from the wallet when it has enough, owed otherwise; shares and device follow. */
async function end(work: Work<Order>): Promise<void> {
  const { tx, services, row } = work
  await refuseEnded(tx, row)
  const why = await reasonOf(tx, row.settleReasonId)
  const amount = fen(row, 'settleAmount')
  const account = await lockAccount(tx, row.tenantId, {
    ownerType: ownerTypes.consumer,
    ownerId: row.userId,
  })
  const paid = account.balance >= amount ? amount : 0n
  put(row, {
    endTime: row.endTime ?? localTime(services),
    useMinutes: minutesOf(work, row),
    totalAmount: fromHundredths(amount),
    payAmount: fromHundredths(paid),
    payChannel: paid > 0n ? payChannels.wallet : row.payChannel,
    status: why.scene === settleScenes.lost ? orderStates.bought : orderStates.done,
  })
  const source = { bizType: 'order' as const, bizNo: row.orderNo }
  await post(work, account, source, [
    {
      amountType: amountTypes.rental,
      direction: directions.expense,
      amount: paid,
      remark: `强制结单：${why.reason}`,
    },
  ])
  if (paid < amount)
    await tx
      .update(users)
      .set({ oweAmount: sql`coalesce(${users.oweAmount}, 0) + ${String(amount)}::bigint` })
      .where(eq(users.id, row.userId))
  await postShares(work, row, paid)
  await spent(tx, row.userId, paid)
  const said =
    amount === 0n ? '免单' : paid > 0n ? `余额支付 ${fromHundredths(paid)} 元` : `欠费 ${fromHundredths(amount)} 元`
  addStep(row, work, SETTLED, said, why.reason)
  await markDevice(work, row, why)
}

export const settleApproval = approvalOf(orderMessage, { passed: end })

/** It may have come back long before it was ended by force, and nobody has paid before that. */
const overSince = ({ endTime, auditTrail }: Order): string | null => {
  const settled = auditTrail?.findLast(({ step }) => step === SETTLED)?.time ?? null
  return settled && (!endTime || settled > endTime) ? settled : endTime
}

/** Small amounts soon after the end; more needs a complaint that somebody agrees to. */
export const refundOrderAction = actionOf(orderMessage, 'refund', async (work) => {
  const { tx, row, input, reason } = work
  const config = await readConfig(tx, row.tenantId)
  const amount = exactHundredths(input.amount)
  const hours = Number(config['refund.limitHours'])
  const over = overSince(row)
  if (over && elapsed(work, over) > hours * HOUR_MS)
    throw refused(`订单结束已超过 ${hours} 小时，不能直接退款，请走投诉`)
  const limit = await aloneLeft(work, row)
  if (amount > limit) throw refused(`这个订单今天最多还可自行退款 ${fromHundredths(limit)} 元，更多请走投诉由经理审批`)
  await startRefund(work, row, amount, { reason: reason! })
})

/** How often a reason was given: the orders say. */
export const cancelReasonRules = hookOf(resources.cancelReason, {
  async words(rows, { services, caller }) {
    const orders = tableOf(orderMessage)
    const found = await services.db
      .select({ id: orders.cancelReasonId, count: sql<number>`count(*)::int` })
      .from(orders)
      .where(
        and(
          eq(orders.tenantId, caller.tenantId),
          inArray(
            orders.cancelReasonId,
            rows.map(({ id }) => id),
          ),
          live(orders),
        ),
      )
      .groupBy(orders.cancelReasonId)
    const counts = new Map(found.map(({ id, count }) => [String(id), count]))
    for (const row of rows) row.useCount = counts.get(row.id) ?? 0
  },
})

export const orderRules = hookOf(orderMessage, {
  forbids: (row, _, action) =>
    action === 'refund' && fen<Order>(row, 'payAmount') <= fen<Order>(row, 'refundedAmount')
      ? '这个订单没有可退的实付金额'
      : undefined,
  async detail(row, { services, caller }) {
    await addShares(row, services, caller)
    row.feeDetail = feesOf(row, await ruleOf(services.db, row), minutesOf({ services }, row))
  },
})

/** Those of the receivers whom this reader may see; who has been deleted since is named to all. */
async function namesOf(db: Database, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map()
  const seen = (resource: Resource) => {
    const { id, deleteTime } = tableOf(resource)
    return and(inArray(id, [...ids]), or(scopeOf(caller, resource), isNotNull(deleteTime)))
  }
  const found = [
    ...(await db
      .select({ id: providers.id, name: providers.providerName })
      .from(providers)
      .where(seen(serviceProvider))),
    ...(await db.select({ id: drivers.id, name: drivers.realName }).from(drivers).where(seen(driverMessage))),
  ]
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * Who got how much of it: one row a receiver, together what was paid less what was given back. What those above a partner
 * earn, and so the platform, is nobody's business below: they are one row.
 */
async function addShares(row: Order & Row, services: Services, caller: Caller): Promise<void> {
  const paid = fen<Order>(row, 'payAmount') - fen<Order>(row, 'refundedAmount')
  const shares = await sharesOf(services.db, row)
  if (!shares.length && paid <= 0n) return
  const nameOf = await namesOf(
    services.db,
    caller,
    shares.map(({ ownerId }) => ownerId),
  )
  const named = shares.flatMap(({ ownerId, earned, takenBack }) => {
    const name = nameOf.get(ownerId)
    return name === undefined ? [] : [{ name, amount: earned - takenBack }]
  })
  const rest = named.reduce((left, { amount }) => left - amount, paid)
  row.shareDetail = [...named, { name: named.length < shares.length ? '平台等' : '平台', amount: rest }].map(
    ({ name, amount }) => ({ name, amount: fromHundredths(amount) }),
  )
}
