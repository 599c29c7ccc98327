import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { signaturePayload } from '#model/signature.ts'
import { refused } from '../kernel/errors.ts'

const FRESH_MS = 5 * 60_000

/**
 * Verifies X-Sign (contract.md §1.4). It is a check sum of the contract, not protection: its secret is in every client,
 * so it decides nothing about access.
 */
export function verifySignature(request: FastifyRequest, secrets: readonly string[], now: number): void {
  const sign = request.headers['x-sign']
  const stamp = request.headers['x-timestamp']
  if (typeof sign !== 'string' || typeof stamp !== 'string' || !sign || !stamp)
    throw refused('Sign签名校验失败，请求参数不完整！')
  const at = instantOf(stamp)
  if (at === undefined || Math.abs(now - at) > FRESH_MS) throw refused('签名验证失败，请求时效性验证失败！')
  const body = request.method === 'GET' ? undefined : request.body
  // Not short-circuited: how long it takes says nothing about which reading was near.
  const candidates = secrets.flatMap((secret) =>
    readings(request.raw.url ?? '', body).map((fields) => signatureOf(fields, secret)),
  )
  const matching = candidates.filter((candidate) => equal(sign, candidate))
  if (!matching.length) throw refused('Sign签名校验失败！')
}

/** MD5 of what the client's own code would sign, upper case. */
export const signatureOf = (fields: Record<string, unknown>, secret: string): string =>
  createHash('md5')
    .update(signaturePayload('', fields, secret), 'utf8')
    .digest('hex')
    .toUpperCase()

/**
 * Clients differ in what they sign: the values as typed, or as they stand in the URL. JeecgBoot decodes the whole query
 * before it splits it, which breaks values that hold `&`; both readings are accepted.
 */
function readings(url: string, body: unknown): Record<string, unknown>[] {
  const [path = '', query = ''] = [url.split('?', 1)[0], url.includes('?') ? url.slice(url.indexOf('?') + 1) : '']
  const last = path.slice(path.lastIndexOf('/') + 1)
  const rest: Record<string, unknown> = {
    ...(last.includes(',') && { 'x-path-variable': decoded(last) }),
    ...(body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}),
  }
  const plus = (text: string) => decoded(text.replaceAll('+', ' '))
  return [
    { ...pairs(query, plus), ...rest },
    { ...pairs(plus(query), (text) => text), ...rest },
    { ...pairs(query, (text) => text), ...rest },
  ]
}

const pairs = (query: string, read: (text: string) => string) =>
  Object.fromEntries(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [read(pair), ''] : [read(pair.slice(0, at)), read(pair.slice(at + 1))]
      }),
  )

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Milliseconds, or fourteen digits of China Standard Time. */
function instantOf(stamp: string): number | undefined {
  if (/^\d{13}$/.test(stamp)) return Number(stamp)
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(stamp)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(at) ? undefined : at
}

function equal(given: string, expected: string) {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
