import { saveThirdAccount } from './chat-accounts/account-rules.ts'
import { saveCheckRule } from './check-rules/index.ts'
import { fillRuleExamples } from './fill-rules/index.ts'
import { saveDataSource } from './data-sources/index.ts'
import { saveReport } from './online-reports/index.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { saveDict, saveDictItem } from './dictionary-admin.ts'
import { saveOnlineForm } from './online-forms/index.ts'
import { positionRows } from './position-rows.ts'
import { saveRole } from './roles.ts'
import { logFilters } from './logs.ts'
import { saveCategory } from './save-category.ts'
import { saveDepart } from './save-depart.ts'
import { savePermission } from './save-permission.ts'
import { saveUser } from './save-user.ts'
import { tenantPackRules } from './tenant-packs.ts'
import { saveTenant } from './tenants.ts'

/** What the definitions of the system's own records cannot say. */
export const systemHooks: readonly SaveHook[] = [
  saveUser,
  saveRole,
  savePermission,
  saveDepart,
  saveTenant,
  tenantPackRules,
  saveDict,
  saveDictItem,
  saveCategory,
  positionRows,
  saveThirdAccount,
  logFilters,
  saveCheckRule,
  fillRuleExamples,
  saveOnlineForm,
  saveDataSource,
  saveReport,
]
