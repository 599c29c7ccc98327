/** A select is no second door: what it names, a list that this person may open shows too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { allResources, resources } from '#resources/index.ts'
import { callerFor } from '../../server/people/caller-for.ts'
import { mayChoose, offeredTo } from '../../server/resource/offered.ts'
import { tableOf } from '../../server/db/table.ts'
import { oneKind } from '../databases.ts'
import { asIfLarge } from '../explain.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

interface Option {
  value: string
  text: string
}

describe('selects', () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const options = async (send: Send, path: string, query = 'pageSize=200') => {
    const { status, result } = await send('GET', `${path}/options?${query}`)
    return { status, rows: (result ?? []) as Option[] }
  }

  it.each(['provider01', 'service', 'finance', 'cashier', 'viewer'])(
    '%s is offered nothing that no list of theirs names, by search or by id',
    async (name) => {
      const send = await test.as(name)
      const me = (await send('GET', '/sys/user/getUserInfo')).result.userInfo as { id: string }
      const known = new Set<string>()
      const read = async (path: string, page: number) => {
        const { status, raw, result } = await send('GET', `${path}/list?pageSize=1000&pageNo=${page}`)
        if (status !== 200) return 0
        raw.body.match(/[\w-]{4,}/g)?.forEach((word) => known.add(word))
        return Number((result as { pages?: number }).pages ?? 1)
      }
      /** Of long lists what comes after the first page, read only while somebody is offered that no list has named so far. */
      const further: (readonly [path: string, page: number])[] = []
      for (const { path } of allResources()) {
        const pages = await read(path, 1)
        for (let page = 2; page <= pages; page += 1) further.push([path, page])
      }
      // People of the own department and below are offered to everybody.
      const people = (await send('GET', '/sys/user/queryUserComponentData?pageSize=1000')).result.records
      const colleagues = (people as { id: string }[]).map(({ id }) => id)
      for (const resource of allResources()) {
        const mine = await options(send, resource.path)
        if (mine.status !== 200) continue
        const own = resource.name === 'sysUser' ? [me.id, ...colleagues] : []
        const isKnown = ({ value }: Option) => known.has(value) || own.includes(value)
        const beyond = async ({ rows }: { rows: Option[] }) => {
          while (further.length && !rows.every(isKnown)) {
            // Their own list is the likeliest, where the oldest, who are offered first, stand last.
            const own = further.findLastIndex(([path]) => path === resource.path)
            await read(...further.splice(Math.max(own, 0), 1)[0]!)
          }
          return rows.filter((one) => !isKnown(one))
        }
        expect(await beyond(mine), resource.label).toEqual([])
        const all = (await options(admin, resource.path)).rows
        const foreign = all.filter((one) => !isKnown(one))
        if (!foreign.length) continue
        const ids = foreign.map(({ value }) => value).join(',')
        expect(await beyond(await options(send, resource.path, `ids=${ids}`)), resource.label).toEqual([])
        const keyword = encodeURIComponent(foreign[0]!.text)
        expect(await beyond(await options(send, resource.path, `keyword=${keyword}`)), resource.label).toEqual([])
      }
    },
    120_000,
  )

  it('lists of names are gathered once, not for each row', async () => {
    const { rows } = await test.services.db.execute<{ id: string }>(
      sql`select id from sys_user where username = 'viewer'`,
    )
    const viewer = (await callerFor(test.services.db, rows[0]!.id, 1))!
    let [several, single] = [0, 0]
    await asIfLarge(test.services.db, async (explain) => {
      for (const one of allResources()) {
        const caller = { ...viewer, permissions: new Set([`${one.permission}:list`]) }
        for (const target of allResources()) {
          if (one.permission === target.permission || !mayChoose(caller, target)) continue
          const plan = await explain(sql`select id from ${tableOf(target)} where ${offeredTo(caller, target)}`)
          // Where a list is taken apart: part of what is asked once, not of what is asked for each row.
          const lines = plan.split('\n')
          const apart = lines.flatMap((line, at) => (line.includes('ProjectSet') ? [lines.slice(0, at)] : []))
          for (const above of apart)
            expect(
              above.findLast((line) => /^ *(Init|Sub)Plan/.test(line)),
              plan,
            ).not.toContain('SubPlan')
          if (apart.length) several += 1
          else single += 1
        }
      }
    })
    expect(several).toBeGreaterThan(3)
    expect(single).toBeGreaterThan(10)
  })

  it('orders are offered newest first, and those of one consumer where a complaint is theirs', async () => {
    const { orderMessage } = resources
    const orderOf = async (query: string) => {
      const { rows } = await options(admin, orderMessage.path, query)
      expect(rows.length).toBeGreaterThan(1)
      const numbers = rows.map(({ text }) => text)
      expect(numbers).toEqual([...numbers].sort().reverse())
      const records = await Promise.all(
        rows.map(({ value }) => admin('GET', `${orderMessage.path}/queryById?id=${value}`)),
      )
      return new Set(records.map(({ result }) => result.userId as string))
    }
    const [, second] = [...(await orderOf('pageSize=20'))]
    expect(await orderOf(`userId=${second}`)).toEqual(new Set([second]))
    // By nothing else, or one could feel one's way to what a list hides.
    for (const query of [`deviceId=${second}`, `payAmount=1.00`])
      expect((await options(admin, orderMessage.path, query)).status).toBe(400)
    expect((await options(admin, resources.userMessage.path, `phone=13800000000`)).status).toBe(400)
    const provider = await test.as('provider01')
    for (const { value } of (await options(provider, orderMessage.path, `userId=${second}`)).rows)
      expect((await provider('GET', `${orderMessage.path}/queryById?id=${value}`)).status).toBe(200)
  })

  it('an outside partner is nobody’s deputy, and is offered none', async () => {
    const partner = await test.as('provider01')
    const manager = await test.as('ops_manager')
    expect((await partner('GET', '/sys/deputy/candidates')).result).toEqual([])
    const names = ((await manager('GET', '/sys/deputy/candidates')).result as { username: string }[]).map(
      ({ username }) => username,
    )
    expect(names).toContain('viewer')
    expect(names.filter((name) => name.startsWith('provider'))).toEqual([])
    const { rows } = await test.services.db.execute<{ id: string }>(
      sql`select id from sys_user where username = 'provider01'`,
    )
    const draft = { deputyId: rows[0]!.id, beginTime: '2099-01-01 00:00:00', endTime: '2099-01-02 00:00:00' }
    expect(await manager('POST', '/sys/deputy/add', draft)).toMatchObject({ success: false })
  })
})
