/** A click on a card is not a login: this makes the Caller it stands for, with exactly the rights the person has now. */
import type { Caller } from '../kernel/caller.ts'
import { Refusal, refused } from '../kernel/errors.ts'
import { accessFor } from '../people/session.ts'
import type { Services } from '../kernel/services.ts'
import { accountOf } from './accounts.ts'
import type { Chat } from '../kernel/ports/chat.ts'

/**
 * Throws a refusal in Chinese when nobody is bound to that account or the person is frozen or gone. `tenantId`: the tenant
 * to act in, of which they must be a member; their first one otherwise.
 */
export async function callerOf(
  services: Services,
  chat: Chat,
  chatUserId: string,
  { tenantId = 0 }: { tenantId?: number } = {},
): Promise<Caller> {
  const account = await accountOf(services.db, chat, { userId: chatUserId })
  if (!account?.sysUserId) throw refused(`${chat.label}账号 ${chatUserId} 没有绑定用户`)
  if (account.status !== 1) throw refused(`${chat.label}账号 ${chatUserId} 已冻结`)
  const {
    person,
    tenantId: tenant,
    access,
  } = await accessFor(services.db, account.sysUserId, tenantId).catch((error: unknown) => {
    // Nobody has a session here that they could sign in to again.
    if (error instanceof Refusal && error.status === 401)
      throw refused(`${chat.label}账号 ${chatUserId} 绑定的员工账号已冻结或不属于该租户，请联系系统管理员`)
    throw error
  })
  return {
    ...access,
    userId: person.id,
    username: person.username,
    realname: person.realname,
    sessionId: `${chat.name}:${chatUserId}`,
    tenantId: tenant,
    ip: '',
    host: chat.label,
  }
}
