import { payOut } from '../money/pay-out.ts'
import type { Services } from '../services.ts'
import type { JobName } from './queue.ts'

/** What each job does. Both ask the channel by number, so running one twice changes nothing. */
export const jobHandlers = (services: Services): Record<JobName, (data: Record<string, unknown>) => Promise<void>> => ({
  'pay-out': ({ id }) => payOut(services, String(id)),
  'confirm-deadline': ({ id }) => payOut(services, String(id)),
})
