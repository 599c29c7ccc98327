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
  // developer.work.weixin.qq.com 90970.
  tellsOfLeavers:
    '企业微信只把成员离职、改名、停用通知给通讯录同步助手、代开发应用和上游共享的应用，自建应用收不到。请在“管理工具 › 通讯录同步 › 设置接收事件服务器”中填写与回调地址相同的地址、Token 和 EncodingAESKey',
  loginPage: LOGIN_PAGE,
})
