import type { Services } from '../kernel/services.ts'
import { resumeCardRefunds } from './card-refund.ts'
import { resumeDepositRefunds } from './deposit-refund.ts'
import { resumeOrderRefunds } from './order-refund.ts'
import { resumePayOuts } from './pay-out.ts'

/** Every kind of payment that may be under way when nobody asks for it any more. */
const kinds = [resumePayOuts, resumeOrderRefunds, resumeDepositRefunds, resumeCardRefunds]

/**
 * After a start and on the clock: the channel may have been out for longer than a job is tried again. Answers how many
 * payments are under way.
 */
export async function resumePayments(services: Services): Promise<number> {
  let count = 0
  for (const resume of kinds) count += await resume(services)
  return count
}
