import type { Settings } from '../kernel/settings.ts'
import type { Chat, Chats } from '../kernel/ports/chat.ts'
import { dingtalkChat } from './dingtalk.ts'
import type { Outside } from './outside.ts'
import { wecomChat } from './wecom.ts'

/** The chats the settings name; none is a product without them. */
export function makeChats({ wecom, dingtalk, publicUrl, port }: Settings, outside: Omit<Outside, 'publicUrl'>): Chats {
  // In production the settings insist on PUBLIC_URL as soon as a chat is set up.
  const around: Outside = { ...outside, publicUrl: publicUrl ?? `http://localhost:${port}` }
  const chats: Chat[] = []
  if (wecom) chats.push(wecomChat(wecom, around))
  if (dingtalk) chats.push(dingtalkChat(dingtalk, around))
  return new Map(chats.map((chat) => [chat.name, chat]))
}
