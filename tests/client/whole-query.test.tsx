// @vitest-environment jsdom
/** 选择全部: what is found is asked for, and until it is there nothing more is chosen than what was. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, refused, startToldServer, type Reply, type ToldServer } from './told-server.ts'

let server: ToldServer
let answer: (reply: Reply) => void
beforeAll(async () => {
  server = await startToldServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.reply = ({ url }) => (url.endsWith('/found') ? new Promise((resolve) => (answer = resolve)) : ok(null))
})

async function begun() {
  const { useWholeQuery } = await import('#headless/lists/wholeQuery.ts')
  const { result } = renderHook(() => useWholeQuery(resources.banner, { filters: {} }))
  let ended: Promise<unknown> = Promise.resolve()
  act(() => void (ended = result.current.choose(11).catch((error: Error) => error.message)))
  await waitFor(() => expect(server.asked).toHaveLength(1))
  return { result, ended: () => act(() => ended) }
}
const now = ({ current: { count, choosing } }: { current: { count: number; choosing: boolean } }) => [count, choosing]

it('is on its way, and then chosen under the digest of what was found', async () => {
  const { result, ended } = await begun()
  expect(now(result)).toEqual([0, true])
  answer(ok({ digest: 'abc' }))
  await ended()
  expect(now(result)).toEqual([11, false])
  expect(result.current.target()).toMatchObject({ count: 11, digest: 'abc' })
})

it('given up meanwhile, chooses nothing when the answer comes', async () => {
  const { result, ended } = await begun()
  act(() => result.current.clear())
  expect(now(result)).toEqual([0, false])
  answer(ok({ digest: 'abc' }))
  await ended()
  expect(now(result)).toEqual([0, false])
})

it('refused, chooses nothing and says why', async () => {
  const { result, ended } = await begun()
  answer(refused(409, '符合条件的记录已变化'))
  expect(await ended()).toBe('符合条件的记录已变化')
  expect(now(result)).toEqual([0, false])
})
