/** One level of a tree: the first of it in the order asked for, and how many there are. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

const { serviceProvider } = resources
const { path } = serviceProvider

describe.each([await oneKind()])('levels of a tree on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())
  const { add, must } = deskOf(() => ({ test, admin }))
  const rootList = async (query = '') => must(await admin('GET', `${path}/rootList?${query}`))
  const childList = async (pid: string, query = '') =>
    must(await admin('GET', `${path}/childList?pid=${pid}${query}`)) as unknown as Record<string, any>[]

  /** As many more like it. */
  const copies = (id: string, count: number, parentId: string | null) =>
    test.services.db.execute(sql`
      insert into ${tableOf(serviceProvider)}
      select (jsonb_populate_record(p, jsonb_build_object(
        'id', ${`${id.slice(0, 12)}-`}::text || n, 'provider_no', ${`${id.slice(0, 12)}-`}::text || n,
        'provider_name', ${id}::text || n, 'contact_phone', '1390000' || lpad(n::text, 4, '0'),
        'parent_id', ${parentId}::text, 'sort_no', n))).*
      from ${tableOf(serviceProvider)} p, generate_series(1, ${count}::int) n where p.id = ${id}`)

  it('comes in the order that is asked for, at the top and below', async () => {
    const above = await add(serviceProvider)
    for (const providerName of ['乙店', '甲店', '丙店'])
      await add(serviceProvider, { level: providerLevels.city, parentId: above.id, providerName })
    const named = async (order: string) =>
      (await childList(String(above.id), `&column=providerName&order=${order}`)).map((row) => row.providerName)
    const [up, down] = [await named('asc'), await named('desc')]
    expect(up).toHaveLength(3)
    expect(down).toEqual(up.toReversed())
    const tops = async (order: string) =>
      (await rootList(`column=createTime&order=${order}`)).records.map((row: { id: string }) => row.id)
    expect(await tops('asc')).toEqual((await tops('desc')).toReversed())
  })

  it('a search says of each where it belongs, as far up as its reader sees', async () => {
    const above = await add(serviceProvider, { providerName: '上级一' })
    const city = await add(serviceProvider, { level: providerLevels.city, parentId: above.id, providerName: '上级二' })
    await add(serviceProvider, { level: providerLevels.district, parentId: city.id, providerName: '要找的店' })
    const paths = async (from: string, query: string) => {
      const { result } = await admin('GET', `${from}/list?${query}`)
      const rows = (Array.isArray(result) ? result : result.records) as Record<string, unknown>[]
      return rows.map(({ parentPath }) => parentPath)
    }
    expect(await paths(path, `providerName=${encodeURIComponent('要找的店')}`)).toEqual(['上级一 / 上级二'])
    expect(await paths(path, `providerName=${encodeURIComponent('上级一')}`)).toEqual([undefined])
    // The whole tree is shown where it stands.
    expect((await paths(path, '')).some(Boolean)).toBe(false)
    expect(await paths('/sys/permission', `name=${encodeURIComponent('*用户管理*')}`)).toContain('系统管理')
    const departs = await paths('/sys/sysDepart', `departName=${encodeURIComponent('*部*')}`)
    expect(departs.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('says how many there are where they are more than come', async () => {
    const above = await add(serviceProvider)
    const first = await add(serviceProvider, { level: providerLevels.city, parentId: above.id })
    await copies(String(first.id), 1004, String(above.id))
    expect(await childList(String(above.id))).toHaveLength(1000)
    const before = (await rootList()).records.length as number
    const parent = (await rootList()).records.find((row: { id: string }) => row.id === above.id)
    expect(parent).toMatchObject({ hasChildren: true, childCount: 1005 })
    expect((await childList(String(above.id)))[0]).toMatchObject({ hasChildren: false, childCount: 0 })
    await copies(String(above.id), 1000, null)
    const top = await rootList()
    expect(top.records).toHaveLength(1000)
    expect(top.total).toBe(before + 1000)
  })
})
