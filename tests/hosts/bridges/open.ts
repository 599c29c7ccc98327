/** A window of a chat client in which this person sits, with the pretend chats behind its bridge. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Manner } from '../pages.ts'
import { controlAt, type Control } from '../simulator.ts'
import type { Answer, BridgeOptions } from './bridges.ts'
import { CONFIG, signatureIn } from './signature.ts'
import type { Variant } from './variants.ts'

export const chats = (): Control => controlAt(process.env.VOLTDESK_SIM_URL!)

/** What the client answers instead; undefined leaves it to the usual answer. */
type AnswerInstead = (name: string) => Answer | undefined

export interface Client {
  context: BrowserContext
  page: Page
  /** What the page asked the client, in order. */
  calls: { name: string; params: Record<string, unknown> }[]
  /** Paths of what the window asked of any server, in order. */
  requests: string[]
  /** From now on somebody else sits here. */
  sit(userId: string): Promise<void>
  answer: AnswerInstead | undefined
  /** What happens at the login pages of the chats from now on. */
  behave(manner: Manner): Promise<void>
  /** As if this window had just been installed, and this person had sat down; what is loaded stays in its cache. */
  forget(userId: string): Promise<void>
}

interface Options extends BridgeOptions {
  answer?: AnswerInstead
}

const results: Readonly<Record<string, unknown>> = {
  'biz.file.downloadFile': { filePath: '/sandbox/file' },
}
const AUTH_CODES = ['runtime.permission.requestAuthCodeV2', 'runtime.permission.requestAuthCode']
/** Of our origin, and no program runs on it. */
const STILL = '/version.json'

export async function openClient(
  browser: Browser,
  variant: Variant,
  userId: string,
  { answer, ...bridge }: Options = {},
): Promise<Client> {
  const context = await browser.newContext({
    ...variant.browser,
    baseURL: process.env.VOLTDESK_E2E_URL!,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const atChats = (name: string, value: string) =>
    context.addCookies([{ name, value, url: process.env.VOLTDESK_SIM_URL! }])
  let person = userId
  /** The chat knows the ticket our server signed with. */
  const isSigned = async (name: string, params: Record<string, unknown>, url: string) => {
    const ticket = name === 'agentConfig' ? 'agent' : 'corp'
    return (await chats().checkSignature({ chat: variant.chat, ticket, url, ...signatureIn(params) })).ok
  }
  await context.exposeBinding(
    'hostAnswers',
    async ({ page }, name: string, params: Record<string, unknown>): Promise<Answer> => {
      client.calls.push({ name, params })
      const given = client.answer?.(name)
      if (given) return given
      if (CONFIG.includes(name) && !(await isSigned(name, params, page.url()))) return { refused: 'signature' }
      if (AUTH_CODES.includes(name)) return { result: { code: await chats().authCode('dingtalk', person) } }
      return { result: results[name] ?? {} }
    },
  )
  // tsx, under which benchmarks run, writes calls of its own `__name` into the bridge.
  await context.addInitScript('self.__name ??= (named) => named')
  await context.addInitScript(variant.bridge, bridge)
  const client: Client = {
    context,
    page: await context.newPage(),
    calls: [],
    requests: [],
    answer,
    async sit(next) {
      person = next
      // The login pages of the chats know people by this cookie.
      await atChats('sim_user', next)
    },
    behave: (manner) => atChats('sim_manner', manner),
    async forget(next) {
      const { page } = client
      await page.unrouteAll()
      await page.goto(STILL)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await context.clearCookies()
      client.calls.length = 0
      client.requests.length = 0
      client.answer = undefined
      await client.sit(next)
    },
  }
  context.on('request', (request) => client.requests.push(new URL(request.url()).pathname))
  await client.sit(userId)
  return client
}
