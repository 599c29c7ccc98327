// @vitest-environment jsdom
/** A window is opened in DingTalk where somebody was signed in: whether they go on hangs on what the client says. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Agent, Host } from '#adaptive/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => void (server = await startToldServer()))
afterAll(() => server.close())
afterEach(() => {
  vi.doUnmock('#adaptive/dingtalk-sdk.ts')
  vi.doUnmock('#adaptive/dingtalk-computer.ts')
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
})

/** Whose session this window has after its start: 张三 was here before. */
async function after(authCode: () => Promise<string | null>) {
  const { keepSession, session } = await import('#headless/session/session.ts')
  const { begin } = await import('#oauth2/begin.ts')
  const { useSigningIn } = await import('#oauth2/signIn.ts')
  const chat = { name: 'dingtalk', corpId: 'corp1', userId: 'zhangsan', at: 0 }
  keepSession({ token: 'ZHANGSAN', username: 'zhangsan', chat })
  const begun = await begin({ name: 'dingtalk', signsIn: true, authCode } as Host)
  return { begun, token: session().token, phase: useSigningIn.getState().phase }
}
const goesOn = { begun: 'in', token: 'ZHANGSAN', phase: 'resting' }
const goesByAddress = { begun: 'leaving', token: '', phase: 'leaving' }
/** As every module of the page it is read anew with each window. */
const fails = (message: string, code: string, answered?: boolean) => async () => {
  const { HostError } = await import('#adaptive/index.ts')
  throw new HostError(message, code, answered)
}

test.each([
  ['does not answer', fails('获取登录授权没有响应', 'timeout', false)],
  ['cannot load its SDK', fails('钉钉组件加载失败', 'TypeError', false)],
])('a client that %s knows nothing, and the session goes on', async (_, authCode) => {
  expect(await after(authCode)).toEqual(goesOn)
})

test.each([
  ['refuses the code', fails('钉钉没有允许获取登录授权', '7')],
  ['gives none', () => Promise.resolve(null)],
])('a client that %s does not say that it is the same person: the address has to', async (_, authCode) => {
  expect(await after(authCode)).toEqual(goesByAddress)
})

/** What the true host makes of what DingTalk rejects `requestAuthCode` with. */
const rejects = (reason: unknown) => async () => {
  vi.doMock('#adaptive/dingtalk-sdk.ts', () => ({
    sdk: { env: {} },
    requestAuthCode: vi.fn().mockRejectedValue(reason),
    requestOldAuthCode: vi.fn().mockRejectedValue(reason),
  }))
  vi.doMock('#adaptive/dingtalk-computer.ts', () => ({}))
  const { dingtalk } = await import('#adaptive/dingtalk.ts')
  return dingtalk({ phone: true } as Agent).authCode!()
}
const setUp = () => (server.reply = () => ok({ wecom: null, dingtalk: { corpId: 'corp1' }, cas: null }))

test.each([
  ['no permission', { errorCode: '7', errorMessage: 'no permission' }, goesByAddress],
  ['no permission, in words', { errorCode: 3, errorMessage: '没有权限' }, goesByAddress],
  ['backed out', { errorCode: '-1', errorMessage: '用户取消' }, goesByAddress],
  ['an error of the client', { errorCode: -1, errorMessage: 'network error' }, goesOn],
  ['an error without words', { code: '-1' }, goesOn],
  ['too old', { errorCode: '1', errorMessage: 'method not exist' }, goesOn],
  ['too old, on the computer', { code: 4040, errorMessage: 'requestAuthCode not support' }, goesOn],
  ['a code nobody has met', { errorCode: '904', errorMessage: 'requestAuthCode failed' }, goesOn],
  ['nothing that can be read', new TypeError('x is not a function'), goesOn],
])('only a clear no of DingTalk ends a session at its start: %s', async (_, reason, expected) => {
  setUp()
  expect(await after(rejects(reason))).toEqual(expected)
})

test.each([
  ['gives none', () => null],
  ['refuses', fails('钉钉没有允许获取登录授权', '7')],
])('a client that %s when somebody has begun to work takes nothing from them', async (_, answer) => {
  setUp()
  const { session } = await import('#headless/session/session.ts')
  let say = (): void => undefined
  const asked = new Promise<void>((resolve) => (say = resolve))
  const answered = vi.fn(() => asked.then(answer))
  expect(await after(answered)).toEqual(goesOn)
  say()
  await answered.mock.results[0]!.value.catch(() => undefined)
  // What hears of it has had its turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect(session().token).toBe('ZHANGSAN')
})

test('whoever is refused when they have begun to work is told why', async () => {
  server.reply = ({ url }) =>
    url.includes('/setup')
      ? ok({ wecom: null, dingtalk: { corpId: 'corp1' }, cas: null })
      : [200, { success: false, code: 500, message: '该用户已冻结', result: { problem: 'frozen' } }]
  const { session } = await import('#headless/session/session.ts')
  let say = (_: string): void => undefined
  const code = new Promise<string>((resolve) => (say = resolve))
  expect(await after(() => code)).toEqual(goesOn)
  say('code')
  const { useSigningIn } = await import('#oauth2/signIn.ts')
  await vi.waitFor(() => expect(session().token).toBe(''))
  expect(useSigningIn.getState().problem).toEqual({ name: 'frozen' })
})

test('a server that is not reached leaves the session, one that refuses the person does not', async () => {
  server.reply = ({ url }) =>
    url.includes('/setup')
      ? ok({ wecom: null, dingtalk: { corpId: 'corp1' }, cas: null })
      : refused(503, '服务繁忙，请稍后重试')
  expect(await after(() => Promise.resolve('code'))).toEqual(goesOn)
  vi.resetModules()
  server.reply = ({ url }) =>
    url.includes('/setup')
      ? ok({ wecom: null, dingtalk: { corpId: 'corp1' }, cas: null })
      : [200, { success: false, code: 500, message: '该用户已冻结', result: { problem: 'frozen' } }]
  expect(await after(() => Promise.resolve('code'))).toMatchObject({ token: '' })
})
