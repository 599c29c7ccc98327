/** What definitions count, kept by the hour and put together to dashboards. */
import { z } from 'zod'
import { dashboards, type DashboardName } from '#resources/dashboards.ts'
import { notFound } from '../kernel/errors.ts'
import { route } from '../kernel/route.ts'
import { noParameter, timed } from '../kernel/timed-work.ts'
import type { Flow } from '../resource/flow.ts'
import { localTime } from '../resource/write.ts'
import { answerDashboard } from './answer.ts'
import { dayOf } from './count.ts'
import { rollUp } from './roll-up.ts'

const isDashboard = (name: string): name is DashboardName => Object.hasOwn(dashboards, name)

export const figuresFlow: Flow = {
  routes: [
    route({
      method: 'GET',
      path: '/rental/figures/:dashboard',
      permission: 'session',
      summary: '看板：定义中的统计指标，只含本人可查看的列表',
      tag: '看板',
      params: z.strictObject({ dashboard: z.string().max(32) }),
      lane: 'figures',
      handler: ({ services, caller, params: { dashboard } }) => {
        if (!isDashboard(dashboard)) throw notFound('看板')
        return answerDashboard({ services, caller }, dashboards[dashboard])
      },
    }),
  ],
  timed: {
    'count-figures': timed(noParameter, async (services) => {
      const days = await rollUp(services, dayOf(localTime(services)))
      return days ? `已重新统计 ${days} 天的指标` : '没有变化'
    }),
  },
}
