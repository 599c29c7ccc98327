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
): JobHandler => ({ job, run: async (services, data: object) => void (await run(services, data as D)) })

/** As `handles`; what it answers is kept for whoever waits for it (`JobQueue.answerOf`), as JSON. */
export const answers = <D extends object>(
  job: Job<D>,
  run: (services: Services, data: D) => Promise<object | undefined>,
): JobHandler => ({ job, run: run })
