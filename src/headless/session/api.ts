import { signaturePayload } from '#model/signature.ts'
import { API_BASE, SIGNATURE_SECRET } from '../connection/base.ts'
import { pauseFor, retryAfterMs } from '../connection/busy.ts'
import { md5 } from '../connection/md5.ts'
import { systemNotice, useNoticeStore } from '../connection/notices.ts'
import { during } from '../connection/ready.ts'
import { isSigningOut, renewOnce } from './renewal.ts'
import { NoAnswer, request, Withdrawn, type Answer } from '../connection/request.ts'
import { forgetSession, keepSession, session } from './session.ts'
import { beginAnew } from '../connection/leaving.ts'

export { API_BASE } from '../connection/base.ts'

/** A call that did not succeed. `status` 0: no answer came, so nobody knows whether it was done. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** `code` of the envelope, or the HTTP status. */
    readonly code: number,
    readonly status: number,
    readonly result: unknown = null,
    /** When it is worth another try, if the server said so. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T
}

export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  /** The caller shows what went wrong; only an ended session is still announced here. */
  quiet?: boolean
  signal?: AbortSignal
  headers?: Record<string, string>
  onUpload?: (percent: number) => void
}

export const TEXTS = {
  title: '系统提示',
  forbidden: '拒绝访问',
  notFound: '很抱歉，资源未找到!',
  timeout: '网络超时',
  expired: '很抱歉，登录已过期，请重新登录',
  unreachable: '网络连接失败，请检查网络后重试',
} as const

/** In the modal of an ended session. */
export const expiredText = (endedBy?: string): string => (endedBy ? `${TEXTS.expired}（${endedBy}）` : TEXTS.expired)

const TIMEOUT_MS = 90_000
const RELOAD_MS = 1_500
const EXPIRED = 'Token失效'

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  params?: Params
  body?: unknown
  binary?: boolean
  options: CallOptions
}

const isGiven = (entry: [string, Params[string]]): entry is [string, string | number | boolean] =>
  entry[1] !== null && entry[1] !== undefined
const given = (params: Params | undefined) => Object.fromEntries(Object.entries(params ?? {}).filter(isGiven))

const lowAppId = () => /^\/low-?app[^/]*\/([^/?]+)/.exec(location.pathname)?.[1]

function headersFor({ method, url, params, body, options }: Call): Record<string, string> {
  const { token, tenantid } = session()
  const app = lowAppId()
  const signed = method === 'GET' || !(body && typeof body === 'object' && !(body instanceof FormData)) ? {} : body
  return {
    ...(token && { 'X-Access-Token': token }),
    // Old JeecgBoot servers read the first, new ones the second.
    'tenant-id': String(tenantid),
    'X-Tenant-Id': String(tenantid),
    'X-Sign': md5(signaturePayload(url, { ...given(params), ...signed }, SIGNATURE_SECRET)).toUpperCase(),
    'X-TIMESTAMP': String(Date.now()),
    ...(app && { 'X-Low-App-ID': app }),
    ...options.headers,
  }
}

async function send(call: Call): Promise<Answer> {
  const { method, url, params, body, binary = false, options } = call
  const stamped = method === 'GET' && !url.includes('sys/dict/getDictItems')
  try {
    const answer = request({
      method,
      url: `${API_BASE}/${url.replace(/^\/+/, '')}`,
      params: { ...given(params), ...(stamped && { _t: Math.floor(Date.now() / 1000) }) },
      body,
      headers: headersFor(call),
      binary,
      timeoutMs: options.onUpload ? 0 : TIMEOUT_MS,
      ...(options.signal && { signal: options.signal }),
      ...(options.onUpload && { onUpload: options.onUpload }),
    })
    return await during(answer)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const text = error.why === 'timeout' ? TEXTS.timeout : TEXTS.unreachable
    if (!options.quiet) systemNotice(text)
    throw new ApiError(text, 0, 0)
  }
}

/** The envelope in an answer; a binary answer that failed carries it as JSON inside. */
async function envelopeOf({ data, status }: Answer): Promise<Envelope> {
  const plain = data instanceof Blob ? await jsonIn(data) : data
  if (plain !== null && typeof plain === 'object' && 'success' in plain) return plain as Envelope
  const message = plain !== null && typeof plain === 'object' && 'message' in plain ? String(plain.message) : ''
  return { success: status < 400 && !(data instanceof Blob), message, code: status, result: plain ?? null }
}

async function jsonIn(blob: Blob): Promise<unknown> {
  try {
    return JSON.parse(await blob.text()) as unknown
  } catch {
    return null
  }
}

const isBinary = (response: Answer): response is Answer & { data: Blob } =>
  response.data instanceof Blob && response.status < 400 && !response.data.type.includes('json')

/** A reading that a busy server sent away is asked again when it said so, a few times; what changes something is not. */
async function ask(call: Call): Promise<Answer> {
  for (let times = 0; ; times++) {
    const response = await send(call)
    const wait = call.method === 'GET' ? pauseFor(response, times) : undefined
    if (wait === undefined) return response
    await during(pause(wait, call.options.signal))
  }
}

/** Ends early when nobody wants the answer any more. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(new Withdrawn())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  })

/** Asks, renews an ended session once for everybody, replays once. */
async function exchange(call: Call): Promise<Answer> {
  const before = session()
  const response = await ask(call)
  if (isBinary(response) || !before.token) return response
  if (response.status < 400 && !(response.data instanceof Blob)) return response
  const { message } = await envelopeOf(response)
  if (!ended(response.status, message)) return response
  const renewed =
    session().token !== before.token ? Boolean(session().token) : !session().viewing && (await renewOnce())
  if (!renewed) return response
  const { username, tenantid } = session()
  // Who signed in meanwhile did not ask for this, and theirs is not the session that ended.
  if (username !== before.username || tenantid !== before.tenantid) throw new ApiError(TEXTS.expired, 401, 401)
  return send(call)
}

const ended = (status: number, message: string) => status === 401 || (status === 500 && message.includes(EXPIRED))

type Reaction = (message: string) => string
/** What is said for a status (acceptance group S); anything else says the server's own message. */
const reactions: Record<number, Reaction> = {
  403: () => TEXTS.forbidden,
  404: () => TEXTS.notFound,
  504: () => TEXTS.timeout,
  510: (message) => message || TEXTS.forbidden,
}

const CHINESE = /[\u4e00-\u9fff]/

/** What the caller is told: the server's own sentence says more than the usual words; a gateway's says nothing to a person. */
export const toldBy = (message: string, status: number): string => {
  if (status === 504) return TEXTS.timeout
  if (CHINESE.test(message)) return message
  return /timeout/i.test(message) ? TEXTS.timeout : (reactions[status]?.(message) ?? message)
}

/** The right that was wanting, where the server names it. */
export function lackedRight(status: number, details: unknown): string | undefined {
  const permission = status === 403 ? (details as { permission?: unknown } | null)?.permission : undefined
  return typeof permission === 'string' ? permission : undefined
}

/** What is said of these failures whatever the server wrote; undefined: it is the server's own words that count. */
export function usualWords(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.message === TEXTS.timeout || (/timeout/i.test(error.message) && !CHINESE.test(error.message))
    ? TEXTS.timeout
    : reactions[error.status]?.(error.message)
}

function react(status: number, { message, code, result: details }: Envelope, quiet: boolean | undefined): void {
  if ((details as { mustChangePassword?: boolean } | null)?.mustChangePassword)
    return keepSession({ mustChangePassword: true })
  if (ended(status, message) && session().token) return sessionEnded(message)
  if (status === 401 && !quiet) return systemNotice(message || TEXTS.expired)
  if (quiet || (status < 400 && code !== 510)) return
  const said = (reactions[status] ?? reactions[code])?.(message) ?? message
  const text = /timeout/i.test(message) ? TEXTS.timeout : said || `请求失败（${status}）`
  systemNotice(text, lackedRight(status, details))
}

/** Token失效，请重新登录!（当前账号已被管理员强制下线）; what is said of a token is nothing to a person. */
const endedBy = (message: string) => /（([^（）]+)）$/.exec(message)?.[1]?.replace(/^token.*$/i, '') || undefined

/** The phrase brings the modal, once; a bare 401 says so and starts again after 1.5 s. */
function sessionEnded(message: string): void {
  if (session().viewing) return forgetSession()
  // Nobody is told that what they are ending has ended.
  if (isSigningOut()) return
  if (message.includes(EXPIRED)) return useNoticeStore.setState({ expired: true, endedBy: endedBy(message) })
  systemNotice(TEXTS.expired)
  forgetSession()
  setTimeout(beginAnew, RELOAD_MS)
}

async function envelope<T>(call: Call): Promise<Envelope<T>> {
  const response = await exchange(call)
  const reply = (await envelopeOf(response)) as Envelope<T>
  const ok = response.status < 400 && reply.success === true
  // An old server says success with a bad token (contract.md §1.2), so the status comes first.
  if (ok && response.status !== 401) return reply
  react(response.status, reply, call.options.quiet)
  throw new ApiError(
    toldBy(reply.message, response.status) || '操作失败',
    reply.code,
    response.status,
    reply.result,
    retryAfterMs(response),
  )
}

const result = async <T>(call: Call) => (await envelope<T>(call)).result

export interface Download {
  blob: Blob
  /** From Content-Disposition; undefined when the server names none. */
  name?: string
}

const fileName = (text = ''): string | undefined => {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(text)?.[1] ?? /filename="?([^";]+)"?/i.exec(text)?.[1]
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/** The server, in the contract's words. Every call resolves to `result` or throws an ApiError. */
export const api = {
  get: <T = unknown>(url: string, params?: Params, options: CallOptions = {}) =>
    result<T>({ method: 'GET', url, ...(params && { params }), options }),
  post: <T = unknown>(url: string, body?: unknown, options: CallOptions = {}) =>
    result<T>({ method: 'POST', url, body: body ?? {}, options }),
  put: <T = unknown>(url: string, body?: unknown, options: CallOptions = {}) =>
    result<T>({ method: 'PUT', url, body: body ?? {}, options }),
  delete: <T = unknown>(url: string, params?: Params, options: CallOptions = {}) =>
    result<T>({ method: 'DELETE', url, ...(params && { params }), options }),
  /** The whole envelope: for calls whose `message` or `code` is the answer. */
  envelope: <T = unknown>(
    method: Call['method'],
    url: string,
    { params, body, ...options }: CallOptions & { params?: Params; body?: unknown } = {},
  ) => envelope<T>({ method, url, ...(params && { params }), ...(body !== undefined && { body }), options }),
  /** A file. An answer without content is 文件下载失败. */
  async download(url: string, params?: Params, options: CallOptions = {}): Promise<Download> {
    const call: Call = { method: 'GET', url, ...(params && { params }), binary: true, options }
    const response = await exchange(call)
    if (isBinary(response)) {
      const blob = response.data
      if (!blob.size) throw new ApiError('文件下载失败', 500, response.status)
      const name = fileName(response.header('content-disposition'))
      return { blob, ...(name && { name }) }
    }
    const reply = await envelopeOf(response)
    react(response.status, reply, options.quiet)
    throw new ApiError(
      toldBy(reply.message, response.status) || '文件下载失败',
      reply.code,
      response.status,
      reply.result,
    )
  },
}
