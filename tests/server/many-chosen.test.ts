/** A thousand ticked records are deleted and exported as one is. */
import { and, isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { resources } from '#resources/index.ts'
import { tableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const { path } = resources.userMessage
const consumers = tableOf(resources.userMessage)

describe.each([await oneKind()])('many chosen on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const put = async (prefix: string) => {
    const registered = { status: consumerStates.normal, registerTime: '2026-03-01 12:00:00' }
    const rows = Array.from({ length: 1000 }, (_, n) => ({
      ...{ id: newId(), tenantId: 1, nickName: `${prefix}${n}`, phone: `${prefix}-${n}` },
      ...registered,
    }))
    await test.services.db.insert(consumers).values(rows)
    return rows.map(({ id }) => id)
  }
  const left = async (prefix: string) => {
    const where = and(like(consumers.nickName, `${prefix}%`), isNull(consumers.deleteTime))
    return (await test.services.db.select({ id: consumers.id }).from(consumers).where(where)).length
  }

  it('deleted as they were seen, all or none', async () => {
    const ids = await put('勾删')
    const remove = (versions: number[], more: string[] = []) =>
      admin('POST', `${path}/deleteBatch`, { ids: [...ids, ...more], versions })
    const seen = ids.map(() => 1)
    expect(await remove(seen, ['one more'])).toMatchObject({ status: 400, message: expect.stringContaining('1000') })
    expect(await remove(seen.slice(1))).toMatchObject({ status: 400, message: 'versions 应与 ids 一一对应' })
    expect(await remove(seen.with(7, 9))).toMatchObject({ status: 409, message: expect.stringContaining('勾删7') })
    expect(await left('勾删')).toBe(1000)
    expect(await remove(seen)).toMatchObject({ success: true, message: '批量删除成功！' })
    expect(await left('勾删')).toBe(0)
    expect(await admin('POST', `${path}/deleteBatch`, { ids: [] })).toMatchObject({ message: '参数不识别！' })
  })

  it('exported in the background, where an address would not hold them', async () => {
    const ids = await put('勾导')
    const ask = (count: number) =>
      admin('POST', `${path}/exportTask`, { selections: ids.slice(0, count).join(), format: 'csv' })
    expect((await ask(100)).result).toEqual({ count: 100, task: null })
    const { result, message } = await ask(1000)
    expect(result, message).toMatchObject({ count: 1000, task: { kind: 'export' } })
    const done = await until('the export', async () => {
      const task = (await admin('GET', `/sys/task/queryById?id=${result.task.id}`)).result
      return task.state === 'done' && task
    })
    expect(done).toMatchObject({ message: '共导出 1000 行' })
  })
})
