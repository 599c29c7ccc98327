/** A server that has more to do than it can answers 503 and says when to come again. */
import type { Answer } from './request.ts'

const MOST_TIMES = 2
/** Nobody looks at a page that does nothing for longer; after that they are told. */
export const LONGEST_MS = 8000
/** A proxy in between may say nothing. */
const UNSAID_MS = 2000
/** Who was sent away together must not come back together. */
const SPREAD = 0.5

/** What `Retry-After` says, in seconds or as a date; undefined without it. */
export function retryAfterMs(answer: Answer): number | undefined {
  const text = answer.header('retry-after')
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}

/** How long to wait before asking again, after so many answers of this kind; undefined when this is the answer. */
export function pauseFor(answer: Answer, times: number): number | undefined {
  if (answer.status !== 503 || times >= MOST_TIMES) return undefined
  const wait = retryAfterMs(answer) ?? UNSAID_MS
  return wait > LONGEST_MS ? undefined : wait * (1 + Math.random() * SPREAD)
}
