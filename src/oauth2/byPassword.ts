/** In a chat whose app is not set up people sign in with their password, if they say so. */
import { LOGIN } from '#model/addresses.ts'
import { perTab } from '#headless/connection/storage.ts'
import { leaveForGood } from '#headless/connection/leaving.ts'

const KEY = 'voltdesk:by-password'

export const wantsPassword = (): boolean => perTab.get(KEY) === true

export function usePassword(wanted: string | undefined): void {
  perTab.set(KEY, true)
  leaveForGood(wanted ? `${LOGIN}?redirect=${encodeURIComponent(wanted)}` : LOGIN)
}
