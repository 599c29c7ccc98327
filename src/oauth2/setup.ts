/** Which chats our server is set up for, and their public ids. */
import { firstCalls } from '#model/entrances.ts'
import type { ChatIds, PageSignature } from '#adaptive/index.ts'
import type { ChatName } from '#model/chats.ts'
import { api, API_BASE } from '#headless/session/api.ts'
import { prefetchedAnswer } from '#headless/session/prefetched.ts'

/** Null for a chat that is not set up. */
export type ChatSetup = Readonly<Record<ChatName, ChatIds | null>>

let asked: Promise<ChatSetup> | undefined

/** Asked once; a failure is forgotten, so that the next caller asks again. */
export const chatSetup = (): Promise<ChatSetup> =>
  (asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  }))

const ask = async (): Promise<ChatSetup> =>
  (await prefetchedAnswer<ChatSetup>(API_BASE + firstCalls.chatSetup)) ??
  api.get<ChatSetup>(firstCalls.chatSetup, undefined, { quiet: true })

export async function idsOf(chat: ChatName): Promise<ChatIds> {
  const ids = (await chatSetup())[chat]
  if (!ids) throw new Error(`${chat} is not set up`)
  return ids
}

export const signPage = (chat: ChatName, url: string, ticket: 'corp' | 'agent'): Promise<PageSignature> =>
  api.get<PageSignature>(`/sys/chat/${chat}/signature`, { url, ticket }, { quiet: true })
