/**
 * A chat application staff work in (WeCom, DingTalk), as the rest of the server sees it. Its folder in `server/chat/` speaks
 * its wire; a `Chat` exists only when its settings are complete.
 */
import type { ChatName } from '#model/chats.ts'

export type { ChatName } from '#model/chats.ts'

/** How a code came to be: inside the app, or on a login page outside of it (the two are exchanged differently). */
export type CodeKind = 'inside' | 'outside'

/** Who a code stands for. `userId` is that of the corporation: WeCom's in lower case. */
export interface ChatPerson {
  userId: string
  /** DingTalk: todos want it instead of `userId`. */
  unionId?: string
  name?: string
  /** Only where the corporation lets the app read it. */
  mobile?: string
  avatar?: string
  /** The chat did not get round to the number, by which a newcomer is known. */
  incomplete?: true
}

/** Who a code stands for, as far as the exchange itself says it. */
export interface Proven extends ChatPerson {
  /** Name, number and picture, for which the chat has to be asked once more. */
  profile?(): Promise<Partial<ChatPerson>>
}

/** What a page needs so that the SDK may work on it. */
export interface PageSignature {
  timestamp: number
  nonceStr: string
  signature: string
}

/** A fact on a card: 申请金额 / 1,200.00 元. */
export interface CardFact {
  label: string
  text: string
}

/** What a card offers: a press calls back with its `key`, or opens the page. */
export interface Choice {
  key: string
  label: string
  danger?: boolean
  opens?: boolean
  /** Of the record as the card shows it: a press decides on that and on nothing else. Chats are not told. */
  version?: number
}

/** What a person is told. Chats cut texts to their own limits. */
export interface ChatMessage {
  /** Unique per message and try-safe: the same key is never shown twice. `[0-9A-Za-z_-]{1,64}` */
  key: string
  title: string
  summary: string
  facts: readonly CardFact[]
  /** Path inside the product, `/record/userWithdrawal/12`; the chat makes the address that signs the person in. */
  path: string
  /** Where that lies: the address says so. */
  tenantId?: number
  /** With it the card decides: each choice calls back with its `key` (WeCom) or opens the page (DingTalk, and what `opens`). */
  choices?: readonly Choice[]
  /** A todo of the chat is opened too and closed by `settle` (DingTalk). Due in ms since the epoch. */
  todo?: { due?: number }
}

/** What `send` keeps for `settle`; stored as JSON by the sender. */
export type ChatReceipt = Readonly<Record<string, unknown>>

export interface ChatSent {
  receipt: ChatReceipt
  /** People the chat did not take, with the reason in Chinese. The others have it. */
  refused: readonly { userId: string; reason: string }[]
}

/** What a callback says: somebody pressed a button on a card. A click is not a login. */
export interface ChatClick {
  /** The same for every repetition of one click. */
  id: string
  userId: string
  /** `key` of the message and of the choice. */
  message: string
  choice: string
  /** Given back to `settle`: what the click lets us change. */
  receipt: ChatReceipt
}

export interface ChatFile {
  name: string
  type: string
  content: Buffer
}

export interface Chat {
  readonly name: ChatName
  /** 企业微信, 钉钉. */
  readonly label: string
  /** Sessions opened through it belong to this corporation. */
  readonly corpId: string
  /** What the page may know: corp, agent and client ids. Never a secret. */
  readonly publicIds: Readonly<Record<string, string>>

  /** Where the browser goes to be recognised; comes back to `redirectUri` with `code` or `authCode`, and `state`. */
  authorizeUrl(options: { redirectUri: string; state: string; kind: CodeKind }): string
  /** Throws a ChatError: a code is good once and for five minutes. */
  exchange(code: string, kind: CodeKind): Promise<Proven>
  /** `url` without its `#` part. `agent`: WeCom's agentConfig. */
  signPage(url: string, ticket: 'corp' | 'agent'): Promise<PageSignature>

  /** To so many people at once a message like this goes (5 where the card has a state, DingTalk): the caller splits. */
  mostReceivers(message: Pick<ChatMessage, 'choices'>): number
  /** What it takes for one person before it drops silently or refuses. */
  readonly personLimits: readonly { readonly seconds: number; readonly most: number }[]
  /** Seconds in which it knows a message again that it may have had; undefined: until the day ends. */
  readonly remembersSeconds?: number
  send(userIds: readonly string[], message: ChatMessage): Promise<ChatSent>
  /**
   * Whom of a message it took it did not reach after all, a while after `send`. Absent where the answer to `send` says it.
   */
  missed?(receipt: ChatReceipt): Promise<ChatSent['refused']>
  /** Everybody's copy now reads `text` (已由 张三 于 10:32 通过) and can no longer be pressed; todos are closed. */
  settle(receipt: ChatReceipt, outcome: { text: string; good: boolean; userIds: readonly string[] }): Promise<void>
  sendFile(userIds: readonly string[], file: ChatFile): Promise<ChatSent>

  /** How somebody stands with the corporation now. Absent where the chat cannot be asked. */
  standingOf?(userId: string): Promise<Standing>

  /** Calls the chat for real, for the host doctor. */
  examine(): Promise<readonly Finding[]>
}

/** `suspended`: the corporation keeps them out of the chat. */
export type Standing = 'member' | 'suspended' | 'left'

/** One tick of the host doctor. */
export interface Finding {
  name: string
  good: boolean
  /** What was seen, and when it is not good how to mend it. */
  text: string
  fix?: string
}

/**
 * What lies behind a refusal: a code that was used or ran out, somebody who is not (or no longer) of the corporation,
 * somebody the app may not see, our own settings, a chat that is busy or silent, or what was sent.
 */
export type ChatFault = 'code' | 'stranger' | 'range' | 'setup' | 'busy' | 'content'

/** A chat said no. `retry`: the same call may work later. */
export class ChatError extends Error {
  constructor(
    /** In Chinese, for staff and the delivery log. */
    message: string,
    /** The chat's own code. */
    readonly code: string,
    readonly retry: boolean,
    /** Not before this many ms, when the chat said so. */
    readonly afterMs?: number,
    readonly fault: ChatFault = 'content',
  ) {
    super(message)
    this.name = 'ChatError'
  }
}

/** May the same call work later? Settings are mended; what is wrong with a message stays so. */
export const isWorthAnotherTry = ({ retry, fault }: ChatError): boolean => retry || fault === 'setup'

/** Some of a message was brought to its outcome and some was not; with `left` for its receipt only that is tried again. */
export class PartlySettled extends ChatError {
  constructor(
    error: ChatError,
    readonly left: ChatReceipt,
  ) {
    super(error.message, error.code, error.retry, error.afterMs, error.fault)
  }
}

/** What a profile that was not told says of a person: it may not be read, or the chat is only busy just now. */
export const withoutNumber = ({ fault }: ChatError): Partial<ChatPerson> =>
  fault === 'busy' ? { incomplete: true } : {}

/** The chats that are set up. */
export type Chats = ReadonlyMap<ChatName, Chat>
