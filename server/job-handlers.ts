import { approvalJob } from './business/approval/asking.ts'
import { decideByClick } from './business/approval/click.ts'
import { takeClick } from './chat/clicks.ts'
import { refundFailed } from './business/complaint/complaint-rules.ts'
import { sendCommand } from './business/device/send-command.ts'
import { refundCard } from './money/card-refund.ts'
import { refundDeposit } from './money/deposit-refund.ts'
import { refundOrder } from './money/order-refund.ts'
import { reconcileJob, tellDifference } from './business/reconciliation/reconcile.ts'
import { payOut } from './money/pay-out.ts'
import { sendNotices } from './notify/send.ts'
import { settleCards } from './notify/settle-cards.ts'
import type { Standing } from './notify/hand-over.ts'
import { handOverAll, tellDeputy } from './notify/to-deputy.ts'
import { reachUnopened } from './notify/unopened.ts'
import type { ChatName } from './kernel/ports/chat.ts'
import type { Services } from './kernel/services.ts'
import { sendFirstPassword } from './system/first-password.ts'
import type { JobName } from './kernel/ports/queue.ts'
import { takeTask } from './tasks/run.ts'
import { runTimedWork, type TimedRun } from './jobs/run-timed-work.ts'

/** What each job does. Running one twice changes nothing. */
export const jobHandlers = (services: Services): Record<JobName, (data: Record<string, unknown>) => Promise<void>> => ({
  'pay-out': ({ id }) => payOut(services, String(id)),
  'confirm-deadline': ({ id }) => payOut(services, String(id)),
  'notify-send': ({ channel }) => sendNotices(services, channel as ChatName),
  'notify-settle': ({ notice }) => settleCards(services, String(notice)),
  'notify-unopened': ({ notice }) => reachUnopened(services, String(notice)),
  'notify-deputy': (data) => tellDeputy(services, data as unknown as Standing),
  'leave-begins': ({ id }) => handOverAll(services, String(id)),
  'order-refund': ({ id }) => refundOrder(services, String(id)),
  'card-refund': ({ id }) => refundCard(services, String(id)),
  'device-command': ({ id }) => sendCommand(services, String(id)),
  'deposit-refund': ({ id }) => refundDeposit(services, String(id)),
  'refund-failed': (data) => refundFailed(services, data),
  'first-password': ({ userId }) => sendFirstPassword(services, String(userId)),
  'difference-found': ({ id }) => tellDifference(services, String(id)),
  reconcile: (data) => reconcileJob(services, data),
  'timed-work': (data) => runTimedWork(services, data as unknown as TimedRun),
  'long-work': (data) => runTimedWork(services, data as unknown as TimedRun),
  task: ({ id }) => takeTask(services, String(id)),
  approval: (data) => approvalJob(services, data),
  'chat-click': (data) => takeClick(services, data, decideByClick),
})
