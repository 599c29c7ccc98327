/** A binding is a key to somebody's account: who may give or take it. */
import { chatNamed } from '#model/chatNames.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { Tx } from '../../kernel/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { actionOf } from '../../resource/action.ts'
import { hookOf } from '../../resource/hooks.ts'
import { refuseAdmins } from '../grants.ts'
import { refuseBeyondReach } from '../shared-people.ts'
import { chatKinds } from '../../chat/chats.ts'
import { noLongerAsked } from '../../chat/ask-to-bind.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

async function refuseKeys(tx: Tx, caller: Caller, of: readonly (string | undefined)[], verb: string): Promise<void> {
  const people = of.filter((id) => id !== undefined)
  await refuseAdmins(tx, caller, people)
  await refuseBeyondReach(tx, caller, people, permissionOf(resources.sysThirdAccount, verb))
}

export const saveThirdAccount = hookOf(resources.sysThirdAccount, {
  async check({ tx, caller, mode, before, after }) {
    if (before && before.sysUserId === after.sysUserId && before.status === after.status) return
    await refuseKeys(tx, caller, [text(before?.sysUserId), text(after.sysUserId)], mode)
  },

  async beforeSave({ services, mode, after }) {
    if (mode === 'edit') return
    const name = chatNamed(after.thirdType)
    // Before the chat is set up people may be bound already: the corporation is filled in when they first come.
    after.corpId = (name && services.chats.get(name)?.corpId) ?? ''
    const kept = name && chatKinds[name].accountId
    if (kept) after.thirdUserId = kept(after.thirdUserId)
  },

  forbids: (row, _caller, action) => (action === 'bind' && text(row.sysUserId) ? '该聊天账号已绑定用户' : undefined),

  async afterSave({ tx, services, caller, before, after }) {
    if (before && !text(before.sysUserId) && text(after.sysUserId))
      await noLongerAsked({ tx, services }, after.id, caller.realname)
    else if (before && !text(after.sysUserId) && before.status === 1 && after.status !== 1)
      await noLongerAsked({ tx, services }, after.id, caller.realname, '冻结')
  },

  async beforeDelete({ tx, services, caller, row }) {
    if (!text(row.sysUserId)) await noLongerAsked({ tx, services }, row.id, caller.realname, '删除')
    await refuseKeys(tx, caller, [text(row.sysUserId)], 'delete')
  },
})

/** 绑定用户: the one thing that is to be done with an account nobody is behind. */
export const bindUser = actionOf(resources.sysThirdAccount, 'bind', ({ row, input }) => {
  row.sysUserId = input.sysUserId
  return Promise.resolve()
})
