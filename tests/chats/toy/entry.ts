import type { ChatEntry } from '#model/chats.ts'

/** A chat nobody has heard of, as an entry of `src/model/chats.ts`. */
export const entry: ChatEntry = {
  name: 'toy',
  label: '小黄鸭',
  colour: 'gold',
  source: 'toy_chat',
  byAddress: true,
  agent: { fits: /toychat\//i, version: /toychat\/([\d.]+)/i },
}
