/** The browser of the browser tests and of the benchmarks: which one, and without whatever it does by itself. */
import { existsSync, readFileSync } from 'node:fs'

/** Written by `scripts/browser.mjs`. */
const known = new URL('../node_modules/.cache/voltdesk/browser.json', import.meta.url)

/** Launch options of Playwright; `more`: further arguments for the browser. */
export function chromiumWith(...more: string[]): { executablePath: string; args: string[] } {
  const found = existsSync(known) ? (JSON.parse(readFileSync(known, 'utf8')) as { path: string | null }).path : null
  return {
    executablePath: process.env['CHROMIUM_PATH'] ?? found ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  }
}
