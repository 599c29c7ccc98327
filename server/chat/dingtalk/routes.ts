/** What clients of the contract ask before they sign in inside DingTalk. */
import { z } from 'zod'
import { refused } from '../../kernel/errors.ts'
import { originOf } from '../../kernel/origin.ts'
import { route, type Route } from '../../kernel/route.ts'
import { markBrowser } from '../browser-mark.ts'

export const dingtalkRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sys/thirdLogin/get/corpId/clientId',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '钉钉免登所需的企业与应用编号',
    tag: '聊天登录',
    query: z.object({ tenantId: z.string().max(64).optional() }),
    handler: ({ services, request, reply }) => {
      markBrowser(request, reply, originOf(services, request).startsWith('https:'))
      const dingtalk = services.chats.get('dingtalk')?.publicIds
      if (!dingtalk) throw refused('尚未设置钉钉')
      return { corpId: dingtalk.corpId, clientId: dingtalk.clientId }
    },
  }),
]
