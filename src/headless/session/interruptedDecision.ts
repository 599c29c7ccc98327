/** A decision somebody was about to take when the session ended: what was typed, and that it should be asked again. */
import { draftKey, dropDraft, keepDraft, readDraft, type Start } from './drafts.ts'
import { whose } from './session.ts'
import { perTab } from '../connection/storage.ts'

export interface HalfDone {
  reason: string
  /** What was typed into the action's own fields; the others start with what the record says. */
  input: Readonly<Record<string, unknown>>
}

const keyOf = (resource: string, id: string) => draftKey(`${resource}!action`, id)

/** What was typed for this action of this record; empty when nothing was. */
export function halfDone(resource: string, id: string, action: string): HalfDone {
  const values = readDraft(keyOf(resource, id))?.values
  const { reason = '', input = {} } = (values?.action === action ? values : {}) as Partial<HalfDone>
  return { reason, input }
}

/** Beside what was typed before. */
export function keepHalfDone(resource: string, id: string, action: string, typed: Partial<HalfDone>): void {
  const before = halfDone(resource, id, action)
  const reason = typed.reason ?? before.reason
  const input = { ...before.input, ...typed.input }
  if (reason || Object.keys(input).length) keepDraft(keyOf(resource, id), { values: { action, reason, input } })
  else dropHalfDone(resource, id)
}
export const dropHalfDone = (resource: string, id: string): void => dropDraft(keyOf(resource, id))

const INTERRUPTED = 'voltdesk:interrupted'
const WAITS_MS = 10 * 60_000

interface Place {
  path: string
  /** The next person in this tab is led to nothing of it. */
  whose: string
}
const here = (): Place => ({ path: location.pathname, whose: whose() })
const isSame = (one: Place | undefined, other: Place) => one?.path === other.path && one.whose === other.whose
const wasInterrupted = (place: Place) => isSame(perTab.get<Place>(INTERRUPTED), place)

/** The page is about to be left for signing in again. To be said while it is known who leaves it. */
export const markInterrupted = (): void => perTab.set(INTERRUPTED, here(), WAITS_MS)

/** Once, on the page that was left: the action to ask about again. */
export function takeUpAgain(resource: string, id: string): string | undefined {
  if (!wasInterrupted(here())) return undefined
  const action = readDraft(keyOf(resource, id))?.values.action
  if (action) perTab.remove(INTERRUPTED)
  return action ? String(action) : undefined
}

const OPEN_FORM = 'voltdesk:open-form'

/** Which form of a resource it is. */
export interface OpenForm {
  /** Absent: a new record. */
  id?: string | undefined
  /** What the new one starts with. */
  start?: Start | undefined
}
interface Lying extends Place, OpenForm {
  resource: string
}

/** A form that lies over its list, with something typed in it. Returns how to say that it is closed. */
export function formIsOpen(resource: string, { id, start }: OpenForm): () => void {
  const open: Lying = { ...here(), resource, ...(id ? { id } : start && { start }) }
  perTab.set(OPEN_FORM, open)
  // What is taken off the screen because the session has ended is still open.
  return () => {
    if (!wasInterrupted(open)) perTab.remove(OPEN_FORM)
  }
}

/** On the page that was left, until `formTakenUp`: the form to open again. A page may be drawn twice before it is there. */
export function formToTakeUp(resource: string): OpenForm | undefined {
  const open = perTab.get<Lying>(OPEN_FORM)
  if (!open || open.resource !== resource || !isSame(open, here()) || !wasInterrupted(open)) return undefined
  const { id, start } = open
  return { ...(id && { id }), ...(start && { start }) }
}
export const formTakenUp = (): void => perTab.remove(INTERRUPTED)
