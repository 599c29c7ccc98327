// @vitest-environment jsdom
/** Asked once what it is, a server is spoken to accordingly; while that is not known nothing of ours is relied on. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ok, refused, startToldServer, type Reply, type ToldServer } from './told-server.ts'

const QUESTION = '/sys/voltdesk/capabilities'
let server: ToldServer

beforeAll(async () => {
  server = await startToldServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  vi.resetModules()
  localStorage.clear()
  sayOwn('')
})

const sayOwn = (address: string) => {
  document.querySelector<HTMLMetaElement>('meta[name="voltdesk-server"]')!.content = address
}
const base = () => document.querySelector<HTMLMetaElement>('meta[name="voltdesk-api"]')!.content

/** A page that has just been opened by who is signed in. */
async function opened() {
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  return import('#headless/session/capabilities.ts')
}
const questions = () => server.asked.filter(({ url }) => url.startsWith(QUESTION)).length
const answerWith = (reply: Reply) => {
  server.reply = () => reply
}
const wholePage: Reply = [404, { timestamp: 'x', status: 404, error: 'Not Found', path: QUESTION }]

test('at home nobody has to ask', async () => {
  sayOwn(base())
  const { can, learnServer, speaksContractOnly } = await opened()
  await learnServer()
  expect([can('once'), can('todo'), speaksContractOnly()]).toEqual([true, true, false])
  expect(questions()).toBe(0)
})

test('ours elsewhere says what it offers, once for all who ask, and a page opened later remembers it', async () => {
  answerWith(ok({ product: 'voltdesk', version: '1', capabilities: ['once', 'drafts'] }))
  const first = await opened()
  await Promise.all([first.learnServer(), first.learnServer(), first.learnServer()])
  expect([first.can('once'), first.can('drafts'), first.can('todo')]).toEqual([true, true, false])
  vi.resetModules()
  const later = await opened()
  await later.learnServer()
  expect([later.can('once'), later.can('todo'), later.speaksContractOnly()]).toEqual([true, false, false])
  expect(questions()).toBe(1)
})

test.each<[string, Reply]>([
  ['a page that is not there', wholePage],
  [
    '404 in the envelope',
    [200, { success: false, code: 404, message: '路径不存在，请检查路径是否正确', result: null }],
  ],
  ['the words of Spring', [200, { success: false, code: 500, message: `操作失败，No static resource ${QUESTION}.` }]],
  ['another method', [200, { success: false, code: 405, message: '不支持GET请求方法' }]],
  ['something else under that address', ok({ name: 'x' })],
  ['no permission', refused(403, '拒绝访问')],
])('a plain refusal is the contract alone: %s', async (_, reply) => {
  answerWith(reply)
  const { can, learnServer, speaksContractOnly } = await opened()
  await learnServer()
  expect([can('once'), can('options'), speaksContractOnly()]).toEqual([false, false, true])
  await learnServer()
  expect(questions()).toBe(1)
})

test.each<[string, Reply]>([
  ['a busy server', refused(429, '请求过于频繁')],
  ['a gateway without one behind it', refused(502, '')],
  ['a fault', refused(500, '系统异常')],
  ['something on the way that read it wrongly', refused(400, '')],
  ['nobody', undefined],
  ['an ended session', refused(401, '')],
])('no verdict follows from %s, and the next one asks again', async (_, reply) => {
  answerWith(reply)
  const { can, learnServer, speaksContractOnly } = await opened()
  await expect(learnServer()).rejects.toThrow()
  expect([can('once'), speaksContractOnly()]).toEqual([false, false])
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  answerWith(ok({ product: 'voltdesk', version: '1', capabilities: ['once'] }))
  await learnServer()
  expect(can('once')).toBe(true)
})

test('who signs in asks anew; until then only what the login page offers is remembered', async () => {
  answerWith(ok({ product: 'voltdesk', version: '1', capabilities: ['exchange'] }))
  const first = await opened()
  await first.learnServer()
  const { forgetSession } = await import('#headless/session/session.ts')
  forgetSession()
  expect([first.can('exchange'), first.couldBefore('exchange'), first.couldBefore('todo')]).toEqual([
    false,
    true,
    false,
  ])
  answerWith(wholePage)
  vi.resetModules()
  const later = await opened()
  const { takeSession } = await import('#headless/session/account.ts')
  // Who goes on with the same session is at the same server.
  expect(later.couldBefore('exchange')).toBe(true)
  ;(await import('#headless/session/session.ts')).forgetSession()
  takeSession({ token: 'T2', userInfo: { id: '1', username: 'li', realname: '李' }, sysAllDictItems: {} })
  await later.learnServer()
  expect([later.speaksContractOnly(), later.couldBefore('exchange')]).toEqual([true, false])
})
