/** What it was, where the channel tells: 分 that arrived, and the account they went to, unmasked. */
interface Told {
  amount?: bigint
  bankNo?: string
}

/** What a pay-out channel says of one number. `unknown`: it has never heard of the number, so nothing was paid. */
export type PayState =
  | ({ state: 'paid'; payNo: string } & Told)
  /** For good: this number never pays any more. */
  | { state: 'failed'; reason: string }
  | { state: 'processing' }
  | { state: 'waitingForUser'; payNo: string }
  | { state: 'unknown' }

export interface PayOut {
  /** Our number; the same number never pays twice. */
  outNo: string
  /** 分 that arrive. */
  amount: bigint
  method: string
  account: { bankName: string | null; bankNo: string; accountName: string }
}

/** What a channel says of one refund number; `unknown` as above. */
export type RefundState =
  | { state: 'refunded'; channelNo: string }
  | { state: 'failed'; reason: string }
  | { state: 'processing' }
  | { state: 'unknown' }

export interface Refund {
  /** Our number; the same number never pays back twice. */
  outNo: string
  /** The payment, or the credit authorisation, it belongs to. */
  outTradeNo: string
  /** `release`: a credit authorisation is let go, less what is withheld. */
  kind: 'refund' | 'release'
  /** 分 that go back by the way they came. */
  amount: bigint
  /** 分 of an authorisation that are taken first for what is owed. */
  withheld: bigint
}

/** A pay-out as the channel's statement has it. */
export interface StatementLine {
  outNo: string
  /** 分 */
  amount: bigint
  payNo: string
  at: Date
}

/** A pay-out channel. Every call may throw (time-out, network): then the state is not known and is asked for again. */
export interface PayChannel {
  pay(payOut: PayOut): Promise<PayState>
  query(outNo: string): Promise<PayState>
  /**
   * Asks that a transfer its user has not confirmed be taken back (WeChat 撤销转账). What it answers is what holds:
   * `failed` when it is, `paid` when the user was sooner, `processing` while it is at it.
   */
  cancel(outNo: string): Promise<PayState>
  refund(refund: Refund): Promise<RefundState>
  queryRefund(outNo: string): Promise<RefundState>
  /** Every pay-out made from then until then. */
  statement(from: Date, to: Date): Promise<StatementLine[]>
}
