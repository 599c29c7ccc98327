import { chatEntry, isChat } from '#model/chatNames.ts'
import type { ChatEntry, ChatName } from '#model/chats.ts'

/** What our server calls a chat, how people speak of it, and how it recognises them. */
export type Source = Pick<ChatEntry, 'source' | 'label' | 'byAddress'>

export const sourceFor: (chat: ChatName) => Source = chatEntry

/** Null for a host that is no chat. */
export const sourceOf = ({ name }: { name: string }): Source | null => (isChat(name) ? chatEntry(name) : null)
