/** A decision somebody was about to take when the session ended: what was typed, and that it should be asked again. */
import { draftKey, dropDraft, keepDraft, readDraft } from './drafts.ts'
import { perTab } from './storage.ts'

export interface HalfDone {
  action: string
  reason: string
}

const keyOf = (resource: string, id: string) => draftKey(`${resource}!action`, id)

export const keepHalfDone = (resource: string, id: string, { action, reason }: HalfDone): void =>
  reason ? keepDraft(keyOf(resource, id), { values: { action, reason } }) : dropHalfDone(resource, id)
export const dropHalfDone = (resource: string, id: string): void => dropDraft(keyOf(resource, id))

/** What was typed for this action of this record; empty when nothing was. */
export function reasonSoFar(resource: string, id: string, action: string): string {
  const values = readDraft(keyOf(resource, id))?.values
  return values?.action === action ? String(values.reason ?? '') : ''
}

const INTERRUPTED = 'voltdesk:interrupted'
const WAITS_MS = 10 * 60_000

/** The page is about to be left for signing in again. */
export const markInterrupted = (): void => perTab.set(INTERRUPTED, location.pathname, WAITS_MS)

/** Once, on the page that was left: the action to ask about again. */
export function takeUpAgain(resource: string, id: string): string | undefined {
  if (perTab.get(INTERRUPTED) !== location.pathname) return undefined
  const action = readDraft(keyOf(resource, id))?.values.action
  if (action) perTab.remove(INTERRUPTED)
  return action ? String(action) : undefined
}
