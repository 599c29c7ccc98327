import { pageKeyText } from '#model/handed.ts'
import { create } from 'zustand'
import { md5 } from '../connection/md5.ts'
import { local, perTab, WEEK_MS } from '../connection/storage.ts'
import { leaveFor } from '../connection/leaving.ts'
import { useNoticeStore } from '../connection/notices.ts'
import { keptSession, SESSION_KEY, VIEW_KEY, type Session, type UserInfo } from './kept.ts'
import { namePage } from './pageCookie.ts'

export type { ChatIdentity, Choosing, Department, Session, Tenant, UserInfo } from './kept.ts'

const nobody: Session = {
  token: '',
  pageKey: '',
  username: '',
  realname: '',
  tenantid: 0,
  welcome: '',
  avatar: '',
  permissionList: [],
  info: null,
  sysSafeMode: null,
  choosing: null,
  mustChangePassword: false,
  chat: null,
  viewing: null,
}

/** What the tab kept of the administrator while they look as somebody else. */
const ASIDE_KEY = 'voltdesk-viewer'

/** Who is signed in, kept for seven days in one entry that leaves as a whole. */
export const useSession = create<Session>(() => ({
  ...nobody,
  ...keptSession(),
}))

const isIn = ({ token, choosing, mustChangePassword }: Session) => Boolean(token) && !choosing && !mustChangePassword
/** Signed in, with a password of their own and nothing left to choose. */
export const useSignedIn = (): boolean => useSession(isIn)
/** The same now. */
export const isSignedIn = (): boolean => isIn(session())

export const session = (): Session => useSession.getState()

/** There is a fresh token: nobody has to answer for the one before, which had ended. */
const forgetExpired = () => useNoticeStore.setState({ expired: false, endedBy: undefined })

export function keepSession(change: Partial<Session>): void {
  useSession.setState(change)
  if (change.token) forgetExpired()
  const { token, tenantid, viewing } = session()
  if (viewing) return perTab.set(VIEW_KEY, session(), viewing.until - Date.now())
  if (token && (change.token || !session().pageKey)) useSession.setState({ pageKey: md5(pageKeyText(token)) })
  local.set(SESSION_KEY, session(), WEEK_MS)
  // What the next page will not know nobody shall find in it.
  namePage(!local.inMemoryOnly(SESSION_KEY) && isSignedIn() ? `${tenantid}.${session().pageKey}` : undefined)
}

const ofTab = () => perTab.keys('voltdesk:')

/** From its next start this tab is the person's; what it kept of its owner is laid aside. */
export function viewOf(
  { token, tenantid, info }: Pick<Session, 'token' | 'tenantid'> & { info: UserInfo },
  viewing: NonNullable<Session['viewing']>,
): void {
  perTab.set(ASIDE_KEY, Object.fromEntries(ofTab().map((key) => [key, perTab.get(key)])))
  ofTab().forEach((key) => perTab.remove(key))
  const { username, realname, avatar } = info
  const view: Session = { ...nobody, token, tenantid, info, username, realname, avatar: avatar ?? '', viewing }
  perTab.set(VIEW_KEY, view, viewing.until - Date.now())
}

function giveBack(): void {
  const aside = perTab.get<Record<string, unknown>>(ASIDE_KEY)
  // Two answers may say at once that the view is over: the second finds the tab given back.
  if (!aside) return
  ofTab().forEach((key) => perTab.remove(key))
  for (const [key, value] of Object.entries(aside)) perTab.set(key, value)
  perTab.remove(ASIDE_KEY)
}
// The browser had put the tab away, and the time was over when it came back: no view is there to be left.
if (!session().viewing) giveBack()

/** The tab is its owner's again, as they left it and where. */
export function leaveView(start: (address: string) => void = leaveFor): void {
  const from = session().viewing?.from ?? '/'
  perTab.remove(VIEW_KEY)
  giveBack()
  start(from)
}

const leaving: (() => void)[] = []
/** What else must go when the session does: whoever keeps something of the person says how to forget it. */
export const onForget = (forget: () => void): void => {
  leaving.push(forget)
}

export function forgetSession(): void {
  // Whoever is sent out of somebody else's view is still themselves.
  if (session().viewing) return leaveView()
  local.remove(SESSION_KEY)
  namePage(undefined)
  leaving.forEach((forget) => forget())
  useSession.setState(nobody)
}

/** The person and the tenant that something left in this tab belongs to: nobody finds another's on a shared computer. */
export const whose = (): string => {
  const { username, tenantid } = session()
  return `${username}:${tenantid}`
}

/** Where one works: the server keeps it with the session, so that it changes for all browser tabs at once. */
export const placeOf = ({ tenantid, info }: Pick<Session, 'tenantid' | 'info'>) => `${tenantid} ${info?.orgCode ?? ''}`

/**
 * Signing out, in, as somebody else or in another place (tenant, department) in one browser tab reaches the others: they
 * start again and the guard decides what they show. Returns how to stop following.
 */
export function followOtherTabs(reload: (why: 'person' | 'place') => void): () => void {
  const follow = (event: StorageEvent) => {
    if (session().viewing || (event.key !== SESSION_KEY && event.key !== null)) return
    const now = local.get<Session>(SESSION_KEY)
    const before = session()
    if (now?.token && before.token && now.username === before.username) {
      // A new token of the same person is a renewal: go on with it.
      useSession.setState(now)
      if (now.token !== before.token) forgetExpired()
      if (placeOf(now) !== placeOf(before)) reload('place')
      return
    }
    if ((now?.token ?? '') === before.token) return
    useSession.setState({ ...nobody, ...now })
    reload('person')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
