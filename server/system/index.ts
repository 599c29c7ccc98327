/** The contract's system endpoints that are no generated verbs. */
import type { Route } from '../kernel/route.ts'
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
import { actionRoutes } from '../resource/action.ts'
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

export { systemHooks } from './hooks.ts'

export const systemRoutes: Route[] = [
  ...wordedRoutes,
  ...userRoutes,
  ...freezeRoutes,
  ...actionRoutes(userActions),
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
]
