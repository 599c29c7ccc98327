import type { Settings } from '../kernel/settings.ts'
import type { Chats } from '../kernel/ports/chat.ts'
import { allChatKinds } from './chats.ts'
import type { Outside } from './outside.ts'

/** The chats the settings name; none is a product without them. */
export function makeChats({ chats, publicUrl, port }: Settings, outside: Omit<Outside, 'publicUrl'>): Chats {
  // In production the settings insist on PUBLIC_URL as soon as a chat is set up.
  const around: Outside = { ...outside, publicUrl: publicUrl ?? `http://localhost:${port}` }
  return new Map(
    allChatKinds.flatMap(({ name, open }) => {
      const own = chats[name]
      return own ? [[name, open(own as never, around)] as const] : []
    }),
  )
}
