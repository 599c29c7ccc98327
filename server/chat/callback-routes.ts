/**
 * Calls of the chats to us. They wait 1 s (address check), 5 s and 2.5 s and then try again, so what a call means is queued
 * and done afterwards; the queue knows a repetition by its key.
 */
import { notFound } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { accountOf, endBinding } from './accounts.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import { unsealed } from './callbacks.ts'
import { allChatKinds } from './chats.ts'
import { chatClickJob } from './clicks.ts'
import type { Called } from './kind.ts'

const MOST_BYTES = 128 * 1024

/**
 * Whoever left the corporation is out at once, not when their session ends, and their id is nobody's: it may be given to a
 * newcomer, whom not every chat tells apart. One that an administrator froze stays frozen.
 */
async function leave(services: Services, name: ChatName, userIds: readonly string[]): Promise<void> {
  const chat = services.chats.get(name)
  if (!chat) return
  for (const userId of userIds) {
    const account = await accountOf(services.db, chat, { userId })
    if (account?.status === 1) await endBinding(services, chat, account.id, '已离开企业')
  }
}

function calledBy(name: ChatName, { services, request, reply }: Call<unknown>): Called<unknown> {
  const settings = services.settings.chats[name]
  if (!settings) throw notFound('回调')
  const now = services.clock.now()
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
    left: (userIds) => leave(services, name, userIds),
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
