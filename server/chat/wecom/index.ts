/** 企业微信 (hosts.md §2): a self-built app of one corporation. */
import { chatKind } from '../kind.ts'
import { wecomCallbacks } from './callbacks.ts'
import { wecomChat } from './chat.ts'
import { idOf } from './id.ts'
import { LOGIN_PAGE, wecomSettings } from './settings.ts'

export const wecom = chatKind({
  settings: wecomSettings,
  open: wecomChat,
  callbacks: wecomCallbacks,
  accountId: idOf,
  loginPage: LOGIN_PAGE,
})
