import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import type { PayChannel, PayOut, PayState, Refund, RefundState, StatementLine } from '../kernel/ports/pay.ts'

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
  private readonly lines = new Map<string, StatementLine>()
  private readonly altered = new Map<string, bigint | null>()
  private count = 0

  constructor(
    private readonly outcome: (payOut: PayOut) => Outcome = outcomeByAccount,
    /** How long a pretend user takes to confirm; undefined: never by itself. */
    private readonly confirmAfterMs?: number,
    private readonly refundOutcome: (refund: Refund) => RefundOutcome = outcomeByTrade,
    /** It forgets when the process ends; what was paid before is in these books. */
    private readonly books?: (from: Date, to: Date) => Promise<StatementLine[]>,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** The statement says another amount for this number from now on; null leaves it out. */
  alter(outNo: string, amount: bigint | null): void {
    this.altered.set(outNo, amount)
  }

  async statement(from: Date, to: Date): Promise<StatementLine[]> {
    const own = [...this.lines.values()].filter(({ at }) => at >= from && at < to)
    const earlier = ((await this.books?.(from, to)) ?? []).filter(({ outNo }) => !this.lines.has(outNo))
    return [...earlier, ...own].flatMap((line) => {
      const amount = this.altered.has(line.outNo) ? this.altered.get(line.outNo)! : line.amount
      return amount === null ? [] : [{ ...line, amount }]
    })
  }

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

  async cancel(outNo: string): Promise<PayState> {
    const state = await this.query(outNo)
    if (state.state !== 'waitingForUser') return state
    const cancelled: PayState = { state: 'failed', reason: '用户未在期限内确认收款，转账已撤销' }
    this.states.set(outNo, cancelled)
    const at = this.payments.findIndex((one) => one.outNo === outNo)
    if (at >= 0) this.payments.splice(at, 1)
    return cancelled
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
    return { state: 'refunded', channelNo: `PRETEND-TK${Date.now()}${String((this.count += 1)).padStart(6, '0')}` }
  }

  /** The user presses 确认收款. */
  confirm(outNo: string): void {
    const state = this.states.get(outNo)
    if (state?.state !== 'waitingForUser') return
    const payment = this.payments.find((one) => one.outNo === outNo)!
    const { amount } = payment
    this.states.set(outNo, paidOf(payment, state.payNo))
    this.lines.set(outNo, { outNo, amount, payNo: state.payNo, at: this.now() })
  }

  private made(outcome: Exclude<Outcome, 'timeout'>, payOut: PayOut): PayState {
    if (outcome === 'failed') return { state: 'failed', reason: '收款账户异常，请核对户名与账号' }
    if (outcome === 'processing') return { state: 'processing' }
    this.payments.push(payOut)
    const payNo = `PRETEND${Date.now()}${String((this.count += 1)).padStart(6, '0')}`
    if (outcome !== 'waitingForUser') {
      this.lines.set(payOut.outNo, { outNo: payOut.outNo, amount: payOut.amount, payNo, at: this.now() })
      return paidOf(payOut, payNo)
    }
    if (this.confirmAfterMs !== undefined) setTimeout(() => this.confirm(payOut.outNo), this.confirmAfterMs).unref()
    return { state: 'waitingForUser', payNo }
  }
}

const paidOf = ({ amount, account }: PayOut, payNo: string): PayState => ({
  state: 'paid',
  payNo,
  amount,
  bankNo: account.bankNo,
})

/** WeChat change asks its user to confirm; accounts ending in 4444 fail and 5555 lose the reply, so that every way can be tried. */
export function outcomeByAccount({ method, account }: PayOut): Outcome {
  if (account.bankNo.endsWith('4444')) return 'failed'
  if (account.bankNo.endsWith('5555')) return 'lostReply'
  return method === withdrawMethods.wechat ? 'waitingForUser' : 'paid'
}

/** The same for money that goes back: payments ending in 4444 fail, 5555 lose the reply. */
export function outcomeByTrade({ outTradeNo }: Refund): RefundOutcome {
  if (outTradeNo.endsWith('4444')) return 'failed'
  return outTradeNo.endsWith('5555') ? 'lostReply' : 'refunded'
}
