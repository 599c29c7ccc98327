/** Books that must agree, compared: each check is one statement, so it sees one moment. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { differenceKinds } from '#resources/finance/reconcileDifference.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { live } from '../db/live.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { payChannels } from '#resources/product/selling.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { type Difference } from './difference.ts'

const complaints = tableOf(resources.complaint)
const ledger = tableOf(resources.amountDetail)
const orders = tableOf(resources.orderMessage)
const providers = tableOf(resources.serviceProvider)
const terms = tableOf(resources.serviceProviderConfig)
const withdrawals = tableOf(resources.userWithdrawal)
const differences = tableOf(resources.reconcileDifference)

interface Found extends Record<string, unknown> {
  subject: string
  bizno: string
  expected: string
  actual: string
}

const told = (kind: Difference['kind'], detail: string, rows: readonly Found[]): Difference[] =>
  rows.map(({ subject, bizno, expected, actual }) => ({
    kind,
    subject,
    bizNo: bizno,
    expected: BigInt(expected),
    actual: BigInt(actual),
    detail,
  }))

/** pb_owner_type → whose balance, by what number and name. */
const accounts = [
  { type: ownerTypes.consumer, resource: resources.userMessage, no: 'user_no', name: 'nick_name', gifts: true },
  {
    type: ownerTypes.provider,
    resource: resources.serviceProvider,
    no: 'provider_no',
    name: 'provider_name',
    gifts: false,
  },
  { type: ownerTypes.driver, resource: resources.driverMessage, no: 'driver_no', name: 'real_name', gifts: false },
] as const

/** 余额, 冻结 and 赠送余额 of everybody beside the sum of their rows. */
async function accountDifferences({ db }: Services, tenantId: number): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { type, resource, no, name, gifts } of accounts) {
    const columns: [Difference['kind'], string, string, string][] = [
      [
        differenceKinds.balance,
        'balance',
        `case direction when '${directions.income}' then amount when '${directions.release}' then amount else -amount end`,
        '余额',
      ],
      [
        differenceKinds.frozen,
        'frozen',
        `case direction when '${directions.freeze}' then amount when '${directions.release}' then -amount else 0 end`,
        '冻结金额',
      ],
    ]
    const gift = `case direction when '${directions.income}' then coalesce(gift_amount, 0) when '${directions.release}' then coalesce(gift_amount, 0) else -coalesce(gift_amount, 0) end`
    if (gifts) columns.push([differenceKinds.gift, 'gift_balance', gift, '赠送余额'])
    for (const [kind, column, sum, label] of columns) {
      const { rows } = await db.execute<Found>(sql`
        select coalesce(a.${sql.raw(name)}, '') as subject, a.${sql.raw(no)} as bizno,
          coalesce(l.total, 0)::text as expected, coalesce(a.${sql.raw(column)}, 0)::text as actual
        from ${tableOf(resource)} a left join (
          select owner_id, sum(${sql.raw(sum)}) as total from ${ledger}
          where tenant_id = ${tenantId} and owner_type = ${type} group by owner_id) l on l.owner_id = a.id
        where a.tenant_id = ${tenantId} and coalesce(a.${sql.raw(column)}, 0) <> coalesce(l.total, 0)`)
      found.push(...told(kind, `${label}与金额明细合计不符`, rows))
    }
  }
  return found
}

/** Everybody has their part of what was paid and not given back, but for what the platform bore; together never more than that. */
async function shareDifferences({ db }: Services, tenantId: number): Promise<Difference[]> {
  // A full join is never done row by row, however little the database knows of how many there are.
  const { rows } = await db.execute<Found>(sql`
    with parts as (
      select biz_no, sum(case amount_type when ${amountTypes.share} then amount else 0 end) as earned,
        sum(case amount_type when ${amountTypes.share} then amount else -amount end) as net
      from ${ledger} where tenant_id = ${tenantId} and amount_type in (${amountTypes.share}, ${amountTypes.shareBack}) and biz_type = 'order'
      group by biz_no, owner_type, owner_id),
    kept as (
      select order_no, pay_amount as paid, pay_amount - coalesce(refunded_amount, 0) as left_of_it, coalesce(borne_amount, 0) as borne
      from ${orders} where tenant_id = ${tenantId} and ${live()} and pay_amount > 0),
    shares as (
      select coalesce(p.biz_no, k.order_no) as no, sum(p.net) as net, coalesce(max(k.left_of_it + k.borne), 0) as most,
        coalesce(sum(floor(p.earned * k.left_of_it / k.paid)), 0) + coalesce(max(k.borne), 0) as due
      from parts p full join kept k on k.order_no = p.biz_no group by 1)
    select '订单' as subject, no as bizno, least(due, most)::bigint::text as expected, net::text as actual
    from shares where net <> due or net > most`)
  return told(differenceKinds.shares, '分润合计与实付减已退不符', rows)
}

/**
 * An order that is over and paid, and nobody got a share of it. Judged by terms that have stood since before it ended:
 * what a ratio was before it was changed nobody remembers.
 */
async function unsharedOrders({ db }: Services, tenantId: number): Promise<Difference[]> {
  const { rows } = await db.execute<Found>(sql`
    with recursive up as (
      select id as below, id, parent_id, 1 as depth from ${providers} where tenant_id = ${tenantId}
      union all
      select up.below, p.id, p.parent_id, up.depth + 1 from up join ${providers} p on p.id = up.parent_id where up.depth < 10),
    shared as (
      select distinct biz_no from ${ledger} where tenant_id = ${tenantId} and biz_type = 'order' and amount_type = ${amountTypes.share}),
    done as (
      select order_no, provider_id, end_time, pay_amount - coalesce(refunded_amount, 0) as left_of_it
      from ${orders} where tenant_id = ${tenantId} and ${live()} and status in (${orderStates.done}, ${orderStates.refunding}, ${orderStates.bought})
        and pay_amount > coalesce(refunded_amount, 0)),
    unshared as materialized (
      select d.* from done d full join shared s on s.biz_no = d.order_no
      where coalesce(s.biz_no, '') = '' and coalesce(d.order_no, '') <> ''
        -- Nobody got a share because there were too many: that is a difference of its own.
        and not exists (select from ${differences} f where f.tenant_id = ${tenantId} and f.kind = ${differenceKinds.overshared} and f.biz_no = d.order_no)),
    due as (
      select u.order_no as no, sum(u.left_of_it * c.share_ratio / 10000) as total
      from unshared u join up on up.below = u.provider_id
      join ${terms} c on c.provider_id = up.id and ${live('c')} and greatest(c.create_time, c.update_time) < u.end_time
      group by 1)
    select '订单' as subject, no as bizno, total::bigint::text as expected, '0' as actual from due where total > 0`)
  return told(differenceKinds.shares, '订单已完成并付款，未入账分润', rows)
}

/** An order paid from the wallet took out of it what was paid and not given back; one paid outside took nothing. */
async function incomeDifferences({ db }: Services, tenantId: number): Promise<Difference[]> {
  const { rows } = await db.execute<Found>(sql`
    with moved as (
      select biz_no, sum(case direction when ${directions.expense} then amount else -amount end) as total from ${ledger}
      where tenant_id = ${tenantId} and owner_type = ${ownerTypes.consumer} and biz_type = 'order' group by biz_no),
    kept as (
      select order_no, case pay_channel when ${payChannels.wallet} then coalesce(pay_amount, 0) - coalesce(refunded_amount, 0) else 0 end as total
      from ${orders} where tenant_id = ${tenantId} and ${live()})
    select '订单' as subject, coalesce(k.order_no, m.biz_no) as bizno,
      coalesce(k.total, 0)::text as expected, coalesce(m.total, 0)::text as actual
    from kept k full join moved m on m.biz_no = k.order_no where coalesce(k.total, 0) <> coalesce(m.total, 0)`)
  return told(differenceKinds.income, '订单实付减已退与用户流水不符', rows)
}

/** Never more goes back than was paid: refunds of an order and what its complaints compensated, over its whole life. */
async function overpaidOrders({ db }: Services, tenantId: number): Promise<Difference[]> {
  const { rows } = await db.execute<Found>(sql`
    with back as (
      select coalesce(c.order_no, l.biz_no) as order_no, sum(l.amount) as total
      from ${ledger} l left join (
        select c.complaint_no, o.order_no from ${complaints} c join ${orders} o on o.id = c.order_id
        where c.tenant_id = ${tenantId}) c on c.complaint_no = l.biz_no
      where l.tenant_id = ${tenantId} and l.amount_type in (${amountTypes.orderRefund}, ${amountTypes.compensation}) and l.direction = ${directions.income} and l.owner_type = ${ownerTypes.consumer}
      group by 1)
    select '订单' as subject, b.order_no as bizno, coalesce(o.pay_amount, 0)::text as expected, b.total::text as actual
    from back b join ${orders} o on o.order_no = b.order_no and o.tenant_id = ${tenantId}
    where b.total > coalesce(o.pay_amount, 0)`)
  return told(differenceKinds.overpaid, '退款与补偿合计超过订单实付', rows)
}

const DAY_MS = 86_400_000
/** A payment of the last minutes may not be booked yet. */
const FRESH_MS = 10 * 60_000
const DAYS = 7

/** The channel's statement of the last days beside our pay-outs. */
async function payOutDifferences({ db, pay, clock }: Services, tenantId: number): Promise<Difference[]> {
  const to = new Date(clock.now().getTime() - FRESH_MS)
  const from = new Date(to.getTime() - DAYS * DAY_MS)
  // Wider than what is compared: its clock is not ours.
  const lines = await pay.statement(new Date(from.getTime() - FRESH_MS), clock.now())
  const byNo = new Map(lines.map((line) => [line.outNo, line]))
  const columns = {
    no: withdrawals.withdrawNo,
    amount: withdrawals.arriveAmount,
    status: withdrawals.status,
    name: withdrawals.accountName,
  }
  const ours = await db
    .select(columns)
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.tenantId, tenantId),
        eq(withdrawals.status, withdrawStates.paid),
        sql`${withdrawals.payTime} >= ${from.toISOString()} and ${withdrawals.payTime} < ${to.toISOString()}`,
      ),
    )
  const found: Difference[] = []
  const add = (no: string, expected: bigint, actual: bigint, detail: string) =>
    expected !== actual &&
    found.push({ kind: differenceKinds.payOut, subject: '提现打款', bizNo: no, expected, actual, detail })
  for (const { no, amount } of ours) {
    const line = byNo.get(no)
    add(no, amount ?? 0n, line?.amount ?? 0n, line ? '渠道账单金额不同' : '渠道账单中没有这笔打款')
  }
  const seen = new Set(ours.map(({ no }) => no))
  const others = lines.filter(({ outNo, at }) => !seen.has(outNo) && at >= from && at < to)
  if (!others.length) return found
  const known = await db
    .select({ ...columns, tenantId: withdrawals.tenantId })
    .from(withdrawals)
    .where(
      inArray(
        withdrawals.withdrawNo,
        others.map(({ outNo }) => outNo),
      ),
    )
  for (const { outNo, amount } of others) {
    const own = known.find(({ no }) => no === outNo)
    // Another tenant's pay-outs are compared there; what nobody knows of is told to the first one.
    if (own ? own.tenantId !== tenantId : tenantId !== 1) continue
    const booked = own?.status === withdrawStates.paid ? (own.amount ?? 0n) : 0n
    add(outNo, booked, amount, own ? '渠道已付，账上未记为成功或金额不同' : '渠道已付，账上没有这笔提现')
  }
  return found
}

const comparisons = [
  accountDifferences,
  shareDifferences,
  unsharedOrders,
  incomeDifferences,
  overpaidOrders,
  payOutDifferences,
]

/** Everything that does not agree in one tenant. A comparison that cannot be made keeps no other from it: `failed` is told why. */
export async function differencesOf(
  services: Services,
  tenantId: number,
  failed: (error: unknown) => void = (error) => {
    throw error
  },
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const compare of comparisons)
    try {
      found.push(...(await compare(services, tenantId)))
    } catch (error) {
      failed(error)
    }
  return found
}
