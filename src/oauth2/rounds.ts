/** How often a page has tried to sign in by itself. Without an end, a token that is never good would try for ever. */
import { perTab } from '#headless/connection/storage.ts'

const KEY = 'voltdesk:sign-in-rounds'
const MOST = 2
/** Tries further apart than this are no loop. */
const WINDOW_MS = 120_000

const recent = (): number[] => (perTab.get<number[]>(KEY) ?? []).filter((at) => Date.now() - at < WINDOW_MS)

/** Counts one more automatic try; false when there were enough. */
export function takeRound(): boolean {
  const before = recent()
  if (before.length >= MOST) return false
  perTab.set(KEY, [...before, Date.now()])
  return true
}

/** A person said: try again. */
export const forgetRounds = (): void => perTab.remove(KEY)
export const roundsTaken = (): number => recent().length
