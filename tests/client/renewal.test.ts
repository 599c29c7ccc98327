// @vitest-environment jsdom
/** A session that is renewed by the chat while something else happens to it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
let renew: (typeof import('../../src/oauth2/renew.ts'))['renew']
let sessions: typeof import('#headless/session/session.ts')
let renewal: typeof import('#headless/session/renewal.ts')

beforeAll(async () => {
  server = await startToldServer()
  ;({ renew } = await import('../../src/oauth2/renew.ts'))
  sessions = await import('#headless/session/session.ts')
  renewal = await import('#headless/session/renewal.ts')
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  sessionStorage.clear()
  renewal.endSigningOut()
  sessions.keepSession({ token: 'T1', username: 'li', tenantid: 1, chat: null })
  server.reply = () => ok({ token: 'T9', userInfo: { username: 'li' } })
})

const paths = () => server.asked.map(({ url }) => url.replace(/^.*\/sys\//, '').replace(/\?.*$/, ''))
/** A client that gives a code after this has happened. */
const dingtalk = (meanwhile: () => void = () => undefined) =>
  ({
    name: 'dingtalk',
    authCode: () => {
      meanwhile()
      return Promise.resolve('C1')
    },
  }) as unknown as Host

test('goes on with the fresh token', async () => {
  expect(await renew(dingtalk())).toBe(true)
  expect(sessions.session().token).toBe('T9')
})

test('goes on with the token that another window has renewed meanwhile, and asks for none of its own', async () => {
  expect(await renew(dingtalk(() => sessions.keepSession({ token: 'T2' })))).toBe(true)
  expect([sessions.session().token, paths()]).toEqual(['T2', []])
})

test('gives nobody a session who signs out meanwhile, and ends the one that came', async () => {
  const { reply } = server
  server.reply = (asked) => {
    renewal.beginSigningOut(60_000)
    return reply(asked)
  }
  expect(await renew(dingtalk())).toBe(false)
  expect(sessions.session().token).toBe('T1')
  await expect.poll(paths).toEqual(['thirdLogin/exchange', 'logout'])
})
