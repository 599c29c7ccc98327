import type { Services } from '../services.ts'
import type { Refund, RefundState } from './pay.ts'

/** Asks for the number first: what the channel knows already is not sent again, except what failed. Throws when it is silent. */
export async function askRefund({ pay }: Services, refund: Refund): Promise<RefundState> {
  const known = await pay.queryRefund(refund.outNo)
  return known.state === 'unknown' || known.state === 'failed' ? pay.refund(refund) : known
}
