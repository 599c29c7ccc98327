import { saveThirdAccount } from './chat-accounts/account-rules.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { saveDict } from './dictionary-admin.ts'
import { positionRows } from './position-rows.ts'
import { saveRole } from './roles.ts'
import { saveCategory } from './save-category.ts'
import { saveDepart } from './save-depart.ts'
import { savePermission } from './save-permission.ts'
import { saveUser } from './save-user.ts'
import { saveTenant } from './tenants.ts'

/** What the definitions of the system's own records cannot say. */
export const systemHooks: readonly SaveHook[] = [
  saveUser,
  saveRole,
  savePermission,
  saveDepart,
  saveTenant,
  saveDict,
  saveCategory,
  positionRows,
  saveThirdAccount,
]
