// @vitest-environment jsdom
/** The menu: asked for by the page itself, ahead behind a tapped link, or when it is needed; once, whoever asks. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ok, refused, startToldServer, type Reply, type ToldServer } from './told-server.ts'

let server: ToldServer
let access: typeof import('#headless/session/access.ts')
let early: typeof import('#headless/session/prefetched.ts')

const home = { path: '/dashboard/analysis', name: 'analysis', component: 'dashboard/Analysis', meta: { title: '首页' } }
const menu = ok({ menu: [home], auth: [], allAuth: [] })
const status = () => access.useAccess.getState().status

beforeAll(async () => {
  server = await startToldServer()
  access = await import('#headless/session/access.ts')
  early = await import('#headless/session/prefetched.ts')
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  access.useAccess.setState({ status: 'none', problem: '' })
})
afterEach(() => {
  vi.useRealTimers()
  delete window.voltdeskPrefetched
})

test('who moves on while it is being asked for ahead waits for that answer', async () => {
  let answer = (_: Reply) => {}
  server.reply = () => new Promise((resolve) => (answer = resolve))
  void access.loadAccessAhead()
  const needed = access.loadAccess()
  await vi.waitFor(() => expect(server.asked).toHaveLength(1))
  answer(menu)
  await needed
  expect([status(), server.asked.length]).toEqual(['loaded', 1])
})

test('what did not come ahead, or was refused then, is asked for when it is needed', async () => {
  server.reply = () => refused(500, '出错了')
  await access.loadAccessAhead()
  expect(status()).toBe('none')
  server.reply = () => menu
  await access.loadAccess()
  expect(status()).toBe('loaded')
})

test('what the page asked for by itself and got no answer to is asked for again', async () => {
  vi.useFakeTimers()
  window.voltdeskPrefetched = { token: '', tenant: '', answers: { '/menu': new Promise<Response>(() => {}) } }
  const answer = early.prefetchedAnswer('/menu')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toBeUndefined()
})

test('what was asked in another tenant, before something was changed or a minute ago is asked for again', async () => {
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', tenantid: 2 })
  const age = vi.spyOn(performance, 'now').mockReturnValue(59_999)
  const ahead = (tenant: string) => {
    const sent = Promise.resolve(new Response(JSON.stringify({ success: true, result: ['row'] })))
    window.voltdeskPrefetched = { token: 'T', tenant, answers: { '/list': sent } }
  }
  ahead('2')
  expect(await early.prefetchedAnswer('/list')).toEqual(['row'])
  ahead('1')
  expect(await early.prefetchedAnswer('/list')).toBeUndefined()
  ahead('2')
  early.forgetPrefetched()
  expect(await early.prefetchedAnswer('/list')).toBeUndefined()
  ahead('2')
  age.mockReturnValue(60_001)
  expect(await early.prefetchedAnswer('/list')).toBeUndefined()
})
