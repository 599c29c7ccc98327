/** Single sign-on through CAS, when the server names one: its address stands in the page. */
import { setAfterLogout, takeSession, type LoginResult } from '#headless/session/account.ts'
import { api } from '#headless/session/api.ts'
import { safeRedirect } from '#headless/session/guard.ts'
import { forgetSession, session } from '#headless/session/session.ts'
import { local, perTab } from '#headless/connection/storage.ts'
import { casBase } from './casBase.ts'
import { beginAnew, leaveForGood } from '#headless/connection/leaving.ts'

/** This page as CAS must see it when asked for a ticket and again when the ticket is checked. */
function service(): string {
  const url = new URL(location.href)
  url.searchParams.delete('ticket')
  url.hash = ''
  return url.href
}

/** What CAS has just led back with, and the address it was given for. A ticket is good once. */
let arrived: { ticket: string; here: string } | undefined

/** Before anything is drawn: whoever reads the address for where to go afterwards finds no ticket in it. */
function takeTicket(): void {
  const ticket = new URLSearchParams(location.search).get('ticket')
  if (!ticket || session().token) return
  arrived = { ticket, here: service() }
  history.replaceState(null, '', arrived.here)
}

export const goToCas = (): void => leaveForGood(`${casBase()}/login?service=${encodeURIComponent(service())}`)

/** Turns the ticket that came into a session; false when there was none. Throws an ApiError. */
export async function redeemTicket(): Promise<boolean> {
  if (!arrived) return false
  const { ticket, here } = arrived
  arrived = undefined
  const body = { ticket, service: here }
  const { result } = await api.envelope<LoginResult>('POST', '/sys/cas/client/validateLogin', { body, quiet: true })
  if (session().token) forgetSession()
  takeSession(result)
  const { pathname, search, searchParams } = new URL(here)
  // The page that was wanted, or the login page that names it: it depends on who asked first.
  const wanted = safeRedirect(searchParams.get('redirect')) ?? safeRedirect(pathname + search)
  history.replaceState(null, '', wanted ?? '/')
  return true
}

/** While somebody signs out there: no window of this browser asks for a session until that is over. */
const LEAVING = 'voltdesk:cas-leaving'
/** This is the window that went there. Back here, it is over. */
const LEFT = 'voltdesk:cas-left'
/** A server that leads nobody back says nothing of its end. */
const LEAVING_MS = 30_000
const LOOK_MS = 250

/** At the start. From now on who signs out here signs out there too; else the next page would sign in again. */
export function startWithCas(): void {
  takeTicket()
  if (perTab.get(LEFT)) {
    perTab.remove(LEFT)
    local.remove(LEAVING)
  }
  setAfterLogout(() => {
    perTab.set(LEFT, true)
    local.set(LEAVING, true, LEAVING_MS)
    // Led back to by the browser's own key, the page stands as it was left and would wait for ever.
    addEventListener('pageshow', ({ persisted }) => persisted && beginAnew())
    leaveForGood(`${casBase()}/logout?service=${encodeURIComponent(`${location.origin}/`)}`)
  })
}

/** Resolves when nobody signs out there any more. In the window that does it never does: it is on its way. */
export async function signedOutThere(): Promise<void> {
  if (perTab.get(LEFT)) return new Promise(() => undefined)
  while (local.get(LEAVING)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}
