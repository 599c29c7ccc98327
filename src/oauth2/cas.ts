/** Single sign-on through CAS, when the server names one: its address stands in the page. */
import { setAfterLogout, takeSession, type LoginResult } from '#headless/session/account.ts'
import { api } from '#headless/session/api.ts'
import { safeRedirect } from '#headless/session/guard.ts'
import { forgetSession, session } from '#headless/session/session.ts'
import { casBase } from './casBase.ts'

/** This page as CAS must see it when asked for a ticket and again when the ticket is checked. */
function service(): string {
  const url = new URL(location.href)
  url.searchParams.delete('ticket')
  url.hash = ''
  return url.href
}

export const casTicket = (): string | null => new URLSearchParams(location.search).get('ticket')

export const goToCas = (): void => location.replace(`${casBase()}/login?service=${encodeURIComponent(service())}`)

/** Turns the ticket of the address into a session and takes it out of the address. Throws an ApiError. */
export async function redeemTicket(ticket: string): Promise<void> {
  const here = service()
  history.replaceState(null, '', here)
  const body = { ticket, service: here }
  const { result } = await api.envelope<LoginResult>('POST', '/sys/cas/client/validateLogin', { body, quiet: true })
  if (session().token) forgetSession()
  await takeSession(result)
  const wanted = safeRedirect(new URL(here).searchParams.get('redirect'))
  history.replaceState(null, '', wanted ?? '/')
}

/** From now on who signs out here signs out there too; else the next page would sign in again. */
export const signOutThereToo = (): void =>
  setAfterLogout(() => location.replace(`${casBase()}/logout?service=${encodeURIComponent(`${location.origin}/`)}`))
