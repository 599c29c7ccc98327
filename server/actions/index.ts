/** Every operation that is not CRUD, and every rule that a definition cannot say. */
import type { ActionWork } from '../resource/action.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { approveWithdrawal, reviewWithdrawal } from './approve-withdrawal.ts'
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from './hold-withdrawal.ts'
import { providerConfigRules, providerRules } from './provider-rules.ts'
import { rejectWithdrawal } from './reject-withdrawal.ts'
import { withdrawalRules } from './withdrawal-rules.ts'

export const actions: readonly ActionWork[] = [
  approveWithdrawal,
  reviewWithdrawal,
  rejectWithdrawal,
  holdWithdrawal,
  releaseWithdrawal,
  payWithdrawal,
]
export const businessRules: readonly SaveHook[] = [withdrawalRules, providerRules, providerConfigRules]
