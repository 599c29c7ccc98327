/**
 * Going to a chat to be recognised. Part of the first script: where the page could not leave by itself (`src/ahead.ts`)
 * nothing else is loaded before the browser is on its way.
 */
import { HOME } from '#model/addresses.ts'
import type { ChatName } from '#model/chats.ts'
import { API_BASE } from '#headless/connection/base.ts'
import { isOwn } from '#headless/connection/ownServer.ts'
import { guard } from '#headless/session/guard.ts'
import { session } from '#headless/session/session.ts'
import { perTab } from '#headless/connection/storage.ts'
import { readArrival, wantedHere } from './address.ts'
import { AWAY_MS, isStrange, markLeft } from './recognition.ts'
import { takeRound } from './rounds.ts'
import { sourceFor } from './sources.ts'
import { leaveFor, leaveForGood } from '#headless/connection/leaving.ts'

/** The login outside a chat was begun by a person on this very page. */
const BEGUN = 'voltdesk:sign-in-begun'

/** Where our server begins the login through a chat. The page itself comes back from inside, where that server sends it. */
function loginAddress(chat: ChatName, kind: 'inside' | 'outside', wanted: string | undefined, visible = false) {
  const query = new URLSearchParams({
    ...(wanted && { redirect: wanted }),
    kind,
    ...(isOwn && kind === 'inside' && { page: '1' }),
    ...(visible && { visible: '1' }),
  })
  return `${API_BASE}/sys/thirdLogin/oauth2/${sourceFor(chat).source}/login?${query}`
}

/** In a browser: leaves for the chat's own login page. */
export function leaveForLogin(chat: ChatName, wanted: string | undefined): void {
  perTab.set(BEGUN, chat, AWAY_MS)
  markLeft(wanted)
  leaveFor(loginAddress(chat, 'outside', wanted))
}

/** Once: whether somebody here began the login that has just come back. A link from elsewhere must not sign anybody in. */
export function wasBegunHere(): boolean {
  const begun = perTab.get(BEGUN) !== undefined
  perTab.remove(BEGUN)
  return begun
}

/** This page is open to everybody, so nobody has to be recognised. */
export const isOpen = (): boolean =>
  guard(location.pathname, { signedIn: false, permissions: 'none' }, { chat: true, home: HOME }).do === 'stay' &&
  !readArrival()

/**
 * At the start in a chat client that recognises people by an address: leaves at once when the page needs somebody and
 * nobody is known here. True: the browser is on its way, nothing has to be drawn.
 */
export function leaveAtOnce(chat: ChatName): boolean {
  if (!sourceFor(chat).byAddress) return false
  const arrival = readArrival()
  if (arrival?.code || arrival?.problem || isOpen()) return false
  return isStrange(session()) && leave(chat)
}

/** Leaves and comes back to this page; false when it was tried often enough. `visible`: a person asked for it. */
export function leave(chat: ChatName, wanted: string | undefined = wantedHere(), visible = false): boolean {
  if (!takeRound()) return false
  markLeft(wanted)
  // No entry in the history: going back must not lead to the chat's page.
  leaveForGood(loginAddress(chat, 'inside', wanted, visible))
  return true
}
