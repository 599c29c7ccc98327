/** Why somebody could not be signed in, and what to do. */
import { ApiError } from '#headless/session/api.ts'

/** As the server names them, and what only the page can know. */
export type ProblemName =
  | 'unbound'
  | 'frozen'
  | 'kicked'
  | 'elsewhere'
  | 'left'
  | 'used'
  | 'state'
  | 'refused'
  | 'busy'
  | 'setup'
  | 'range'
  | 'rounds'
  | 'network'
  | 'host'
  | 'out'

export interface Problem {
  name: ProblemName
  /** What the administrator can look up. */
  ref?: string
  /** The person in the chat. */
  account?: string
  /** In the server's or the client's words. */
  detail?: string
}

interface Words {
  title: string
  advice: string
  /** In a browser, beside the login with a password, where it is another. */
  outside?: string
}

export const words: Readonly<Record<ProblemName, Words>> = {
  unbound: {
    title: '您的账号尚未绑定',
    advice:
      '您可以自己绑定；或请把下面的账号发给系统管理员，由管理员在“聊天账号绑定”中把它绑定到您的员工账号，然后重新登录。管理员的待办里已有提醒。更换过手机号的，也要这样重新绑定一次。',
    outside:
      '请用账号密码登录，然后在“个人设置”的“账号绑定”中绑定；或请把账号发给系统管理员，由管理员在“聊天账号绑定”中把它绑定到您的员工账号',
  },
  frozen: { title: '您的账号已被冻结', advice: '请联系系统管理员解除冻结，然后重新登录。' },
  kicked: {
    title: '您已被管理员强制下线',
    advice: '当前账号已被管理员强制下线。如需继续使用，请重新登录；如有疑问，请联系系统管理员。',
  },
  elsewhere: {
    title: '您已在另一台设备上退出',
    advice: '您已在另一台设备上退出此处的登录。如需在这里继续使用，请重新登录；如果不是您本人操作，请修改密码。',
  },
  left: {
    title: '您不在本企业的通讯录中',
    advice: '请用本企业的成员账号打开；如果您是本企业的员工，请企业管理员把您加入通讯录，然后重新登录。',
  },
  used: { title: '登录凭证已失效', advice: '凭证只能使用一次，五分钟内有效。请重新登录。' },
  state: { title: '登录请求已过期', advice: '本次登录不是从这个页面发起的，或等待时间过长。请重新登录。' },
  refused: { title: '未能登录', advice: '身份没有得到确认。请重新登录；如仍不成功，请把诊断信息发给系统管理员。' },
  busy: { title: '登录服务繁忙', advice: '请稍等片刻后重新登录。' },
  setup: { title: '此处尚未开通免密登录', advice: '请系统管理员完成应用设置，或改用账号密码登录。' },
  range: { title: '您不在应用的可见范围内', advice: '请企业管理员在应用的可见范围中加入您，然后重新登录。' },
  rounds: { title: '自动登录没有成功', advice: '已多次尝试。请重新登录；如仍不成功，请把诊断信息发给系统管理员。' },
  network: { title: '网络连接失败', advice: '请检查网络后重新登录。' },
  host: { title: '没有得到登录授权', advice: '请更新客户端或重新打开本页，然后重新登录。' },
  out: { title: '您已退出登录', advice: '可以关闭本页，或重新登录。' },
}

/** A name from outside; what is unknown was refused. */
export const problemNamed = (name: string): ProblemName =>
  Object.hasOwn(words, name) ? (name as ProblemName) : 'refused'

/** What the server said about a login that failed. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { name: 'host', ...(error instanceof Error && { detail: error.message }) }
  const said = (error.result ?? {}) as { problem?: string; ref?: string; uuid?: string }
  const name = said.problem ? problemNamed(said.problem) : byStatus(error)
  return {
    name,
    ...(error.message && { detail: error.message }),
    ...(said.ref && { ref: said.ref }),
    ...(said.uuid && { account: said.uuid }),
  }
}

const byStatus = ({ status }: ApiError): ProblemName =>
  status === 0 || status === 504 ? 'network' : status === 429 || status === 503 ? 'busy' : 'refused'

/** It is known who sits here, and it is nobody we let in; or whoever it is would not say so. */
export const isRefusal = (name: ProblemName): boolean =>
  ['unbound', 'frozen', 'kicked', 'elsewhere', 'left', 'range', 'refused'].includes(name)
