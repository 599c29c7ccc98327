/** Books that must agree, compared: each check is one statement, so it sees one moment. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database } from '../db/connect.ts'
import { tableOf } from '../resource/table.ts'
import type { Services } from '../services.ts'
import { STATUS } from './withdrawal.ts'

const [ledger, orders, withdrawals] = [resources.amountDetail, resources.orderMessage, resources.userWithdrawal].map(
  tableOf,
) as [ReturnType<typeof tableOf>, ReturnType<typeof tableOf>, ReturnType<typeof tableOf>]

/** pb_difference_kind. */
const KIND = { balance: '1', frozen: '2', gift: '3', shares: '4', income: '5', payOut: '6' } as const

export interface Difference {
  kind: (typeof KIND)[keyof typeof KIND]
  subject: string
  bizNo: string
  /** 分 */
  expected: bigint
  actual: bigint
  detail: string
}

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
  { type: '1', resource: resources.userMessage, no: 'user_no', name: 'nick_name', gifts: true },
  { type: '2', resource: resources.serviceProvider, no: 'provider_no', name: 'provider_name', gifts: false },
  { type: '3', resource: resources.driverMessage, no: 'driver_no', name: 'real_name', gifts: false },
] as const

/** 余额, 冻结 and 赠送余额 of everybody beside the sum of their rows. */
async function accountDifferences(db: Database, tenantId: number): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { type, resource, no, name, gifts } of accounts) {
    const columns: [Difference['kind'], string, string, string][] = [
      [KIND.balance, 'balance', `case direction when '1' then amount when '4' then amount else -amount end`, '余额'],
      [KIND.frozen, 'frozen', `case direction when '3' then amount when '4' then -amount else 0 end`, '冻结金额'],
    ]
    const gift = `case direction when '1' then coalesce(gift_amount, 0) when '4' then coalesce(gift_amount, 0) else -coalesce(gift_amount, 0) end`
    if (gifts) columns.push([KIND.gift, 'gift_balance', gift, '赠送余额'])
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

/** Nobody gets more of an order than was kept of it, and what came back came back from everybody. */
async function shareDifferences(db: Database, tenantId: number): Promise<Difference[]> {
  const { rows } = await db.execute<Found>(sql`
    with shares as (
      select biz_no, sum(case amount_type when '201' then amount else 0 end) as earned,
        sum(case amount_type when '201' then amount else -amount end) as net,
        bool_or(remark like '%平台承担%') as borne
      from ${ledger} where tenant_id = ${tenantId} and amount_type in ('201', '202') and biz_type = 'order' group by biz_no)
    select '订单' as subject, s.biz_no as bizno,
      case when o.id is null or coalesce(o.pay_amount, 0) = 0 then 0
        else least(s.net, ceil(s.earned * (o.pay_amount - coalesce(o.refunded_amount, 0)) / o.pay_amount::numeric)) end::bigint::text as expected,
      s.net::text as actual
    from shares s left join ${orders} o on o.order_no = s.biz_no and o.tenant_id = ${tenantId} and o.delete_time is null
    where o.id is null or s.net > coalesce(o.pay_amount, 0) - coalesce(o.refunded_amount, 0)
      or (coalesce(o.pay_amount, 0) > 0 and not s.borne
        and s.net > ceil(s.earned * (o.pay_amount - coalesce(o.refunded_amount, 0)) / o.pay_amount::numeric))`)
  return told(KIND.shares, '分润合计超过实付减已退', rows)
}

/** An order paid from the wallet took out of it what was paid and not given back; one paid outside took nothing. */
async function incomeDifferences(db: Database, tenantId: number): Promise<Difference[]> {
  const { rows } = await db.execute<Found>(sql`
    with moved as (
      select biz_no, sum(case direction when '2' then amount else -amount end) as total from ${ledger}
      where tenant_id = ${tenantId} and owner_type = '1' and biz_type = 'order' group by biz_no),
    kept as (
      select order_no, case pay_channel when '3' then coalesce(pay_amount, 0) - coalesce(refunded_amount, 0) else 0 end as total
      from ${orders} where tenant_id = ${tenantId} and delete_time is null)
    select '订单' as subject, coalesce(k.order_no, m.biz_no) as bizno,
      coalesce(k.total, 0)::text as expected, coalesce(m.total, 0)::text as actual
    from kept k full join moved m on m.biz_no = k.order_no where coalesce(k.total, 0) <> coalesce(m.total, 0)`)
  return told(KIND.income, '订单实付减已退与用户流水不符', rows)
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
    no: withdrawals.withdrawNo!,
    amount: withdrawals.arriveAmount!,
    status: withdrawals.status!,
    name: withdrawals.accountName!,
  }
  const ours = await db
    .select(columns)
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.tenantId!, tenantId),
        eq(withdrawals.status!, STATUS.paid),
        sql`${withdrawals.payTime} >= ${from.toISOString()} and ${withdrawals.payTime} < ${to.toISOString()}`,
      ),
    )
  const found: Difference[] = []
  const add = (no: string, expected: bigint, actual: bigint, detail: string) =>
    expected !== actual && found.push({ kind: KIND.payOut, subject: '提现打款', bizNo: no, expected, actual, detail })
  for (const { no, amount } of ours) {
    const line = byNo.get(String(no))
    add(String(no), BigInt(amount as bigint), line?.amount ?? 0n, line ? '渠道账单金额不同' : '渠道账单中没有这笔打款')
  }
  const seen = new Set(ours.map(({ no }) => String(no)))
  const others = lines.filter(({ outNo, at }) => !seen.has(outNo) && at >= from && at < to)
  if (!others.length) return found
  const known = await db
    .select({ ...columns, tenantId: withdrawals.tenantId! })
    .from(withdrawals)
    .where(
      inArray(
        withdrawals.withdrawNo!,
        others.map(({ outNo }) => outNo),
      ),
    )
  for (const { outNo, amount } of others) {
    const own = known.find(({ no }) => no === outNo)
    // Another tenant's pay-outs are compared there; what nobody knows of is told to the first one.
    if (own ? Number(own.tenantId) !== tenantId : tenantId !== 1) continue
    const booked = own?.status === STATUS.paid ? BigInt(own.amount as bigint) : 0n
    add(outNo, booked, amount, own ? '渠道已付，账上未记为成功或金额不同' : '渠道已付，账上没有这笔提现')
  }
  return found
}

/** Everything that does not agree in one tenant. */
export const differencesOf = async (services: Services, tenantId: number): Promise<Difference[]> => [
  ...(await accountDifferences(services.db, tenantId)),
  ...(await shareDifferences(services.db, tenantId)),
  ...(await incomeDifferences(services.db, tenantId)),
  ...(await payOutDifferences(services, tenantId)),
]
