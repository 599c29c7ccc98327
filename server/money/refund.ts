import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../kernel/services.ts'
import type { Refund, RefundState } from '../kernel/ports/pay.ts'

const CALL_MS = 60_000

/**
 * Asks for the number first: what the channel knows already is not sent again, except what failed, unless every try has a
 * number of its own (`onlyOnce`). Throws when it is silent.
 */
export async function askRefund(
  { pay }: Services,
  { onlyOnce = false, ...refund }: Refund & { onlyOnce?: boolean },
): Promise<RefundState> {
  const known = await inTime(pay.queryRefund(refund.outNo))
  return known.state === 'unknown' || (known.state === 'failed' && !onlyOnce) ? inTime(pay.refund(refund)) : known
}

/** A channel whose own time limit does not bite would keep everybody else from asking. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const silence = new AbortController()
  try {
    return await Promise.race([
      answer,
      sleep(CALL_MS, undefined, { ref: false, signal: silence.signal }).then(() => {
        throw new Error('支付渠道没有在规定时间内应答')
      }),
    ])
  } finally {
    silence.abort()
  }
}
