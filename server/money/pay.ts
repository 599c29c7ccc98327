/** What a pay-out channel says of one number. `unknown`: it has never heard of the number, so nothing was paid. */
export type PayState =
  | { state: 'paid'; payNo: string }
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

/** A pay-out channel. Both calls may throw (time-out, network): then the state is not known and is asked for again. */
export interface PayChannel {
  pay(payOut: PayOut): Promise<PayState>
  query(outNo: string): Promise<PayState>
}
