/** Reading what the chats call us with: signature first, then the window of time, then the seal, then for whom it is. */
import { z } from 'zod'
import { forbidden, notFound } from '../kernel/errors.ts'
import { open, signatureFits } from './sealed.ts'
import type { CallbackSettings } from './settings.ts'

/** Clocks differ, and a chat tries again for a while; what is older is somebody playing it back. */
const WINDOW_MS = 300_000

/** WeCom writes seconds (10 digits), DingTalk milliseconds (13). */
const instantOf = (timestamp: string) => Number(timestamp) * (timestamp.length > 10 ? 1 : 1000)

/** What a sealed call carries in its address. */
export const stamp = {
  msg_signature: z.string({ error: '缺少 msg_signature' }).regex(/^[0-9a-f]{40}$/, '格式不正确'),
  timestamp: z.string({ error: '缺少 timestamp' }).regex(/^\d{10}(\d{3})?$/, '格式不正确'),
  nonce: z.string({ error: '缺少 nonce' }).min(1, '缺少 nonce').max(128),
}
export type Stamp = Record<keyof typeof stamp, string>

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
