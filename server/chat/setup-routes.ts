/** What a page has to know about the chats, and signatures for their SDKs. */
import { z } from 'zod'
import { chatEntry, chatNames } from '#model/chatNames.ts'
import { badInput, refused, unavailable } from '../kernel/errors.ts'
import { atMost } from '../people/limits.ts'
import { originOf } from '../kernel/origin.ts'
import { route, type Route } from '../kernel/route.ts'
import { markBrowser } from './browser-mark.ts'
import { namedChat } from './named-chat.ts'
import { ChatError } from '../kernel/ports/chat.ts'

const tag = '聊天登录'
/** `wechat_enterprise` → wechatEnterprise */
const inOneWord = (source: string) => source.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

export const chatSetupRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/chat/setup',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '已设置的聊天软件及其公开编号，单点登录地址',
    tag,
    handler: ({ services, request, reply }) => {
      // Before the page asks the chat for a code: parallel tries then come from one browser.
      markBrowser(request, reply, originOf(services, request).startsWith('https:'))
      return {
        ...Object.fromEntries(chatNames.map((name) => [name, services.chats.get(name)?.publicIds ?? null])),
        cas: services.settings.casUrl ?? null,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/thirdApp/getEnabledType',
    permission: 'session',
    summary: '启用了哪些聊天软件',
    tag,
    handler: ({ services: { chats } }) =>
      Object.fromEntries(chatNames.map((name) => [inOneWord(chatEntry(name).source), chats.has(name)])),
  }),
  route({
    method: 'GET',
    path: '/sys/chat/:name/signature',
    lane: 'patient',
    permission: 'session',
    summary: '为本站页面签名，供聊天软件的 JS-SDK 使用',
    tag,
    params: namedChat,
    query: z.strictObject({
      url: z.string({ error: '缺少 url' }).min(1, '缺少 url').max(2000),
      ticket: z.enum(['corp', 'agent'], { error: '应为 corp 或 agent' }).default('corp'),
    }),
    handler: async ({ services, request, caller, params, query }) => {
      const chat = services.chats.get(params.name)
      if (!chat) throw refused('尚未设置这个聊天软件')
      const own = new URL(originOf(services, request)).host
      const typed = request.host
      const host = URL.canParse(query.url) ? new URL(query.url).host : ''
      if (host !== own && host !== typed) throw badInput('只为本站的页面签名')
      await atMost(services.db, `chat-signature:${caller.userId}`, 120, 60, services.clock.now())
      try {
        return await chat.signPage(query.url.replace(/#.*/s, ''), query.ticket)
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        if (error.retry) throw unavailable(error.message)
        throw refused(error.message)
      }
    },
  }),
]
