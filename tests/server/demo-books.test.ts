/** What the demo has adds up in the database, and is written once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../server/seed/index.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('the demo on %s', (kind) => {
  let test: TestApp
  let admin: Send | undefined
  const { rows } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  it('has balances that are the sums of their ledger rows', async () => {
    const wrong = await rows(sql`
      with sums as (select owner_id,
        sum(case when direction in ('1', '4') then amount else -amount end) balance,
        sum(case direction when '3' then amount when '4' then -amount else 0 end) frozen,
        sum(case when amount_type = '201' then amount else 0 end) income
        from rental_amount_detail group by 1),
      owners as (select id, balance, frozen, total_income as income from rental_service_provider
        union all select id, balance, frozen, null from rental_user_message)
      select o.id from owners o left join sums s on s.owner_id = o.id
      where o.balance <> coalesce(s.balance, 0) or o.frozen <> coalesce(s.frozen, 0) or o.income <> coalesce(s.income, 0)`)
    expect(wrong).toEqual([])
  })
  it('says of every consumer what they paid for rentals, cards and draws, less what of it went back', async () => {
    const wrong = await rows(sql`
      with spent as (
        select user_id, coalesce(pay_amount, 0) - coalesce(refunded_amount, 0) as amount from rental_order_message
        union all select user_id, pay_amount - refund_amount from rental_user_card where source = '1'
        union all select user_id, price from rental_box_draw),
      sums as (select user_id, sum(amount) as amount from spent group by 1)
      select u.user_no, u.pay_total, s.amount from rental_user_message u left join sums s on s.user_id = u.id
      where u.pay_total <> coalesce(s.amount, 0)`)
    expect(wrong).toEqual([])
  })
  it('has no amount to give back on deposits that nobody paid', async () => {
    expect(
      await rows(sql`select deposit_no from rental_order_deposit where deposit_type <> '1' and refund_amount > 0`),
    ).toEqual([])
  })
  it('keeps with every ride whose car it was', async () => {
    const [rides] = await rows<{ rides: number; kept: number }>(sql`
      select count(*)::int as rides, count(o.driver_id)::int as kept from rental_order_message o
      where exists (select from rental_amount_detail l where l.biz_no = o.order_no and l.owner_type = '3')`)
    expect(rides!.rides).toBeGreaterThan(0)
    expect(rides!.kept).toBe(rides!.rides)
  })
  it('has ledgers without gaps', async () => {
    const broken = await rows(sql`select * from (
      select before_amount, after_amount, amount, direction,
        lag(after_amount, 1, 0::bigint) over (partition by owner_id order by detail_no) as previous
      from rental_amount_detail) r where previous <> before_amount
      or after_amount <> before_amount + case when direction in ('1', '4') then amount else -amount end`)
    expect(broken).toEqual([])
  })
  it('has withdrawals of every state whose money is where the state says', async () => {
    const states = await rows<{ status: string }>(sql`select distinct status from rental_user_withdrawal order by 1`)
    expect(states.map(({ status }) => status)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
    const wrong = await rows(sql`
      select w.withdraw_no from rental_user_withdrawal w join lateral (
        select sum(case direction when '3' then amount when '4' then -amount else 0 end) frozen,
          sum(case when direction = '2' then amount else 0 end) spent
        from rental_amount_detail where biz_no = w.withdraw_no) l on true
      where w.apply_amount <> w.fee_amount + w.tax_amount + w.arrive_amount
        or l.frozen <> case when w.status in ('2', '6', '7') then 0 else w.apply_amount end
        or l.spent <> case when w.status = '6' then w.apply_amount else 0 end`)
    expect(wrong).toEqual([])
    const twice = await rows(sql`select owner_id from rental_user_withdrawal
      where status in ('0', '1', '3', '4', '5', '8') group by 1 having count(*) > 1`)
    expect(twice).toEqual([])
  })
  it('has four levels of providers under the platform, 300 devices, and chains of at most 100 %', async () => {
    const levels = await rows<{ count: number }>(
      sql`select count(*)::int from rental_service_provider where tenant_id = 1 group by level order by level`,
    )
    expect(levels.map(({ count }) => count)).toEqual([5, 12, 24, 30, 60])
    const [total] = await rows<{ devices: number }>(
      sql`select count(*)::int as devices from rental_device d join rental_service_provider p on p.id = d.merchant_id where p.level = '5' and coalesce(d.parent_id, '') = ''`,
    )
    expect(total!.devices).toBe(300)
    const [most] = await rows<{ most: number }>(sql`
      with recursive chain as (
        select p.id, c.share_ratio as ratio from rental_service_provider p
          join rental_service_provider_config c on c.provider_id = p.id where coalesce(p.parent_id, '') = ''
        union all
        select p.id, chain.ratio + c.share_ratio from rental_service_provider p
          join rental_service_provider_config c on c.provider_id = p.id join chain on chain.id = p.parent_id)
      select max(ratio)::int as most from chain`)
    expect(most!.most).toBeLessThanOrEqual(10_000)
  })
  it('has no device whose number is not registered and bound to it', async () => {
    const [unknown] = await rows<{ count: number }>(sql`
      select count(*)::int from rental_device d where not exists (
        select from rental_device_number n where n.sn = d.device_sn and n.device_id = d.id and n.status = '1'
          and n.tenant_id = d.tenant_id and n.device_type = d.device_type)`)
    expect(unknown!.count).toBe(0)
  })
  it('gives every provider a department below its parent’s', async () => {
    const wrong = await rows(sql`
      select p.id from rental_service_provider p join sys_depart d on d.id = p.depart_id
      left join rental_service_provider up on up.id = p.parent_id left join sys_depart above on above.id = up.depart_id
      where p.sys_org_code <> d.org_code
        or (above.id is not null and (d.parent_id <> above.id or d.org_code not like above.org_code || '___'))`)
    expect(wrong).toEqual([])
  })
  it('is written once, and leaves what staff changed', async () => {
    await test.services.db.execute(sql`update sys_dict_item set item_text = '男士' where item_text = '男'`)
    const count = () => rows<{ n: number }>(sql`select count(*)::int as n from rental_amount_detail`)
    const before = await count()
    await test.services.db.execute(sql`update sys_seed set fingerprint = 'older'`)
    const { accounts } = await seed(test.services, () => import('../../demo/index.ts'))
    expect(await count()).toEqual(before)
    expect(accounts.map(({ username }) => username)).toContain('ops_manager')
    expect(await rows(sql`select 1 from sys_dict_item where item_text = '男'`)).toEqual([])
    await test.services.db.execute(sql`update sys_dict_item set item_text = '男' where item_text = '男士'`)
  })
})
