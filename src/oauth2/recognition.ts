/** Whether a chat has to say who sits here before this page shows anything. Part of what is written out in the page (`src/ahead.ts`). */
import { perTab } from '#headless/connection/storage.ts'
import { safeRedirect } from '#headless/session/guard.ts'
import type { Session } from '#headless/session/kept.ts'

/** This window left to be recognised, and where the person wanted to go: a way back that has lost its state still knows. */
const LEFT = 'voltdesk:sign-in-left'
const RECOGNISED = 'voltdesk:recognised'
/** In a chat whose app is not set up people sign in with their password, if they say so. */
const BY_PASSWORD = 'voltdesk:by-password'
/** As long as a person may take at the chat's own login page, and more. */
export const AWAY_MS = 15 * 60_000

export const markLeft = (wanted: string | undefined): void => perTab.set(LEFT, { wanted }, AWAY_MS)

/** What this window last left for; undefined when it did not, or somebody has been recognised since. */
export function leftFor(): { wanted?: string } | undefined {
  const left = perTab.get<{ wanted?: string }>(LEFT)
  const wanted = safeRedirect(left?.wanted)
  return left && (wanted ? { wanted } : {})
}

/** Whoever uses the device may have changed since the last window: true until somebody was recognised in this one. */
export const isColdStart = (): boolean => perTab.get(RECOGNISED) === undefined
export function recognised(): void {
  perTab.set(RECOGNISED, true)
  perTab.remove(LEFT)
}

/** Nobody is known, or the window is new. Who came in by a password here has nobody in the chat to be compared with. */
export const isStrange = ({ token, chat }: Partial<Pick<Session, 'token' | 'chat'>>): boolean =>
  !token || Boolean(chat && isColdStart())

export const wantsPassword = (): boolean => perTab.get(BY_PASSWORD) === true
export const wantPassword = (): void => perTab.set(BY_PASSWORD, true)
