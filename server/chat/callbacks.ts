/** Reading what the chats call us with: signature first, then the window of time, then the seal, then for whom it is. */
import { createHash } from 'node:crypto'
import { forbidden, notFound } from '../kernel/errors.ts'
import type { ChatClick } from '../kernel/ports/chat.ts'
import { open, signatureFits } from './sealed.ts'
import type { CallbackSettings } from '../kernel/chat-settings.ts'
import type { WecomReceipt } from './wecom.ts'

/** Clocks differ, and a chat tries again for a while; what is older is somebody playing it back. */
const WINDOW_MS = 300_000

/** WeCom writes seconds (10 digits), DingTalk milliseconds (13). */
const instantOf = (timestamp: string) => Number(timestamp) * (timestamp.length > 10 ? 1 : 1000)

export interface Stamp {
  msg_signature: string
  timestamp: string
  nonce: string
}

/** The message inside. Throws 403 without saying which check failed; `log` is told. */
export function unsealed(
  settings: CallbackSettings | undefined,
  { msg_signature, timestamp, nonce }: Stamp,
  sealed: string | undefined,
  { receivers, now, log }: { receivers: readonly string[]; now: Date; log: (why: string) => void },
): string {
  if (!settings) throw notFound('回调')
  const refuse = (why: string) => {
    log(why)
    return forbidden('回调校验失败')
  }
  if (!sealed || !signatureFits(msg_signature, settings.token, timestamp, nonce, sealed)) throw refuse('签名不符')
  if (Math.abs(now.getTime() - instantOf(timestamp)) > WINDOW_MS) throw refuse('时间戳超出范围')
  const opened = open(settings, sealed)
  if (!opened) throw refuse('无法解密')
  if (!receivers.includes(opened.receiver)) throw refuse('接收方不是本企业')
  return opened.message
}

/** The text of an element; WeCom's messages are flat, and what is inside was sealed by it. */
export function element(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>(?:<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|([^<]*))</${name}>`).exec(xml)
  return found?.[1] ?? found?.[2]
}

/** The sealed part of a body that is not trusted yet. */
export const sealedIn = (body: string): string | undefined =>
  /<Encrypt>(?:<!\[CDATA\[)?([A-Za-z0-9+/=]{1,200000})(?:\]\]>)?<\/Encrypt>/.exec(body)?.[1]

/** A pressed button; undefined for any other event. */
export function clickIn(xml: string, now: Date): ChatClick | undefined {
  if (element(xml, 'Event') !== 'template_card_event') return undefined
  const [userId, time, choice, message, responseCode] = [
    'FromUserName',
    'CreateTime',
    'EventKey',
    'TaskId',
    'ResponseCode',
  ].map((name) => element(xml, name))
  if (!userId || !choice || !message) return undefined
  const id = createHash('sha256')
    .update(JSON.stringify([userId, time, choice, message]))
    .digest('hex')
    .slice(0, 32)
  const receipt: WecomReceipt = responseCode ? { responseCode, at: now.getTime(), all: true } : {}
  return { id, userId: userId.toLowerCase(), message, choice, receipt }
}
