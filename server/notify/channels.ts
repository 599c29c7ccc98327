import { dictionaries } from '#resources/dictionaries.ts'
import type { ChatName } from '../kernel/ports/chat.ts'

/** `web` is the bell and the socket. */
export type Channel = 'web' | ChatName

export const labelOfChannel = (channel: Channel): string =>
  dictionaries.notify_channel.items.find(([value]) => value === channel)![1]
