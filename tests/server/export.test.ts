/** An export shows the rows there were when it began, each once, whatever is written while it is read. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '@voltdesk/sheets'
import { resources } from '#resources/index.ts'
import { callerFor } from '../../server/people/caller-for.ts'
import { exportPlan } from '../../server/resource/export.ts'
import { oneKind } from '../databases.ts'
import { testApp, type TestApp } from '../product.ts'

/** More than two batches. */
const ROWS = 4500

describe.each([await oneKind()])('an export on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind)
    await test.services.db.execute(
      sql`insert into rental_device_number (id, tenant_id, sn, batch_no, create_time, version)
        select 'e-' || n, 1, '67' || lpad(n::text, 8, '0'), 'EXPORT', now(), 1 from generate_series(1, ${ROWS}) n`,
    )
  })
  afterAll(() => test?.close())

  async function admin() {
    const { db } = test.services
    const { rows } = await db.execute<{ id: string }>(sql`select id from sys_user where username = 'admin'`)
    return (await callerFor(db, rows[0]!.id, 1))!
  }

  it.each([
    ['from the first on', 'asc'],
    ['from the last on', 'desc'],
  ])('has every row once %s, though rows before it come and go meanwhile', async (_, order) => {
    const { services } = test
    const caller = await admin()
    const query = { batchNo: 'EXPORT', column: 'sn', order, exportFields: 'sn', format: 'csv' }
    const { plan } = await exportPlan({ services, caller }, resources.deviceNumber, query)
    const found: Cell[] = []
    for await (const [sn] of plan.rows) {
      found.push(sn!)
      if (found.length !== 1) continue
      // As many as there are in a batch step in front, and one of those already read goes.
      await services.db.execute(sql`
        insert into rental_device_number (id, tenant_id, sn, batch_no, create_time, version)
          select ${order} || n, 1, ${order === 'asc' ? '66' : '68'} || lpad(n::text, 8, '0'), 'EXPORT', now(), 1
          from generate_series(1, 10) n`)
    }
    await services.db.execute(sql`delete from rental_device_number where id like ${`${order}%`}`)
    const expected = Array.from({ length: ROWS }, (_, at) => `67${String(at + 1).padStart(8, '0')}`)
    expect(found).toEqual(order === 'asc' ? expected : expected.reverse())
  })

  it('of a large list comes newest first, and says so', async () => {
    const { services } = test
    const reading = { services: { ...services, lists: { ...services.lists, large: ROWS - 1 } } }
    const caller = await admin()
    const query = { batchNo: 'EXPORT', column: 'sn', order: 'asc', exportFields: 'sn' }
    const { plan, order } = await exportPlan({ ...reading, caller }, resources.deviceNumber, query)
    expect(order).toBe(`超过 ${ROWS - 1} 行，按创建时间从新到旧排列`)
    let count = 0
    for await (const _ of plan.rows) count += 1
    expect(count).toBe(ROWS)
    expect((await exportPlan({ services, caller }, resources.deviceNumber, query)).order).toBeUndefined()
  })
})
