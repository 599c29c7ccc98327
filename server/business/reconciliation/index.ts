/** Our books beside the channel's: differences found, told, cleared. */
import { handles } from '../../kernel/job-handler.ts'
import { noParameter, timed } from '../../kernel/timed-work.ts'
import { differenceFoundJob } from '../../money/jobs.ts'
import { flow } from '../flow.ts'
import { reconcile, reconcileAll, reconcileJob, reconcileRoutes, reconcileWorks, tellDifference } from './reconcile.ts'

export const reconciliation = flow({
  works: reconcileWorks,
  routes: reconcileRoutes,
  jobs: [
    handles(reconcileJob, (services, { tenantId, userId }) => reconcile(services, tenantId, userId)),
    handles(differenceFoundJob, (services, { id }) => tellDifference(services, id)),
  ],
  timed: {
    reconcile: timed(noParameter, async (services) => `已对账，新发现差异 ${await reconcileAll(services)} 处`),
  },
})
