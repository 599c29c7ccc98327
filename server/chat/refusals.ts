/** From a chat's own codes to a sentence for staff, and whether trying again makes sense. */
import { ChatError, type ChatFault } from '../kernel/ports/chat.ts'
import { NoAnswer, type Answer } from './outgoing.ts'

export interface Known {
  text: string
  fault: ChatFault
  retry?: boolean
  afterMs?: number
}

const MINUTE = 60_000

export const busy = (text: string, afterMs?: number): Known => ({ text, fault: 'busy', retry: true, afterMs })
export const setup = (text: string): Known => ({ text, fault: 'setup' })
export const content = (text: string): Known => ({ text, fault: 'content' })

/** `said`: the chat's own words, for codes nobody has met yet. */
export function refusal(label: string, known: Known | undefined, code: string, said: unknown): ChatError {
  if (!known) return new ChatError(`${label}拒绝了请求（${code}）：${String(said ?? '').slice(0, 200)}`, code, false)
  // WeCom names the address it saw: just what the administrator has to enter.
  const ip = /from ip: ([\d.a-f:]+)/i.exec(String(said))?.[1]
  const seen = known.fault === 'setup' && ip ? `，出口 IP ${ip}` : ''
  return new ChatError(
    `${label}：${known.text}（${code}${seen}）`,
    code,
    known.retry ?? false,
    known.afterMs,
    known.fault,
  )
}

/** Of a call about somebody: undefined when the corporation does not know them. */
export function strangers(error: unknown): undefined {
  if (!(error instanceof ChatError) || error.fault !== 'stranger') throw error
}

/** An answer that is no answer of the chat: an error page, half a text, a status. */
export function unreadable(label: string, { status, retryAfter }: Answer): ChatError {
  const afterMs = retryAfter ? retryAfter * 1000 : status === 429 ? MINUTE : undefined
  const text = status === 429 ? '请求过于频繁' : status === 200 ? '应答无法识别' : `服务异常，状态 ${status}`
  return new ChatError(`${label}${text}`, `http-${status}`, true, afterMs, 'busy')
}

/** No answer at all; the chat may have done what it was asked to. */
export function silent(label: string, error: unknown): ChatError {
  if (error instanceof ChatError) return error
  if (error instanceof NoAnswer) {
    const made = new ChatError(`${label}：${error.message}`, 'no-answer', true, undefined, 'busy')
    made.cause = error
    return made
  }
  throw error
}
