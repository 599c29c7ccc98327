/** What the manager waits for on Slow 4G: 看板 on the phone until its first figure stands there, and no chart before it. */
import { emptyDatabase } from './database.ts'
import { kb, ms, type Figure } from './figure.ts'
import { openBrowser, openSlowly, PHONE } from './first-load/browser.ts'
import { storageOf } from './first-load/storage.ts'
import { percentile } from './percentile.ts'
import { startServer } from './server.ts'

const RUNS = 3
/** A page like the decision's: tapped in the morning, read on the way. */
const BOARD_KB = 160
const BOARD_MS = 4000

const FIRST_FIGURE = `() => /\\d/.test(document.querySelector('.vd-tile strong')?.textContent ?? '')`

/** The code that draws charts, when it came before the figure could be read. */
const drewFirst = (): string[] => {
  const { usableAt = 0 } = window as { usableAt?: number }
  return performance
    .getEntriesByType('resource')
    .filter(
      (entry) => /\/(drawing|echarts)[-~]/.test(entry.name) && entry.startTime + performance.timeOrigin < usableAt,
    )
    .map(({ name }) => name)
}

export async function* measure(): AsyncGenerator<Figure> {
  const server = await startServer((await emptyDatabase('embedded')).env)
  const browser = await openBrowser()
  const storageState = await storageOf(browser, server, 'ops_manager', PHONE)
  const seen: { bytes: number; allBytes: number; ms: number }[] = []
  let early: string[] = []
  while (seen.length < RUNS) {
    const context = await browser.newContext({ ...PHONE, storageState })
    const { page, ...opened } = await openSlowly(context, `${server.address}/dashboard/board`, FIRST_FIGURE)
    early = [...early, ...(await page.evaluate(drewFirst))]
    seen.push(opened)
    await context.close()
  }
  const middle = (name: 'bytes' | 'allBytes' | 'ms') =>
    percentile(
      seen.map((one) => one[name]),
      0.5,
    )
  yield {
    name: '看板, phone, cold cache, signed in: until the first figure',
    measured: `${kb(middle('bytes'))}, ${ms(middle('ms'))} (in the end ${kb(middle('allBytes'))})${early.length ? `, charts before it: ${early.join(' ')}` : ''}`,
    target: `≤ ${BOARD_KB} KB, ≤ ${ms(BOARD_MS)}, the charts' code after it`,
    reached: middle('bytes') <= BOARD_KB * 1024 && middle('ms') <= BOARD_MS && !early.length,
  }
  await server.stop()
}
