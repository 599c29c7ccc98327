/** Everything the product does beyond CRUD, collected from its rooms and flows. */
import { dictionaries } from '#resources/dictionaries.ts'
import { businessFlows } from './business/index.ts'
import { figuresFlow } from './figures/index.ts'
import { chatFlow } from './chat/index.ts'
import { jobsFlow } from './jobs/index.ts'
import { timedWork, installTimedWork } from './jobs/timed-work.ts'
import type { JobHandler } from './kernel/job-handler.ts'
import type { Route } from './kernel/route.ts'
import { moneyFlow } from './money/index.ts'
import { notifyFlow } from './notify/index.ts'
import { installWorks } from './resource/action.ts'
import type { Flow } from './resource/flow.ts'
import { installRules } from './resource/hooks.ts'
import { systemFlow } from './system/index.ts'
import { tasksFlow } from './tasks/index.ts'
import { installTaskKinds } from './tasks/kinds.ts'

/** In the order in which what was cut off is taken up again: money first. */
const flows: readonly Flow[] = [
  systemFlow,
  figuresFlow,
  moneyFlow,
  ...businessFlows,
  notifyFlow,
  chatFlow,
  jobsFlow,
  tasksFlow,
]

const collect = <K extends 'rules' | 'works' | 'jobs'>(what: K) =>
  flows.flatMap((flow): readonly NonNullable<Flow[K]>[number][] => flow[what] ?? [])

export const works = collect('works')
/** To be asked after `installFlows`. */
export const ownRoutes = (): readonly Route[] =>
  flows.flatMap(({ routes = [] }) => (typeof routes === 'function' ? routes() : routes))
export const resumes = flows.flatMap(({ resumes: own = {} }) => Object.entries(own))

/** Of two for one job the second would be forgotten. */
export function jobHandlers(): readonly JobHandler[] {
  const handlers = collect('jobs')
  const names = handlers.map(({ job }) => job.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`two handlers for the job ${twice}`)
  return handlers
}

/** Before the routes are made: a list's parameters include those of its rules. */
export function installFlows(): void {
  installRules(collect('rules'))
  installWorks(works)
  for (const { timed = {}, tasks = {} } of flows) {
    installTimedWork(timed)
    installTaskKinds(tasks)
  }
  const idle = dictionaries.quartz_job_class.items.find(([name]) => !timedWork(name))
  if (idle) throw new Error(`nothing is done for the timed work ${idle[0]}`)
}
