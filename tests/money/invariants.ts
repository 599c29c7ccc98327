/** What must be true of the books whatever was done in whatever order. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import type { Tx } from '../../server/kernel/database.ts'
import { ratioOf, roomAt } from '../../server/money/chain.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { OPEN } from '../../server/money/withdrawal.ts'
import { tableOf } from '../../server/db/table.ts'
import type { Services } from '../../server/kernel/services.ts'

const {
  amountDetail,
  complaint,
  driverMessage,
  orderDeposit,
  orderMessage,
  serviceProvider,
  sysDepart,
  userCard,
  userMessage,
  userWithdrawal,
} = resources

/** Some of what is not as it must be, by what is wrong; empty when the books are true. */
export async function faultsOf(services: Services): Promise<Record<string, readonly unknown[]>> {
  const { db } = services
  const found = {
    'balances that are not the sum of their rows': await differencesOf(services, 1),
    'rows that do not follow from the row before': await brokenRows(db),
    'balances below nothing': await belowNothing(db),
    'more given back than was paid': await backAbovePaid(db),
    'complaints that do not say what they compensated': await forgottenPayments(db),
    'more shared than is left of the payment': await sharedTooMuch(db),
    'providers beside the tree': await besideTheTree(db),
    'ratios above the whole': await overfullChains(services),
    'more frozen for devices than is frozen': await frozenTooMuch(db),
    'withdrawals whose money is not where their state says': await halfWithdrawn(db),
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length))
}

const overfullChains = (services: Services) =>
  services.db.transaction(async (tx) => {
    const provinces = await tx.execute<{ id: string }>(
      sql`select id from ${tableOf(serviceProvider)} where parent_id is null and delete_time is null`,
    )
    const full = []
    for (const { id } of provinces.rows)
      if ((await roomAt(tx, { above: null, below: id })).left < (await ratioOf(tx, id))) full.push(id)
    return full
  })

/** Frozen while it is under way, gone when it is paid, neither when it is refused or failed. */
const halfWithdrawn = async (db: Db) =>
  (
    await db.execute(sql`
      select w.withdraw_no from ${tableOf(userWithdrawal)} w left join (
        select biz_no, sum(case direction when '3' then amount when '4' then -amount else 0 end) as frozen,
          sum(case direction when '2' then amount else 0 end) as gone
        from ${tableOf(amountDetail)} where biz_type = 'userWithdrawal' group by biz_no) l on l.biz_no = w.withdraw_no
      where coalesce(l.frozen, 0) <> case when w.status in ${[...OPEN]} then w.apply_amount else 0 end
        or coalesce(l.gone, 0) <> case w.status when ${withdrawStates.paid} then w.apply_amount else 0 end limit 5`)
  ).rows

const frozenTooMuch = async (db: Db) =>
  (
    await db.execute(sql`
      select driver_no from ${tableOf(driverMessage)} where coalesce(device_frozen, 0) > coalesce(frozen, 0) limit 5`)
  ).rows

type Db = Services['db'] | Tx

/** Rows of the ledger that do not follow from the row before. */
const brokenRows = async (db: Db) =>
  (
    await db.execute(sql`
      select detail_no from (
        select detail_no, direction, amount, before_amount, after_amount,
          coalesce(lag(after_amount) over (partition by owner_type, owner_id order by detail_no), 0) as was
        from ${tableOf(amountDetail)}) l
      where before_amount <> was or after_amount < 0
        or after_amount <> before_amount + case when direction in ('1', '4') then amount else -amount end limit 5`)
  ).rows

/** What was bought and what of it came back by the ledger, over its whole life: orders with their complaints, cards, deposits. */
const backAbovePaid = async (db: Db) =>
  (
    await db.execute(sql`
      with paid as (
        select o.order_no as no, o.pay_amount as amount from ${tableOf(orderMessage)} o
        union all select card_no, pay_amount from ${tableOf(userCard)}
        union all select deposit_no, amount from ${tableOf(orderDeposit)}),
      back as (
        select coalesce(o.order_no, l.biz_no) as no, sum(l.amount) as amount
        from ${tableOf(amountDetail)} l
        left join ${tableOf(complaint)} c on c.complaint_no = l.biz_no
        left join ${tableOf(orderMessage)} o on o.id = c.order_id
        where l.amount_type in ('106', '108', '109', '112') and l.direction = '1' group by 1)
      select b.no, p.amount as paid, b.amount as back from back b join paid p on p.no = b.no
      where b.amount > coalesce(p.amount, 0) limit 5`)
  ).rows

/** Complaints that do not say what they compensated. */
const forgottenPayments = async (db: Db) =>
  (
    await db.execute(sql`
      select c.complaint_no from ${tableOf(complaint)} c left join (
        select biz_no, sum(amount) as amount from ${tableOf(amountDetail)} where amount_type = '109' group by 1
      ) l on l.biz_no = c.complaint_no where coalesce(l.amount, 0) <> coalesce(c.compensation, 0) limit 5`)
  ).rows

/** Orders of which more was shared than was paid and not given back, but for what the platform bore. */
const sharedTooMuch = async (db: Db) =>
  (
    await db.execute(sql`
      select o.order_no from ${tableOf(orderMessage)} o join (
        select biz_no, sum(case amount_type when '201' then amount else -amount end) as net from ${tableOf(amountDetail)}
        where biz_type = 'order' and amount_type in ('201', '202') group by biz_no) s on s.biz_no = o.order_no
      where s.net > o.pay_amount - coalesce(o.refunded_amount, 0) + coalesce(o.borne_amount, 0) limit 5`)
  ).rows

/** Providers whose department is not below that of their parent, or that are seen by another code than its. */
const besideTheTree = async (db: Db) =>
  (
    await db.execute(sql`
      select p.provider_name from ${tableOf(serviceProvider)} p
        join ${tableOf(sysDepart)} d on d.id = p.depart_id
        left join ${tableOf(serviceProvider)} up on up.id = p.parent_id left join ${tableOf(sysDepart)} above on above.id = up.depart_id
      where p.delete_time is null and (p.sys_org_code <> d.org_code
        or (up.id is not null and (d.parent_id <> above.id or d.org_code not like above.org_code || '___'))) limit 5`)
  ).rows

/** Balances that should not be. */
const belowNothing = async (db: Db) => {
  const accounts = [userMessage, serviceProvider, driverMessage]
  const found = []
  for (const resource of accounts)
    found.push(
      ...(await db.execute(sql`select id from ${tableOf(resource)} where balance < 0 or frozen < 0 limit 5`)).rows,
    )
  return found
}
