import type { PayChannel, PayOut, PayState, Refund, RefundState } from './pay.ts'

export type Outcome = 'paid' | 'failed' | 'timeout' | 'lostReply' | 'waitingForUser' | 'processing'
export type RefundOutcome = 'refunded' | 'failed' | 'timeout' | 'lostReply' | 'processing'

/**
 * A channel that pays nobody but behaves like one: a number pays once however often it is sent, a lost reply leaves the
 * payment made. Records what it was asked, for tests and for people who look.
 */
export class PretendPay implements PayChannel {
  /** Every payment made, once per number. */
  readonly payments: PayOut[] = []
  /** Every refund made, once per number. */
  readonly refunds: Refund[] = []
  private readonly states = new Map<string, PayState>()
  private readonly refundStates = new Map<string, RefundState>()
  private count = 0

  constructor(
    private readonly outcome: (payOut: PayOut) => Outcome = outcomeByAccount,
    /** How long a pretend user takes to confirm; undefined: never by itself. */
    private readonly confirmAfterMs?: number,
    private readonly refundOutcome: (refund: Refund) => RefundOutcome = outcomeByTrade,
  ) {}

  pay(payOut: PayOut): Promise<PayState> {
    const known = this.states.get(payOut.outNo)
    if (known) return Promise.resolve(known)
    const outcome = this.outcome(payOut)
    if (outcome === 'timeout') return Promise.reject(new Error('支付渠道超时'))
    const state = this.made(outcome, payOut)
    this.states.set(payOut.outNo, state)
    if (outcome === 'lostReply') return Promise.reject(new Error('支付渠道没有应答'))
    return Promise.resolve(state)
  }

  query(outNo: string): Promise<PayState> {
    return Promise.resolve(this.states.get(outNo) ?? { state: 'unknown' })
  }

  refund(refund: Refund): Promise<RefundState> {
    const known = this.refundStates.get(refund.outNo)
    // What failed may be tried again under its number.
    if (known && known.state !== 'failed') return Promise.resolve(known)
    const outcome = this.refundOutcome(refund)
    if (outcome === 'timeout') return Promise.reject(new Error('支付渠道超时'))
    const state = this.refunded(outcome, refund)
    this.refundStates.set(refund.outNo, state)
    if (outcome === 'lostReply') return Promise.reject(new Error('支付渠道没有应答'))
    return Promise.resolve(state)
  }

  queryRefund(outNo: string): Promise<RefundState> {
    return Promise.resolve(this.refundStates.get(outNo) ?? { state: 'unknown' })
  }

  private refunded(outcome: Exclude<RefundOutcome, 'timeout'>, refund: Refund): RefundState {
    if (outcome === 'failed') return { state: 'failed', reason: '原支付账户已注销，无法原路退回' }
    if (outcome === 'processing') return { state: 'processing' }
    this.refunds.push(refund)
    return { state: 'refunded', channelNo: `PRETEND-TK${String((this.count += 1)).padStart(6, '0')}` }
  }

  /** The user presses 确认收款. */
  confirm(outNo: string): void {
    const state = this.states.get(outNo)
    if (state?.state === 'waitingForUser') this.states.set(outNo, { state: 'paid', payNo: state.payNo })
  }

  private made(outcome: Exclude<Outcome, 'timeout'>, payOut: PayOut): PayState {
    if (outcome === 'failed') return { state: 'failed', reason: '收款账户异常，请核对户名与账号' }
    if (outcome === 'processing') return { state: 'processing' }
    this.payments.push(payOut)
    const payNo = `PRETEND${Date.now()}${String((this.count += 1)).padStart(6, '0')}`
    if (outcome !== 'waitingForUser') return { state: 'paid', payNo }
    if (this.confirmAfterMs !== undefined) setTimeout(() => this.confirm(payOut.outNo), this.confirmAfterMs).unref()
    return { state: 'waitingForUser', payNo }
  }
}

/** WeChat change asks its user to confirm; accounts ending in 4444 fail and 5555 lose the reply, so that every way can be tried. */
export function outcomeByAccount({ method, account }: PayOut): Outcome {
  if (account.bankNo.endsWith('4444')) return 'failed'
  if (account.bankNo.endsWith('5555')) return 'lostReply'
  return method === '2' ? 'waitingForUser' : 'paid'
}

/** The same for money that goes back: payments ending in 4444 fail, 5555 lose the reply. */
export function outcomeByTrade({ outTradeNo }: Refund): RefundOutcome {
  if (outTradeNo.endsWith('4444')) return 'failed'
  return outTradeNo.endsWith('5555') ? 'lostReply' : 'refunded'
}
