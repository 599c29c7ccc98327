/** A binding is a key to somebody's account: who may give or take it. */
import { and, eq, inArray } from 'drizzle-orm'
import { chatNamed } from '#model/chatNames.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { Tx } from '../../kernel/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { actionOf } from '../../resource/action.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { refuseBeyondRights } from '../../people/within.ts'
import { hookOf } from '../../resource/hooks.ts'
import { refuseAdmins } from '../grants.ts'
import { refuseBeyondReach } from '../shared-people.ts'
import { chatKinds } from '../../chat/chats.ts'
import { noLongerAsked } from '../../chat/ask-to-bind.ts'

const accounts = tableOf(resources.sysThirdAccount)
const users = tableOf(resources.sysUser)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** `given`: who gets one. Taking one away opens nothing, whatever its owner may. */
async function refuseKeys(
  tx: Tx,
  caller: Caller,
  { taken, given }: { taken: string | undefined; given?: string | undefined },
  verb: string,
): Promise<void> {
  const people = [taken, given].filter((id) => id !== undefined)
  await refuseAdmins(tx, caller, people)
  await refuseBeyondReach(tx, caller, people, permissionOf(resources.sysThirdAccount, verb))
  if (given) await refuseBeyondRights(tx, caller, [given])
}

/** The user is in the recycle bin: the account may be bound to somebody else. */
const DELETED = 'userDeleted'

export const saveThirdAccount = hookOf(resources.sysThirdAccount, {
  async check({ tx, caller, mode, before, after }) {
    if (before && before.sysUserId === after.sysUserId && before.status === after.status) return
    const [taken, bound] = [text(before?.sysUserId), text(after.sysUserId)]
    const freezes = taken === bound && after.status !== 1
    await refuseKeys(tx, caller, { taken, given: freezes ? undefined : bound }, mode)
  },

  async beforeSave({ services, mode, before, after }) {
    if (text(before?.sysUserId) !== text(after.sysUserId)) after.unbound = text(after.sysUserId) ? 0 : 1
    if (mode === 'edit') return
    const name = chatNamed(after.thirdType)
    // Before the chat is set up people may be bound already: the corporation is filled in when they first come.
    after.corpId = (name && services.chats.get(name)?.corpId) ?? ''
    const kept = name && chatKinds[name].accountId
    if (kept) after.thirdUserId = kept(after.thirdUserId)
  },

  adds: [DELETED],
  async decorate(rows, { services: { db } }) {
    const bound = rows.flatMap(({ sysUserId }) => text(sysUserId) ?? [])
    if (!bound.length) return
    const there = await db
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, bound), live(users), eq(users.delFlag, 0)))
    const ids = new Set(there.map(({ id }) => id))
    for (const row of rows) {
      const userId = text(row.sysUserId)
      if (userId && !ids.has(userId)) row[DELETED] = true
    }
  },

  forbids: (row, _caller, action) =>
    action === 'bind' && text(row.sysUserId) && !row[DELETED] ? '该聊天账号已绑定用户' : undefined,

  async afterSave({ tx, services, caller, before, after }) {
    if (before && !text(before.sysUserId) && text(after.sysUserId))
      await noLongerAsked({ tx, services }, after.id, caller.realname)
    else if (before && !text(after.sysUserId) && before.status === 1 && after.status !== 1)
      await noLongerAsked({ tx, services }, after.id, caller.realname, '冻结')
  },

  async beforeDelete({ tx, services, caller, row }) {
    if (!text(row.sysUserId)) await noLongerAsked({ tx, services }, row.id, caller.realname, '删除')
    await refuseKeys(tx, caller, { taken: text(row.sysUserId) }, 'delete')
    // It comes again with the next sign-in, and is not to be bound by then.
    if (text(row.sysUserId)) await tx.update(accounts).set({ unbound: 1 }).where(eq(accounts.id, row.id))
  },
})

/** 绑定用户: the one thing that is to be done with an account nobody is behind. */
export const bindUser = actionOf(resources.sysThirdAccount, 'bind', ({ row, input }) => {
  row.sysUserId = input.sysUserId
  return Promise.resolve()
})
