/** A slow phone on a slow network, in a real Chromium. */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumWith } from '../../tests/chromium.ts'
import { atEnd } from '../closing.ts'

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch(chromiumWith())
  atEnd(() => browser.close())
  return browser
}

export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const
export const PHONE = {
  viewport: { width: 375, height: 667 },
  isMobile: true,
  hasTouch: true,
  // The page names its scripts by the kind of device that asks.
  userAgent:
    'Mozilla/5.0 (Linux; Android 13; V2183A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.86 Mobile Safari/537.36',
} as const

// Lighthouse's Slow 4G as it is applied by the browser: 150 ms × 3.75, 1.6 Mbps × 0.9, 750 kbps × 0.9.
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const SLOWER_CPU = 4
const PATIENCE_MS = 120_000

export interface Opened {
  /** Over the wire, head and body, until the page could be used. */
  bytes: number
  /** The same until nothing more was asked for. */
  allBytes: number
  ms: number
  page: Page
}

/** Opens an address; `usable` runs in the page and says when a person could go on. */
export async function openSlowly(context: BrowserContext, url: string, usable: string): Promise<Opened> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const finished: { at: number; bytes: number }[] = []
  // By number: what is sent on elsewhere is the same request.
  const asked = new Set<string>()
  let started = 0
  await cdp.send('Network.enable')
  let clicked = 0
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime }) => {
    asked.add(requestId)
    started ||= timestamp
    clicked ||= wallTime * 1000
  })
  const end = (at: number, bytes: number) => finished.push({ at, bytes })
  cdp.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => end(timestamp, encodedDataLength))
  cdp.on('Network.loadingFailed', ({ timestamp }) => end(timestamp, 0))
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
  // Seen in a frame, and then the thread was free for a turn: a tap would be answered.
  await page.addInitScript(`
    const look = () => (${usable})()
      ? setTimeout(() => (window.usableAt = Date.now()))
      : requestAnimationFrame(look)
    requestAnimationFrame(look)`)
  // A client may send the page on before it has arrived; what counts is what is usable in the end.
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS }).catch((error: Error) => {
    if (!error.message.includes('ERR_ABORTED')) throw error
  })
  // A function, not a text: the page's policy forbids to evaluate text.
  const seen = await page.waitForFunction(() => (window as { usableAt?: number }).usableAt, undefined, {
    timeout: PATIENCE_MS,
    polling: 50,
  })
  // By the clock, because a sign-in through a chat is several documents.
  const ms = (await seen.jsonValue())! - clicked
  for (let quiet = 0, rounds = 0; quiet < 10 && rounds < MOST_ROUNDS; rounds++) {
    const before = finished.length
    await page.waitForTimeout(100)
    quiet = finished.length === before && finished.length >= asked.size - SOCKETS ? quiet + 1 : 0
  }
  const until = started + ms / 1000
  const sum = (some: typeof finished) => some.reduce((total, { bytes }) => total + bytes, 0)
  return { bytes: sum(finished.filter(({ at }) => at <= until)), allBytes: sum(finished), ms, page }
}

/** A page that never becomes quiet is looked at for five seconds. */
const MOST_ROUNDS = 50

/** Long polls and event streams never finish. */
const SOCKETS = 2
