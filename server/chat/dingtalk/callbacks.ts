/** DingTalk's calls: JSON around a seal, and so is what it wants to hear. */
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { badInput, notFound } from '../../kernel/errors.ts'
import { stamp } from '../callbacks.ts'
import { callback, type Called } from '../kind.ts'
import { seal, signatureOf } from '../sealed.ts'
import type { CallbackSettings } from '../settings.ts'
import type { DingtalkSettings } from './settings.ts'

export const dingtalkCallbacks = [
  callback({
    method: 'POST',
    summary: '钉钉事件：校验地址、成员离职',
    // Older registrations write `signature`.
    query: z
      .object({ ...stamp, msg_signature: stamp.msg_signature.optional(), signature: stamp.msg_signature.optional() })
      .refine((query) => query.msg_signature ?? query.signature, '缺少 msg_signature'),
    answer: async ({ settings, body, now, unsealed, left }: Called<DingtalkSettings>, query) => {
      if (!settings.callback) throw notFound('回调')
      const msg_signature = query.msg_signature ?? query.signature!
      // The console seals for the app, the older registration for the corporation.
      const receivers = [settings.clientId, settings.corpId]
      const event = objectIn(unsealed(settings.callback, { ...query, msg_signature }, encryptIn(body), receivers))
      if (event.EventType === 'user_leave_org')
        await left(
          [event.UserId].flat().filter((id) => typeof id === 'string'),
          timeOf(event) ?? now,
        )
      return sealedAnswer(settings.callback, settings.clientId, now)
    },
  }),
]

/** Milliseconds; documents and registrations do not agree on how they are written. */
function timeOf({ TimeStamp, timeStamp }: Record<string, unknown>): Date | undefined {
  const at = new Date(Number(TimeStamp ?? timeStamp))
  return at.getTime() ? at : undefined
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>
  } catch {
    // told below
  }
  throw badInput('回调内容不是 JSON')
}

function encryptIn(body: string): string | undefined {
  const { encrypt } = objectIn(body)
  return typeof encrypt === 'string' ? encrypt : undefined
}

/** DingTalk wants `success`, sealed. */
function sealedAnswer(callback: CallbackSettings, receiver: string, now: Date) {
  const encrypt = seal(callback, 'success', receiver)
  const timeStamp = String(now.getTime())
  const nonce = String(randomInt(1e9, 1e10))
  return { msg_signature: signatureOf(callback.token, timeStamp, nonce, encrypt), timeStamp, nonce, encrypt }
}
