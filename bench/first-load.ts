/** What a person waits for on Slow 4G with a slow processor: the login page, the first list, a decision on the phone. */
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import { emptyDatabase } from './database.ts'
import { kb, ms, type Figure } from './figure.ts'
import { DESKTOP, openBrowser, openSlowly, PHONE } from './first-load/browser.ts'
import { serveFloor, type Kit } from './first-load/floor.ts'
import { storageOf } from './first-load/storage.ts'
import { openClient } from '../tests/hosts/bridges/open.ts'
import { dingtalkAndroidApp, wecomAndroid } from '../tests/hosts/bridges/variants.ts'
import { startSimulator } from '../tests/hosts/simulator.ts'
import { atEnd } from './closing.ts'
import { percentile } from './percentile.ts'
import { startServer, type Server } from './server.ts'
import { sparePort } from './spare-port.ts'

const RUNS = 3
const FLOOR_SHARE = 1.25
const LIST_KB = 330
const LIST_MS = 6000
const DECISION_KB = 150
const DECISION_MS = 3500
/** Signing in inside a chat is part of it. */
const CHAT_DECISION_MS = 4500
const WARM_MS = 800

const LOGIN = `() => document.querySelector('input[type=password]') &&
  [...document.querySelectorAll('button')].some((one) => one.textContent.replace(/\\s/g, '') === '登录')`
const DECISION = `() => [...document.querySelectorAll('button')].some((one) => !one.disabled && /^(通过|驳回)$/.test(one.textContent.trim()))`
const shows = (text: string) => `() => document.getElementById('root')?.textContent.includes(${JSON.stringify(text)})`

interface Seen {
  bytes: number
  allBytes: number
  ms: number
}

const middle = (seen: readonly Seen[]): Seen => ({
  bytes: percentile(seen.map(({ bytes }) => bytes), 0.5),
  allBytes: percentile(seen.map(({ allBytes }) => allBytes), 0.5),
  ms: percentile(seen.map((one) => one.ms), 0.5),
}) // prettier-ignore

/** The middle of some cold visits, each with an empty cache. */
async function cold(browser: Browser, options: BrowserContextOptions, url: string, usable: string): Promise<Seen> {
  const seen: Seen[] = []
  while (seen.length < RUNS) {
    const context = await browser.newContext(options)
    seen.push(await openSlowly(context, url, usable))
    await context.close()
  }
  return middle(seen)
}

async function warm(context: BrowserContext, url: string, usable: string): Promise<Seen> {
  const seen: Seen[] = []
  await (await openSlowly(context, url, usable)).page.close()
  while (seen.length < RUNS) {
    const opened = await openSlowly(context, url, usable)
    seen.push(opened)
    await opened.page.close()
  }
  return middle(seen)
}

async function* loginFigures(browser: Browser, server: Server): AsyncGenerator<Figure> {
  const screens: [name: string, options: BrowserContextOptions, kit: Kit][] = [
    ['desktop', DESKTOP, 'antd'],
    ['phone', PHONE, 'antd-mobile'],
  ]
  for (const [name, options, kit] of screens) {
    const bare = await cold(browser, options, await serveFloor('react'), LOGIN)
    const floor = await cold(browser, options, await serveFloor(kit), LOGIN)
    const ours = await cold(browser, options, `${server.address}/user/login`, LOGIN)
    yield {
      name: `login page, ${name}: until the form is usable`,
      measured: `${kb(ours.bytes)}, ${ms(ours.ms)} (in the end ${kb(ours.allBytes)})`,
      target: `≤ ${kb(bare.bytes * FLOOR_SHARE)}, ≤ ${ms(bare.ms * FLOOR_SHARE)} (1.25 × bare React form; bare ${kit} form: ${kb(floor.bytes)}, ${ms(floor.ms)})`,
      reached: ours.bytes <= bare.bytes * FLOOR_SHARE && ours.ms <= bare.ms * FLOOR_SHARE,
    }
  }
}

async function listFigure(browser: Browser, server: Server, token: string): Promise<Figure> {
  const storageState = await storageOf(browser, server, 'ops_manager', DESKTOP)
  const { records } = (await server.get('/rental/userMessage/list', token)) as { records: { userNo: string }[] }
  const url = `${server.address}/customer/userMessage`
  const list = await cold(browser, { ...DESKTOP, storageState }, url, shows(records[0]!.userNo))
  return {
    name: 'first list page, desktop, cold cache, signed in: until rows show',
    measured: `${kb(list.bytes)}, ${ms(list.ms)} (in the end ${kb(list.allBytes)})`,
    target: `≤ ${LIST_KB} KB, ≤ ${ms(LIST_MS)}`,
    reached: list.bytes <= LIST_KB * 1024 && list.ms <= LIST_MS,
  }
}

/** A bare React form opened again, in ms: one way there and back, and the drawing. Nothing that is drawn by React is sooner. */
async function bareWarm(browser: Browser): Promise<number> {
  const context = await browser.newContext(PHONE)
  const { ms: bare } = await warm(context, await serveFloor('react'), LOGIN)
  await context.close()
  return bare
}

async function* decisionFigures(browser: Browser, server: Server, token: string, bare: number): AsyncGenerator<Figure> {
  const url = await decisionUrl(server, token)
  const storageState = await storageOf(browser, server, 'ops_manager', PHONE)
  const first = await cold(browser, { ...PHONE, storageState }, url, DECISION)
  yield decisionCold('phone, from the link (signed in)', first)
  const context = await browser.newContext({ ...PHONE, storageState })
  const again = await warm(context, url, DECISION)
  await context.close()
  yield decisionWarm('phone', again, bare)
}

async function decisionUrl(server: Server, token: string): Promise<string> {
  const { records } = (await server.get('/sys/todo/list', token)) as { records: { id: string; resource: string }[] }
  const todo = records.find(({ resource }) => resource === 'userWithdrawal')
  if (!todo) throw new Error('nothing waits for a decision')
  return `${server.address}/finance/userWithdrawal/${todo.id}`
}

const decisionCold = (where: string, seen: Seen, within = DECISION_MS): Figure => ({
  name: `decision page, ${where}, cold: until the buttons work`,
  measured: `${kb(seen.bytes)}, ${ms(seen.ms)} (in the end ${kb(seen.allBytes)})`,
  target: `≤ ${DECISION_KB} KB, ≤ ${ms(within)}`,
  reached: seen.bytes <= DECISION_KB * 1024 && seen.ms <= within,
})

const decisionWarm = (where: string, seen: Seen, bare: number): Figure => ({
  name: `decision page, ${where}, warm`,
  measured: `${kb(seen.bytes)}, ${ms(seen.ms)}`,
  target: `≤ ${ms(WARM_MS)} (bare React form: ${ms(bare)})`,
  reached: seen.ms <= WARM_MS,
})

/** A tapped link in a chat client that has never been here: the sign-in is part of it. */
async function* hostFigures(browser: Browser, bare: number): AsyncGenerator<Figure> {
  const chats = await startSimulator()
  atEnd(() => chats.stop())
  const port = String(await sparePort())
  const origin = `http://127.0.0.1:${port}`
  await chats.control.product(origin)
  const { env } = await emptyDatabase('embedded')
  const server = await startServer({ ...env, ...chats.settings, PORT: port, PUBLIC_URL: origin })
  process.env['VOLTDESK_E2E_URL'] = origin
  process.env['VOLTDESK_SIM_URL'] = chats.address
  const url = await decisionUrl(server, await server.signIn('ops_manager'))
  for (const variant of [wecomAndroid, dingtalkAndroidApp]) {
    const seen: Seen[] = []
    while (seen.length < RUNS) {
      const { context, page } = await openClient(browser, variant, 'ops_manager')
      await page.close()
      const opened = await openSlowly(context, url, DECISION)
      seen.push(opened)
      if (seen.length === RUNS) {
        await opened.page.close()
        yield decisionWarm(variant.name, await warm(context, url, DECISION), bare)
      }
      await context.close()
    }
    yield decisionCold(`${variant.name}, from the link, sign-in included`, middle(seen), CHAT_DECISION_MS)
  }
  await server.stop()
}

export async function* measure(): AsyncGenerator<Figure> {
  const server = await startServer((await emptyDatabase('embedded')).env)
  const token = await server.signIn('ops_manager')
  const browser = await openBrowser()
  yield* loginFigures(browser, server)
  yield await listFigure(browser, server, token)
  const bare = await bareWarm(browser)
  yield* decisionFigures(browser, server, token, bare)
  await server.stop()
  yield* hostFigures(browser, bare)
}
