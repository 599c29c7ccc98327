/** Chat clients keep a page open for days. Whether the server has a newer one, and what to do about it. */
import { hasDrafts } from './drafts.ts'
import { session } from './session.ts'
import { useNoticeStore } from '../connection/notices.ts'
import { popupEntries } from '../connection/popups.ts'
import { isReady, whenReady } from '../connection/ready.ts'
import { perTab } from '../connection/storage.ts'
import { beginAnew, unseenPages } from '../connection/leaving.ts'
import { said } from '../connection/said.ts'

const CHECK_MS = 5 * 60_000
/** After so long without a touch or a key nobody is in the middle of something. */
const IDLE_MS = 30_000
/** One reload within this time; a server that keeps saying "newer" must not make the page spin. */
const ONCE_MS = 60_000
const RELOADED = 'voltdesk:reloaded'

const ours = (): string | undefined => said('version')

/** True when the server has another build. False when it cannot be asked: nothing is gained by leaving the page then. */
async function isOutdated(): Promise<boolean> {
  const version = ours()
  if (!version) return false
  try {
    const answer = await fetch(`/version.json?_t=${Date.now()}`, { cache: 'no-store' })
    const { version: newest } = (await answer.json()) as { version?: string }
    return answer.ok && Boolean(newest) && newest !== 'none' && newest !== version
  } catch {
    return false
  }
}

function reloadOnce(): boolean {
  if (perTab.get(RELOADED)) return false
  perTab.set(RELOADED, true, ONCE_MS)
  beginAnew()
  return true
}

let touched = Date.now()
const touch = () => {
  touched = Date.now()
}

/** Where something was typed or ticked that no draft may hold: into a question, a batch, a search. */
let typedAt: readonly string[] = []
/** What was typed is gone with its page, unless that lies alive in another tab. */
const stillTyped = () => {
  typedAt = typedAt.filter((path) => path === location.pathname || unseenPages.isKept(path))
  return typedAt
}
const typing = () => {
  const { pathname } = location
  // At the door it is soon typed again, and whoever cannot get in needs the newer page.
  if (session().token && !stillTyped().includes(pathname)) typedAt = [...typedAt, pathname]
}
const hasTyped = () => stillTyped().length > 0 || unseenPages.areAtWork()
const ASKS = 'input, textarea, [contenteditable="true"]'
/**
 * Choosing from a list tells nobody that something was chosen: whoever has a dialog open that asks for something, or a sheet
 * of the phone, which has its entry in the history, is in the middle of it.
 */
const isAsked = () =>
  popupEntries() > 0 ||
  [...document.querySelectorAll('[role="dialog"]')].some(
    (dialog) => dialog.getClientRects().length && dialog.querySelector(ASKS),
  )

const tellOutdated = () => useNoticeStore.setState({ outdated: true })

/** `resumed`: the person has just come back, and what was on the screen is not being used. */
async function check(resumed: boolean): Promise<void> {
  const asked = Date.now()
  if (!(await isOutdated())) return
  // What is being sent, a file perhaps, is not broken off.
  if (!isReady()) await new Promise<void>((ready) => whenReady(ready))
  const since = resumed ? asked : Date.now() - IDLE_MS
  const atWork = document.visibilityState === 'visible' && touched > since
  if (hasDrafts() || hasTyped() || isAsked() || atWork || !reloadOnce()) tellOutdated()
}

/** Looks when the person comes back and every five minutes. `onResume` is the host's own word for coming back. */
export function keepFresh(onResume?: (handle: () => void) => void): void {
  const resumed = () => void check(true)
  for (const event of ['pointerdown', 'keydown', 'wheel']) addEventListener(event, touch, { passive: true })
  for (const event of ['input', 'change']) addEventListener(event, typing, { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resumed()
  })
  // A page out of the browser's memory of earlier pages.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) resumed()
  })
  onResume?.(resumed)
  setInterval(() => void check(false), CHECK_MS)
}

/** A part of the program is gone from the server: with a newer build there the page starts again, once. */
export async function mendAfterFailedLoad(): Promise<void> {
  if (!(await isOutdated())) return
  if (hasTyped() || isAsked()) tellOutdated()
  else reloadOnce()
}
