/** 工作台: what a person follows and what changed of it, and the ways they choose. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_SHORTCUTS } from '#model/shortcuts.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { dataLog, followedRecord } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { make } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { publishForm } from './publish-form.ts'

interface Followed {
  resource: string
  id: string
  title: string
  changed: { count: number; fields: string[]; who: string; what: string } | null
}

describe('the workplace', () => {
  let test: TestApp
  let admin: Send
  let operator: Send
  let cashier: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    ;[admin, operator, cashier] = await Promise.all([test.as('admin'), test.as('operator'), test.as('cashier')])
  })
  afterAll(() => test?.close())

  const followed = async (who: Send) => {
    const reply = await who('GET', '/sys/followed/list')
    expect(reply.success, reply.message).toBe(true)
    return reply.result as Followed[]
  }
  const follow = (who: Send, resource: string, recordId: string) =>
    who('PUT', '/sys/followed/add', { resource, recordId })
  async function reason(): Promise<{ id: string; reason: string }> {
    const draft = make(resources.cancelReason)
    const reply = await admin('POST', '/rental/cancelReason/add', draft)
    expect(reply.success, reply.message).toBe(true)
    const { records } = (
      await admin('GET', `/rental/cancelReason/list?reason=${encodeURIComponent(String(draft.reason))}`)
    ).result as { records: { id: string; reason: string }[] }
    return records[0]!
  }
  const edit = async (who: Send, id: string, change: object) => {
    const row = (await who('GET', `/rental/cancelReason/queryById?id=${id}`)).result as Record<string, unknown>
    const reply = await who('PUT', '/rental/cancelReason/edit', { ...row, ...change })
    expect(reply.success, reply.message).toBe(true)
    return Number(row.version) + 1
  }

  it('asks for many followed records without taking the connections of others', async () => {
    const kept = await Promise.all(Array.from({ length: 40 }, () => reason()))
    const reply = await admin('GET', '/sys/user/list?username=operator')
    const { id: userId } = (reply.result.records as { id: string }[])[0]!
    const { pool, db } = test.services
    const seen = { userId, tenantId: 1, seenVersion: 0, createTime: test.clock.now().toISOString() }
    await db.insert(followedRecord).values(kept.map(({ id }) => ({ ...seen, resource: 'cancelReason', recordId: id })))
    let waiting = 0
    const look = () => (waiting = Math.max(waiting, pool.waitingCount))
    pool.on('acquire', look)
    try {
      expect(await followed(operator)).toHaveLength(40)
      expect(waiting).toBeLessThanOrEqual(2)
    } finally {
      pool.off('acquire', look)
      await db.delete(followedRecord).where(eq(followedRecord.userId, userId))
    }
  })

  it('tells who changed what of a followed record since its follower looked, and nothing of their own changes', async () => {
    const { id, reason: title } = await reason()
    expect((await follow(admin, 'cancelReason', id)).message).toBe('已关注')
    // A second time is no second row.
    expect((await follow(admin, 'cancelReason', id)).success).toBe(true)
    expect(await followed(admin)).toMatchObject([{ resource: 'cancelReason', id, title, changed: null }])
    expect(await followed(operator)).toEqual([])
    await edit(admin, id, { reason: `${title}一` })
    expect((await followed(admin))[0]!.changed).toBeNull()
    await edit(operator, id, { reason: `${title}二` })
    const version = await edit(operator, id, { sortNo: 7 })
    const { label } = resources.cancelReason.fields.reason
    const [told] = await followed(admin)
    expect(told!.changed).toMatchObject({ count: 2, what: '修改' })
    expect(told!.changed!.fields).toContain(label)
    // Some changes are noted with no more than what they changed.
    const part = { before: { sortNo: 7 }, dataContent: { sortNo: 8 } }
    const noted = { tenantId: 1, dataTable: resources.cancelReason.table, dataId: id, dataVersion: version + 1 }
    await test.services.db
      .insert(dataLog)
      .values({ id: 'part', ...noted, operation: 'edit', createBy: 'operator', ...part })
    const { fields } = (await followed(admin))[0]!.changed!
    expect(fields.toSorted()).toEqual([label, resources.cancelReason.fields.sortNo.label].toSorted())
    await test.services.db.delete(dataLog).where(eq(dataLog.id, 'part'))
    expect(
      (await admin('PUT', '/sys/followed/seen', { resource: 'cancelReason', recordId: id, version })).success,
    ).toBe(true)
    expect((await followed(admin))[0]!.changed).toBeNull()
    // What was seen stays seen, whatever an older page says.
    await admin('PUT', '/sys/followed/seen', { resource: 'cancelReason', recordId: id, version: 1 })
    expect((await followed(admin))[0]!.changed).toBeNull()
    await admin('DELETE', `/sys/followed/delete?resource=cancelReason&recordId=${id}`)
    expect(await followed(admin)).toEqual([])
  })

  it('forgets a record that is deleted, one by one and by query', async () => {
    const [one, other] = [await reason(), await reason()]
    for (const { id } of [one, other]) await follow(operator, 'cancelReason', id)
    expect(await followed(operator)).toHaveLength(2)
    await admin('DELETE', `/rental/cancelReason/delete?id=${one.id}`)
    await admin('DELETE', `/rental/cancelReason/deleteBatch?ids=${other.id}`)
    const rows = () => test.services.db.select().from(followedRecord).where(eq(followedRecord.resource, 'cancelReason'))
    expect(await rows()).toEqual([])
    expect(await followed(operator)).toEqual([])
  })

  it('lets nobody follow what they may not read, and drops what they may read no longer', async () => {
    const { id } = await reason()
    expect((await follow(cashier, 'cancelReason', id)).status).toBe(403)
    expect((await follow(admin, 'nothing', id)).status).toBe(404)
    expect((await follow(admin, 'cancelReason', 'nobody')).status).toBe(404)
    expect((await test.anonymous('GET', '/sys/followed/list')).status).toBe(401)
    // As if it had been theirs to read when they began.
    const me = (await test.services.pool.query(`select id from sys_user where username = 'cashier'`)).rows[0] as {
      id: string
    }
    await test.services.db
      .insert(followedRecord)
      .values({ userId: me.id, tenantId: 1, resource: 'cancelReason', recordId: id, seenVersion: 1 })
    expect(await followed(cashier)).toEqual([])
  })

  it('follows a record of an online form like any other, through its being stopped, and forgets it with it', async () => {
    const form = await publishForm(admin, 'followed')
    const { result: row } = await admin('POST', `${form.path}/add`, { title: '甲', people: 1 })
    expect((await follow(cashier, form.resource, row.id)).status).toBe(403)
    expect((await follow(admin, form.resource, row.id)).message).toBe('已关注')
    expect(await followed(admin)).toMatchObject([{ resource: form.resource, id: row.id, title: '甲', changed: null }])
    // By somebody else.
    await test.services.db
      .update(dataLog)
      .set({ createBy: 'operator', createName: '李伟' })
      .where(eq(dataLog.dataId, row.id))
    await admin('PUT', `${form.path}/edit`, { id: row.id, version: 1, people: 2 })
    await test.services.db
      .update(dataLog)
      .set({ createBy: 'operator', createName: '李伟' })
      .where(eq(dataLog.dataId, row.id))
    expect((await followed(admin))[0]!.changed).toMatchObject({ fields: ['人数'], who: '李伟', what: '修改' })
    await form.step('stop')
    expect(await followed(admin)).toEqual([])
    await form.step('publish')
    expect(await followed(admin)).toHaveLength(1)
    await admin('DELETE', `${form.path}/delete?id=${row.id}`)
    expect(await followed(admin)).toEqual([])
    const rows = () => test.services.db.select().from(followedRecord).where(eq(followedRecord.resource, form.resource))
    expect(await rows()).toEqual([])
    await form.step('stop')
    await form.delete()
    expect((await follow(admin, form.resource, row.id)).status).toBe(404)
  })

  it('keeps the shortcuts of each person, and refuses what is no page', async () => {
    const mine = async (who: Send) =>
      ((await who('GET', '/sys/shortcut/mine')).result as { paths: string[] | null }).paths
    const save = (who: Send, paths: unknown) => who('PUT', '/sys/shortcut/save', { paths })
    expect(await mine(admin)).toBeNull()
    const chosen = [menuUrl(resources.orderMessage), menuUrl(resources.device)]
    expect((await save(admin, chosen)).success).toBe(true)
    expect(await mine(admin)).toEqual(chosen)
    expect(await mine(operator)).toBeNull()
    expect((await save(admin, ['/nowhere'])).message).toContain('/nowhere')
    expect((await save(admin, [chosen[0], chosen[0]])).message).toContain('快捷入口不能重复')
    const many = Array.from({ length: MOST_SHORTCUTS + 1 }, (_, index) => `/p${index}`)
    expect((await save(admin, many)).message).toContain(`最多 ${MOST_SHORTCUTS} 个`)
    expect((await save(admin, '/order')).status).toBe(400)
    expect(await mine(admin)).toEqual(chosen)
    expect((await save(admin, [])).success).toBe(true)
    expect(await mine(admin)).toEqual([])
    await save(admin, null)
    expect(await mine(admin)).toBeNull()
  })
})
