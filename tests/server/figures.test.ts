/** Every figure of every definition is what its list finds, whoever asks, kept by the hour or not, whatever changes. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CountedFigure, DashboardAnswer, PanelAnswer } from '#model/dashboard.ts'
import { DEPARTMENTS } from '#model/figure.ts'
import { filteredBy, parametersOfFigure } from '#model/figures.ts'
import { exactHundredths, fromHundredths } from '#model/money.ts'
import { knownFigure, permissionOf, type Resource } from '#model/resource.ts'
import { directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { dashboards } from '#resources/dashboards.ts'
import { allResources, knownResource, resources } from '#resources/index.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { tableOf } from '../../server/db/table.ts'
import { rollUp } from '../../server/figures/roll-up.ts'
import { localTime } from '../../server/resource/write.ts'
import { bothKinds } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const READERS = ['admin', 'ops_manager', 'finance', 'provider01', 'viewer']

/** Every number of a panel. */
const numbersOf = (panel: PanelAnswer): CountedFigure[] => {
  if (panel.kind === 'tile') return [panel.now, ...(panel.before ? [panel.before.day, panel.before.week] : [])]
  // A few days stand for all of them.
  if (panel.kind === 'failed') return []
  if (panel.kind === 'trend') return panel.days.filter((_, index) => index % 23 === 0 || index > panel.days.length - 3)
  return panel.parts.filter(({ value }) => value).slice(0, 2)
}

async function listed(send: Send, resource: Resource, { figure }: PanelAnswer, { filters }: CountedFigure) {
  const query = new URLSearchParams({ ...parametersOfFigure(resource, filters), pageSize: '1000' }).toString()
  const { sum } = knownFigure(resource, figure)
  const { records, total } = (await send('GET', `${resource.path}/list?${query}`)).result as {
    records: Record<string, string>[]
    total: number
  }
  if (!sum) return { count: total, amount: String(total) }
  let amount = records.reduce((all, row) => all + exactHundredths(row[sum] ?? '0'), 0n)
  for (let page = 2; (page - 1) * 1000 < total; page += 1) {
    const more = (await send('GET', `${resource.path}/list?${query}&pageNo=${page}`)).result as {
      records: Record<string, string>[]
    }
    amount += more.records.reduce((all, row) => all + exactHundredths(row[sum] ?? '0'), 0n)
  }
  return { count: total, amount: fromHundredths(amount) }
}

async function asListed(test: TestApp, reader: string, among: readonly string[]): Promise<number> {
  const send = await test.as(reader)
  let compared = 0
  for (const name of among) {
    const { panels } = (await send('GET', `/rental/figures/${name}`)).result as DashboardAnswer
    for (const panel of panels)
      for (const number of numbersOf(panel)) {
        const { count, amount } = number
        const told = `${reader} ${panel.resource}.${panel.figure} ${JSON.stringify(number.filters)}`
        expect([told, { count, amount }]).toEqual([
          told,
          await listed(send, knownResource(panel.resource), panel, number),
        ])
        compared += 1
      }
  }
  return compared
}

describe.each(await bothKinds())('figures on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind)
  })
  afterAll(() => test?.close())

  // Each figure once; what both databases do alike is compared on one.
  const some = kind === 'embedded' ? ['analysis'] : ['analysis', 'index', 'monitor']

  const today = () => localTime(test.services).slice(0, 10)
  const countAll = async () => {
    while (await rollUp(test.services, today()));
  }
  const stale = async () => {
    const { rows } = await test.services.db.execute<{ count: number }>(
      sql`select count(*)::int as count from sys_figure_stale where hour < ${today()}::timestamptz`,
    )
    return rows[0]!.count
  }

  it('is what the lists find before anything is kept', async () => {
    expect(await stale()).toBeGreaterThan(0)
    for (const reader of ['admin', 'provider01']) expect(await asListed(test, reader, some)).toBeGreaterThan(20)
  })

  it('is what the lists find when it is kept by the hour', async () => {
    await countAll()
    expect(await stale()).toBe(0)
    for (const reader of ['admin', 'provider01']) await asListed(test, reader, some)
  })

  it('reads what is kept', async () => {
    await test.services.db.execute(sql`update sys_figure_hour set count = count + 1000`)
    await expect(asListed(test, 'admin', ['chart'])).rejects.toThrow()
    await test.services.db.execute(sql`update sys_figure_hour set count = count - 1000`)
    await asListed(test, 'admin', ['chart'])
  })

  it('follows changes of what is long over: states, money, deletion, another time, another department', async () => {
    const orders = tableOf(resources.orderMessage)
    const { db } = test.services
    const some = (at: number) => sql`id in (select id from ${orders} order by id limit 40 offset ${at})`
    await db.execute(sql`update ${orders} set status = ${orderStates.broken} where ${some(0)}`)
    await db.execute(sql`update ${orders} set pay_amount = pay_amount + 7 where ${some(40)}`)
    await db.execute(sql`update ${orders} set delete_time = now() where ${some(80)}`)
    await db.execute(sql`update ${orders} set end_time = end_time - interval '26 hours' where ${some(120)}`)
    await db.execute(sql`update ${orders} set sys_org_code = 'A01A02', area_code = '310115' where ${some(160)}`)
    await db.execute(sql`delete from ${orders} where ${some(200)}`)
    expect(await stale()).toBeGreaterThan(0)
    for (const reader of ['admin', 'provider01']) await asListed(test, reader, ['analysis'])
    await countAll()
    for (const reader of ['admin', 'provider01']) await asListed(test, reader, ['analysis'])
  })

  it('notes nothing of a change that no figure looks at', async () => {
    expect(await stale()).toBe(0)
    await test.services.db.execute(sql`update ${tableOf(resources.userMessage)} set balance = balance + 1`)
    expect(await stale()).toBe(0)
  })

  it('loses no change that is written while the hour is counted', async () => {
    if (kind === 'embedded') return expect(kind).toBe('embedded')
    const orders = tableOf(resources.orderMessage)
    const { pool, db } = test.services
    const writer = await pool.connect()
    try {
      await db.execute(
        sql`update ${orders} set pay_amount = pay_amount + 1 where start_time < now() - interval '2 days'`,
      )
      await writer.query('begin')
      // Everything is counted anew meanwhile, which may take longer than a transaction may otherwise lie idle.
      await writer.query('set local idle_in_transaction_session_timeout = 0')
      await writer.query(
        `update rental_order_message set pay_amount = pay_amount + 100 where id = (select id from rental_order_message
         where status = $1 and end_time between now() - interval '20 days' and now() - interval '3 days' limit 1)`,
        [orderStates.done],
      )
      await countAll()
      await writer.query('commit')
    } finally {
      writer.release()
    }
    expect(await stale()).toBeGreaterThan(0)
    await asListed(test, 'admin', ['chart'])
    await countAll()
    await asListed(test, 'admin', ['chart'])
  })

  it('shows nobody a figure of a list they may not see', async () => {
    for (const reader of READERS) {
      const send = await test.as(reader)
      for (const [name, { panels }] of Object.entries(dashboards)) {
        const answer = (await send('GET', `/rental/figures/${name}`)).result as DashboardAnswer
        const seen = new Set(answer.panels.map(({ resource }) => resource))
        for (const { resource } of panels) {
          const { status } = await send('GET', `${resource.path}/list?pageSize=1`)
          expect([reader, resource.name, seen.has(resource.name)]).toEqual([reader, resource.name, status === 200])
        }
      }
    }
  })

  it('divides by department, with what is below each, under the one that the reader sees all of', async () => {
    type Parts = Extract<PanelAnswer, { kind: 'parts' }>
    const byDepartment = async (reader: string) => {
      const { panels } = (await (await test.as(reader))('GET', '/rental/figures/index')).result as DashboardAnswer
      return panels.find((panel): panel is Parts => panel.kind === 'parts' && panel.by === DEPARTMENTS)!
    }
    const total = (panel: Parts) => panel.parts.reduce((all, one) => all + exactHundredths(one.amount), 0n)
    const incomeOf = async (reader: string) => {
      const { panels } = (await (await test.as(reader))('GET', '/rental/figures/analysis')).result as DashboardAnswer
      const byCity = panels.find((panel): panel is Parts => panel.kind === 'parts' && panel.by === 'areaCode')!
      return total(byCity) + exactHundredths(byCity.others?.amount ?? '0')
    }
    // Some of a department further down, and some of the root itself.
    await test.services.db.execute(sql`update rental_order_message set sys_org_code = 'A01A01A01' where id in
      (select id from rental_order_message where sys_org_code = 'A01A01' and end_time > now() - interval '20 days' limit 3)`)
    await test.services.db.execute(sql`update rental_order_message set sys_org_code = 'A01' where id in
      (select id from rental_order_message where sys_org_code = 'A01A01' and end_time > now() - interval '20 days' limit 3)`)
    for (const kept of [false, true]) {
      if (kept) await countAll()
      const whole = await byDepartment('admin')
      expect(whole.parts.length).toBeGreaterThan(1)
      for (const { value, text } of whole.parts) {
        expect(value).toMatch(/^(A01[A-Z]\d\d)?$/)
        expect(text).toMatch(value ? /\p{Script=Han}/u : /（本级）$/)
      }
      expect(total(whole)).toBe(await incomeOf('admin'))
      const below = await byDepartment('operator')
      for (const { value } of below.parts) expect(value).toMatch(/^(A01A01[A-Z]\d\d)?$/)
      expect(total(below)).toBe(await incomeOf('operator'))
      await asListed(test, 'admin', ['index'])
    }
  })

  it('says in the place of a panel why that one cannot be counted, and counts the others', async () => {
    const { db } = test.services
    const { rows: menus } = await db.execute<{ id: string }>(
      sql`select id from sys_permission where perms = 'rental:device:list'`,
    )
    await db.execute(sql`insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
      values ('broken', ${menus[0]!.id}, '坏规则', 'noSuchColumn', '=', '1')`)
    const bound = sql`from sys_role where sys_role.id = role_id and role_code = 'operator' and permission_id = ${menus[0]!.id}`
    await db.execute(sql`update sys_role_permission set data_rule_ids = 'broken' ${bound}`)
    try {
      const { status, result } = await (await test.as('operator'))('GET', '/rental/figures/analysis')
      expect(status).toBe(200)
      const { panels } = result as DashboardAnswer
      const broken = panels.filter(({ kind }) => kind === 'failed')
      expect(broken.map(({ figure }) => figure)).toEqual(['online', 'offline', 'fault'])
      for (const one of broken)
        expect(one).toMatchObject({ of: 'tile', resource: 'device', message: expect.stringContaining('无法识别') })
      const rest = panels.filter(({ kind }) => kind !== 'failed')
      expect(rest.map(({ resource }) => resource)).toContain('orderMessage')
    } finally {
      await db.execute(sql`update sys_role_permission set data_rule_ids = null ${bound}`)
      await db.execute(sql`delete from sys_permission_data_rule where id = 'broken'`)
    }
  })

  it('counts as refunds whatever went back to a consumer, once', async () => {
    const { depositBack, orderRefund, compensation, cardRefund } = amountTypes
    for (const type of [depositBack, compensation, cardRefund])
      await test.services.db.execute(sql`update rental_amount_detail set amount_type = ${type} where id = (
        select id from rental_amount_detail where tenant_id = 1 and amount_type = ${orderRefund} and direction = ${directions.income}
        and create_time >= now() - interval '60 days' limit 1)`)
    const { panels } = (await (await test.as('admin'))('GET', '/rental/figures/chart')).result as DashboardAnswer
    const refunds = panels.find(({ resource }) => resource === 'amountDetail')
    if (refunds?.kind !== 'trend') return expect(refunds).toMatchObject({ kind: 'trend' })
    const { rows } = await test.services.db.execute<{ type: string; sum: string }>(sql`
      select amount_type as type, sum(amount)::text as sum from rental_amount_detail
      where tenant_id = 1 and delete_time is null and direction = ${directions.income}
        and amount_type in (${depositBack}, ${orderRefund}, ${compensation}, ${cardRefund})
        and create_time >= ${refunds.days[0]!.day}::timestamptz group by 1`)
    const back = rows.reduce((all, { sum }) => all + BigInt(sum), 0n)
    expect(refunds.days.reduce((all, { amount }) => all + exactHundredths(amount), 0n)).toBe(back)
    expect(rows.map(({ type }) => type).toSorted()).toEqual(
      [depositBack, orderRefund, compensation, cardRefund].toSorted(),
    )
  })

  it('refuses a dashboard that is not there', async () => {
    const send = await test.as('admin')
    expect(await send('GET', '/rental/figures/constructor')).toMatchObject({
      status: 404,
      message: '看板不存在或已被删除',
    })
  })
})

describe('a figure', () => {
  it.each(
    allResources().flatMap((resource) =>
      Object.entries(resource.figures).map(([name, figure]) => [`${resource.name}.${name}`, resource, figure] as const),
    ),
  )('%s leads to a list that can be narrowed to it by hand', (_, resource, figure) => {
    for (const name of filteredBy(figure)) expect(resource.list.filters).toContain(name)
    expect(permissionOf(resource, 'list')).toBe(`${resource.permission}:list`)
  })
})
