/** Who holds a position: said on the person, changed with the rights and the trace of one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
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
