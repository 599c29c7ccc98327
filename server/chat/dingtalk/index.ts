/** 钉钉 (hosts.md §3): an internal app of one corporation. */
import { chatKind } from '../kind.ts'
import { dingtalkCallbacks } from './callbacks.ts'
import { dingtalkChat } from './chat.ts'
import { dingtalkRoutes } from './routes.ts'
import { dingtalkSettings, LOGIN_PAGE } from './settings.ts'

export const dingtalk = chatKind({
  settings: dingtalkSettings,
  open: dingtalkChat,
  callbacks: dingtalkCallbacks,
  routes: dingtalkRoutes,
  tellsOfLeavers: '请在“开放平台 › 应用 › 事件订阅”中勾选通讯录事件“员工离职”',
  loginPage: LOGIN_PAGE,
})
