/** Pages of figures. Each is a composition of what the definitions count; nothing is worked out here. */
import { BOARD } from '#model/addresses.ts'
import type { DEPARTMENTS } from '#model/figure.ts'
import type { Resource } from '#model/resource.ts'
import { amountDetail } from './finance/amountDetail.ts'
import { userWithdrawal } from './finance/userWithdrawal.ts'
import { agentApply } from './partner/agentApply.ts'
import { complaint } from './customer/complaint.ts'
import { userMessage } from './customer/userMessage.ts'
import { device } from './device/device.ts'
import { orderDeposit } from './order/orderDeposit.ts'
import { orderMessage } from './order/orderMessage.ts'

interface Of {
  resource: Resource
  figure: string
}
/** `tile`: one number, with what it was before where it has a time. `trend`: day by day. `parts`: divided by a field. */
export type Panel = (Of & { kind: 'tile' }) | (Of & { kind: 'trend'; days: number }) | (Of & { kind: 'parts'; by: string; days?: number })

export interface Dashboard {
  title: string
  panels: readonly Panel[]
  /** And how often people came, for who may read the log (`GET /sys/loginfo`, `/sys/visitInfo`). */
  visits?: true
}

type FigureIn<R extends Resource> = keyof R['figures'] & string
type FieldIn<R extends Resource> = (keyof R['fields'] & string) | typeof DEPARTMENTS

const tile = <R extends Resource>(resource: R, figure: FigureIn<R>): Panel => ({ kind: 'tile', resource, figure })
const trend = <R extends Resource>(resource: R, figure: FigureIn<R>, days = 30): Panel => ({
  kind: 'trend',
  resource,
  figure,
  days,
})
const parts = <R extends Resource>(resource: R, figure: FigureIn<R>, by: FieldIn<R>, days?: number): Panel => ({
  kind: 'parts',
  resource,
  figure,
  by,
  ...(days && { days }),
})

export const dashboards = {
  analysis: {
    title: '首页',
    panels: [
      tile(orderMessage, 'placed'),
      tile(orderMessage, 'income'),
      tile(amountDetail, 'refunded'),
      tile(userMessage, 'registered'),
      tile(userWithdrawal, 'waiting'),
      tile(device, 'online'),
      tile(device, 'offline'),
      tile(device, 'fault'),
      trend(orderMessage, 'income'),
      trend(orderMessage, 'placed'),
      parts(orderMessage, 'income', 'providerId', 30),
      parts(orderMessage, 'income', 'areaCode', 30),
      parts(orderMessage, 'placed', 'status', 30),
    ],
    visits: true,
  },
  index: {
    title: '经营看板',
    panels: [
      tile(orderMessage, 'using'),
      tile(orderMessage, 'broken'),
      tile(complaint, 'open'),
      tile(agentApply, 'waiting'),
      parts(orderMessage, 'income', 'payChannel', 30),
      parts(orderMessage, 'income', 'sysOrgCode', 30),
      parts(orderMessage, 'placed', 'providerId', 30),
      parts(complaint, 'opened', 'complaintType', 30),
      parts(userWithdrawal, 'asked', 'status', 30),
      parts(userMessage, 'registered', 'areaCode', 30),
      parts(agentApply, 'applied', 'applyLevel', 30),
    ],
  },
  chart: {
    title: '趋势图表',
    panels: [
      trend(orderMessage, 'placed', 90),
      trend(orderMessage, 'income', 90),
      trend(amountDetail, 'refunded', 90),
      trend(userMessage, 'registered', 90),
      trend(userWithdrawal, 'asked', 90),
      trend(complaint, 'opened', 90),
    ],
  },
  task: {
    title: '审批看板',
    panels: [
      tile(userWithdrawal, 'waiting'),
      tile(userWithdrawal, 'held'),
      tile(orderDeposit, 'toReturn'),
      tile(orderDeposit, 'failed'),
      tile(complaint, 'review'),
      tile(orderMessage, 'toSettle'),
      tile(agentApply, 'waiting'),
      tile(complaint, 'open'),
      parts(userWithdrawal, 'waiting', 'ownerType'),
      parts(complaint, 'open', 'complaintType'),
      trend(userWithdrawal, 'asked'),
    ],
  },
  monitor: {
    title: '设备看板',
    panels: [
      tile(device, 'active'),
      tile(device, 'online'),
      tile(device, 'offline'),
      tile(device, 'fault'),
      parts(device, 'active', 'onlineStatus'),
      parts(device, 'all', 'status'),
      parts(device, 'active', 'areaCode'),
      parts(device, 'offline', 'providerId'),
      parts(device, 'fault', 'providerId'),
    ],
  },
} as const satisfies Readonly<Record<string, Dashboard>>

export type DashboardName = keyof typeof dashboards

export const isDashboard = (name: string | undefined): name is DashboardName => Object.hasOwn(dashboards, name ?? '')

/** The page of figures that stands at this address: 看板 of the phone begins with the home of the desktop. */
export function dashboardAt(path: string): DashboardName | undefined {
  if (path === '/' || path === BOARD) return 'analysis'
  const [, group, name, ...more] = path.split('/')
  return group === 'dashboard' && !more.length && isDashboard(name) ? name : undefined
}
