/** A data rule of a menu that binds the caller, through a role or the department (JeecgBoot SysPermissionDataRule). */
export interface DataRule {
  ruleName?: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
}

/** Who asks, read from the session on every request; routes never see the token. */
export interface Caller {
  userId: string
  username: string
  realname: string
  sessionId: string
  tenantId: number
  /** Current department; null for people without one. */
  departId: string | null
  orgCode: string | null
  /** Every department the person belongs to. */
  departIds: readonly string[]
  orgCodes: readonly string[]
  roles: readonly string[]
  /** Role `admin`: every permission, every department of the tenant, no data rules. */
  isAdmin: boolean
  permissions: ReadonlySet<string>
  /** Given by a role, and not by the packages of the tenant: what counts is `permissions`. */
  beyondPacks?: ReadonlySet<string>
  /** By permission prefix of the resource: `rental:userWithdrawal`. */
  dataRules: ReadonlyMap<string, readonly DataRule[]>
  ip: string
  /** 浏览器, 企业微信, 钉钉: where the person sits, for trails. */
  host: string
  /** The task on whose behalf everything is written: the data log names it. */
  task?: string
  /** Set while an administrator looks at the product as this person, who does nothing here themselves. */
  viewedBy?: Pick<Caller, 'userId' | 'username' | 'realname'>
  /** Set while the person decides as somebody's deputy: name and user are the deputy's own, rights and scope the principal's. */
  principal?: Pick<Caller, 'userId' | 'username' | 'realname'>
}

/** The permission somebody lacks for what needs this one; undefined when they have it. */
export const lacking = (caller: Caller, permission: string): string | undefined =>
  caller.isAdmin || caller.permissions.has(permission) ? undefined : permission

export const may = (caller: Caller, permission: string): boolean => lacking(caller, permission) === undefined
