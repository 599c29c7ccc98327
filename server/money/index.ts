/** What is asked of the channels of money, and asked again until it is over. */
import { handles } from '../kernel/job-handler.ts'
import { noParameter, timed } from '../kernel/timed-work.ts'
import type { Flow } from '../resource/flow.ts'
import { refundCard } from './card-refund.ts'
import { refundDeposit } from './deposit-refund.ts'
import { cardRefundJob, depositRefundJob, orderRefundJob } from './jobs.ts'
import { refundOrder } from './order-refund.ts'
import { resumePayments } from './resume-payments.ts'

export const moneyFlow: Flow = {
  jobs: [
    handles(orderRefundJob, (services, { id }) => refundOrder(services, id)),
    handles(cardRefundJob, (services, { id }) => refundCard(services, id)),
    handles(depositRefundJob, (services, { id }) => refundDeposit(services, id)),
  ],
  timed: {
    'resume-payments': timed(
      noParameter,
      async (services) => `已向支付渠道查询未完成的打款与退款 ${await resumePayments(services)} 笔`,
    ),
  },
  resumes: { 打款与退款: resumePayments },
}
