/** Looking up the chats of `chats.ts`, by our names and by those of the contract. */
import { chats, type ChatEntry, type ChatName } from './chats.ts'

const entries: readonly (ChatEntry & { readonly name: ChatName })[] = chats

export const chatNames: readonly ChatName[] = entries.map(({ name }) => name)

const byName = new Map<string, (typeof entries)[number]>(entries.map((chat) => [chat.name, chat]))

export const isChat = (name: string): name is ChatName => byName.has(name)
export const chatEntry = (name: ChatName): ChatEntry => byName.get(name)!

// A Map: the words come from outside, and an object knows `constructor` too.
const byWord: ReadonlyMap<string, ChatName> = new Map(
  entries.flatMap(({ name, source, aliases = [] }) => [name, source, ...aliases].map((word) => [word, name] as const)),
)

/** `wechat_enterprise` → wecom. Clients write it in capitals too, and `dingding`. */
export const chatNamed = (source: string): ChatName | undefined => byWord.get(source.toLowerCase())
