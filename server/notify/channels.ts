import { dictionaries } from '#resources/dictionaries.ts'
import type { ChatName } from '../kernel/ports/chat.ts'

/** `web` is the bell and the socket. */
export type Channel = 'web' | ChatName

export const CHATS: readonly ChatName[] = ['wecom', 'dingtalk']

/** What a session says when it was opened inside that chat (`hostOf`). */
export const hostNames: Readonly<Record<ChatName, string>> = { wecom: '企业微信', dingtalk: '钉钉' }

export const labelOfChannel = (channel: Channel): string =>
  dictionaries.notify_channel.items.find(([value]) => value === channel)![1]

/**
 * What a chat takes for one person before it drops silently or refuses: WeCom 30 a minute and 1,000 an hour
 * (developer.work.weixin.qq.com 90236), DingTalk 500 a day.
 */
export const personLimits: Readonly<Record<ChatName, readonly { seconds: number; most: number }[]>> = {
  wecom: [
    { seconds: 60, most: 30 },
    { seconds: 3600, most: 1000 },
  ],
  dingtalk: [
    { seconds: 60, most: 30 },
    { seconds: 86_400, most: 500 },
  ],
}
