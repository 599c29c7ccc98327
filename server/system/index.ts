/** What the platform itself offers: signing in, people, menus, departments, dictionaries, logs, care of the machine. */
import { handles } from '../kernel/job-handler.ts'
import { fileRoutes } from '../files/file-routes.ts'
import type { Flow } from '../resource/flow.ts'
import { firstPasswordJob } from '../business/agent/agent-rules.ts'
import { accountRoutes } from './chat-accounts/account-routes.ts'
import { bindUser } from './chat-accounts/account-rules.ts'
import { pickedPeopleRoutes } from './chat-accounts/picked-people.ts'
import { captchaRoutes } from './captcha.ts'
import { casRoutes } from './cas.ts'
import { dataLogRoutes } from './data-log.ts'
import { sendFirstPassword } from './first-password.ts'
import { forgottenPasswordRoutes } from './forgotten-password.ts'
import { systemHooks } from './hooks.ts'
import { loginRoutes } from './login.ts'
import { menuRoutes } from './menu.ts'
import { onlineRoutes } from './online.ts'
import { ownAccountRoutes } from './own-account.ts'
import { phoneLoginRoutes } from './phone-login.ts'
import { proofRoutes } from './proof-of-work.ts'
import { registrationRoutes } from './registration.ts'
import { timedCare } from './timed-care.ts'
import { todoRoutes } from './todos.ts'
import { categoryRoutes } from './categories.ts'
import { dataRuleRoutes } from './data-rules.ts'
import { departRoleRoutes } from './depart-roles.ts'
import { departRoutes } from './departments.ts'
import { deputyRoutes } from './deputies.ts'
import { dictionaryAdminRoutes } from './dictionary-admin.ts'
import { dictionaryRoutes } from './dictionaries.ts'
import { duplicateCheckRoutes } from './duplicate-check.ts'
import { formDraftRoutes } from './form-drafts.ts'
import { freezeRoutes, userActions } from './freeze-user.ts'
import { listColumnRoutes } from './list-columns.ts'
import { memberRoutes } from './members.ts'
import { permissionRoutes } from './permissions.ts'
import { reportRoutes } from './reports.ts'
import { roleRoutes } from './roles.ts'
import { savedQueryRoutes } from './saved-queries.ts'
import { tenantRoutes } from './tenants.ts'
import { userPickerRoutes } from './user-pickers.ts'
import { userRecycleBinRoutes } from './user-recycle-bin.ts'
import { userRoutes } from './users.ts'
import { wordedRoutes } from './wording.ts'

export const systemFlow: Flow = {
  rules: systemHooks,
  works: [...userActions, bindUser],
  routes: [
    ...captchaRoutes,
    ...proofRoutes,
    ...loginRoutes,
    ...phoneLoginRoutes,
    ...registrationRoutes,
    ...forgottenPasswordRoutes,
    ...ownAccountRoutes,
    ...menuRoutes,
    ...onlineRoutes,
    ...fileRoutes,
    ...dataLogRoutes,
    ...todoRoutes,
    ...casRoutes,
    ...pickedPeopleRoutes,
    ...accountRoutes,
    ...wordedRoutes,
    ...userRoutes,
    ...freezeRoutes,
    ...userPickerRoutes,
    ...userRecycleBinRoutes,
    ...memberRoutes,
    ...roleRoutes,
    ...permissionRoutes,
    ...dataRuleRoutes,
    ...departRoutes,
    ...departRoleRoutes,
    ...tenantRoutes,
    ...dictionaryRoutes,
    ...dictionaryAdminRoutes,
    ...duplicateCheckRoutes,
    ...deputyRoutes,
    ...savedQueryRoutes,
    ...listColumnRoutes,
    ...formDraftRoutes,
    ...categoryRoutes,
    ...reportRoutes,
  ],
  jobs: [handles(firstPasswordJob, (services, { userId }) => sendFirstPassword(services, userId))],
  timed: timedCare,
}
