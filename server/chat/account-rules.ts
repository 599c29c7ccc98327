/** A binding is a key to somebody's account: who may give it, and what ends with it. */
import { refuseAdmins } from '../system/grants.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { refused } from '../http/errors.ts'
import { chatNamed, endChatSessions } from './accounts.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

export const saveThirdAccount: SaveHook = {
  resource: 'sysThirdAccount',

  async check({ tx, caller, before, after }) {
    const people = [text(before?.sysUserId), text(after.sysUserId)].filter((id) => id !== undefined)
    if (before?.sysUserId !== after.sysUserId || before?.status !== after.status) await refuseAdmins(tx, caller, people)
  },

  async beforeSave({ services, mode, after }) {
    if (mode === 'edit') return
    const name = chatNamed(String(after.thirdType))
    // Before the chat is set up people may be bound already: the corporation is filled in when they first come.
    after.corpId = (name && services.chats.get(name)?.corpId) ?? ''
    // WeCom's accounts do not tell capitals apart.
    if (name === 'wecom') after.thirdUserId = String(after.thirdUserId).toLowerCase()
  },

  async afterSave({ tx, before, after }) {
    const chat = chatNamed(String(after.thirdType))
    const former = text(before?.sysUserId)
    if (chat && former && (former !== after.sysUserId || after.status !== 1)) await endChatSessions(tx, former, chat)
  },

  async beforeDelete({ tx, caller, row }) {
    const user = text(row.sysUserId)
    if (!user) return
    await refuseAdmins(tx, caller, [user])
    const chat = chatNamed(String(row.thirdType))
    if (!chat) throw refused('不支持的聊天软件')
    await endChatSessions(tx, user, chat)
  },
}
