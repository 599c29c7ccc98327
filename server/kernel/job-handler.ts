import type { Job } from './ports/queue.ts'
import type { Services } from './services.ts'

/** What is done for a job. Running it twice changes nothing. */
export interface JobHandler {
  job: Job
  run(services: Services, data: object): Promise<unknown>
}
export const handles = <D extends object>(
  job: Job<D>,
  run: (services: Services, data: D) => Promise<unknown>,
): JobHandler => ({ job, run: run })
