/** What a test turns and looks at. The same calls work in the process and, as JSON, over `POST /__sim/{name}`. */
import { createHash, randomBytes } from 'node:crypto'
import { callbackSignature, seal } from './sealed.ts'
import { hostTrusted } from './pages.ts'
import { responseCode } from './wecom-host.ts'
import {
  called,
  issueCode,
  now,
  personById,
  secretText,
  type ChatName,
  type Fault,
  type SimMessage,
  type SimPerson,
  type SimTodo,
  type World,
} from './world.ts'

/** How a callback is bent. */
export interface Bend {
  signature?: 'bad'
  /** Sealed for another corporation. */
  receiver?: string
  /** Sealed with another key. */
  key?: 'other'
  /** Made so many ms ago (negative: in the future). */
  age?: number
  /** So many bytes of filling. */
  filling?: number
}
export interface Callback {
  query: Record<string, string>
  body: string
  contentType: string
}
export interface ClickOptions extends Bend {
  /** Sent so many times, as WeCom does when no answer comes in time. */
  times?: number
}

export interface PageConfig {
  chat: ChatName
  ticket?: 'corp' | 'agent'
  url: string
  timestamp: number | string
  nonceStr: string
  signature: string
}

export interface Control {
  /** Turns the chats' clock. */
  advance(ms: number): Promise<void>
  failNext(fault: Fault): Promise<void>
  /** A share of all calls goes wrong, in the same places for the same seed. */
  chaos(rate: number, seed?: number): Promise<void>
  /** Clears faults, chaos, messages, calls, switches; people and tokens stay. */
  reset(): Promise<void>
  revokeTokens(chat?: ChatName): Promise<void>
  outbox(): Promise<SimMessage[]>
  todos(): Promise<SimTodo[]>
  people(): Promise<SimPerson[]>
  addPerson(person: SimPerson): Promise<void>
  removePerson(userId: string): Promise<void>
  /** Who sits at the login pages from now on; without one they ask. */
  signIn(userId?: string): Promise<void>
  refuseSignIn(refuses: boolean): Promise<void>
  /** A code as `requestAuthCode` (inside) or a login page (outside) hands it out. */
  authCode(chat: ChatName, userId: string, kind?: 'inside' | 'outside'): Promise<string>
  /** Where callbacks go. */
  product(origin: string): Promise<void>
  trustedHosts(hosts?: string[]): Promise<void>
  agentClosed(closed: boolean): Promise<void>
  ipAllowed(allowed: boolean): Promise<void>
  partialInvalid(userIds: string[]): Promise<void>
  silentDrop(on: boolean): Promise<void>
  /** Marks a DingTalk message as read. */
  read(id: string, userId: string): Promise<void>
  /** How often a path was called. */
  calls(path: string): Promise<number>
  /** What the chat would post when this person presses this button. */
  clickBody(taskId: string, key: string, userId: string, bend?: Bend): Promise<Callback>
  /** Posts it to the product; the statuses of the answers. */
  click(taskId: string, key: string, userId: string, options?: ClickOptions): Promise<number[]>
  /** WeCom's check of the callback address. */
  echo(text: string, bend?: Bend): Promise<Record<string, string>>
  /** What WeCom posts to those who hear of its members: `delete_user`, or `update_user` with what has changed. */
  memberEvent(change: string, userId: string, more?: Record<string, string | number>, bend?: Bend): Promise<Callback>
  /** An event of DingTalk. */
  event(event: Record<string, unknown>, bend?: Bend): Promise<Callback>
  /** Would the SDK's config be taken? */
  checkSignature(config: PageConfig): Promise<{ ok: boolean; reason?: string }>
}

const seconds = (world: World, bend?: Bend) => String(Math.floor((now(world) - (bend?.age ?? 0)) / 1000))
const cdata = (text: string) => `<![CDATA[${text}]]>`

function sealedBody(world: World, chat: ChatName, message: string, bend: Bend = {}) {
  const { token, aesKey } = world[chat]
  const receiver = bend.receiver ?? (chat === 'wecom' ? world.wecom.corpId : world.dingtalk.clientId)
  const key = bend.key ? randomBytes(32).toString('base64').slice(0, 43) : aesKey
  const encrypt = seal(key, message + ' '.repeat(bend.filling ?? 0), receiver)
  // DingTalk writes milliseconds.
  const timestamp = chat === 'wecom' ? seconds(world, bend) : String(now(world) - (bend.age ?? 0))
  const nonce = String(parseInt(randomBytes(4).toString('hex'), 16))
  const signature = callbackSignature(bend.signature ? 'nottoken' : token, timestamp, nonce, encrypt)
  return { encrypt, query: { msg_signature: signature, timestamp, nonce } }
}

export function controlOf(world: World): Control {
  const control: Control = {
    advance: async (ms) => void (world.offset += ms),
    failNext: async (fault) => void world.faults.push({ ...fault }),
    chaos: async (rate, seed = 1) => void (world.chaos = { rate, seed }),
    async reset() {
      Object.assign(world, {
        faults: [],
        chaos: { rate: 0, seed: 1 },
        messages: [],
        todos: [],
        calls: [],
        refuses: false,
        silentDrop: false,
        ipAllowed: true,
        trustedHosts: undefined,
        agentClosed: undefined,
        signedIn: undefined,
      })
      world.invalid.clear()
    },
    async revokeTokens(chat) {
      for (const name of chat ? [chat] : (['wecom', 'dingtalk'] as const)) world.tokens[name] = undefined
    },
    outbox: async () => world.messages,
    todos: async () => world.todos,
    people: async () => world.people,
    addPerson: async (person) => void world.people.push(person),
    removePerson: async (userId) => void (world.people = world.people.filter((person) => person.userId !== userId)),
    signIn: async (userId) => void (world.signedIn = userId),
    refuseSignIn: async (refuses) => void (world.refuses = refuses),
    async authCode(chat, userId, kind = 'inside') {
      if (!personById(world, userId)) throw new Error(`nobody is called ${userId}`)
      return issueCode(world, { chat, userId: userId.toLowerCase(), kind, privateInfo: true })
    },
    product: async (origin) => void (world.product = origin),
    trustedHosts: async (hosts) => void (world.trustedHosts = hosts),
    agentClosed: async (closed) => void (world.agentClosed = closed),
    ipAllowed: async (allowed) => void (world.ipAllowed = allowed),
    partialInvalid: async (userIds) => void (world.invalid = new Set(userIds)),
    silentDrop: async (on) => void (world.silentDrop = on),
    read: async (id, userId) => void world.messages.find((message) => message.id === id)?.read.push(userId),
    calls: async (path) => called(world, path),

    async clickBody(taskId, key, userId, bend) {
      const message = world.messages.find((one) => one.taskId === taskId)
      const { corpId, agentId } = world.wecom
      const xml = `<xml><ToUserName>${cdata(corpId)}</ToUserName><FromUserName>${cdata(userId)}</FromUserName><MsgType>${cdata('event')}</MsgType><Event>${cdata('template_card_event')}</Event><CreateTime>${seconds(world)}</CreateTime><AgentID>${agentId}</AgentID><EventKey>${cdata(key)}</EventKey><TaskId>${cdata(taskId)}</TaskId><CardType>${cdata('button_interaction')}</CardType><ResponseCode>${cdata(message ? responseCode(world, message) : secretText())}</ResponseCode></xml>`
      const { encrypt, query } = sealedBody(world, 'wecom', xml, bend)
      const body = `<xml><ToUserName>${cdata(corpId)}</ToUserName><AgentID>${agentId}</AgentID><Encrypt>${cdata(encrypt)}</Encrypt></xml>`
      return { query, body, contentType: 'text/xml' }
    },
    async click(taskId, key, userId, { times = 1, ...bend } = {}) {
      const { query, body, contentType } = await control.clickBody(taskId, key, userId, bend)
      if (!world.product) throw new Error('say where the product is: product(origin)')
      const address = `${world.product}/jeecg-boot/sys/chat/wecom/callback?${new URLSearchParams(query).toString()}`
      const statuses: number[] = []
      for (let round = 0; round < times; round += 1) {
        const answer = await fetch(address, { method: 'POST', headers: { 'content-type': contentType }, body })
        await answer.text()
        statuses.push(answer.status)
      }
      return statuses
    },
    async echo(text, bend) {
      const { encrypt, query } = sealedBody(world, 'wecom', text, bend)
      return { ...query, echostr: encrypt }
    },
    async memberEvent(change, userId, more = {}, bend) {
      const { corpId } = world.wecom
      // `age` is that of the event: it is posted again with a fresh stamp.
      const fields = { CreateTime: seconds(world, bend), ChangeType: change, UserID: userId, ...more }
      const texts = Object.entries(fields).map(([name, value]) => `<${name}>${cdata(String(value))}</${name}>`)
      const xml = `<xml><ToUserName>${cdata(corpId)}</ToUserName><FromUserName>${cdata('sys')}</FromUserName><MsgType>${cdata('event')}</MsgType><Event>${cdata('change_contact')}</Event>${texts.join('')}</xml>`
      const { encrypt, query } = sealedBody(world, 'wecom', xml, { ...bend, age: 0 })
      const body = `<xml><ToUserName>${cdata(corpId)}</ToUserName><Encrypt>${cdata(encrypt)}</Encrypt></xml>`
      return { query, body, contentType: 'text/xml' }
    },
    async event(event, bend) {
      const { encrypt, query } = sealedBody(world, 'dingtalk', JSON.stringify(event), bend)
      return { query, body: JSON.stringify({ encrypt }), contentType: 'application/json' }
    },

    async checkSignature({ chat, ticket = 'corp', url, timestamp, nonceStr, signature }) {
      const held = world.tickets.get(chat === 'wecom' ? `wecom:${ticket}` : 'dingtalk')
      if (!held || held.expires < now(world)) return { ok: false, reason: 'no valid ticket' }
      if (!hostTrusted(world, url)) return { ok: false, reason: 'untrusted host' }
      const text = `jsapi_ticket=${held.value}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.split('#')[0]}`
      const hash = chat === 'wecom' ? 'sha1' : world.dingtalk.sign
      const ok = createHash(hash).update(text).digest('hex') === signature
      return ok ? { ok } : { ok, reason: 'invalid signature' }
    },
  }
  return control
}

/** The control of a simulator in another process. */
export const controlAt = (address: string): Control =>
  new Proxy({} as Control, {
    get:
      (_, name: string) =>
      async (...given: unknown[]) => {
        const answer = await fetch(`${address}/__sim/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given),
        })
        const { result, error } = (await answer.json()) as { result: unknown; error?: string }
        if (error) throw new Error(`simulator: ${error}`)
        return result
      },
  })
