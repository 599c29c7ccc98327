/** The chat accounts of whoever is signed in (contract.md §3.6, §3.7): which there are, binding one more, letting one go. */
import { useQuery } from '@tanstack/react-query'
import { chatNamed, chatNames } from '#model/chatNames.ts'
import type { ChatName } from '#model/chats.ts'
import { API_BASE, api } from '#headless/session/api.ts'
import { queryClient } from '#headless/session/queries.ts'
import { chatSetup } from './setup.ts'
import { sourceFor } from './sources.ts'

export interface OwnChat {
  chat: ChatName
  label: string
  /** Undefined while none is bound. */
  account?: { id: string; realname: string | null; thirdUserId: string }
}

interface SentAccount {
  id: string
  thirdType: string
  thirdUserId: string
  realname: string | null
}

const KEY = ['own chats']
const accounts = () =>
  api.get<SentAccount[] | null>('/sys/thirdApp/getThirdAccountByUserId', undefined, { quiet: true })
const ofChat = (sent: SentAccount[] | null, chat: ChatName) =>
  sent?.find(({ thirdType }) => chatNamed(thirdType) === chat)

/** Every chat that is set up here, and every one that is bound whether or not it still is. */
export const useOwnChats = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<OwnChat[]> => {
      const [setup, sent] = await Promise.all([chatSetup(), accounts()])
      return chatNames.flatMap((chat) => {
        const account = ofChat(sent, chat)
        return account || setup[chat] ? [{ chat, label: sourceFor(chat).label, ...(account && { account }) }] : []
      })
    },
  })

const asked = () => queryClient.invalidateQueries({ queryKey: KEY })

/** What the window of the login says (`server/chat/popup-page.ts`). */
const UNBOUND = /^绑定手机号,(.+)$/
const FAILED = '登录失败'
const BOUND = '绑定成功'
const LOOK_MS = 500

/** Opens the chat's own login page beside this one; resolves to what it says, or to null when it was closed. */
function askChat(chat: ChatName): Promise<string | null> {
  const popup = window.open(
    `${API_BASE}/sys/thirdLogin/render/${sourceFor(chat).source}`,
    '_blank',
    'width=700,height=640',
  )
  if (!popup) return Promise.reject(new Error('浏览器拦截了登录窗口，请允许本站弹出窗口后重试'))
  return new Promise((resolve) => {
    const end = (value: string | null) => {
      window.removeEventListener('message', hear)
      clearInterval(looking)
      resolve(value)
    }
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === popup && typeof data === 'string') end(data)
    }
    window.addEventListener('message', hear)
    const looking = setInterval(() => {
      if (popup.closed) end(null)
    }, LOOK_MS)
  })
}

/** Answers what the server said; undefined when the person backed out. */
export async function bindChat(chat: ChatName): Promise<string | undefined> {
  const { label, source } = sourceFor(chat)
  const value = await askChat(chat)
  if (value === null) return undefined
  if (value === FAILED) throw new Error(`${label}登录失败，请重试`)
  const thirdUserUuid = UNBOUND.exec(value)?.[1]
  if (!thirdUserUuid) {
    // Somebody was known there, perhaps by the number: that has bound it.
    const mine = ofChat(await accounts(), chat)
    await asked()
    if (!mine) throw new Error(`该${label}账号已绑定用户，请联系管理员`)
    return BOUND
  }
  const body = { thirdUserUuid, thirdType: source }
  const { message } = await api.envelope('POST', '/sys/thirdApp/bindThirdAppAccount', { body, quiet: true })
  await asked()
  return message
}

export async function unbindChat(id: string): Promise<string> {
  const { message } = await api.envelope('DELETE', '/sys/thirdApp/deleteThirdAccount', { params: { id }, quiet: true })
  await asked()
  return message
}

export const unbindWords = ({ label }: OwnChat) => ({
  question: `确定解除${label}绑定吗？`,
  consequence: `解除后不能再通过${label}登录，也收不到${label}通知；用${label}打开的登录立即失效。`,
})
