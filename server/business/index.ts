/** Every operation that is not CRUD, and every rule that a definition cannot say. */
import type { ActionWork } from '../resource/action.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { accountApproval, accountWorks } from './provider/account-rules.ts'
import { adjustmentApproval, adjustmentRules } from './adjustment/adjustment-rules.ts'
import { agentApproval, agentRules, withdrawApplication } from './agent/agent-rules.ts'
import { approvalRules } from './approval/rules.ts'
import { approvalActions } from './approval/work.ts'
import {
  acceptComplaint,
  closeComplaint,
  complaintApproval,
  complaintRules,
  reopenComplaint,
  resolveComplaint,
  takeOverComplaint,
} from './complaint/complaint-rules.ts'
import { carDeviceRules } from './driver/car-devices.ts'
import { configApproval, configRules, configWorks } from './provider/config-rules.ts'
import { advertisementApproval, contentRules, contentWorks } from './content/content-actions.ts'
import { depositApproval, depositRules, requestDepositRefund, retryDepositRefund } from './deposit/deposit-rules.ts'
import { deviceNumberBinding, deviceNumberRules, voidNumber } from './deviceNumber/device-number-rules.ts'
import { deviceLifeRules, deviceWorks } from './device/device-life.ts'
import { deviceRules } from './device/device-rules.ts'
import { carApproval, carRules, driverApproval, driverRules, driverWorks } from './driver/driver-rules.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from './withdrawal/hold-withdrawal.ts'
import { cancelReasonRules, orderRules, refundOrderAction, settleApproval, settleOrder } from './order/order-rules.ts'
import { devicePackageRules, packageRules } from './shelf/package-rules.ts'
import { providerConfigRules, providerRules } from './provider/provider-rules.ts'
import { cardRules, shelfWorks } from './shelf/shelf-actions.ts'
import { reconcileWorks } from './reconciliation/reconcile.ts'
import { saleRules, saleWorks } from './sale/sale-rules.ts'
import { userCardApproval, userCardRules, userCardWorks } from './userCard/user-card-rules.ts'
import { withdrawalApproval } from './withdrawal/withdrawal-approval.ts'
import { withdrawalRules } from './withdrawal/withdrawal-rules.ts'

const approvals = [
  withdrawalApproval,
  agentApproval,
  settleApproval,
  depositApproval,
  complaintApproval,
  advertisementApproval,
  driverApproval,
  carApproval,
  userCardApproval,
  configApproval,
  accountApproval,
  adjustmentApproval,
]

export const actions: readonly ActionWork[] = [
  ...approvals.flatMap(approvalActions),
  holdWithdrawal,
  releaseWithdrawal,
  payWithdrawal,
  withdrawApplication,
  settleOrder,
  refundOrderAction,
  requestDepositRefund,
  retryDepositRefund,
  acceptComplaint,
  takeOverComplaint,
  resolveComplaint,
  closeComplaint,
  reopenComplaint,
  ...shelfWorks,
  ...contentWorks,
  voidNumber,
  ...driverWorks,
  ...userCardWorks,
  ...saleWorks,
  ...configWorks,
  ...accountWorks,
  ...deviceWorks,
  ...reconcileWorks,
]
export const businessRules: readonly SaveHook[] = [
  ...approvals.map(approvalRules),
  withdrawalRules,
  agentRules,
  cancelReasonRules,
  orderRules,
  depositRules,
  complaintRules,
  deviceRules,
  deviceLifeRules,
  providerRules,
  providerConfigRules,
  ...cardRules,
  ...contentRules,
  deviceNumberRules,
  deviceNumberBinding,
  driverRules,
  carDeviceRules,
  carRules,
  packageRules,
  devicePackageRules,
  userCardRules,
  ...saleRules,
  configRules,
  adjustmentRules,
]
