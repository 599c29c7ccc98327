/** Somebody of the chat whom nobody here knows: administrators hear of it, and it stands in their 我的待办 until it is bound. */
import { and, eq, isNull } from 'drizzle-orm'
import { menuUrl } from '#resources/menu.ts'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { settle, tell, type Writing } from '../notify/notify.ts'
import { localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { administrators } from '../people/administrators.ts'
import type { Chat, ChatPerson } from '../kernel/ports/chat.ts'

const resource = resources.sysThirdAccount
const accounts = tableOf(resource)

/** Once an account, however often the person comes back. */
export const askToBind = (services: Services, chat: Chat, person: ChatPerson, accountId: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    // Locked: whoever binds or ends the account was before us, or comes after and finds the notices to close.
    const asking = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNull(accounts.sysUserId), eq(accounts.status, 1), live(accounts)))
      .for('share')
    if (!asking.length) return
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

const close = (writing: Writing, recordId: string, text: string): Promise<void> =>
  settle(writing, { resource: resource.name, recordId, text, good: true })

/** By an administrator, or by the person (`who`). */
export const noLongerAsked = (writing: Writing, accountId: string, who: string, done = '绑定'): Promise<void> =>
  close(writing, accountId, `已由 ${who} 于 ${localTime(writing.services).slice(11, 16)} ${done}`)

/** Nobody is behind the account any more; `why` as in 已离开企业. */
export const nobodyToBind = (writing: Writing, accountId: string, why: string): Promise<void> =>
  close(writing, accountId, `该聊天账号${why}，无需绑定`)
