/** Long enough for the first page to be there, on a slow line too. */
const QUIET_MS = 2_500

/** Does something nobody waits for, when the page has loaded and the line is free. */
export function whenIdle(work: () => void): void {
  const start = () => setTimeout(work, QUIET_MS)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
