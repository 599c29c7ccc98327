/** A window of a chat client in which this person sits, with the pretend chats behind its bridge. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { controlAt, type Control } from '../simulator.ts'
import type { Answer, BridgeOptions } from './bridges.ts'
import type { Variant } from './variants.ts'

export const chats = (): Control => controlAt(process.env.VOLTDESK_SIM_URL!)

export interface Client {
  context: BrowserContext
  page: Page
  /** What the page asked the client, in order. */
  calls: { name: string; params: Record<string, unknown> }[]
  /** From now on somebody else sits here. */
  sit(userId: string): Promise<void>
}

interface Options extends BridgeOptions {
  /** What the client answers instead; undefined leaves it to the usual answer. */
  answer?: (name: string) => Answer | undefined
}

const AUTH_CODES = ['runtime.permission.requestAuthCodeV2', 'runtime.permission.requestAuthCode']

export async function openClient(
  browser: Browser,
  variant: Variant,
  userId: string,
  { answer, ...bridge }: Options = {},
): Promise<Client> {
  const origin = process.env.VOLTDESK_E2E_URL!
  const context = await browser.newContext({
    ...variant.browser,
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const calls: Client['calls'] = []
  let person = userId
  const sit = async (next: string) => {
    person = next
    // The login pages of the chats know people by this cookie.
    await context.addCookies([{ name: 'sim_user', value: next, url: process.env.VOLTDESK_SIM_URL! }])
  }
  await sit(userId)
  await context.exposeFunction(
    'hostAnswers',
    async (name: string, params: Record<string, unknown>): Promise<Answer> => {
      calls.push({ name, params })
      const given = answer?.(name)
      if (given) return given
      if (AUTH_CODES.includes(name)) return { result: { code: await chats().authCode('dingtalk', person) } }
      return { result: {} }
    },
  )
  // tsx, under which benchmarks run, writes calls of its own `__name` into the bridge.
  await context.addInitScript('self.__name ??= (named) => named')
  await context.addInitScript(variant.bridge, bridge)
  return { context, page: await context.newPage(), calls, sit }
}
