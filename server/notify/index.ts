/** Who is told what, and where. */
import { handles } from '../kernel/job-handler.ts'
import { noParameter, timed } from '../kernel/timed-work.ts'
import type { Flow } from '../resource/flow.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { announcementActions, announcementRules, tellBegun } from './announcements.ts'
import { deliveryRows } from './deliveries.ts'
import {
  announcementBeginsJob,
  leaveBeginsJob,
  missedJob,
  sendJob,
  settleJob,
  tellDeputyJob,
  unopenedJob,
} from './jobs.ts'
import { messageRoutes } from './message-routes.ts'
import { findMissed } from './missed.ts'
import { tellMornings } from './mornings.ts'
import { preferenceRoutes } from './preferences.ts'
import { resumeNotices, sendNotices } from './send.ts'
import { settleCards } from './settle-cards.ts'
import { handOverAll, tellDeputy } from './to-deputy.ts'
import { reachUnopened } from './unopened.ts'
import { whyRoutes } from './why.ts'

export const notifyFlow: Flow = {
  rules: [announcementRules, deliveryRows],
  works: announcementActions,
  routes: [...messageRoutes, ...announcementRoutes, ...preferenceRoutes, ...whyRoutes],
  jobs: [
    handles(sendJob, (services, { channel }) => sendNotices(services, channel)),
    handles(settleJob, (services, { notice }) => settleCards(services, notice)),
    handles(missedJob, (services, { batch }) => findMissed(services, batch)),
    handles(unopenedJob, (services, { notice }) => reachUnopened(services, notice)),
    handles(tellDeputyJob, tellDeputy),
    handles(announcementBeginsJob, (services, { id }) => tellBegun(services, id)),
    handles(leaveBeginsJob, (services, { id }) => handOverAll(services, id)),
  ],
  timed: {
    'resume-notices': timed(noParameter, async (services) => {
      await resumeNotices(services)
      return '已继续发送未完成的通知'
    }),
    'tell-mornings': timed(noParameter, tellMornings, { long: true }),
  },
  resumes: { 通知: resumeNotices },
}
