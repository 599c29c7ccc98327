import {
  ChatError,
  withoutNumber,
  type Chat,
  type ChatPerson,
  type ChatReceipt,
  type ChatSent,
  type Proven,
  type Standing,
} from '../../kernel/ports/chat.ts'
import { cut } from '../fitting.ts'
import { fileForm } from '../outgoing.ts'
import type { Outside } from '../outside.ts'
import { addressOf } from '../page-address.ts'
import { signPage } from '../page-signature.ts'
import type { WecomSettings } from './settings.ts'
import { cardOf, envelope, REMEMBER_SECONDS, textCardOf } from './card.ts'
import { idOf } from './id.ts'
import { standings } from './standings.ts'
import { strangers } from '../refusals.ts'
import { examineWecom } from './doctor.ts'
import { LABEL, wecomWire, type Reply, type WecomWire } from './wire.ts'

/** A card may be changed for 72 hours after it was sent or pressed. */
const CARD_MS = 72 * 3600_000

/** What a card can be changed with, once; `all`: it came with a click and changes everybody's copy. */
export interface WecomReceipt extends ChatReceipt {
  responseCode?: string
  at?: number
  all?: boolean
  messageId?: string
}

export function wecomChat(settings: WecomSettings, outside: Outside): Chat {
  const { corpId, agentId, callback, scope, oauthBase, loginBase } = settings
  const { clock, publicUrl } = outside
  const wire = wecomWire(settings, outside)

  return {
    name: 'wecom',
    label: LABEL,
    corpId,
    publicIds: { corpId, agentId },
    mostReceivers: () => 100,
    remembersSeconds: REMEMBER_SECONDS,
    // developer.work.weixin.qq.com 90236.
    personLimits: [
      { seconds: 60, most: 30 },
      { seconds: 3600, most: 1000 },
    ],

    authorizeUrl({ redirectUri, state, kind }) {
      if (kind === 'outside') {
        const query = {
          login_type: 'CorpApp',
          appid: corpId,
          agentid: agentId,
          redirect_uri: redirectUri,
          state,
          lang: 'zh',
        }
        return `${loginBase}/wwlogin/sso/login?${new URLSearchParams(query).toString()}`
      }
      const query = { appid: corpId, redirect_uri: redirectUri, response_type: 'code', scope, state, agentid: agentId }
      // WeCom looks for this ending.
      return `${oauthBase}/connect/oauth2/authorize?${new URLSearchParams(query).toString()}#wechat_redirect`
    },

    exchange: (code) => exchange(wire, code),
    signPage: async (url, ticket) => signPage('sha1', await wire.ticket(ticket), url, clock.now()),

    async send(userIds, message) {
      const decides = callback !== undefined && (message.choices?.length ?? 0) > 0
      const url = addressOf(publicUrl, message)
      const [type, content] = decides
        ? (['template_card', cardOf(message, url)] as const)
        : (['textcard', textCardOf(message, url)] as const)
      const reply = await wire.post('/cgi-bin/message/send', envelope({ userIds, agentId }, type, content))
      const receipt: WecomReceipt = {
        messageId: String(reply.msgid),
        ...(typeof reply.response_code === 'string' && {
          responseCode: reply.response_code,
          at: clock.now().getTime(),
        }),
      }
      return { receipt, refused: refusedOf(reply) }
    },

    async settle(given, { text, userIds }) {
      const receipt = given as WecomReceipt
      // A card that only opens the page has nothing to change.
      if (!receipt.responseCode) return
      if (clock.now().getTime() - (receipt.at ?? 0) > CARD_MS)
        throw new ChatError(`${LABEL}：卡片已超过 72 小时，不能再更新`, 'card-too-old', false)
      await wire.post('/cgi-bin/message/update_template_card', {
        ...(receipt.all ? { atall: 1 } : { userids: userIds }),
        agentid: Number(agentId),
        response_code: receipt.responseCode,
        button: { replace_name: cut(text, 60) },
      })
    },

    async sendFile(userIds, file) {
      const uploaded = await wire.upload('/cgi-bin/media/upload', { type: 'file' }, fileForm(file))
      const media_id = String(uploaded.media_id)
      const reply = await wire.post('/cgi-bin/message/send', envelope({ userIds, agentId }, 'file', { media_id }))
      return { receipt: { messageId: String(reply.msgid) }, refused: refusedOf(reply) }
    },

    standingOf: (userId) => standingOf(wire, userId),
    examine: () => examineWecom(settings, outside, wire),
  }
}

/** A code is good once. Whoever is no member of the corporation comes with an openid and is refused. */
async function exchange(wire: WecomWire, code: string): Promise<Proven> {
  const found = await wire.get('/cgi-bin/auth/getuserinfo', { code })
  // The older call wrote UserId.
  const userId = text(found.userid) ?? text(found.UserId)
  if (!userId) throw new ChatError(`${LABEL}：不是本企业的成员`, 'not-a-member', false, undefined, 'stranger')
  const ticket = text(found.user_ticket)
  return {
    userId: idOf(userId),
    async profile() {
      const [profile, detail] = await Promise.all([profileOf(wire, userId), ticket ? detailOf(wire, ticket) : {}])
      return { ...profile, ...detail }
    },
  }
}

/** Mobile and avatar, when the member agreed to share them. Without them the person is still known. */
async function detailOf(wire: WecomWire, ticket: string): Promise<Partial<ChatPerson>> {
  try {
    const { mobile, avatar } = await wire.post('/cgi-bin/auth/getuserdetail', { user_ticket: ticket })
    return { ...(text(mobile) && { mobile: text(mobile) }), ...(text(avatar) && { avatar: text(avatar) }) }
  } catch (error) {
    if (error instanceof ChatError) return withoutNumber(error)
    throw error
  }
}

async function profileOf(wire: WecomWire, userid: string): Promise<Partial<ChatPerson>> {
  try {
    const { name, mobile } = await wire.get('/cgi-bin/user/get', { userid })
    return { ...(text(name) && { name: text(name) }), ...(text(mobile) && { mobile: text(mobile) }) }
  } catch (error) {
    if (error instanceof ChatError) return withoutNumber(error)
    throw error
  }
}

async function standingOf(wire: WecomWire, userid: string): Promise<Standing> {
  const found = await wire.get('/cgi-bin/user/get', { userid }).catch(strangers)
  return found ? (standings[String(found.status)] ?? 'member') : 'left'
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** errcode 0 with `invaliduser` means that only the others have it. */
const refusedOf = (reply: Reply): ChatSent['refused'] => [
  ...names(reply.invaliduser).map((userId) => ({ userId, reason: '不在企业通讯录或应用的可见范围内' })),
  ...names(reply.unlicenseduser).map((userId) => ({ userId, reason: '没有企业微信接口许可' })),
]
const names = (value: unknown): string[] => (text(value) ?? '').split('|').filter(Boolean)
