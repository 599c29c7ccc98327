import { api } from './api.ts'
import { learnAnew } from './capabilities.ts'
import { endView } from './viewAs.ts'
import { keepDictionaries, showMeanwhile, type SentDictionaries } from './keptDictionaries.ts'
import { greeting } from './greeting.ts'
import { forgetPrefetched } from './prefetched.ts'
import { markInterrupted } from './interruptedDecision.ts'
import { provingIfAsked } from './proving.ts'
import { beginSigningOut, endSigningOut } from './renewal.ts'
import { notify, sayAfterReload } from '../connection/notices.ts'
import {
  forgetSession,
  keepSession,
  session,
  type ChatIdentity,
  type Department,
  type Tenant,
  type UserInfo,
} from './session.ts'
import { perTab } from '../connection/storage.ts'
import { beginAnew } from '../connection/leaving.ts'

export interface LoginResult {
  token: string
  /** Who it is in the chat, when the login came through one. */
  chat?: Pick<ChatIdentity, 'name' | 'corpId' | 'userId'> | null
  userInfo: UserInfo
  multi_depart?: number
  departs?: Department[]
  tenantList?: Tenant[]
  sysAllDictItems?: SentDictionaries
  /** Instead of all: those of the record that is shown first. */
  dictItems?: SentDictionaries
  mustChangePassword?: boolean
  /** A renewal goes on where the person worked. */
  resumed?: { tenantId: number; orgCode: string | null }
}

export interface AccountLogin {
  username: string
  password: string
  captcha?: string
  checkKey?: string
  /** Of work (`login-check.ts`). */
  proof?: string
  remember_me?: boolean
}
export interface PhoneLogin {
  mobile: string
  captcha: string
  remember_me?: boolean
}

/**
 * Throws an ApiError with the server's message; code 412 is a wrong captcha. When it resolves, the person is in, or
 * `session().choosing` says what must be chosen first (`chooseTenant`, `chooseDepartment`, then `enter`).
 */
export const login = (input: AccountLogin): Promise<void> =>
  provingIfAsked((proof) => signIn('/sys/login', { ...input, ...(proof && { proof }) }))
export const phoneLogin = (input: PhoneLogin): Promise<void> => signIn('/sys/phoneLogin', { ...input })

/** What a code is for: 0 to sign in, 1 to register, 2 for a forgotten password. */
export type SmsErrand = '0' | '1' | '2'
export const sendCode = (mobile: string, smsmode: SmsErrand) =>
  api.envelope('POST', '/sys/sms', { body: { mobile, smsmode }, quiet: true })

async function signIn(url: string, body: Record<string, unknown>): Promise<void> {
  const { result, message } = await api.envelope<LoginResult | null>('POST', url, { body, quiet: true })
  // A wrong code of the phone login comes as a success without a token (contract.md §2.1).
  if (!result?.token) throw new Error(message || '登录失败')
  takeSession(result)
}

/** Keeps what a login of any kind answered. Also for the login through a chat client, which greets nobody. */
export function takeSession(result: LoginResult, { greet = true } = {}): void {
  const { token, userInfo, departs = [], tenantList = [], chat, resumed } = result
  const { username, realname, avatar } = userInfo
  const tenants = tenantList.length > 1 ? tenantList : []
  const departments = result.multi_depart === 2 && departs.length > 1 ? departs : []
  // Who goes on where they were has chosen already.
  const choosing = !resumed && (tenants.length || departments.length) ? { tenants, departments } : null
  endSigningOut()
  // The same session goes on at the same server.
  if (!session().token) learnAnew()
  keepSession({
    token,
    username,
    realname,
    avatar: avatar ?? '',
    info: userInfo,
    tenantid:
      resumed?.tenantId ?? tenantList[0]?.id ?? (Number(String(userInfo.relTenantIds ?? '').split(',')[0]) || 0),
    choosing,
    mustChangePassword: result.mustChangePassword ?? false,
    chat: chat ? { ...chat, at: Date.now() } : null,
  })
  // With neither the page asks for them (`followDictionaries`).
  if (result.sysAllDictItems) keepDictionaries(result.sysAllDictItems)
  else if (result.dictItems) showMeanwhile(result.dictItems)
  // The password comes first; `changePassword` goes on.
  if (result.mustChangePassword) return
  if (result.multi_depart === 0) sayNoDepartment()
  if (!choosing) enter({ greet })
}

const sayNoDepartment = () => notify({ tone: 'warning', text: '您尚未设置部门信息!' })

/** Goes in: everything is chosen. */
export function enter({ greet = true } = {}): void {
  const welcome = greeting()
  keepSession({ choosing: null, welcome })
  if (!greet) return
  notify({ tone: 'success', title: '欢迎', text: `${welcome}，${session().realname}，欢迎回来` })
}

export const chooseTenant = (id: number): void => keepSession({ tenantid: id })

export async function chooseDepartment(orgCode: string): Promise<void> {
  forgetPrefetched()
  const { userInfo } = await api.put<{ userInfo: UserInfo }>('/sys/selectDepart', {
    orgCode,
    username: session().username,
  })
  keepSession({ info: userInfo })
}

export const myDepartments = () =>
  api.get<{ list: Department[]; orgCode: string | null }>('/sys/user/getCurrentUserDeparts')

/** Changes the own password; the sentence the server answers with. Goes on when the password was due. */
export async function changePassword(input: { oldpassword: string; password: string; confirmpassword: string }) {
  const { username } = session()
  if (!username) throw new Error('当前系统无登录用户!')
  const reply = await api.envelope('PUT', '/sys/user/updatePassword', { body: { username, ...input }, quiet: true })
  const { mustChangePassword, choosing } = session()
  keepSession({ mustChangePassword: false })
  if (mustChangePassword && !choosing) {
    if (!session().info?.orgCode) sayNoDepartment()
    enter()
  }
  return reply.message
}

let afterLogout = beginAnew
/** Where signing out leads when starting again would only sign in again: single sign-on, a chat client. */
export const setAfterLogout = (leave: () => void): void => {
  afterLogout = leave
}

/** That, and until other windows have heard of it. */
const SIGNING_OUT_MS = 6_000
/** Whoever leaves a shared computer does not wait for a server that does not answer. */
const LOGOUT_MS = 3_000
const tooLate = () =>
  new Promise<Error>((resolve) => {
    setTimeout(() => resolve(new Error('服务器没有回应，已在本机退出登录')), LOGOUT_MS)
  })

/** Ends the session here even when the server cannot be told; then the page starts again. */
export async function logout(reload: () => void = () => afterLogout()): Promise<void> {
  if (session().viewing) return endView()
  beginSigningOut(SIGNING_OUT_MS)
  const problem = session().token
    ? await Promise.race([api.post('/sys/logout', {}, { quiet: true }).catch((error: Error) => error), tooLate()])
    : null
  // On purpose: nothing of the person stays, not even half-typed forms and open tabs.
  perTab.keys('voltdesk:').forEach((key) => perTab.remove(key))
  if (problem instanceof Error) sayAfterReload(problem.message)
  forgetSession()
  reload()
}

/** After an expiry: to the login page and back to the same place. Half-typed forms stay. */
export function signInAgain(reload: () => void = beginAnew): void {
  markInterrupted()
  forgetSession()
  reload()
}
