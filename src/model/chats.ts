/**
 * The chats the product lives in: what client and server both have to know of each. What it is further stands in its folder
 * `server/chat/<name>/` and its file `src/adaptive/<name>.ts`; the compiler names whoever has none.
 */
export interface ChatEntry {
  readonly name: string
  /** As people speak of it. */
  readonly label: string
  /** Of its tag in lists. */
  readonly colour: string
  /** What the contract calls it, in addresses and in 聊天账号绑定. */
  readonly source: string
  /** What clients of the contract write instead, in small letters. */
  readonly aliases?: readonly string[]
  /**
   * Inside it people are recognised by an address the page goes to. The others answer a call of their SDK
   * (`src/adaptive/<name>-sdk.ts`) without leaving the page.
   */
  readonly byAddress: boolean
  /** How its clients tell themselves apart from browsers, and their version: the first group. */
  readonly agent: { readonly fits: RegExp; readonly version: RegExp }
}

/** In the order in which people are told something. */
export const chats = [
  {
    name: 'wecom',
    label: '企业微信',
    colour: 'green',
    source: 'wechat_enterprise',
    byAddress: true,
    // It also calls itself MicroMessenger; a client that says only that is WeChat, a browser to us.
    agent: { fits: /wxwork\//i, version: /wxwork\/([\d.]+)/i },
  },
  {
    name: 'dingtalk',
    label: '钉钉',
    colour: 'blue',
    source: 'dingtalk',
    aliases: ['dingding'],
    byAddress: false,
    // On a phone `AliApp(DingTalk/7.6.30)`, on a computer `DingTalk(7.8.10-Release)`. The government edition (TaurusApp) has
    // another platform underneath.
    agent: { fits: /^(?!.*TaurusApp).*dingtalk/is, version: /DingTalk[/(]([\d.]+)/i },
  },
] as const satisfies readonly ChatEntry[]

export type ChatName = (typeof chats)[number]['name']
