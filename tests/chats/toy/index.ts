/** The toy's folder, as it would stand in `server/chat/toy/`: it speaks to nobody and remembers what it was told. */
import { z } from 'zod'
import { ChatError, type ChatMessage, type ChatName } from '../../../server/kernel/ports/chat.ts'
import { stamp } from '../../../server/chat/callbacks.ts'
import { callback, chatKind, type Called } from '../../../server/chat/kind.ts'
import { chatSettings, given, idSetting, type AnySettings } from '../../../server/chat/settings.ts'

interface ToySettings extends AnySettings {
  corpId: string
  secret: string
  loginBase: string
}

const name = 'toy' as ChatName
const LOGIN_PAGE = 'https://login.toy.example'

/** What people see in it. */
export const shown: { to: readonly string[]; message: ChatMessage }[] = []

export const toy = chatKind<ToySettings>({
  settings: chatSettings<ToySettings>(name)({
    prefix: 'TOY',
    needed: { TOY_CORP_ID: idSetting, TOY_SECRET: given },
    further: {},
    official: { TOY_LOGIN_BASE: LOGIN_PAGE },
    read: (data) => ({ corpId: data.TOY_CORP_ID, secret: data.TOY_SECRET, loginBase: data.TOY_LOGIN_BASE }),
  }),
  loginPage: LOGIN_PAGE,
  accountId: (typed) => typed.trim().toLowerCase(),
  open: ({ corpId, loginBase }) => ({
    name,
    label: '小黄鸭',
    corpId,
    publicIds: { corpId },
    mostReceivers: () => 10,
    personLimits: [{ seconds: 60, most: 5 }],
    authorizeUrl: ({ redirectUri, state, kind }) =>
      `${loginBase}/?${new URLSearchParams({ redirectUri, state, kind }).toString()}`,
    /** Its codes are `<id>-<mobile number>-<number of the code>`. */
    exchange(code) {
      const [userId, mobile] = code.split('-')
      if (!userId || !mobile) throw new ChatError('小黄鸭：登录凭证无效', 'used', false, undefined, 'code')
      return Promise.resolve({ userId, mobile })
    },
    signPage: () => Promise.resolve({ timestamp: 1, nonceStr: 'n', signature: 's' }),
    send(to, message) {
      shown.push({ to, message })
      return Promise.resolve({ receipt: {}, refused: [] })
    },
    settle: () => Promise.resolve(),
    sendFile: () => Promise.resolve({ receipt: {}, refused: [] }),
    examine: () => Promise.resolve([{ name: '鸭子', good: true, text: '会游泳' }]),
  }),
  callbacks: [
    callback({
      method: 'POST',
      summary: '小黄鸭事件：成员离职',
      query: z.object(stamp),
      answer: async ({ settings, body, now, unsealed, left, reply }: Called<ToySettings>, query) => {
        await left([unsealed(settings.callback, query, body, [settings.corpId])], now)
        return reply.type('text/plain; charset=utf-8').send('quack')
      },
    }),
  ],
})
