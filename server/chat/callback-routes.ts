/**
 * Calls of the chats to us. They wait 1 s (address check), 5 s and 2.5 s and then try again, so what a call means is queued
 * and done afterwards; the queue knows a repetition by its key.
 */
import { notFound } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import { unsealed } from './callbacks.ts'
import { allChatKinds } from './chats.ts'
import { chatClickJob } from './clicks.ts'
import type { Called } from './kind.ts'
import { leave, rename, suspend } from './members.ts'

const MOST_BYTES = 128 * 1024

function calledBy(name: ChatName, { services, request, reply }: Call<unknown>): Called<unknown> {
  const settings = services.settings.chats[name]
  if (!settings) throw notFound('回调')
  const now = services.clock.now()
  const chat = services.chats.get(name)
  const log = (why: string) =>
    request.log.warn({ path: request.url.split('?')[0], ip: request.ip }, `回调被拒绝：${why}`)
  return {
    settings,
    body: typeof request.body === 'string' ? request.body : '',
    now,
    reply,
    unsealed: (callback, stamp, sealed, receivers) => unsealed(callback, stamp, sealed, { receivers, now, log }),
    clicked: (click) =>
      services.db.transaction((tx) =>
        services.jobs.send(tx, chatClickJob, { chat: name, click }, { key: `${name}:${click.id}` }),
      ),
    left: async (userIds, at) => chat && leave(services, chat, userIds, at),
    renamed: async (from, to, at) => chat && rename(services, chat, from, to, at),
    suspended: async (userId, at) => chat && suspend(services, chat, userId, at),
  }
}

export const callbackRoutes: readonly Route[] = allChatKinds.flatMap(({ name, callbacks }) =>
  callbacks.map(({ method, summary, query, answer }) =>
    route({
      method,
      path: `/sys/chat/${name}/callback`,
      lane: 'decision',
      permission: 'public',
      summary,
      tag: '聊天回调',
      raw: true,
      ...(method === 'POST' && { textBody: MOST_BYTES }),
      query,
      handler: (call) => answer(calledBy(name, call) as never, call.query as never),
    }),
  ),
)
