/** Access answers which rows: one condition, added to every statement of a resource. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { ruleNamed } from '#model/query.ts'
import type { Resource, Scope } from '#model/resource.ts'
import { allOf } from '../db/all-of.ts'
import type { Caller, DataRule } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { live } from '../db/live.ts'
import { columnNamed, comparisons } from './conditions.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'

type Rows = (caller: Caller, table: ResourceTable) => SQL | undefined

const tenant: Rows = (caller, table) => eq(table.tenantId, caller.tenantId)
// A deputy sees with the principal's eyes.
const selfOf = (caller: Caller) => caller.principal ?? caller
const mine: Rows = (caller, table) => eq(table.createBy, selfOf(caller).username)

const scopes: Record<Scope, Rows> = {
  platform: () => undefined,
  tenant,
  // Codes grow by level (A01, A01A02), so "this department and below" is a prefix. Without a department: own rows.
  department: (caller, table) =>
    and(
      tenant(caller, table),
      caller.isAdmin
        ? undefined
        : caller.orgCode
          ? sql`${table.sysOrgCode} like ${caller.orgCode + '%'}`
          : mine(caller, table),
    ),
  own: (caller, table) => and(tenant(caller, table), mine(caller, table)),
  members: (caller, table) => sql`(',' || ${table.relTenantIds} || ',') like ${`%,${caller.tenantId},%`}`,
}

/** Where records stand that belong to no tenant. */
export const PLATFORM = 0

/** The tenant a new row belongs to. Platform-wide records and people belong to none. */
export const tenantOf = (resource: Resource, caller: Caller): number =>
  resource.scope === 'platform' || resource.scope === 'members' ? PLATFORM : caller.tenantId

/** The rows of a resource this caller may see, deleted ones never. */
export function scopeOf(caller: Caller, resource: Resource): SQL {
  const table = tableOf(resource)
  return allOf(live(table), scopes[resource.scope](caller, table), rulesOf(caller, resource))
}

/** Data rules of the menu, joined by "and". A rule that cannot be read shows nothing. */
function rulesOf(caller: Caller, resource: Resource): SQL | undefined {
  const rules = caller.isAdmin ? [] : (caller.dataRules.get(resource.permission) ?? [])
  return and(...rules.map((rule) => ruleCondition(caller, resource, rule)))
}

function ruleCondition(caller: Caller, resource: Resource, rule: DataRule): SQL {
  const column = columnNamed(resource, rule.ruleColumn)
  const name = ruleNamed(rule.ruleConditions)
  if (!column || !name) throw new Refusal(403, `数据权限规则“${rule.ruleColumn}”无法识别，请联系管理员`)
  const value = filledIn(rule.ruleValue, caller)
  return value === undefined ? sql`false` : comparisons[name](column, value)
}

const VARIABLES: Record<string, (caller: Caller) => string> = {
  sys_user_code: (caller) => selfOf(caller).username,
  sys_user_name: (caller) => selfOf(caller).realname,
  sys_user_id: (caller) => selfOf(caller).userId,
  sys_org_code: (caller) => caller.orgCode ?? '',
  sys_org_id: (caller) => caller.departId ?? '',
  sys_multi_org_code: (caller) => caller.orgCodes.join(','),
  sys_role_code: (caller) => caller.roles.join(','),
  sys_date: () => sqlDate(),
  sys_time: () => sqlDate(true),
  tenant_id: (caller) => String(caller.tenantId),
}

/** Names a data rule's value may use, in both spellings of the contract. */
export const ruleVariables = Object.keys(VARIABLES)

const sqlDate = (withTime = false) =>
  new Date().toLocaleString('sv-SE', { timeZone: process.env.TZ ?? 'Asia/Shanghai' }).slice(0, withTime ? 19 : 10)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Undefined when a variable stands for nothing (somebody without a department): `like '%'` would show everything. */
function filledIn(value: string, caller: Caller): string | undefined {
  let isWhole = true
  const filled = value.replace(/#\{(\w+)\}/g, (whole, name: string) => {
    const variable = Object.entries(VARIABLES).find(([key]) => key === name || camel(key) === name)
    if (!variable) throw new Refusal(403, `数据权限规则里的变量 ${whole} 无法识别，请联系管理员`)
    const found = variable[1](caller)
    isWhole &&= found !== ''
    return found
  })
  return isWhole ? filled : undefined
}
