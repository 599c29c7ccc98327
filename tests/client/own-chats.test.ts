// @vitest-environment jsdom
/** Binding one's own account of a chat through the window of its login. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => void (server = await startToldServer()))
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

/** What is said when the window says this, and the server these are the person's accounts. */
async function bindingSays(value: string, mine: { thirdType: string; thirdUserId: string }[]) {
  const { bindChat } = await import('#oauth2/ownChats.ts')
  server.reply = ({ url }) =>
    url.includes('/getThirdAccountByUserId')
      ? ok(mine.map((one) => ({ id: one.thirdUserId, realname: null, ...one })))
      : [200, { success: true, code: 200, message: '绑定成功', result: null }]
  const popup = { closed: false } as Window
  vi.spyOn(window, 'open').mockReturnValue(popup)
  const said = bindChat('dingtalk')
  window.dispatchEvent(
    new MessageEvent('message', { origin: location.origin, source: popup, data: value } as MessageEventInit),
  )
  return said.catch((error: Error) => error)
}

const own = { thirdType: 'dingtalk', thirdUserId: 'qianer' }
const inWecom = { thirdType: 'wechat_enterprise', thirdUserId: 'qianer' }

test('is told as done where it is bound now, and where the number had bound it already', async () => {
  expect(await bindingSays('a-one-time-code', [inWecom, own])).toBe('绑定成功')
  expect(await bindingSays('绑定手机号,qianer', [own])).toBe('绑定成功')
})

test('is told as failed where the account is somebody else’s, or the login went wrong', async () => {
  expect(await bindingSays('a-one-time-code', [inWecom])).toEqual(new Error('该钉钉账号已绑定用户，请联系管理员'))
  expect(await bindingSays('登录失败', [own])).toEqual(new Error('钉钉登录失败，请重试'))
})
