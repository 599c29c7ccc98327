import { textIn } from '#model/choices.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import type { ChatName } from '../kernel/ports/chat.ts'

/** `web` is the bell and the socket. */
export type Channel = 'web' | ChatName

export const labelOfChannel = (channel: Channel): string => textIn(dictionaries.notify_channel.items, channel)
