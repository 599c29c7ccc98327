/** Tenants and positions. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { administrators } from '../../server/people/administrators.ts'
import { makePerson } from '../empty-app.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

describe.each([await oneKind()])('tenants and positions on %s', (kind) => {
  let test: TestApp
  let admin: Send | undefined
  const { rows, get, made } = clerkOf(() => ({ test, admin }))
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  it('a tenant gets the next number and its settings, and stays while something belongs to it', async () => {
    const id = await made('/sys/tenant/add', { name: '新租户', status: 1 })
    expect(id).toBe('3')
    expect(
      await rows(sql`select 1 from rental_app_config where tenant_id = 3 and config_key = 'withdraw.min'`),
    ).toHaveLength(1)
    expect((await get('/sys/tenant/queryList')).result).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect((await admin!('DELETE', '/sys/tenant/delete?id=2')).message).toBe('该租户已被引用，无法删除！')
    expect((await admin!('DELETE', '/sys/tenant/deleteBatch?ids=1,2,')).message).toBe(
      '选择的租户都已被引用，无法删除！',
    )
    expect((await admin!('DELETE', '/sys/tenant/deleteBatch?ids=')).message).toBe('未选中租户！')
    expect((await admin!('DELETE', `/sys/tenant/deleteBatch?ids=2,${id}`)).message).toBe(
      '部分删除成功！（被引用的租户无法删除）',
    )
    expect((await get('/sys/tenant/userList?id=2')).result).toContainEqual(
      expect.objectContaining({ username: 'two_tenants' }),
    )
  })
  it('an administrator whose first tenant is over hears of troubles in the next one that is open', async () => {
    const over = await made('/sys/tenant/add', { name: '到期租户', status: 1, endDate: '2020-01-01 00:00:00' })
    const { id } = await makePerson(test, { tenants: [Number(over), 1] })
    await test.services.db.execute(
      sql`insert into sys_user_role (user_id, role_id, tenant_id) select ${id}, id, 0 from sys_role where role_code = 'admin'`,
    )
    const all = await administrators(test.services.db)
    expect(all.get(1)).toContain(id)
    expect(all.get(Number(over)) ?? []).not.toContain(id)
  })
  it('N12: the page of a tenant shows its people, and opens those of the own tenant', async () => {
    const { people } = (await get('/sys/tenant/queryById?id=2')).result
    expect(people.count).toBe(people.shown.length)
    const both = people.shown.find(({ username }: { username: string }) => username === 'two_tenants')
    expect(both).toMatchObject({ id: expect.any(String), frozen: false })
    for (const one of people.shown)
      expect(Object.keys(one).every((key) => ['id', 'username', 'realname', 'frozen'].includes(key))).toBe(true)
    const own = (await get('/sys/tenant/queryById?id=1')).result.people
    expect(own.count).toBeGreaterThan(5)
    expect(own.shown.every(({ id }: { id?: string }) => id)).toBe(true)
    // What is laid beside a record is no part of it.
    const { id, version, name } = (await get('/sys/tenant/queryById?id=2')).result
    const back = await admin!('PUT', '/sys/tenant/edit', { id, version, name, people })
    expect(back.message).toBe('修改成功!')
  })
  it('a position carries its rank under every name clients know', async () => {
    const { result } = await get('/sys/position/list?code=manager')
    expect(result.records).toMatchObject([
      { postRank: '3', postRank_dictText: '中级', rank: '3', rank_dictText: '中级', postLevel: 3 },
    ])
  })
})
