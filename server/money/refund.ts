/** How money goes back: by the way it came, whatever it was paid for. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ValueIn } from '#model/choices.ts'
import { directions } from '#resources/finance/accounts.ts'
import { payChannels } from '#resources/product/selling.ts'
import { refused } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import type { Refund, RefundState } from '../kernel/ports/pay.ts'
import type { Entry } from './ledger.ts'

/** Into the wallet or over the counter at once, else through the channel that took it. */
export type WayBack = 'wallet' | 'counter' | 'channel'

/** Throws for what a channel took without a number to ask it by. */
export function wayBackOf(paid: {
  payChannel: ValueIn<typeof payChannels> | null
  outTradeNo: string | null
}): WayBack {
  if (paid.payChannel === payChannels.wallet) return 'wallet'
  if (paid.payChannel === payChannels.offline) return 'counter'
  if (!paid.outTradeNo) throw refused('没有支付流水，不能原路退款')
  return 'channel'
}

const LEAVES = { counter: '线下退还', channel: '原路退回支付账户' } as const

/** Into the wallet, and out again unless it came from there: its rows tell of what only passed by, and its balance stays. */
export function entriesBack(way: WayBack, { amountType, amount, remark }: Omit<Entry, 'direction'>): Entry[] {
  const into: Entry = { amountType, amount, direction: directions.income, ...(remark && { remark }) }
  return way === 'wallet' ? [into] : [into, { ...into, direction: directions.expense, remark: LEAVES[way] }]
}

/** As it is said where the refund is told of. */
export const saidBack: Readonly<Record<WayBack, string>> = {
  wallet: '退回余额',
  counter: '线下退还',
  channel: '原路退回',
}

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
