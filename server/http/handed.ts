/**
 * Who comes back from a chat finds in the page what it would ask at once: the session that the code in the address stands
 * for, and what its person asks first; who brings a code of the chat finds the latter beside the session. On a slow line
 * each of these questions costs half a second.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOST_LOGIN } from '#model/addresses.ts'
import { chatByAddress, readAgent } from '#model/agents.ts'
import { chatEntry, chatNamed } from '#model/chatNames.ts'
import { PAGE_COOKIE, whoseAnswers, type Handed, type Own } from '#model/handed.ts'
import { ownPath } from '../chat/own-path.ts'
import type { Entered, FirstAnswers, Shortened } from '../kernel/ports/first-answers.ts'
import { PREFIX } from '../kernel/route.ts'
import { pageKeyHeader } from '../people/session.ts'
import { callsFor, chatToAsk, dictionariesFor, readAddress, visitTo, type Visit } from './preload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Then a page goes without what it would bring, and asks by itself. */
    pageWaitMs: number
  }
}

/** Of that wait, for what takes next to no time: who waits longer waits for a turn, and its page has not even begun. */
const AT_ONCE = 0.2
/** For what is asked for in as long on a slow line: 600 ms. */
const AHEAD = 0.4

const PAGE_SESSION = new RegExp(String.raw`(?:^|;\s*)${PAGE_COOKIE}=(\d{1,10})\.([0-9a-f]{32})(?:;|$)`)

interface Envelope {
  success: boolean
  result: unknown
}
interface Mine {
  token: string
  tenant: string
}

/** Headers that say who asks. */
type As = Readonly<Record<string, string>>
const asPerson = ({ token, tenant }: Mine): As => ({
  'x-access-token': token,
  'x-tenant-id': tenant,
  'tenant-id': tenant,
})

const mineOf = ({ token, tenantList = [] }: Entered): Mine => ({ token, tenant: String(tenantList[0]?.id ?? 0) })

/** The code of a chat that is reached by its address; elsewhere a page must first know whether it asked for one. */
function codeIn(address: string, { headers }: FastifyRequest): { code: string; source: string } | undefined {
  const { pathname, searchParams } = readAddress(address)
  const [code, source] = [searchParams.get('oauth2LoginToken'), searchParams.get('thirdType')]
  if (pathname !== HOST_LOGIN || !code || !source) return undefined
  const chat = chatByAddress(headers['user-agent'] ?? '')
  return chat && chat === chatNamed(source) ? { code, source } : undefined
}

/**
 * `address`: where the page is opened. Undefined where the page asks by itself: also when it is refused.
 */
export async function handedTo(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<Handed | undefined> {
  const arrival = codeIn(address, request)
  return (
    arrival && inTime(app, request, reply, (signal) => handed(app, request, arrival, visitTo(address, request), signal))
  )
}

/**
 * What whoever is signed in in this browser asks first: all of `calls` that is there in time. In a chat nothing, which says
 * first who sits there. Undefined also where the session is over: the page finds that out by asking.
 */
export async function ownTo(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly string[],
): Promise<Own | undefined> {
  const [, tenant, pageKey] = PAGE_SESSION.exec(request.headers.cookie ?? '') ?? []
  const [first, ...others] = calls
  if (!tenant || !pageKey || !first || readAgent(request.headers['user-agent'] ?? '').chat) return undefined
  const answers: Record<string, unknown> = {}
  const mine = { ...pageKeyHeader(pageKey), 'x-tenant-id': tenant }
  await inTime(
    app,
    request,
    reply,
    async (signal) => {
      const ask = asking(injecting(app, request, signal))
      await gather(ask, mine, [first], answers)
      // Whose session is over is asked once.
      if (Object.keys(answers).length) await gather(ask, mine, others, answers)
    },
    AHEAD,
  )
  return Object.keys(answers).length ? { whose: whoseAnswers(pageKey, tenant), answers } : undefined
}

/** What the page tells whoever opens it, below the prefix. What an answer marks the browser with, the page does. */
export async function toldTo(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const told: Record<string, unknown> = {}
  if (!calls.length) return told
  const tell = (signal: AbortSignal) =>
    gather(asking(injecting(app, request, signal), marking(reply)), undefined, calls, told)
  await inTime(app, request, reply, tell, AT_ONCE)
  return told
}

/**
 * The chat's address at which whoever opens this page in it says who they are, or where ours says why there is none: a page
 * that knows nobody is on its way before any script has come, and comes back to this very page. What the way is remembered
 * by marks the browser. Undefined where the client finds the way: also for an address that is too long to be kept.
 */
export async function wayToChat(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<string | undefined> {
  const chat = chatToAsk(address, request)
  const path = ownPath(address)
  if (!chat || (!path && address !== '/')) return undefined
  const query = new URLSearchParams({ ...(path && { redirect: path }), kind: 'inside', page: '1' }).toString()
  const begin = async (signal: AbortSignal) => {
    const inject = injecting(app, request, signal)
    const { statusCode, headers } = await inject(`/sys/thirdLogin/oauth2/${chatEntry(chat).source}/login?${query}`)
    if (headers['set-cookie']) marking(reply)(headers['set-cookie'])
    return statusCode === 302 ? headers.location : undefined
  }
  return inTime(app, request, reply, begin, AHEAD)
}

/** For `app.firstAnswers`. */
export const firstAnswers =
  (app: FastifyInstance): FirstAnswers =>
  async (request, entered, address) => {
    const mine = mineOf(entered)
    const visit = visitTo(address, request)
    // What is there in time is told, also when the rest is not.
    const answers: Record<string, unknown> = {}
    await inTime(app, request, undefined, (signal) =>
      gather(asking(injecting(app, request, signal)), asPerson(mine), callsFor(visit).signedIn, answers),
    )
    return { ...shortened(entered, visit), first: { tenant: mine.tenant, answers } }
  }

function shortened<T extends Entered>(login: T, visit: Visit): Shortened<T> {
  const codes = dictionariesFor(visit)
  const { sysAllDictItems: all, ...rest } = login
  return all && codes ? { ...rest, dictItems: Object.fromEntries(codes.map((code) => [code, all[code] ?? []])) } : login
}

/** Who is late or gone leaves the line in front of the work as well. */
async function inTime<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  share = 1,
): Promise<T | undefined> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), app.pageWaitMs * share)
  const gone = () => enough.abort()
  const line = reply?.raw ?? request.raw.socket
  line.once('close', gone)
  try {
    return await work(enough.signal)
  } catch (error) {
    request.log.debug({ err: error }, '第一批答复未能带上')
    return undefined
  } finally {
    clearTimeout(timer)
    line.off('close', gone)
  }
}

/** What a request says of itself rather than of where it comes from: its body, its key, its signature, its session. */
const OF_THE_REQUEST = /^(accept|content-|idempotency-|x-(?!forwarded-|real-))/

/** Asks below the prefix, of ourselves, as the request came. */
function injecting(app: FastifyInstance, request: FastifyRequest, signal: AbortSignal) {
  const given = Object.entries(request.headers).filter(([name]) => !OF_THE_REQUEST.test(name))
  const remoteAddress = request.socket.remoteAddress ?? request.ip
  return (path: string, mine?: As) =>
    app.inject({
      method: 'GET',
      url: PREFIX + path,
      headers: {
        ...Object.fromEntries(given),
        ...mine,
        accept: 'application/json',
      },
      remoteAddress,
      signal,
    })
}

const marking = (reply: FastifyReply) => (cookie: string | string[]) => void reply.header('set-cookie', cookie)

type Ask = (path: string, mine?: As) => Promise<Envelope | undefined>

const asking =
  (inject: ReturnType<typeof injecting>, onCookie?: (cookie: string | string[]) => void): Ask =>
  async (path, mine) => {
    const { body, headers: said } = await inject(path, mine)
    if (said['set-cookie']) onCookie?.(said['set-cookie'])
    const answer = JSON.parse(body) as Envelope
    return answer.success ? answer : undefined
  }

/** An answer that is refused or not there in time is asked for by the page. */
async function gather(
  ask: Ask,
  mine: As | undefined,
  calls: readonly string[],
  into: Record<string, unknown>,
): Promise<void> {
  await Promise.all(
    calls.map(async (call) => {
      const answer = await ask(call, mine).catch(() => undefined)
      if (answer) into[PREFIX + call] = answer
    }),
  )
}

async function handed(
  app: FastifyInstance,
  request: FastifyRequest,
  { code, source }: { code: string; source: string },
  visit: Visit,
  signal: AbortSignal,
): Promise<Handed | undefined> {
  const ask = asking(injecting(app, request, signal))
  const path = [code, source].map(encodeURIComponent).join('/')
  const login = (await ask(`/sys/thirdLogin/getLoginUser/${path}?decided=1`))?.result as Entered | undefined
  if (!login) return undefined
  const mine = mineOf(login)
  // The session is there now and must reach its page.
  const answers: Record<string, unknown> = {}
  await gather(ask, asPerson(mine), callsFor(visit).signedIn, answers)
  return { code, ...mine, login: shortened(login, visit), answers }
}
