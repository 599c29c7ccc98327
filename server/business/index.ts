/** The table of contents of the business: one folder a flow, one line each. */
import { noParameter, timed } from '../kernel/timed-work.ts'
import { adjustment } from './adjustment/index.ts'
import { agent } from './agent/index.ts'
import { approval } from './approval/index.ts'
import { moveByClock } from './by-clock.ts'
import { complaint } from './complaint/index.ts'
import { consumer } from './consumer/index.ts'
import { content } from './content/index.ts'
import { deposit } from './deposit/index.ts'
import { device } from './device/index.ts'
import { deviceNumber } from './deviceNumber/index.ts'
import { driver } from './driver/index.ts'
import { flow, type BusinessFlow } from './flow.ts'
import { order } from './order/index.ts'
import { permissionRequests } from './permissionRequest/index.ts'
import { provider } from './provider/index.ts'
import { reconciliation } from './reconciliation/index.ts'
import { sale } from './sale/index.ts'
import { shelf } from './shelf/index.ts'
import { userCard } from './userCard/index.ts'
import { withdrawal } from './withdrawal/index.ts'

const flows: readonly BusinessFlow[] = [
  approval,
  withdrawal,
  agent,
  order,
  deposit,
  complaint,
  consumer,
  device,
  provider,
  content,
  deviceNumber,
  driver,
  shelf,
  userCard,
  sale,
  adjustment,
  reconciliation,
  permissionRequests,
]

export const byClock = flows.flatMap((one) => one.byClock ?? [])

export const businessFlows: readonly BusinessFlow[] = [
  ...flows,
  flow({
    timed: {
      'move-by-clock': timed(noParameter, async (services) => {
        await moveByClock(services, byClock)
        return '已切换到时的状态'
      }),
    },
  }),
]
