/** Everybody's part of an order: from the merchant up to the province, and back again when money is refunded. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { differenceKinds } from '#resources/finance/reconcileDifference.ts'
import { settleCycles } from '#resources/partner/serviceProviderConfig.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { localTime, type Writing } from '../resource/write.ts'
import { WHOLE } from './chain.ts'
import { freezeDeviceMoney } from './device-money.ts'
import { recordDifference } from './difference.ts'
import { isDriver, lockAccount, post, type Account } from './ledger.ts'
import { differenceFoundJob } from './jobs.ts'

const orders = tableOf(resources.orderMessage)
const driver = tableOf(resources.driverMessage)
const provider = tableOf(resources.serviceProvider)
const config = tableOf(resources.serviceProviderConfig)
const ledger = tableOf(resources.amountDetail)

const EARNERS = [ownerTypes.provider, ownerTypes.driver]

interface Link {
  ownerType: Account['ownerType']
  id: string
  ratio: bigint
  settleCycle: string
}

/** The provider and those above, with their ratios. */
async function chainOf(tx: Tx, providerId: string): Promise<Link[]> {
  const { rows } = await tx.execute<{ id: string; ratio: string; cycle: string }>(sql`
    with recursive up as (
      select p.id, p.parent_id, 1 as depth from ${provider} p where p.id = ${providerId}
      union all
      select p.id, p.parent_id, up.depth + 1 from ${provider} p join up on p.id = up.parent_id where up.depth < 10
    )
    select up.id, coalesce(c.share_ratio, 0)::text as ratio, coalesce(c.settle_cycle, ${settleCycles.nextDay}) as cycle
    from up left join ${config} c on c.provider_id = up.id and ${live('c')}`)
  return rows.map(({ id, ratio, cycle }) => ({
    ownerType: ownerTypes.provider,
    id,
    ratio: BigInt(ratio),
    settleCycle: cycle,
  }))
}

/**
 * The driver in whose car the device was borrowed; none for devices that stand somewhere. The database kept him with the order
 * as it was written (migration 0059): who has the device or stopped since does not matter.
 */
async function driverOf(tx: Tx, order: Order): Promise<Link[]> {
  const { rows } = await tx.execute<{ id: string; ratio: string }>(sql`
    select d.id, d.share_ratio::text as ratio from ${orders} o join ${driver} d on d.id = o.driver_id
    where o.tenant_id = ${order.tenantId} and o.order_no = ${order.orderNo} and ${live('o')} and ${live('d')}
    limit 1`)
  return rows.map(({ id, ratio }) => ({
    ownerType: ownerTypes.driver,
    id,
    ratio: BigInt(ratio),
    settleCycle: settleCycles.nextDay,
  }))
}

const DAYS: Readonly<Record<string, number>> = { [settleCycles.nextDay]: 1, [settleCycles.week]: 7 }

/** T+1, T+7, or the first of next month. */
function settleTime({ services }: Writing, cycle: string): string {
  const now = services.clock.now()
  const days = DAYS[cycle]
  if (days) return localTime(services, new Date(now.getTime() + days * 86_400_000))
  const [year, month] = localTime(services).split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01-01 00:00:00` : `${year}-${String(month + 1).padStart(2, '0')}-01 00:00:00`
}

/** Accounts are always locked in the order of their ids, so that two orders never wait for each other. */
const inOrder = <T extends { id: string }>(links: readonly T[]): T[] =>
  [...links].sort((a, b) => a.id.localeCompare(b.id))

/**
 * Everybody's share of what was paid; the rest is the platform's. Ratios that are together more than the whole pay nobody:
 * the order is over all the same and stands on the list of differences until somebody has seen to it.
 */
export async function postShares(writing: Writing, order: Order, paid: bigint): Promise<void> {
  if (!order.providerId || paid <= 0n) return
  const links = [...(await chainOf(writing.tx, order.providerId)), ...(await driverOf(writing.tx, order))]
  const all = links.reduce((sum, { ratio }) => sum + ratio, 0n)
  if (all > WHOLE) return overshared(writing, order, paid, all)
  for (const { ownerType, id, ratio, settleCycle } of inOrder(links)) {
    const amount = (paid * ratio) / WHOLE
    if (amount <= 0n) continue
    const account = await lockAccount(writing.tx, order.tenantId, { ownerType, ownerId: id })
    const source = {
      bizType: 'order' as const,
      bizNo: order.orderNo,
      settleTime: settleTime(writing, settleCycle),
    }
    await post(writing, account, source, [{ amountType: amountTypes.share, direction: directions.income, amount }])
    if (isDriver(account)) await freezeDeviceMoney(writing, account)
  }
}

async function overshared(writing: Writing, order: Order, paid: bigint, ratio: bigint): Promise<void> {
  const made = await recordDifference(writing, order.tenantId, {
    kind: differenceKinds.overshared,
    subject: '订单',
    bizNo: order.orderNo,
    expected: paid,
    actual: (paid * ratio) / WHOLE,
    detail: `一路分润比例合计 ${fromHundredths(ratio)}%，超过 100%，未入账分润`,
  })
  if (made) await writing.services.jobs.send(writing.tx, differenceFoundJob, { id: made.id })
}

/** What its shares need to know of an order. */
type Order = Pick<Wire<typeof resources.orderMessage>, 'tenantId' | 'orderNo' | 'providerId'>

export interface Share {
  ownerType: Account['ownerType']
  ownerId: string
  earned: bigint
  takenBack: bigint
}

/** What each receiver got of this order and gave back, by the ledger. */
export async function sharesOf(db: Database | Tx, order: Order): Promise<Share[]> {
  const sumOf = (type: string) =>
    sql<string>`coalesce(sum(${ledger.amount}) filter (where ${ledger.amountType} = ${type}), 0)::text`
  const rows = await db
    .select({
      ownerType: ledger.ownerType,
      ownerId: ledger.ownerId,
      earned: sumOf(amountTypes.share),
      takenBack: sumOf(amountTypes.shareBack),
    })
    .from(ledger)
    .where(
      and(
        eq(ledger.tenantId, order.tenantId),
        live(ledger),
        eq(ledger.bizNo, order.orderNo),
        inArray(ledger.ownerType, EARNERS),
        inArray(ledger.amountType, [amountTypes.share, amountTypes.shareBack]),
      ),
    )
    .groupBy(ledger.ownerType, ledger.ownerId)
  return rows.map((row) => ({
    ownerType: row.ownerType,
    ownerId: row.ownerId,
    earned: BigInt(row.earned),
    takenBack: BigInt(row.takenBack),
  }))
}

/**
 * After a refund everybody keeps their part of what is left of the payment. An account that has already been paid out
 * gives what it has; the platform bears the rest: the remark says so, and `borneAmount` of the order, which its caller
 * writes, how much of everybody's.
 */
export async function takeBackShares(
  writing: Writing,
  order: Order & Partial<Pick<Wire<typeof resources.orderMessage>, 'borneAmount'>>,
  paid: bigint,
  refundedInAll: bigint,
): Promise<void> {
  const shares = (await sharesOf(writing.tx, order)).map((share) => ({ ...share, id: share.ownerId }))
  let borne = 0n
  for (const { ownerType, id, earned, takenBack } of inOrder(shares)) {
    const keeps = paid > 0n ? (earned * (paid - refundedInAll)) / paid : 0n
    const wanted = earned - takenBack - keeps
    if (wanted <= 0n) continue
    const account = await lockAccount(writing.tx, order.tenantId, { ownerType, ownerId: id })
    const amount = wanted < account.balance ? wanted : account.balance
    const missing = wanted - amount
    borne += missing
    const remark = `订单退款，扣回分润${missing > 0n ? `；余额不足，平台承担 ${fromHundredths(missing)} 元` : ''}`
    await post(writing, account, { bizType: 'order', bizNo: order.orderNo }, [
      { amountType: amountTypes.shareBack, direction: directions.expense, amount, remark },
    ])
  }
  // What could not be taken back earlier was wanted again now.
  order.borneAmount = fromHundredths(borne)
}
