/** What the platform itself offers: signing in, people, menus, departments, dictionaries, logs, care of the machine. */
import { handles } from '../kernel/job-handler.ts'
import { fileRoutes } from '../files/file-routes.ts'
import type { Flow } from '../resource/flow.ts'
import { firstPasswordJob } from '../business/agent/agent-rules.ts'
import { accountRoutes } from './chat-accounts/account-routes.ts'
import { bindUser } from './chat-accounts/account-rules.ts'
import { pickedPeopleRoutes } from './chat-accounts/picked-people.ts'
import { capabilityRoutes } from './capabilities.ts'
import { captchaRoutes } from './captcha.ts'
import { casRoutes } from './cas.ts'
import { dataLogRoutes } from './data-log.ts'
import { sendFirstPassword } from './first-password.ts'
import { forgottenPasswordRoutes } from './forgotten-password.ts'
import { systemHooks } from './hooks.ts'
import { logRoutes } from './logs.ts'
import { loginRoutes } from './login.ts'
import { messageCare, messageHooks, messageJobs, messageRoutes, messageWorks } from './messages/index.ts'
import { takeUpMessages } from './messages/send.ts'
import { menuRoutes } from './menu.ts'
import { monitoringRoutes } from './monitoring/index.ts'
import { onlineRoutes } from './online.ts'
import { ownAccountRoutes } from './own-account.ts'
import { ownDataRoutes } from './own-data.ts'
import { ownPhoneRoutes } from './own-phone.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { phoneLoginRoutes } from './phone-login.ts'
import { proofRoutes } from './proof-of-work.ts'
import { registrationRoutes } from './registration.ts'
import { timedCare } from './timed-care.ts'
import { todoRoutes } from './todos.ts'
import { checkRuleRoutes } from './check-rules/index.ts'
import { categoryRoutes } from './categories.ts'
import { dataSourceRoutes } from './data-sources/index.ts'
import { dataRuleRoutes } from './data-rules.ts'
import { departRoleRoutes } from './depart-roles.ts'
import { demoModuleRoutes } from './demo-module.ts'
import { departPostRoutes } from './depart-posts.ts'
import { departRoutes } from './departments.ts'
import { deputyRoutes, takeUpLeaves } from './deputies.ts'
import { dictionaryAdminRoutes } from './dictionary-admin.ts'
import { dictionaryRoutes } from './dictionaries.ts'
import { duplicateCheckRoutes } from './duplicate-check.ts'
import { fillRuleRoutes } from './fill-rules/index.ts'
import { formDraftRoutes } from './form-drafts.ts'
import { freezeRoutes, userActions } from './freeze-user.ts'
import { copyGatewayRoute, gatewayRoutes } from './gateway-routes/index.ts'
import { listColumnRoutes } from './list-columns.ts'
import { memberRoutes } from './members.ts'
import { permissionRoutes } from './permissions.ts'
import { onlineFormRoutes } from './online-forms/index.ts'
import { positionUserRoutes } from './position-users.ts'
import { reportRoutes, reportToMenu } from './online-reports/index.ts'
import { roleRoutes } from './roles.ts'
import { savedQueryRoutes } from './saved-queries.ts'
import { fileRules, forgetDeleted, storedFileRoutes } from './stored-files/index.ts'
import { tenantPackRoutes } from './tenant-packs.ts'
import { tenantRoutes } from './tenants.ts'
import { userAgentRoutes } from './user-agents.ts'
import { userPickerRoutes } from './user-pickers.ts'
import { userRecycleBinRoutes } from './user-recycle-bin.ts'
import { userRoutes } from './users.ts'
import { viewAsRoutes } from './view-as.ts'
import { whyNotRoutes } from './why-not.ts'
import { wordedRoutes } from './wording.ts'
import { followedRoutes } from './workplace/followed.ts'
import { shortcutRoutes } from './workplace/shortcuts.ts'

export const systemFlow: Flow = {
  rules: [...systemHooks, ...messageHooks, fileRules],
  works: [...userActions, bindUser, copyGatewayRoute, reportToMenu, ...messageWorks],
  routes: () => [
    ...capabilityRoutes,
    ...captchaRoutes,
    ...proofRoutes,
    ...loginRoutes,
    ...phoneLoginRoutes,
    ...registrationRoutes,
    ...forgottenPasswordRoutes,
    ...ownAccountRoutes,
    ...logRoutes,
    ...ownDataRoutes,
    ...ownPhoneRoutes,
    ...ownSessionRoutes,
    ...menuRoutes,
    ...onlineRoutes,
    ...monitoringRoutes,
    ...fileRoutes,
    ...dataLogRoutes,
    ...todoRoutes,
    ...casRoutes,
    ...pickedPeopleRoutes,
    ...accountRoutes,
    ...wordedRoutes(),
    ...userRoutes(),
    ...freezeRoutes,
    ...userPickerRoutes,
    ...userRecycleBinRoutes,
    ...memberRoutes,
    ...positionUserRoutes,
    ...roleRoutes,
    ...permissionRoutes,
    ...whyNotRoutes,
    ...viewAsRoutes,
    ...dataRuleRoutes,
    ...departRoutes,
    ...departPostRoutes,
    ...demoModuleRoutes,
    ...departRoleRoutes,
    ...tenantRoutes,
    ...tenantPackRoutes,
    ...dictionaryRoutes,
    ...dictionaryAdminRoutes,
    ...duplicateCheckRoutes,
    ...checkRuleRoutes,
    ...fillRuleRoutes,
    ...gatewayRoutes,
    ...messageRoutes,
    ...storedFileRoutes,
    ...deputyRoutes,
    ...userAgentRoutes,
    ...savedQueryRoutes,
    ...listColumnRoutes,
    ...formDraftRoutes,
    ...categoryRoutes,
    ...dataSourceRoutes,
    ...reportRoutes,
    ...followedRoutes,
    ...shortcutRoutes,
    ...onlineFormRoutes(),
  ],
  jobs: [handles(firstPasswordJob, sendFirstPassword), ...messageJobs, forgetDeleted],
  timed: { ...timedCare, ...messageCare },
  resumes: { 消息: takeUpMessages, 请假代理: takeUpLeaves },
}
