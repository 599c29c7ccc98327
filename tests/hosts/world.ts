/** What the pretend WeCom and DingTalk know: people, codes, tokens, messages, and what goes wrong next. */
import { randomBytes } from 'node:crypto'

export type ChatName = 'wecom' | 'dingtalk'

export interface SimPerson {
  /** In WeCom lower case, as its answers are. */
  userId: string
  unionId: string
  name: string
  mobile?: string
  /** Outside of the app's visible range when false. */
  inRange?: boolean
  /** WeCom: 1 works there, 2 is switched off, 4 has not come yet, 5 has left. */
  status?: number
  /** Not of this corporation: WeCom answers with an openid, DingTalk with 60121. */
  outsider?: boolean
}

export interface SimMessage {
  chat: ChatName
  /** WeCom msgid, DingTalk task_id. */
  id: string
  /** task_id of a WeCom card. */
  taskId?: string
  to: string[]
  /** Taken with success and never shown to these: a limit was passed, or the same text came twice. */
  dropped: string[]
  /** The message as it was sent. */
  body: Record<string, any>
  at: number
  /** What the card says now, by person: text of the button or value of the status bar. */
  state: Record<string, string>
  recalled?: boolean
  read: string[]
}

export interface SimTodo {
  id: string
  sourceId: string
  unionId: string
  body: Record<string, any>
  done: boolean
  deleted: boolean
}

/** How the next calls go wrong. */
export interface Fault {
  /** Part of the path: `/cgi-bin/message/send`; every path when absent. */
  path?: string
  /** Only calls with a code of this person. */
  userId?: string
  /** How many calls; 1 when not said. */
  times?: number
  /** The call is refused with this code. */
  errcode?: number
  errmsg?: string
  /** Status of the answer; with `html` an error page, otherwise `{code, message}` as api.dingtalk.com answers. */
  http?: number
  code?: string
  html?: boolean
  /** 200 with an empty body. */
  nothing?: boolean
  /** 200 with half of a JSON text. */
  half?: boolean
  /** 200 with more than anybody should read. */
  huge?: boolean
  /** 302 to this address. */
  redirect?: string
  /** The connection is closed without an answer; with `done` after the work was done. */
  reset?: boolean
  done?: boolean
  /** No answer, ever. */
  hang?: boolean
  /** ms before the answer. */
  delay?: number
}

export interface SimSettings {
  corpId: string
  agentId: string
  secret: string
  token: string
  aesKey: string
}
export interface SimDingSettings extends SimSettings {
  clientId: string
  /** `secret` is the client secret. */
  sign: 'sha256' | 'sha1'
}

interface Code {
  chat: ChatName
  userId: string
  kind: 'inside' | 'outside'
  privateInfo: boolean
  expires: number
  used: boolean
}
interface Token {
  value: string
  expires: number
}

export interface World {
  address: string
  /** Where callbacks are sent to: the product's origin. */
  product?: string
  wecom: SimSettings
  dingtalk: SimDingSettings
  people: SimPerson[]
  /** Who sits at the login pages; without one they ask. */
  signedIn?: string
  refuses: boolean
  /** Hosts pages and redirects may have; all when absent. */
  trustedHosts?: string[]
  /** An administrator of WeCom has switched the app off. */
  agentClosed?: boolean
  ipAllowed: boolean
  offset: number
  codes: Map<string, Code>
  tokens: Record<ChatName, Token | undefined>
  userTokens: Map<string, string>
  userTickets: Map<string, { userId: string; expires: number }>
  tickets: Map<string, Token>
  media: Map<string, { name: string; size: number; content: Buffer }>
  messages: SimMessage[]
  todos: SimTodo[]
  responseCodes: Map<string, { message: SimMessage; expires: number; used: boolean }>
  faults: Fault[]
  chaos: { rate: number; seed: number }
  /** These are answered as `invaliduser` although they are there. */
  invalid: Set<string>
  silentDrop: boolean
  /** Calls by path, newest last. */
  calls: { at: number; path: string }[]
}

export const CODE_MS = 5 * 60_000
export const TOKEN_MS = 7200_000
export const RESPONSE_CODE_MS = 72 * 3600_000

export const secretText = (bytes = 24) => randomBytes(bytes).toString('base64url')
export const now = (world: World) => Date.now() + world.offset

/** Demo accounts of the product, and three people it does not know or may not let in. */
export const defaultPeople: readonly SimPerson[] = [
  ['ops_manager', '周敏', '13800010001'],
  ['operator', '李伟', '13800010002'],
  ['finance', '钱静', '13800010003'],
  ['service', '孙丽', '13800010004'],
  ['viewer', '赵明', '13800010005'],
  ['provider01', '黄建华', '13800010006'],
  ['two_departs', '吴涛', '13800010007'],
  ['two_tenants', '郑海燕', '13800010008'],
  ['cashier', '沈佳琪', '13800010009'],
  ['kefu_chen', '陈婷婷', '13800010010'],
  ['newcomer', '新同事', '13900009999'],
  ['faraway', '不在范围', '13900009998', { inRange: false }],
  ['visitor', '外部访客', undefined, { outsider: true }],
].map(([userId, name, mobile, more]) => ({
  userId: userId as string,
  unionId: `union-${userId as string}`,
  name: name as string,
  mobile: mobile as string | undefined,
  ...(more as object | undefined),
}))

export const personById = (world: World, userId: string | undefined) =>
  world.people.find((person) => person.userId === userId?.toLowerCase())

export function issueCode(world: World, code: Omit<Code, 'expires' | 'used'>): string {
  const value = secretText()
  world.codes.set(value, { ...code, expires: now(world) + CODE_MS, used: false })
  return value
}

/** The person behind a code, which is used up by it. */
export function takeCode(world: World, chat: ChatName, value: unknown, kind?: Code['kind']): Code | undefined {
  const code = world.codes.get(String(value))
  if (!code || code.used || code.chat !== chat || code.expires < now(world) || (kind && code.kind !== kind))
    return undefined
  code.used = true
  return code
}

/** The same until it ends, as the chats do it. */
export function currentToken(world: World, chat: ChatName): Token {
  const known = world.tokens[chat]
  if (known && known.expires > now(world)) return known
  return (world.tokens[chat] = { value: secretText(48), expires: now(world) + TOKEN_MS })
}

export const tokenFits = (world: World, chat: ChatName, value: unknown): boolean => {
  const known = world.tokens[chat]
  return known !== undefined && known.value === value && known.expires > now(world)
}

export const called = (world: World, path: string, sinceMs = Infinity) =>
  world.calls.filter((call) => call.path.endsWith(path) && call.at > now(world) - sinceMs).length

/** mulberry32: the same seed goes wrong in the same places. */
export function chance(world: World): number {
  world.chaos.seed = (world.chaos.seed + 0x6d2b79f5) | 0
  let t = Math.imul(world.chaos.seed ^ (world.chaos.seed >>> 15), 1 | world.chaos.seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export const bytes = (text: unknown) => Buffer.byteLength(typeof text === 'string' ? text : JSON.stringify(text ?? ''))
