/**
 * Who comes back from a chat finds in the page what it would ask at once: the session that the code in the address stands
 * for, and what its person asks first. On a slow line each of these questions costs half a second.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOST_LOGIN } from '#model/addresses.ts'
import { readAgent } from '#model/agents.ts'
import { chatEntry, chatNamed } from '#model/chatNames.ts'
import type { Handed } from '#model/entrances.ts'
import { PREFIX } from '../kernel/route.ts'

/** Then the page goes without, and asks by itself. */
const WITHIN_MS = 1500

interface Envelope {
  success: boolean
  result: unknown
}
interface Login {
  token: string
  tenantList?: { id: number }[]
}

/** The code of a chat that is reached by its address; elsewhere a page must first know whether it asked for one. */
function codeIn({ url, headers }: FastifyRequest): { code: string; source: string } | undefined {
  const { pathname, searchParams } = new URL(url, 'http://own.invalid')
  const [code, source] = [searchParams.get('oauth2LoginToken'), searchParams.get('thirdType')]
  if (pathname !== HOST_LOGIN || !code || !source) return undefined
  const { chat } = readAgent(headers['user-agent'] ?? '')
  return chat && chat === chatNamed(source) && chatEntry(chat).byAddress ? { code, source } : undefined
}

/** `calls`: what the person asks first, below the prefix. Undefined where the page asks by itself: also when it is refused. */
export async function handedTo(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly string[],
): Promise<Handed | undefined> {
  const arrival = codeIn(request)
  if (!arrival) return undefined
  // Who is late or gone leaves the line in front of the work as well.
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), WITHIN_MS)
  reply.raw.once('close', () => enough.abort())
  try {
    return await handed(app, request, arrival, calls, enough.signal)
  } catch (error) {
    request.log.debug({ err: error }, '页面未能带上会话')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function handed(
  app: FastifyInstance,
  request: FastifyRequest,
  { code, source }: { code: string; source: string },
  calls: readonly string[],
  signal: AbortSignal,
): Promise<Handed | undefined> {
  const { accept: _, 'accept-encoding': __, 'x-access-token': ___, ...headers } = request.headers
  const remoteAddress = request.socket.remoteAddress ?? request.ip
  const ask = async (path: string, more: Record<string, string> = {}) => {
    const given = { ...headers, ...more, accept: 'application/json' }
    const { body } = await app.inject({ method: 'GET', url: PREFIX + path, headers: given, remoteAddress, signal })
    const answer = JSON.parse(body) as Envelope
    return answer.success ? answer : undefined
  }
  const path = [code, source].map(encodeURIComponent).join('/')
  const login = (await ask(`/sys/thirdLogin/getLoginUser/${path}?decided=1`))?.result as Login | undefined
  if (!login) return undefined
  const { token, tenantList = [] } = login
  // There is one at most, or there would be a choice.
  const tenant = String(tenantList[0]?.id ?? 0)
  const mine = { 'x-access-token': token, 'x-tenant-id': tenant, 'tenant-id': tenant }
  // The session is there now and must reach its page; an answer that is not there in time is asked for by the page.
  const answers = await Promise.all(
    calls.map(async (call) => [PREFIX + call, await ask(call, mine).catch(() => undefined)] as const),
  )
  return { code, token, tenant, login, answers: Object.fromEntries(answers.filter(([, answer]) => answer)) }
}
