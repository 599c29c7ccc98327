/**
 * The moment at which the browser tests run: `VOLTDESK_E2E_MOMENT=2026-12-31T23:55:00+08:00 npx playwright test chain`.
 * Server, database and browsers begin there, and their clocks run on. Absent: now.
 */
const given = process.env.VOLTDESK_E2E_MOMENT

/** How far that is from the clock of this machine, in ms; the first to ask says it for all, whom it comes to by the environment. */
export function aheadMs(): number {
  if (!given) return 0
  process.env.VOLTDESK_E2E_AHEAD ??= String(Date.parse(given) - Date.now())
  return Number(process.env.VOLTDESK_E2E_AHEAD)
}

/** Runs in a page, before its scripts. */
export function turnClock(ahead: number): void {
  const Machine = Date
  window.Date = class extends Machine {
    constructor(...parts: [] | [number]) {
      if (parts.length) super(...parts)
      else super(Machine.now() + ahead)
    }
    static override now = () => Machine.now() + ahead
  } as DateConstructor
}
