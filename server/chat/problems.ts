/** Why somebody could not be signed in. The page `/oauth2-app/login?problem=…` says what to do about each. */
import { ChatError, type ChatFault } from '../kernel/ports/chat.ts'

export const problems = {
  unbound: '您的聊天账号还没有绑定本系统的用户，请联系管理员',
  frozen: '该用户已冻结',
  kicked: '当前账号已被管理员强制下线',
  elsewhere: '您已在另一台设备上退出此处的登录',
  left: '您不在本企业的通讯录中，或账号已停用，请联系管理员',
  used: '登录凭证无效或已使用，请重新登录',
  state: '登录已超时，或不是从本页面发起的，请重新登录',
  refused: '您没有同意登录',
  busy: '聊天软件暂时没有应答，请稍后重试',
  setup: '聊天软件的设置有误，请联系管理员',
  range: '您不在该应用的可见范围内，请联系管理员',
} as const
export type Problem = keyof typeof problems

const byFault: Record<ChatFault, Problem> = {
  code: 'used',
  stranger: 'left',
  range: 'range',
  setup: 'setup',
  busy: 'busy',
  content: 'setup',
}

export const problemOf = (error: ChatError): Problem => byFault[error.fault]
