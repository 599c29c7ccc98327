/** Who holds a position: said on the person, changed with the rights and the trace of one. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { tableOf } from '../../server/db/table.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

let test: TestApp
let admin: Send
beforeAll(async () => {
  test = await testApp(await oneKind())
  admin = await test.as('admin')
})
afterAll(() => test.close())

const person = async (send: Send, username: string) =>
  (await send('GET', `/sys/user/list?username=${username}`)).result.records[0] as {
    id: string
    post: string | null
    version: number
  }

it('people are given a position and lose it; what else they hold stays', async () => {
  const draft = make(resources.sysPosition, { name: `试用职务${Date.now()}` })
  const added = await admin('POST', '/sys/position/add', draft)
  expect(added.success, added.message).toBe(true)
  const [{ id: positionId }] = (await admin('GET', `/sys/position/list?name=${encodeURIComponent(String(draft.name))}`))
    .result.records as [{ id: string }]
  const before = await person(admin, 'operator')
  expect(before.post).toBeTruthy()
  const list = async (send: Send = admin) =>
    (await send('GET', `/sys/position/getPositionUserList?positionId=${positionId}`)).result
  expect((await list()).total).toBe(0)

  const body = { positionId, userIds: before.id }
  expect(await admin('POST', '/sys/position/savePositionUser', body)).toMatchObject({ success: true })
  // Once more changes nothing.
  expect(await admin('POST', '/sys/position/savePositionUser', body)).toMatchObject({ success: true })
  const held = await person(admin, 'operator')
  expect(held.post).toBe(`${before.post},${positionId}`)
  expect(held.version).toBe(before.version + 1)
  expect((await list()).records).toEqual([expect.objectContaining({ username: 'operator' })])

  const finance = await test.as('finance')
  expect((await finance('POST', '/sys/position/savePositionUser', body)).status).toBe(403)
  expect(
    (await finance('DELETE', `/sys/position/removePositionUser?positionId=${positionId}&userIds=${before.id}`)).status,
  ).toBe(403)

  const gone = await admin('DELETE', `/sys/position/removePositionUser?positionId=${positionId}&userIds=${before.id}`)
  expect(gone.success, gone.message).toBe(true)
  expect((await person(admin, 'operator')).post).toBe(before.post)
  expect((await list()).total).toBe(0)
  expect(
    await admin('POST', '/sys/position/savePositionUser', { positionId: 'nobody', userIds: before.id }),
  ).toMatchObject({
    status: 404,
  })
})

it('a position that was deleted or is another tenant’s keeps nobody from being given another', async () => {
  const position = async (name: string) => {
    const draft = make(resources.sysPosition, { name: `${name}${Date.now()}` })
    const added = await admin('POST', '/sys/position/add', draft)
    expect(added.success, added.message).toBe(true)
    const { result } = await admin('GET', `/sys/position/list?name=${encodeURIComponent(String(draft.name))}`)
    return (result.records as [{ id: string }])[0].id
  }
  const [gone, elsewhere, wanted] = [await position('撤销'), await position('外租户'), await position('新任')]
  const { id, post } = await person(admin, 'operator')
  const give = (positionId: string) => admin('POST', '/sys/position/savePositionUser', { positionId, userIds: id })
  for (const one of [gone, elsewhere]) expect((await give(one)).success).toBe(true)
  expect((await admin('DELETE', `/sys/position/delete?id=${gone}`)).success).toBe(true)
  const positions = tableOf(resources.sysPosition)
  await test.services.db.update(positions).set({ tenantId: 2 }).where(eq(positions.id, elsewhere))
  const given = await give(wanted)
  expect(given.success, given.message).toBe(true)
  const now = await person(admin, 'operator')
  expect(now.post).toBe([post, gone, elsewhere, wanted].join(','))
  // Nobody gets one anew that is not there.
  const { version } = now
  expect(await admin('PUT', '/sys/user/edit', { id, version, post: [now.post, 'no-such'].join(',') })).toMatchObject({
    success: false,
    message: expect.stringContaining('不存在或无权使用'),
  })
  expect(await admin('PUT', '/sys/user/edit', { id, version, post: gone })).toMatchObject({ success: true })
  // Once let go, it is not taken up again.
  await test.services.db
    .update(tableOf(resources.sysUser))
    .set({ post })
    .where(eq(tableOf(resources.sysUser).id, id))
  expect((await admin('PUT', '/sys/user/edit', { id, post: gone })).success).toBe(false)
})
