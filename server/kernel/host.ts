import { readAgent } from '#model/agents.ts'
import { chatEntry } from '#model/chatNames.ts'
import { chats, type ChatName } from '#model/chats.ts'

/** Where the person sits, by user agent: for sessions and trails, never for a decision. */
export function hostOf(userAgent = ''): string {
  const { chat } = readAgent(userAgent)
  return chat ? chatEntry(chat).label : '浏览器'
}

/** The chat whose label that is (`hostOf`). */
export const chatOfHost = (host: string): ChatName | undefined => chats.find(({ label }) => label === host)?.name
