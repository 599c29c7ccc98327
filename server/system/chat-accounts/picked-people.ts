/** People chosen in the chat's own picker: which of our staff they are, and back. */
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { chats, type ChatName } from '#model/chats.ts'
import { ofChat } from '../../chat/accounts.ts'
import { chatKinds } from '../../chat/chats.ts'
import { session } from '../../db/tables.ts'
import type { Caller } from '../../kernel/caller.ts'
import { refused } from '../../kernel/errors.ts'
import { route, type Route } from '../../kernel/route.ts'
import { tableOf } from '../../db/table.ts'
import type { Services } from '../../kernel/services.ts'
import { anyIds } from '../../resource/parameters.ts'
import { peopleScope } from '../people.ts'

const accounts = tableOf(resources.sysThirdAccount)
const users = tableOf(resources.sysUser)

async function chatOf({ db }: Services, caller: Caller) {
  const [own] = await db
    .select({ chat: session.chat, corpId: session.corpId })
    .from(session)
    .where(eq(session.id, caller.sessionId))
  const chat = own?.chat as ChatName | null | undefined
  if (!chat || !own?.corpId) throw refused(`请在${chats.map(({ label }) => label).join('或')}中使用`)
  return { name: chat, corpId: own.corpId }
}

export const pickedPeopleRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/chat/people',
    permission: 'session',
    summary: '聊天账号对应的用户，或用户对应的聊天账号；当前登录的聊天软件里的',
    tag: '选择用户',
    query: z.strictObject({ chatIds: anyIds, userIds: anyIds }),
    handler: async ({ services, caller, query }) => {
      const chat = await chatOf(services, caller)
      const kept = chatKinds[chat.name].accountId ?? String
      if (!query.chatIds.length && !query.userIds.length) return []
      return services.db
        .select({ chatId: accounts.thirdUserId, id: users.id, username: users.username, realname: users.realname })
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.sysUserId))
        .where(
          and(
            ofChat(chat),
            eq(accounts.status, 1),
            peopleScope(caller),
            // The chat writes an id as its administrator typed it.
            query.chatIds.length
              ? inArray(accounts.thirdUserId, query.chatIds.map(kept))
              : inArray(users.id, query.userIds),
          ),
        )
    },
  }),
]
