import { api, ApiError, type Envelope } from './api.ts'
import { can, learnServer } from './capabilities.ts'
import { forgetPrefetched } from './prefetched.ts'
import { whose } from './session.ts'
import { LONGEST_MS } from '../connection/busy.ts'

/** How long is waited before it is asked again, each time; then the person is told. */
export const patience: { waitsMs: readonly number[] } = { waitsMs: [1_000, 3_000, 8_000] }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const uuid = (): string =>
  // Only there on https and localhost; staff may sit on a plain address of the house.
  globalThis.crypto?.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a person decided, as it goes to the server. */
export interface Request {
  /** `GET`: the contract's own way of releasing a notice. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  params?: Record<string, string>
  body?: unknown
}
/** On its way, or never answered: nobody knows whether it was done. */
export interface Sent extends Request {
  key: string
}
/** Where that is remembered until an answer is known, by whoever may ask for it again. */
export interface Memory {
  read(): Sent | undefined
  write(sent: Sent | undefined): void
}

interface Options {
  /** No answer has come, and it is asked again. */
  onUnknown?: () => void
  headers?: Record<string, string>
  /** Whose intent it is. Without it the same request is the same intent for as long as the page lives. */
  memory?: Memory
}

/** Later the same words are a new intent. */
const FORGOTTEN_MS = 10 * 60_000
const unanswered = new Map<string, { sent: Sent; at: number }>()
/** The intent called `name` of whoever works here, for ten minutes or as long as the page lives. */
export function remembered(name: string): Memory {
  const theirs = `${whose()} ${name}`
  return {
    read() {
      const { sent, at } = unanswered.get(theirs) ?? { at: 0 }
      return Date.now() - at < FORGOTTEN_MS ? sent : undefined
    },
    write: (sent) => void (sent ? unanswered.set(theirs, { sent, at: Date.now() }) : unanswered.delete(theirs)),
  }
}

/** None came, or from something before the server, or the session ended while it was being found out. */
const NO_ANSWER: readonly number[] = [0, 401, 408, 502, 503, 504]
/** No answer, or none of the server itself: whether it was done is not known. */
export const unheard = (error: unknown): error is ApiError =>
  error instanceof ApiError && NO_ANSWER.includes(error.status)

/** Said before it was looked at what the key stands for: of an intent that was sent before, nothing is known by it. */
const SAYS_NOTHING: readonly number[] = [403, 429, 499, 500]
/** Taken back; or what was sent can never have been done. */
const NOT_DONE: readonly number[] = [400, 410]

const same = (a: Request, b: Request) => textOf(a) === textOf(b)
const textOf = ({ method, url, params, body }: Request) => JSON.stringify([method, url, params ?? null, body ?? null])

/**
 * Sends what a person decided, once. When no answer comes nobody knows whether it was done, so it is asked again under
 * the same key, and the server answers for the first time it arrived; also when the person asks again, later.
 */
export async function sendOnce<T>(
  request: Request,
  { onUnknown, headers, memory }: Options = {},
): Promise<Envelope<T>> {
  forgetPrefetched()
  // Not before it is known whether this server knows a decision again.
  if (!can('once')) await learnServer()
  if (!can('once')) return sendBlindly<T>(request, headers)
  const intent = memory ?? remembered(textOf(request))
  const before = intent.read()
  const again = before && same(before, request)
  const sent = { ...request, key: again ? before.key : uuid() }
  intent.write(sent)
  try {
    return await answerTo<T>(sent, intent, { headers, onUnknown, again })
  } catch (error) {
    // It was taken back meanwhile, and is wanted after all.
    if (!again || !(error instanceof ApiError && error.status === 410)) throw error
    return sendOnce(request, {
      ...(onUnknown && { onUnknown }),
      ...(headers && { headers }),
      ...(memory && { memory }),
    })
  }
}

const UNKNOWN = '没有收到服务器的答复，不知道是否已经生效，请刷新核对后再操作'

/** To a server that does everything as often as it hears of it: one try, and what nobody answered is left to the person. */
async function sendBlindly<T>(
  { method, url, params, body }: Request,
  headers: Record<string, string> | undefined,
): Promise<Envelope<T>> {
  try {
    const given = { ...(params && { params }), ...(body !== undefined && { body }), ...(headers && { headers }) }
    return await api.envelope<T>(method, url, { ...given, quiet: true })
  } catch (error) {
    if (!unheard(error) || error.status === 401) throw error
    throw new ApiError(UNKNOWN, error.code, error.status)
  }
}

/**
 * What became of an intent that was never answered, when something else, or nothing, is wanted by now: what was sent and
 * its answer when it was done after all. Once this resolves to undefined it was not done and will not be. Rejects while
 * that cannot be found out.
 */
export async function settleEarlier<T>(
  request: Request | undefined,
  { memory, onUnknown }: Options & { memory: Memory },
): Promise<{ sent: Sent; reply: Envelope<T> } | undefined> {
  if (!can('once')) await learnServer()
  // Asked for once more, another's server would do it once more.
  if (!can('once')) memory.write(undefined)
  const sent = memory.read()
  if (!sent || (request && same(sent, request))) return undefined
  try {
    const headers = { 'X-Idempotency-Withdraw': '1' }
    return { sent, reply: await answerTo<T>(sent, memory, { headers, onUnknown, again: true }) }
  } catch (error) {
    if (!(error instanceof ApiError && NOT_DONE.includes(error.status))) throw error
    return undefined
  }
}

async function answerTo<T>(
  { key, method, url, params, body }: Sent,
  memory: Memory,
  how: {
    headers: Record<string, string> | undefined
    onUnknown: (() => void) | undefined
    /** It was sent before, and nobody answered. */
    again: boolean | undefined
  },
): Promise<Envelope<T>> {
  const headers = { ...how.headers, 'X-Idempotency-Key': key }
  const intended = whose()
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await api.envelope<T>(method, url, { ...(params && { params }), body, headers, quiet: true })
      memory.write(undefined)
      return reply
    } catch (error) {
      const open = (how.again || attempt > 0) && error instanceof ApiError && SAYS_NOTHING.includes(error.status)
      if (!unheard(error) && !open) memory.write(undefined)
      if (!unheard(error) || error.status === 401 || attempt >= patience.waitsMs.length) throw error
      how.onUnknown?.()
      await wait(Math.max(patience.waitsMs[attempt]!, Math.min(error.retryAfterMs ?? 0, LONGEST_MS)))
      // Sent again it would be meant for the tenant, or said by the person, that is here by now.
      if (whose() !== intended) throw error
    }
  }
}
