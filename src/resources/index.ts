import type { Resource } from '#model/resource.ts'
import { register } from '#model/resource.ts'
import { advertisement } from './content/advertisement.ts'
import { banner } from './content/banner.ts'
import { commonProblem } from './content/commonProblem.ts'
import { notice } from './content/notice.ts'
import { trend } from './content/trend.ts'
import { complaint } from './customer/complaint.ts'
import { userMessage } from './customer/userMessage.ts'
import { device } from './device/device.ts'
import { deviceCommand } from './device/deviceCommand.ts'
import { deviceNumber } from './device/deviceNumber.ts'
import { driverCar } from './device/driverCar.ts'
import { driverMessage } from './device/driverMessage.ts'
import { amountDetail } from './finance/amountDetail.ts'
import { appConfig } from './finance/appConfig.ts'
import { configChange } from './finance/configChange.ts'
import { ledgerAdjustment } from './finance/ledgerAdjustment.ts'
import { reconcileDifference } from './finance/reconcileDifference.ts'
import { userWithdrawal } from './finance/userWithdrawal.ts'
import { menuUrl } from './menu.ts'
import { onlineCode, onlineUrl } from './onlineResource.ts'
import { cancelReason } from './order/cancelReason.ts'
import { orderDeposit } from './order/orderDeposit.ts'
import { orderMessage } from './order/orderMessage.ts'
import { settleReason } from './order/settleReason.ts'
import { accountChange } from './partner/accountChange.ts'
import { agentApply } from './partner/agentApply.ts'
import { serviceProvider } from './partner/serviceProvider.ts'
import { serviceProviderConfig } from './partner/serviceProviderConfig.ts'
import { blindBox } from './product/blindBox.ts'
import { boxDraw } from './product/boxDraw.ts'
import { card } from './product/card.ts'
import { onceCard } from './product/onceCard.ts'
import { packageGroup } from './product/packageGroup.ts'
import { rechargeSetting } from './product/rechargeSetting.ts'
import { userCard } from './product/userCard.ts'
import { userRecharge } from './product/userRecharge.ts'
import { sysAnnouncement, sysAnnouncementSend } from './system/announcement.ts'
import { sysCategory } from './system/category.ts'
import { sysCheckRule } from './system/checkRule.ts'
import { sysDataSource } from './system/dataSource.ts'
import { sysDepart } from './system/department.ts'
import { sysDict, sysDictItem } from './system/dictionary.ts'
import { sysLog } from './system/log.ts'
import { sysFile } from './system/file.ts'
import { sysFillRule } from './system/fillRule.ts'
import { sysGatewayRoute } from './system/gatewayRoute.ts'
import { sysMessage, sysMessageTemplate } from './system/message.ts'
import { onlineForm } from './system/onlineForm.ts'
import { notifyDelivery } from './system/notifyDelivery.ts'
import { onlineReport } from './system/onlineReport.ts'
import { sysPermission } from './system/permission.ts'
import { sysPosition } from './system/position.ts'
import { permissionRequest } from './system/permissionRequest.ts'
import { quartzJob } from './system/quartzJob.ts'
import { sysRole } from './system/role.ts'
import { sysTenant } from './system/tenant.ts'
import { sysTenantPack } from './system/tenantPack.ts'
import { sysThirdAccount } from './system/thirdAccount.ts'
import { sysUser } from './system/user.ts'

/** The table of contents: every entity of the product. */
export const resources = register({
  orderMessage,
  orderDeposit,
  settleReason,
  cancelReason,
  userWithdrawal,
  amountDetail,
  ledgerAdjustment,
  appConfig,
  configChange,
  reconcileDifference,
  agentApply,
  serviceProvider,
  serviceProviderConfig,
  accountChange,
  userMessage,
  complaint,
  packageGroup,
  card,
  onceCard,
  userCard,
  rechargeSetting,
  userRecharge,
  blindBox,
  boxDraw,
  advertisement,
  banner,
  notice,
  trend,
  commonProblem,
  device,
  deviceCommand,
  deviceNumber,
  driverMessage,
  driverCar,
  sysUser,
  sysRole,
  sysPermission,
  permissionRequest,
  sysDepart,
  sysPosition,
  sysTenant,
  sysTenantPack,
  sysDict,
  sysDictItem,
  sysCategory,
  quartzJob,
  sysFillRule,
  sysCheckRule,
  sysGatewayRoute,
  sysDataSource,
  onlineReport,
  sysFile,
  sysThirdAccount,
  sysAnnouncement,
  sysAnnouncementSend,
  notifyDelivery,
  sysLog,
  sysMessageTemplate,
  sysMessage,
  onlineForm,
})

export type Resources = typeof resources
export type ResourceName = keyof Resources

/** The resource of that name, or undefined: for names that come from outside. */
export const resourceNamed = (name: string): Resource | undefined => (Object.hasOwn(resources, name) ? (resources as Record<string, Resource>)[name] : undefined)

/** The same where the name is the program's own, as a task keeps it: without such a resource the program is wrong. */
export function knownResource(name: string | null | undefined): Resource {
  const resource = resourceNamed(name ?? '')
  if (!resource) throw new Error(`There is no resource ${name}`)
  return resource
}

/** Where the records of that resource are listed, those of online forms included; undefined when there is none of that name. */
export function listUrlOf(name: string): string | undefined {
  const code = onlineCode(name)
  if (code !== undefined) return onlineUrl(code)
  const resource = resourceNamed(name)
  return resource && menuUrl(resource)
}

export const allResources = (): Resource[] => Object.values(resources as Record<string, Resource>)
