import { LOGIN } from '#model/addresses.ts'
import { leaveForGood } from '#headless/connection/leaving.ts'
import { wantPassword } from './recognition.ts'

/** To the login by password, also in a chat. */
export function usePassword(wanted: string | undefined): void {
  wantPassword()
  leaveForGood(wanted ? `${LOGIN}?redirect=${encodeURIComponent(wanted)}` : LOGIN)
}
