/**
 * Browser windows that are used again. A window that was opened for the first time fetches, reads and compiles the whole
 * client, which takes longer than most tests; one that was used before has it all. What a test left in it is gone before
 * the next: pages, storage, cookies.
 */
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { aheadMs, turnClock } from './moment.ts'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
interface Entry {
  name: string
  value: string
}
/** What makes two windows the same. */
export type Size = Pick<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch' | 'userAgent'>

interface Lent {
  context: BrowserContext
  /** Of this size and no longer usable by others. */
  spoilt: boolean
  key: string
  forget?: () => Promise<void>
}

const read = (state: BrowserContextOptions['storageState']): State =>
  typeof state === 'string'
    ? (JSON.parse(readFileSync(state, 'utf8')) as State)
    : (state ?? { cookies: [], origins: [] })

interface Turn {
  turn: string
  origin: string
  entries: readonly Entry[]
  /** Whether the server keeps what is half typed: it follows its person, who is the same one in all tests. */
  drafts: boolean
}

/** Runs before the scripts of a page: the storage begins as this turn wants it, once for all pages of the turn. */
function begin({ turn, origin, entries, drafts }: Turn): void {
  if (!drafts) {
    const { open, send } = XMLHttpRequest.prototype as unknown as Record<'open' | 'send', (...given: unknown[]) => void>
    const asked = new WeakSet<XMLHttpRequest>()
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
      if (String(given[1]).includes('/sys/draft/')) asked.add(this)
      open.apply(this, given)
    }
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...given: unknown[]) {
      if (!asked.has(this)) return send.apply(this, given)
      const nothing = JSON.stringify({ success: true, code: 200, message: '', result: null })
      for (const [name, value] of Object.entries({
        readyState: 4,
        status: 200,
        response: nothing,
        responseText: nothing,
      }))
        Object.defineProperty(this, name, { value })
      setTimeout(() => this.onloadend?.(new ProgressEvent('loadend')))
    }
  }
  if (location.origin !== origin || localStorage.getItem('turn') === turn) return
  localStorage.clear()
  localStorage.setItem('turn', turn)
  for (const { name, value } of entries) localStorage.setItem(name, value)
}

export class Windows {
  readonly #idle: Lent[] = []
  readonly #lent = new Map<BrowserContext, Lent>()
  #turns = 0

  constructor(
    readonly browser: Browser,
    readonly origin: string,
  ) {}

  async take(
    size: Size,
    storageState: BrowserContextOptions['storageState'],
    { drafts = false } = {},
  ): Promise<BrowserContext> {
    const { viewport, isMobile = false, hasTouch = false, userAgent } = size
    const shape = { viewport: viewport ?? null, isMobile, hasTouch, ...(userAgent && { userAgent }) }
    const key = JSON.stringify(shape)
    const at = this.#idle.findIndex((one) => one.key === key)
    const [lent = await this.#open(shape, key)] = at < 0 ? [] : this.#idle.splice(at, 1)
    const { cookies, origins } = read(storageState)
    const { context } = lent
    await context.clearCookies()
    await context.addCookies(cookies)
    const entries = origins.flatMap(({ localStorage }) => localStorage)
    this.#turns += 1
    const turn: Turn = { turn: String(this.#turns), origin: this.origin, entries, drafts }
    const script = await context.addInitScript(begin, turn)
    lent.forget = () => script.dispose()
    this.#lent.set(context, lent)
    return context
  }

  /** `spoilt`: something went wrong in it, so that nobody else shall have it. */
  async giveBack(context: BrowserContext, spoilt: boolean): Promise<void> {
    const lent = this.#lent.get(context)
    this.#lent.delete(context)
    if (!lent || spoilt || lent.spoilt) return context.close()
    const [, ...pages] = context.pages()
    await Promise.all(pages.map((page) => page.close()))
    await context.setOffline(false)
    await lent.forget?.()
    this.#idle.push(lent)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#lent.values()].map(({ context }) => context.close()))
  }

  async #open(shape: Size, key: string): Promise<Lent> {
    const nobody: State = { cookies: [], origins: [] }
    const context = await this.browser.newContext({
      ...shape,
      baseURL: this.origin,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      storageState: nobody,
    })
    if (aheadMs()) await context.addInitScript(turnClock, aheadMs())
    const lent: Lent = { context, spoilt: false, key }
    // A clock that was set once stays set.
    for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) {
      const original = context.clock[name].bind(context.clock) as (...given: unknown[]) => Promise<void>
      Object.assign(context.clock, {
        [name]: (...given: unknown[]) => {
          lent.spoilt = true
          return original(...given)
        },
      })
    }
    // While one page of the product is open, its process stays, with everything it has compiled.
    await (await context.newPage()).goto('/favicon.svg')
    return lent
  }
}
