/** What a server of the contract does with what it does not know: here everything of it is refused, and written down. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * How an unknown address is answered: as servlets do, as the older line does, as the newer one did, and as version 3.9.3 does,
 * whatever the method.
 */
export const FACES = ['http404', 'ok404', 'noResource', 'anyMethod404'] as const
export type Face = (typeof FACES)[number]

/** What went wrong at this server, for tests to look at. */
export interface Seen {
  /** `GET /sys/todo/list` */
  unknown: string[]
  /** Why something known was refused. */
  refused: string[]
}

const HEADERS = new Set(
  (
    'host connection content-length content-type accept accept-encoding accept-language user-agent origin referer cookie ' +
    'pragma cache-control upgrade-insecure-requests dnt priority if-none-match if-modified-since transfer-encoding ' +
    'x-access-token tenant-id x-tenant-id x-sign x-timestamp x-low-app-id'
  ).split(' '),
)
const isKnownHeader = (name: string) =>
  HEADERS.has(name) || name.startsWith('sec-') || name.startsWith('access-control-')

export const unknownHeaders = ({ headers }: FastifyRequest): string[] =>
  Object.keys(headers).filter((name) => !isKnownHeader(name))

export const envelope = (result: unknown, message = '', code = 0) => ({
  success: true,
  message,
  code,
  result,
  timestamp: Date.now(),
})
export const failure = (message: string, code = 500, result: unknown = null) => ({
  success: false,
  message,
  code,
  result,
  timestamp: Date.now(),
})

/** An address that is not there, or not by this method. */
export function unknownAddress(face: Face, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0]!
  if (face === 'anyMethod404') return reply.send(failure('路径不存在，请检查路径是否正确', 404))
  if (request.method !== 'GET' && face !== 'http404')
    return reply.send(failure(`不支持${request.method}请求方法，支持以下GET、`, 405))
  if (face === 'ok404') return reply.send(failure('路径不存在，请检查路径是否正确', 404))
  if (face === 'noResource')
    return reply.send(failure(`操作失败，No static resource ${path.replace(/^\/jeecg-boot\//, '')}.`))
  return reply.code(404).send({ timestamp: new Date().toISOString(), status: 404, error: 'Not Found', path })
}

const SIGNED =
  /^\/sys\/(tenant\/queryById$|dict\/(getDictItems|loadDict|loadDictOrderByValue|loadDictItem)\/|dict\/loadTreeData$|sms$|sendChangePwdSms$)/

/** X-Sign as §1.4 says it, computed from what arrived; a sentence when it does not fit. */
export function signatureProblem(request: FastifyRequest, path: string, secret: string): string | undefined {
  if (!SIGNED.test(path)) return undefined
  const [, query = ''] = request.raw.url!.split('?')
  const given: Record<string, unknown> = {}
  for (const pair of decodeURIComponent(query.replaceAll('+', ' ')).split('&').filter(Boolean)) {
    const at = pair.indexOf('=')
    given[pair.slice(0, at)] = pair.slice(at + 1)
  }
  const last = path.split('/').at(-1)!
  if (decodeURIComponent(last).includes(',')) given['x-path-variable'] = decodeURIComponent(last)
  if (request.method !== 'GET') Object.assign(given, request.body)
  delete given._t
  const sorted = Object.fromEntries(
    Object.keys(given)
      .sort()
      .map((key) => [key, typeof given[key] === 'number' ? String(given[key]) : given[key]]),
  )
  const expected = createHash('md5')
    .update(JSON.stringify(sorted) + secret)
    .digest('hex')
    .toUpperCase()
  return request.headers['x-sign'] === expected ? undefined : 'Sign签名校验失败！'
}
