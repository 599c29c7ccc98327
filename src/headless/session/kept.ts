/** What is kept of the session from one page to the next. Read before anything else of the client has come (`src/ahead.ts`). */
import { API_BASE, USUAL_BASE } from '../connection/base.ts'
import { local, perTab } from '../connection/storage.ts'

/** The signed-in person as the contract sends it (SysUser without its secrets). */
export interface UserInfo {
  id: string
  username: string
  realname: string
  avatar?: string | null
  orgCode?: string | null
  orgCodeTxt?: string | null
  phone?: string | null
  email?: string | null
  homePath?: string | null
  [field: string]: unknown
}

export interface Department {
  id: string
  departName: string
  orgCode: string
  /** At the login of a person of several tenants. */
  tenantId?: number
}
export interface Tenant {
  id: number
  name: string
}

/** What a person of several tenants or departments must choose before entering. */
export interface Choosing {
  tenants: readonly Tenant[]
  departments: readonly Department[]
}

/** Whom a chat client recognised when this session began. */
export interface ChatIdentity {
  /** wecom, dingtalk */
  name: string
  corpId: string
  userId: string
  /** When the client said so last, in ms since the epoch. */
  at: number
}

export interface Session {
  token: string
  /** What the page is told it by (`pageCookie.ts`); empty in a session of before there was one, and in a view. */
  pageKey: string
  username: string
  realname: string
  /** 0 when the person has no tenant. */
  tenantid: number
  welcome: string
  avatar: string
  /** The menu as the server sent it last. */
  permissionList: unknown[]
  info: UserInfo | null
  sysSafeMode: boolean | null
  /** Not entered yet. Kept, so that a reload does not skip the choice. */
  choosing: Choosing | null
  /** Signed in with a password that somebody else knows: a new one comes before everything else. */
  mustChangePassword: boolean
  /** Null when a password or a code opened the session. */
  chat: ChatIdentity | null
  /** Set in the tab in which an administrator looks as this person. */
  viewing: { viewer: string; until: number; from?: string } | null
}

/** One a server: a token goes to nobody but who gave it. */
export const SESSION_KEY = API_BASE === USUAL_BASE ? 'voltdesk:session' : `voltdesk:session:${API_BASE}`
/** Of the tab alone, and before the other. */
export const VIEW_KEY = 'voltdesk:viewing'

/** Undefined when nobody is signed in; an older page may have kept less. */
export const keptSession = (): Partial<Session> | undefined =>
  perTab.get<Partial<Session>>(VIEW_KEY) ?? local.get<Partial<Session>>(SESSION_KEY)
