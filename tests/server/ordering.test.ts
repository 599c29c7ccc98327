/** Records put in order by hand, for every resource whose definition says so. On both databases. */
import { shelfStates } from '#resources/shelf.ts'
import { jumpTypes } from '#resources/jump.ts'
import { adPlaces, channels } from '#resources/content/places.ts'
import { showStates } from '#resources/content/banner.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { allResources, resources } from '#resources/index.ts'
import { newId } from '../../server/kernel/id.ts'
import { dataLog } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { bothKinds } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

type Row = Record<string, unknown> & { id: string; version: number }
const sorted = allResources().filter(({ list }) => list.order)
const banners = tableOf(resources.banner)
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe.each(await bothKinds())('order by hand on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const rowsOf = async (path: string, query = 'pageSize=100') =>
    (await admin('GET', `${path}/list?${query}`)).result.records as Row[]
  const sort = (path: string, rows: readonly Row[], send = admin) =>
    send('PUT', `${path}/sort`, { rows: rows.map(({ id, version }) => ({ id, version })) })
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
  const places = (rows: readonly Row[]) => rows.map(({ sortNo }) => sortNo as number)

  it('is there for everything that has a place', () => {
    expect(sorted.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['banner', 'cancelReason', 'settleReason', 'commonProblem', 'card', 'onceCard']),
    )
    for (const { list, name } of sorted) expect(list.sort, name).toBe(list.order)
  })

  it.each(sorted.map((resource) => [resource.name, resource] as const))(
    '%s: the records take the places they had together, and the log says so',
    async (_, resource) => {
      const before = await rowsOf(resource.path)
      expect(before.length).toBeGreaterThan(1)
      const order = resource.list.order!
      const wanted = [before.at(-1)!, ...before.slice(0, -1)]
      expect(await sort(resource.path, wanted)).toMatchObject({ success: true, message: '排序已保存' })
      const after = await rowsOf(resource.path)
      expect(idsOf(after)).toEqual(idsOf(wanted))
      const numbers = after.map((row) => Number(row[order]))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      const log = (await admin('GET', `/sys/dataLog/list?dataTable=${resource.table}&dataId=${wanted[0]!.id}`)).result
      expect(log.records[0]).toMatchObject({ operation: 'sort', operation_dictText: '排序' })

      // The same again changes nothing, and says so by the version.
      expect((await sort(resource.path, after)).success).toBe(true)
      expect((await rowsOf(resource.path)).map(({ version }) => version)).toEqual(after.map(({ version }) => version))
    },
  )

  const alike = async (prefix: string, count: number, sortNo: number, more: object = {}) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: newId(),
      tenantId: 1,
      title: `${prefix}${n}`,
      image: 'temp/x.png',
      channel: channels.wechat,
      position: adPlaces.bottom,
      jumpType: jumpTypes.none,
      sortNo,
      status: shelfStates.off,
      showState: showStates.off,
      clicks: 0,
      ...more,
    }))
    await test.services.db.insert(banners).values(rows)
    return rows.map(({ id }) => id)
  }

  it('on one number for all, those behind step back and keep their order', async () => {
    const ids = await alike('同号', 12, 500)
    const query = `title=${encodeURIComponent('同号*')}&pageSize=5`
    const page = await rowsOf('/rental/banner', query)
    expect(idsOf(page)).toEqual(ids.slice(0, 5))
    expect((await sort('/rental/banner', [...page].reverse())).success).toBe(true)
    const all = await rowsOf('/rental/banner', `title=${encodeURIComponent('同号*')}&pageSize=50`)
    expect(idsOf(all)).toEqual([...ids.slice(0, 5).reverse(), ...ids.slice(5)])
    expect(places(all).slice(0, 5)).toEqual([500, 501, 502, 503, 504])
  })

  it('where only some are looked at, the others stay where they stand', async () => {
    const ids = [...(await alike('甲位', 3, 700)), ...(await alike('乙位', 1, 701)), ...(await alike('甲位后', 1, 702))]
    const [second] = await rowsOf('/rental/banner', `title=${encodeURIComponent('甲位后*')}`)
    const [first] = await rowsOf('/rental/banner', `title=${encodeURIComponent('甲位0')}`)
    expect((await sort('/rental/banner', [second!, first!])).success).toBe(true)
    const found = await test.services.db
      .select({ id: banners.id })
      .from(banners)
      .where(and(isNull(banners.deleteTime), eq(banners.sortNo, 700)))
      .orderBy(asc(banners.id))
    expect(found.map(({ id }) => id)).toEqual([ids[1], ids[2], second!.id])
  })

  it('a number that somebody else is just giving to one of those behind stays', async () => {
    const [, , third] = await alike('并改', 4, 800)
    const page = (await rowsOf('/rental/banner', `title=${encodeURIComponent('并改*')}&pageSize=2`)).reverse()
    const { pool } = test.services
    const other = await pool.connect()
    await other.query('begin')
    await other.query('update rental_banner set sort_no = 5000, version = version + 1 where id = $1', [third])
    const sorting = sort('/rental/banner', page)
    // The embedded database does one after the other anyway.
    if (kind === 'postgres')
      await until('the other to wait', async () => (await pool.query(WAITING)).rowCount || undefined)
    await other.query('commit')
    other.release()
    const { status, message } = await sorting
    if (kind === 'postgres')
      expect({ status, message }).toMatchObject({ status: 409, message: expect.stringMatching(/请核对后再排序$/) })
    else expect(status).toBe(200)
    const [row] = await test.services.db.select().from(banners).where(eq(banners.id, third!))
    expect(row).toMatchObject({ sortNo: 5000 })
  })

  it('refuses what is stale, foreign, unknown, twice or too much, and changes nothing', async () => {
    const before = await rowsOf('/rental/banner')
    const [one, two, three] = before as [Row, Row, Row]
    const [foreign] = await alike('外租户', 1, 1, { tenantId: 2 })
    const stale = await sort('/rental/banner', [two, { ...one, version: one.version + 1 }])
    expect(stale).toMatchObject({ status: 409 })
    expect(stale.message).toMatch(/请核对后再保存$/)
    for (const [rows, status, message] of [
      [[two, { ...one, id: foreign! }], 404, '轮播图不存在或已被删除'],
      [[two, { ...one, id: 'no-such' }], 404, '轮播图不存在或已被删除'],
      [[two, one, two], 400, '同一条记录不能出现两次'],
      [[one], 400, '至少两条记录才能排序'],
      [Array.from({ length: 101 }, () => three), 400, '一次最多排序 100 条'],
    ] as const) {
      const reply = await sort('/rental/banner', rows as readonly Row[])
      expect(reply).toMatchObject({ status })
      expect(reply.message).toContain(message)
    }
    expect((await sort('/rental/banner', before, await test.as('viewer'))).status).toBe(403)
    expect((await admin('PUT', '/rental/userMessage/sort', { rows: [] })).status).toBe(404)
    expect(await rowsOf('/rental/banner')).toEqual(before)
  })

  it('says when there are no numbers left', async () => {
    await alike('到顶', 3, 9999)
    const rows = await rowsOf('/rental/banner', `title=${encodeURIComponent('到顶*')}`)
    const reply = await sort('/rental/banner', [...rows].reverse())
    expect(reply).toMatchObject({ success: false, message: '排序已到上限 9999，请先改小后面几条的数值' })
    const logged = await test.services.db.select().from(dataLog).where(eq(dataLog.dataId, rows[0]!.id))
    expect(logged).toEqual([])
  })
})
