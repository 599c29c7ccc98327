/** What 定时任务 may be saved as, and when it runs next. */
import { resources } from '#resources/index.ts'
import { jobStates } from '#resources/system/quartzJob.ts'
import { hookOf } from '../resource/hooks.ts'
import { notKept } from '../resource/parameters.ts'
import { localTime } from '../resource/write.ts'
import { nextTimeOf } from './job-table.ts'
import { parameterOf } from '../kernel/timed-work.ts'
import { timedWork } from './timed-work.ts'

const CHECKED = ['jobClassName', 'parameter', 'cronExpression'] as const
const NEVER = '按此表达式不会再执行'

export const quartzJobRules = hookOf(resources.quartzJob, {
  // Whether the newer client shows the parameter as text or as JSON.
  extras: notKept('paramterType'),
  check({ services, before, after }) {
    // One that another version knew can be stopped all the same.
    const asBefore = before && CHECKED.every((name) => before[name] === after[name])
    if (asBefore && after.status !== jobStates.running) return Promise.resolve()
    const work = timedWork(after.jobClassName)
    if (!work) return Promise.resolve({ jobClassName: `没有名为“${after.jobClassName}”的任务` })
    const parameter = parameterOf(work, after.parameter)
    if ('problem' in parameter) return Promise.resolve({ parameter: parameter.problem })
    const replanned = before?.cronExpression !== after.cronExpression || before?.status !== after.status
    if (replanned && after.status === jobStates.running && !nextTimeOf(services, after.cronExpression))
      return Promise.resolve({ cronExpression: NEVER })
    return Promise.resolve()
  },
  beforeSave({ services, before, after }) {
    if (before && before.cronExpression === after.cronExpression && before.status === after.status)
      return Promise.resolve()
    const next = after.status === jobStates.running ? nextTimeOf(services, after.cronExpression) : undefined
    after.nextTime = next ? localTime(services, next) : null
    return Promise.resolve()
  },
})
