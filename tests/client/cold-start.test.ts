// @vitest-environment jsdom
/** A window is opened in DingTalk where somebody was signed in: whether they go on hangs on what the client says. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => void (server = await startToldServer()))
afterAll(() => server.close())
afterEach(() => {
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
  ['is too old to give one', fails('当前钉钉版本不支持获取登录授权', '1')],
  ['gives none', () => Promise.resolve(null)],
])('a client that %s does not say that it is the same person: the address has to', async (_, authCode) => {
  expect(await after(authCode)).toEqual(goesByAddress)
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
