import { may, type Caller } from '../kernel/caller.ts'

/** Who may change what roles may. */
export const CHANGES_ROLES = 'system:permission:saveRole'

/** Can this person give somebody this permission? Nobody gives away more than they have. */
export const mayGive = (caller: Caller, permission: string): boolean =>
  may(caller, CHANGES_ROLES) && may(caller, permission)
