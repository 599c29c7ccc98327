/** Every operation that is not CRUD, and every rule that a definition cannot say. */
import type { ActionWork } from '../resource/action.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { accountApproval, accountWorks } from './account-rules.ts'
import { adjustmentApproval, adjustmentRules } from './adjustment-rules.ts'
import { agentApproval, agentRules, withdrawApplication } from './agent-rules.ts'
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
} from './complaint-rules.ts'
import { carDeviceRules } from './car-devices.ts'
import { configApproval, configRules, configWorks } from './config-rules.ts'
import { advertisementApproval, contentRules, contentWorks } from './content-actions.ts'
import { depositApproval, depositRules, requestDepositRefund, retryDepositRefund } from './deposit-rules.ts'
import { deviceNumberBinding, deviceNumberRules, voidNumber } from './device-number-rules.ts'
import { deviceLifeRules, deviceWorks } from './device-life.ts'
import { deviceRules } from './device-rules.ts'
import { carApproval, carRules, driverApproval, driverRules, driverWorks } from './driver-rules.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from './hold-withdrawal.ts'
import { cancelReasonRules, orderRules, refundOrderAction, settleApproval, settleOrder } from './order-rules.ts'
import { devicePackageRules, packageRules } from './package-rules.ts'
import { providerConfigRules, providerRules } from './provider-rules.ts'
import { cardRules, shelfWorks } from './shelf-actions.ts'
import { reconcileWorks } from './reconcile.ts'
import { saleRules, saleWorks } from './sale-rules.ts'
import { userCardApproval, userCardRules, userCardWorks } from './user-card-rules.ts'
import { withdrawalApproval } from './withdrawal-approval.ts'
import { withdrawalRules } from './withdrawal-rules.ts'

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
