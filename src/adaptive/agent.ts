/** The chat clients the product knows how to live in. */
export type ChatClient = 'wecom' | 'dingtalk'

/** What the user agent says about the client. It picks an adapter and a layout; it proves nothing. */
export interface Agent {
  chat?: ChatClient
  /** A phone or tablet, whatever it claims to be. */
  phone: boolean
  /** Of the chat client, `4.1.36`; empty when it does not say. */
  version: string
}

/** A Mac has no touch screen: a "Macintosh" with more touch points than this is an iPad. */
const MAC_TOUCH_POINTS = 2

const clients: readonly { chat: ChatClient; fits: RegExp; version: RegExp }[] = [
  // WeCom also calls itself MicroMessenger; a client that says only that is WeChat, a browser to us.
  { chat: 'wecom', fits: /wxwork\//i, version: /wxwork\/([\d.]+)/i },
  // On a phone `AliApp(DingTalk/7.6.30)`, on a computer `DingTalk(7.8.10-Release)`.
  { chat: 'dingtalk', fits: /dingtalk/i, version: /DingTalk[/(]([\d.]+)/i },
]
/** The government edition of DingTalk has another platform underneath. */
const UNKNOWN = /TaurusApp/

/** Which client this is, by the user agents collected from real ones. */
export function readAgent(
  userAgent: string = navigator.userAgent,
  touchPoints: number = navigator.maxTouchPoints,
): Agent {
  const phone =
    /android|iphone|ipad|ipod|\bmobile\b/i.test(userAgent) ||
    // `(Phone; OpenHarmony 5.0)`, `(Tablet; …)`, and `(PC; …)` for a computer.
    (/openharmony/i.test(userAgent) && !/\(PC;/i.test(userAgent)) ||
    (/macintosh/i.test(userAgent) && touchPoints > MAC_TOUCH_POINTS)
  const client = UNKNOWN.test(userAgent) ? undefined : clients.find(({ fits }) => fits.test(userAgent))
  if (!client) return { phone, version: '' }
  return { chat: client.chat, phone, version: client.version.exec(userAgent)?.[1] ?? '' }
}

/** `4.1.36` is at least `4.1`. An unknown version is taken for a new one. */
export function atLeast(version: string, wanted: string): boolean {
  if (!version) return true
  const [is, needed] = [version, wanted].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (let index = 0; index < needed!.length; index++) {
    const difference = (is![index] ?? 0) - needed![index]!
    if (difference) return difference > 0
  }
  return true
}
