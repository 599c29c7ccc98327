/** What a user agent says, by those collected from real clients: for the page, the server, and what it preloads. */
import { chatEntry, chatNames } from './chatNames.ts'
import type { ChatName } from './chats.ts'

/** It picks an adapter and a layout; it proves nothing. */
export interface Agent {
  chat?: ChatName
  /** A phone or tablet, whatever it claims to be. */
  phone: boolean
  /** Of the chat client, `4.1.36`; empty when it does not say. */
  version: string
}

/** A Mac has no touch screen: a "Macintosh" with more touch points than this is an iPad. */
const MAC_TOUCH_POINTS = 2

/** The server hears nothing of touch points. */
export function readAgent(userAgent: string, touchPoints = 0): Agent {
  const phone =
    /android|iphone|ipad|ipod|\bmobile\b/i.test(userAgent) ||
    // `(Phone; OpenHarmony 5.0)`, `(Tablet; …)`, and `(PC; …)` for a computer.
    (/openharmony/i.test(userAgent) && !/\(PC;/i.test(userAgent)) ||
    (/macintosh/i.test(userAgent) && touchPoints > MAC_TOUCH_POINTS)
  const chat = chatNames.find((name) => chatEntry(name).agent.fits.test(userAgent))
  if (!chat) return { phone, version: '' }
  return { chat, phone, version: chatEntry(chat).agent.version.exec(userAgent)?.[1] ?? '' }
}

/** The chat client this is, where that one recognises people by an address and not by answering the page. */
export function chatByAddress(userAgent: string): ChatName | undefined {
  const { chat } = readAgent(userAgent)
  return chat && chatEntry(chat).byAddress ? chat : undefined
}
