/** Somebody of the chat whom nobody here knows: administrators hear of it, and it stands in their 我的待办 until it is bound. */
import { menuUrl } from '#resources/menu.ts'
import { resources } from '#resources/index.ts'
import { settle, tell, type Writing } from '../notify/notify.ts'
import { localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { administrators } from '../people/administrators.ts'
import type { Chat, ChatPerson } from '../kernel/ports/chat.ts'

const resource = resources.sysThirdAccount

/** Once an account, however often the person comes back. */
export const askToBind = (services: Services, chat: Chat, person: ChatPerson, accountId: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    for (const [tenantId, to] of await administrators(tx))
      await tell(
        { tx, services },
        {
          key: `third-account:${accountId}:${tenantId}`,
          kind: 'todo',
          tenantId,
          resource: resource.name,
          recordId: accountId,
          title: '聊天账号待绑定',
          summary: `${person.name ?? person.userId} 在${chat.label}中打开了本系统，还没有绑定用户`,
          facts: [
            { label: '聊天软件', text: chat.label },
            { label: '聊天账号', text: person.userId },
          ],
          path: `${menuUrl(resource)}/${encodeURIComponent(accountId)}`,
          to,
        },
      )
  })

/** By an administrator, or by the person (`who`). */
export const noLongerAsked = (writing: Writing, accountId: string, who: string, done = '绑定'): Promise<void> =>
  settle(writing, {
    resource: resource.name,
    recordId: accountId,
    text: `已由 ${who} 于 ${localTime(writing.services).slice(11, 16)} ${done}`,
    good: true,
  })
