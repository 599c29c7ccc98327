import type { Resource } from '#model/resource.ts'
import { advertisement } from './content/advertisement.ts'
import { complaint } from './customer/complaint.ts'
import { driverCar } from './device/driverCar.ts'
import { driverMessage } from './device/driverMessage.ts'
import { configChange } from './finance/configChange.ts'
import { ledgerAdjustment } from './finance/ledgerAdjustment.ts'
import { userWithdrawal } from './finance/userWithdrawal.ts'
import { orderDeposit } from './order/orderDeposit.ts'
import { orderMessage } from './order/orderMessage.ts'
import { accountChange } from './partner/accountChange.ts'
import { agentApply } from './partner/agentApply.ts'
import { userCard } from './product/userCard.ts'
import { permissionRequest } from './system/permissionRequest.ts'

/**
 * What people are asked to decide on, and nothing else: a phone that opens one of these from a message need not load the
 * whole table of contents. A test compares it with the definitions that have an approval.
 */
export const decided: readonly Resource[] = [
  accountChange,
  advertisement,
  agentApply,
  complaint,
  configChange,
  driverCar,
  driverMessage,
  ledgerAdjustment,
  orderDeposit,
  orderMessage,
  permissionRequest,
  userCard,
  userWithdrawal,
]
