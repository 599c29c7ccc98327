/** What the clock starts, and the records that say when. */
import { answers } from '../kernel/job-handler.ts'
import type { Flow } from '../resource/flow.ts'
import { pauseAndResume, quartzJobRoutes } from './job-routes.ts'
import { quartzJobRules } from './job-rules.ts'
import { runTimedWork } from './run-timed-work.ts'
import { longWorkJob, timedWorkJob } from './timed-work.ts'

export const jobsFlow: Flow = {
  rules: [quartzJobRules],
  works: pauseAndResume,
  routes: quartzJobRoutes,
  jobs: [answers(timedWorkJob, runTimedWork), answers(longWorkJob, runTimedWork)],
}
