/** WeCom's calls: XML around a seal. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChatClick } from '../../kernel/ports/chat.ts'
import { stamp } from '../callbacks.ts'
import { callback, type Called } from '../kind.ts'
import type { WecomReceipt } from './chat.ts'
import { idOf } from './id.ts'
import type { WecomSettings } from './settings.ts'
import { standings } from './standings.ts'

type Call = Called<WecomSettings>

export const wecomCallbacks = [
  callback({
    method: 'GET',
    summary: '企业微信校验回调地址',
    query: z.object({ ...stamp, echostr: z.string({ error: '缺少 echostr' }).min(1).max(4096) }),
    answer: ({ settings, unsealed, reply }: Call, query) => {
      // A plus sign that was not encoded arrives as a blank.
      const echo = unsealed(settings.callback, query, query.echostr.replaceAll(' ', '+'), [settings.corpId])
      return reply.type('text/plain; charset=utf-8').send(echo)
    },
  }),
  callback({
    method: 'POST',
    summary: '企业微信事件：卡片按钮，成员离职、改名、停用',
    query: z.object(stamp),
    answer: async (called: Call, query) => {
      const { settings, body, now, unsealed, clicked, reply } = called
      const xml = unsealed(settings.callback, query, sealedIn(body), [settings.corpId])
      const click = clickIn(xml, now)
      if (click) await clicked(click)
      if (element(xml, 'Event') === 'change_contact') await memberChanged(xml, called)
      return reply.type('text/plain; charset=utf-8').send('')
    },
  }),
]

async function memberChanged(xml: string, { now, left, renamed, suspended }: Call): Promise<void> {
  const [before, change, status] = ['UserID', 'ChangeType', 'Status'].map((name) => element(xml, name))
  if (!before) return
  const seconds = Number(element(xml, 'CreateTime'))
  // A second is told when it begins.
  const at = seconds ? new Date(seconds * 1000 + 999) : now
  if (change === 'delete_user') return left([idOf(before)], at)
  if (change !== 'update_user') return
  const after = element(xml, 'NewUserID') || before
  await renamed(idOf(before), idOf(after), at)
  const standing = status && standings[status]
  if (standing === 'left') await left([idOf(after)], at)
  if (standing === 'suspended') await suspended(idOf(after), at)
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
  return { id, userId: idOf(userId), message, choice, receipt }
}
