/**
 * Calls of WeCom and DingTalk to us. They wait 1 s (address check), 5 s and 2.5 s and then try again, so what a call means
 * is queued and done afterwards; the queue knows a repetition by its key.
 */
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { badInput, notFound } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import { endSessionsOf, reasons } from '../people/session.ts'
import type { Services } from '../kernel/services.ts'
import { accountOf } from './accounts.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import { clickIn, element, sealedIn, unsealed } from './callbacks.ts'
import { seal, signatureOf } from './sealed.ts'
import { chatClickJob } from './clicks.ts'

const tag = '聊天回调'
const MOST_BYTES = 128 * 1024

const stamp = {
  msg_signature: z.string({ error: '缺少 msg_signature' }).regex(/^[0-9a-f]{40}$/, '格式不正确'),
  timestamp: z.string({ error: '缺少 timestamp' }).regex(/^\d{10}(\d{3})?$/, '格式不正确'),
  nonce: z.string({ error: '缺少 nonce' }).min(1, '缺少 nonce').max(128),
}

const checks = ({ services, request }: Pick<Call, 'services' | 'request'>, receivers: readonly string[]) => ({
  receivers,
  now: services.clock.now(),
  log: (why: string) => request.log.warn({ path: request.url.split('?')[0], ip: request.ip }, `回调被拒绝：${why}`),
})

/** Whoever left the corporation is out at once, not when their session ends. */
async function leave(services: Services, name: ChatName, userIds: readonly string[]): Promise<void> {
  const chat = services.chats.get(name)
  if (!chat) return
  for (const userId of userIds) {
    const account = await accountOf(services.db, chat, { userId })
    if (account?.sysUserId) await endSessionsOf(services.db, account.sysUserId, reasons.unbound, { chat: name })
  }
}

export const callbackRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/chat/wecom/callback',
    lane: 'decision',
    permission: 'public',
    summary: '企业微信校验回调地址',
    tag,
    raw: true,
    query: z.object({ ...stamp, echostr: z.string({ error: '缺少 echostr' }).min(1).max(4096) }),
    handler: (call) => {
      const { services, query, reply } = call
      const { wecom } = services.settings
      // A plus sign that was not encoded arrives as a blank.
      const sealed = query.echostr.replaceAll(' ', '+')
      const echo = unsealed(wecom?.callback, query, sealed, checks(call, [wecom?.corpId ?? '']))
      return reply.type('text/plain; charset=utf-8').send(echo)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/chat/wecom/callback',
    lane: 'decision',
    permission: 'public',
    summary: '企业微信事件：卡片按钮、成员离职',
    tag,
    raw: true,
    textBody: MOST_BYTES,
    query: z.object(stamp),
    handler: async (call) => {
      const { services, query, request, reply } = call
      const { wecom } = services.settings
      const xml = unsealed(wecom?.callback, query, sealedIn(textOf(request.body)), checks(call, [wecom?.corpId ?? '']))
      const click = clickIn(xml, services.clock.now())
      if (click)
        await services.db.transaction((tx) =>
          services.jobs.send(tx, chatClickJob, { chat: 'wecom', click }, { key: `wecom:${click.id}` }),
        )
      const left = element(xml, 'ChangeType') === 'delete_user' ? element(xml, 'UserID') : undefined
      if (left) await leave(services, 'wecom', [left.toLowerCase()])
      return reply.type('text/plain; charset=utf-8').send('')
    },
  }),
  route({
    method: 'POST',
    path: '/sys/chat/dingtalk/callback',
    lane: 'decision',
    permission: 'public',
    summary: '钉钉事件：校验地址、成员离职',
    tag,
    raw: true,
    textBody: MOST_BYTES,
    // Older registrations write `signature`.
    query: z
      .object({ ...stamp, msg_signature: stamp.msg_signature.optional(), signature: stamp.msg_signature.optional() })
      .refine((query) => query.msg_signature ?? query.signature, '缺少 msg_signature'),
    handler: async (call) => {
      const { services, query, request } = call
      const { dingtalk } = services.settings
      if (!dingtalk?.callback) throw notFound('回调')
      const msg_signature = query.msg_signature ?? query.signature!
      // The console seals for the app, the older registration for the corporation.
      const receivers = [dingtalk.clientId, dingtalk.corpId]
      const sealed = encryptIn(textOf(request.body))
      const event = objectIn(unsealed(dingtalk.callback, { ...query, msg_signature }, sealed, checks(call, receivers)))
      if (event.EventType === 'user_leave_org')
        await leave(
          services,
          'dingtalk',
          [event.UserId].flat().filter((id) => typeof id === 'string'),
        )
      return sealedAnswer(dingtalk.callback, dingtalk.clientId, services.clock.now())
    },
  }),
]

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '')

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
function sealedAnswer(callback: { token: string; aesKey: string }, receiver: string, now: Date) {
  const encrypt = seal(callback, 'success', receiver)
  const timeStamp = String(now.getTime())
  const nonce = String(randomInt(1e9, 1e10))
  return { msg_signature: signatureOf(callback.token, timeStamp, nonce, encrypt), timeStamp, nonce, encrypt }
}
