/** The editable grid beside a bare virtual table and two grids of others, in production builds in one Chromium. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import type { Browser, Page } from '@playwright/test'
import Fastify from 'fastify'
import { build } from 'vite'
import { atEnd } from './closing.ts'
import { ms, type Figure } from './figure.ts'
import { DESKTOP, openBrowser } from './first-load/browser.ts'
import type {} from './grid/page.tsx'
import { buildPeers } from './grid/peers.ts'
import { percentile } from './percentile.ts'

const RUNS = 5
const COUNTS = [1000, 10_000, 100_000]
const MOUNT_MS = 100
const FRAMES = 58
const VALIDATE_MS = 80
const SCROLL_MS = 3000
const PATIENCE_MS = 60_000

/** Kinds as the pages call them, and what they are. */
const OWN = { bare: 'bare virtual table', ours: 'ours' }
const PEERS = { ag: 'AG Grid Community', vxe: 'vxe-table' }

interface Candidate {
  kind: string
  name: string
  address: string
}

interface Seen {
  mount: number
  frames: number
  longTasks: number
  validate: number
  /** Bytes added by the grid, without the rows. */
  heap: number
}

const here = fileURLToPath(new URL('./grid', import.meta.url))

async function serve(folder: string): Promise<string> {
  const app = Fastify()
  await app.register(fastifyStatic, { root: folder })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  return address
}

async function buildPage(): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'bench-grid-'))
  atEnd(() => rmSync(out, { recursive: true, force: true }))
  await build({
    root: here,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: out, emptyOutDir: true, target: ['chrome87', 'safari14'], chunkSizeWarningLimit: 3000 },
  })
  return serve(out)
}

async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
  await cdp.detach()
  return usedSize
}

/** One fresh page: nothing is warm that would not be for a person. */
async function look(browser: Browser, { address, kind }: Candidate, count: number): Promise<Seen> {
  const context = await browser.newContext(DESKTOP)
  const page = await context.newPage()
  await page.goto(`${address}/index.html`)
  await page.waitForFunction(() => 'measured' in window)
  await page.evaluate((many) => window.measured.prepare(many), count)
  // The shell is drawn and quiet before the clock starts.
  await page.waitForTimeout(200)
  const before = await heapOf(page)
  const mount = await within(
    page.evaluate((which) => window.measured.mount(which), kind),
    `${kind} with ${count} rows`,
  )
  const heap = (await heapOf(page)) - before
  const { frames, longTasks } = await page.evaluate((duration) => window.measured.scroll(duration), SCROLL_MS)
  const validate = await page.evaluate(() => window.measured.validate())
  await context.close()
  return { mount, heap, frames, longTasks, validate }
}

/** A grid that never shows a row must not hold up the others. */
function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} showed no row`)), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const middle = (seen: readonly Seen[], of: keyof Seen) =>
  percentile(
    seen.map((one) => one[of]),
    0.5,
  )

const said = (own: readonly Seen[], bare: readonly Seen[]): string =>
  [
    `mount ${ms(middle(own, 'mount'))} (${(middle(own, 'mount') / middle(bare, 'mount')).toFixed(1)} × bare)`,
    `${middle(own, 'frames').toFixed(0)} frames/s`,
    `${middle(own, 'longTasks')} long tasks`,
    `validate ${ms(middle(own, 'validate'))}`,
    `heap +${(middle(own, 'heap') / 1024 / 1024).toFixed(1)} MB`,
  ].join(', ')

export async function* measure(): AsyncGenerator<Figure> {
  const address = await buildPage()
  const browser = await openBrowser()
  const named = (kinds: Readonly<Record<string, string>>, at: string): Candidate[] =>
    Object.entries(kinds).map(([kind, name]) => ({ kind, name, address: at }))
  const peers = await buildPeers()
  if ('missing' in peers)
    yield { name: `grid: ${Object.values(PEERS).join(', ')}`, measured: peers.missing, target: '' }
  const candidates = [...named(OWN, address), ...('folder' in peers ? named(PEERS, await serve(peers.folder)) : [])]
  for (const count of COUNTS) {
    const seen = new Map<string, Seen[]>(candidates.map(({ kind }) => [kind, []]))
    // In turn, so that what else runs on the machine hits all alike.
    for (let run = 0; run < RUNS; run++)
      for (const candidate of candidates) seen.get(candidate.kind)!.push(await look(browser, candidate, count))
    for (const { kind, name } of candidates) {
      const own = seen.get(kind)!
      const figure = { name: `grid ${count} × 12, ${name}`, measured: said(own, seen.get('bare')!), target: '' }
      if (kind !== 'ours') yield figure
      else
        yield {
          ...figure,
          target: `≤ ${MOUNT_MS} ms, ≥ ${FRAMES} frames/s, no long task, validate ≤ ${VALIDATE_MS} ms`,
          reached:
            middle(own, 'mount') <= MOUNT_MS &&
            middle(own, 'frames') >= FRAMES &&
            middle(own, 'longTasks') === 0 &&
            middle(own, 'validate') <= VALIDATE_MS,
        }
    }
  }
}
