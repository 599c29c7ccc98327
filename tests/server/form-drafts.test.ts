/** Half-typed forms on the server: whose they are, what they hold, how long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desc, eq, sql } from 'drizzle-orm'
import { removeExpired } from '../../server/db/sweep.ts'
import { tableOf } from '../../server/db/table.ts'
import { formDraft } from '../../server/db/tables.ts'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const users = tableOf(resources.sysUser)

describe('drafts', () => {
  let test: TestApp
  let admin: Send
  let operator: Send
  let viewer: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    ;[admin, operator, viewer] = await Promise.all([test.as('admin'), test.as('operator'), test.as('viewer')])
  })
  afterAll(() => test.close())

  const one = async (who: Send, resource: string, recordId = '') =>
    (await who('GET', `/sys/draft/one?resource=${resource}&recordId=${recordId}`)).result
  const save = (who: Send, body: object) => who('PUT', '/sys/draft/save', { resource: 'banner', device: 'a', ...body })

  it('are of records that are there, and so many a person: of more the oldest goes', async () => {
    expect(await save(operator, { recordId: 'no-such', values: { title: '无' } })).toMatchObject({ status: 404 })
    const { userId, tenantId } = (
      await test.services.db
        .select({ userId: users.id, tenantId: sql<number>`1` })
        .from(users)
        .where(eq(users.username, 'operator'))
    )[0]!
    const before = { userId, tenantId, values: {}, device: 'a', host: '浏览器', resource: 'banner' }
    const at = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000).toISOString()
    await test.services.db
      .insert(formDraft)
      .values(Array.from({ length: 60 }, (_, i) => ({ ...before, recordId: `old-${i}`, updateTime: at(100 - i) })))
    expect((await save(operator, { values: { title: '新' } })).success).toBe(true)
    const kept = await test.services.db
      .select({ recordId: formDraft.recordId })
      .from(formDraft)
      .where(eq(formDraft.userId, userId))
      .orderBy(desc(formDraft.updateTime))
    expect(kept.map(({ recordId }) => recordId)).toEqual(['', ...Array.from({ length: 49 }, (_, i) => `old-${59 - i}`)])
    await operator('DELETE', '/sys/draft/all')
  })

  it('go on on another device, by form and record, and nobody else has them', async () => {
    expect(await one(admin, 'banner')).toBeNull()
    await save(admin, { values: { title: '半个' } })
    const { id } = (await admin('GET', '/rental/banner/list?pageSize=1')).result.records[0] as { id: string }
    await save(admin, { recordId: id, recordVersion: 3, values: { title: '第七个' } })
    expect(await one(admin, 'banner')).toMatchObject({ values: { title: '半个' }, device: 'a', host: '浏览器' })
    expect(await one(admin, 'banner', id)).toMatchObject({ values: { title: '第七个' }, recordVersion: 3 })
    expect(await one(operator, 'banner')).toBeNull()
    expect((await viewer('GET', '/sys/draft/one?resource=banner')).status).toBe(403)
    expect((await save(viewer, { values: {} })).status).toBe(403)
    expect((await admin('GET', '/sys/draft/one?resource=nothing')).status).toBe(404)
    expect((await test.anonymous('GET', '/sys/draft/one?resource=banner')).status).toBe(401)
    await admin('DELETE', `/sys/draft/delete?resource=banner&recordId=${id}`)
    expect(await one(admin, 'banner', id)).toBeNull()
    expect(await one(admin, 'banner')).not.toBeNull()
  })

  it('say where else the same form is being filled in; the newest wins', async () => {
    const first = await save(admin, { values: { title: '一' } })
    expect(first.result.other).toBeNull()
    const known = first.result.stamp as string
    expect((await save(admin, { values: { title: '二' }, known })).result.other).toBeNull()
    const other = await save(admin, { values: { title: '三' }, device: 'b' })
    expect(other.result.other).toMatchObject({ host: '浏览器' })
    // Who knows the other one writes on without a word.
    expect(
      (await save(admin, { values: { title: '四' }, device: 'c', known: other.result.stamp })).result.other,
    ).toBeNull()
    expect((await one(admin, 'banner')).values).toEqual({ title: '四' })
  })

  it('are not thrown away with what another device has typed since', async () => {
    const mine = await save(admin, { values: { title: '我' } })
    const known = mine.result.stamp as string
    await save(admin, { values: { title: '那边' }, device: 'b' })
    await admin('DELETE', `/sys/draft/delete?resource=banner&known=${known}`)
    expect((await one(admin, 'banner')).values).toEqual({ title: '那边' })
  })

  it('go with the form that is saved, in one step, but not with one that is refused or with what another device has typed', async () => {
    const banner = { title: `存一半 ${Date.now()}` }
    const add = (body: Record<string, unknown>, stamp: unknown) =>
      admin('POST', '/rental/banner/add', make(resources.banner, body), { 'x-draft': String(stamp) })
    const mine = await save(admin, { values: { title: '存' } })
    expect((await add({ title: '' }, mine.result.stamp)).success).toBe(false)
    expect(await one(admin, 'banner')).not.toBeNull()
    const there = await save(admin, { values: { title: '那边' }, device: 'b' })
    expect((await add({ title: banner.title }, mine.result.stamp)).success).toBe(true)
    expect((await one(admin, 'banner')).values).toEqual({ title: '那边' })
    const added = await add({ title: `${banner.title} 再` }, there.result.stamp)
    expect(added.success).toBe(true)
    expect(await one(admin, 'banner')).toBeNull()

    const recordId = (added.result as { id: string }).id
    const changed = await save(admin, { recordId, values: { title: '改' } })
    const put = { id: recordId, version: 1, title: `${banner.title} 改` }
    expect((await admin('PUT', '/rental/banner/edit', put, { 'x-draft': changed.result.stamp })).success).toBe(true)
    expect(await one(admin, 'banner', recordId)).toBeNull()
  })

  it('hold no password, no masked value and nothing that is no field', async () => {
    const values = { realname: '张三', phone: '13812345678', password: 'Secret#2026', selectedroles: '1', nothing: 1 }
    await save(admin, { resource: 'sysUser', values })
    const kept = (await one(admin, 'sysUser')).values as object
    expect(Object.keys(kept)).not.toContain('password')
    expect(JSON.stringify(kept)).not.toContain('Secret')
    const bank = { ownerType: ownerTypes.consumer, applyAmount: '12.00', bankNo: '6225880112345678' }
    await save(admin, { resource: 'userWithdrawal', values: bank })
    expect((await one(admin, 'userWithdrawal')).values).toEqual({
      ownerType: ownerTypes.consumer,
      applyAmount: '12.00',
    })
    const long = { values: { title: 'x'.repeat(200_001) } }
    expect((await save(admin, long)).status).toBe(400)
  })

  it('are gone after thirty days', async () => {
    await save(operator, { values: { title: '旧' } })
    await test.services.pool.query(`update sys_form_draft set update_time = now() - interval '31 days'`)
    expect(await one(operator, 'banner')).toBeNull()
    await removeExpired(test.services.db)
    expect((await test.services.pool.query('select from sys_form_draft')).rowCount).toBe(0)
  })
})
