/** Single sign-on by CAS (contract.md §2.4): the ticket is shown to the CAS server, which says whose it is. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { NoAnswer, outgoing } from '../chat/outgoing.ts'
import { badInput, refused, tooMany, unavailable } from '../kernel/errors.ts'
import { count, counted, networkOf } from '../people/limits.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { enter, findUser } from '../people/entering.ts'
import { logLogin } from '../people/login-log.ts'

const TIMEOUT_MS = 8000
const FAILURES = 100
const WINDOW_SECONDS = 600

const given = z.strictObject({
  ticket: z.string({ error: '缺少 ticket' }).min(1, '缺少 ticket').max(512),
  service: z.string({ error: '缺少 service' }).min(1, '缺少 service').max(2000),
})

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const MOST_CODE_POINT = 0x10_ff_ff

/** Letters may stand by name or by number: JSTL writes quotation marks as `&#034;`, others whatever is not ASCII. */
const plain = (text: string) =>
  text
    .replace(
      /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
      (whole, name?: string, ten?: string, hex?: string) => {
        if (name) return entities[name.toLowerCase()] ?? whole
        const code = ten ? Number(ten) : parseInt(hex ?? '', 16)
        return code <= MOST_CODE_POINT ? String.fromCodePoint(code) : whole
      },
    )
    .trim()

/** The name in a success of CAS 2.0 or 3.0; undefined for a failure or anything else. */
export function userIn(xml: string): string | undefined {
  const success = /<(?:[\w-]+:)?authenticationSuccess>([\s\S]*?)<\/(?:[\w-]+:)?authenticationSuccess>/.exec(xml)?.[1]
  const name = success && /<(?:[\w-]+:)?user>([^<]{1,1000})<\//.exec(success)?.[1]
  return name ? plain(name) : undefined
}

/** Asks the CAS server. Throws 503 when it does not answer properly. */
async function ownerOf(casUrl: string, ticket: string, service: string): Promise<string | undefined> {
  const query = new URLSearchParams({ ticket, service }).toString()
  try {
    const answer = await outgoing([casUrl])(`${casUrl}/serviceValidate?${query}`, {
      headers: { accept: 'application/xml' },
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.status === 200 && /serviceResponse/.test(answer.text)) return userIn(answer.text)
    throw new NoAnswer(`单点登录服务应答异常，状态 ${answer.status}`)
  } catch (error) {
    if (error instanceof NoAnswer) throw unavailable('单点登录服务暂时无法使用，请稍后重试')
    throw error
  }
}

/**
 * A ticket is for one address, and ours must be that: else a ticket of another site would open us. Ours is what the
 * settings say; what a request names as its host anybody may write.
 */
function refuseForeign({ settings }: Services, service: string): void {
  const origin = URL.canParse(service) ? new URL(service).origin : ''
  if (!settings.publicUrl || origin !== new URL(settings.publicUrl).origin) throw badInput('service 不是本站的地址')
}

async function validate(services: Services, request: FastifyRequest, { ticket, service }: z.infer<typeof given>) {
  const { settings, db, clock } = services
  if (!settings.casUrl) throw refused('尚未启用单点登录')
  refuseForeign(services, service)
  const key = `cas:${networkOf(request.ip)}`
  if ((await counted(db, key, clock.now(), WINDOW_SECONDS)) > FAILURES)
    throw tooMany('登录失败次数过多，请稍后再试', WINDOW_SECONDS)
  const username = await ownerOf(settings.casUrl, ticket, service)
  if (!username) {
    await count(db, key, WINDOW_SECONDS, clock.now())
    throw refused('单点登录凭证无效或已过期，请重新登录')
  }
  const person = await findUser(db, { username })
  if (!person) {
    await logLogin(db, request, { username, content: '单点登录失败：本系统没有该用户' })
    throw refused(`本系统没有用户“${username.slice(0, 64)}”，请联系管理员`)
  }
  return said('登录成功', await enter(services, request, person))
}

export const casRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/cas/client/validateLogin',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '用 CAS 的 ticket 登录',
    tag: '登录',
    query: given,
    handler: ({ services, request, query }) => validate(services, request, query),
  }),
  route({
    method: 'POST',
    path: '/sys/cas/client/validateLogin',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '用 CAS 的 ticket 登录',
    tag: '登录',
    body: given,
    handler: ({ services, request, body }) => validate(services, request, body),
  }),
]
