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
import { columnOf, tableOf } from '../db/table.ts'

type Rows = (caller: Caller, table: ResourceTable) => SQL | undefined

/** One limit to what somebody sees of a resource: the condition, and what it says to people. Both only when asked for. */
export interface Bound {
  where(): SQL | undefined
  words(): string
}

const tenant: Rows = (caller, table) => eq(table.tenantId, caller.tenantId)
// A deputy sees with the principal's eyes.
const selfOf = (caller: Caller) => caller.principal ?? caller
const mine: Rows = (caller, table) => eq(table.createBy, selfOf(caller).username)

type BoundsIn = (caller: Caller, table: ResourceTable) => Bound[]
const bound = (caller: Caller, table: ResourceTable, rows: Rows, words: string): Bound => ({
  where: () => rows(caller, table),
  words: () => words,
})
const ofTenant: BoundsIn = (caller, table) => [bound(caller, table, tenant, '只看当前租户的')]
const ofPerson: BoundsIn = (caller, table) => [bound(caller, table, mine, '只看本人创建的')]
// Codes grow by level (A01, A01A02), so "this department and below" is a prefix.
const branch: Rows = (caller, table) => sql`${table.sysOrgCode} like ${`${caller.orgCode}%`}`

const scopes: Record<Scope, BoundsIn> = {
  platform: () => [],
  tenant: ofTenant,
  department: (caller, table) => [
    ...ofTenant(caller, table),
    ...(caller.isAdmin
      ? []
      : caller.orgCode
        ? [bound(caller, table, branch, '只看当前部门及下级部门的')]
        : [bound(caller, table, mine, '没有部门，只看本人创建的')]),
  ],
  own: (caller, table) => [...ofTenant(caller, table), ...ofPerson(caller, table)],
  members: (caller, table) => [
    bound(
      caller,
      table,
      () => sql`(',' || ${table.relTenantIds} || ',') like ${`%,${caller.tenantId},%`}`,
      '只看属于当前租户的人员',
    ),
  ],
}

/** Everything that limits which rows of a resource this caller sees: the scope of the resource, then the data rules. */
export const boundsOf = (caller: Caller, resource: Resource): Bound[] => [
  ...scopes[resource.scope](caller, tableOf(resource)),
  ...rulesOf(caller, resource),
]

/** All of a tenant, or one branch of its departments. */
export interface Branch {
  tenantId: number
  orgCode?: string
}

/** What a caller sees of a resource when that is one branch and nothing within it is hidden; undefined otherwise. */
export function branchOf(caller: Caller, resource: Resource): Branch | undefined {
  const { tenantId, orgCode, isAdmin } = caller
  if (!isAdmin && caller.dataRules.get(resource.permission)?.length) return undefined
  if (resource.scope === 'tenant' || (resource.scope === 'department' && isAdmin)) return { tenantId }
  return resource.scope === 'department' && orgCode ? { tenantId, orgCode } : undefined
}

/** Where records stand that belong to no tenant. */
export const PLATFORM = 0

/** The tenant a new row belongs to. Platform-wide records and people belong to none. */
export const tenantOf = (resource: Resource, caller: Caller): number =>
  resource.scope === 'platform' || resource.scope === 'members' ? PLATFORM : caller.tenantId

/** The rows of a resource this caller may see, deleted ones never. */
export function scopeOf(caller: Caller, resource: Resource): SQL {
  const table = tableOf(resource)
  return allOf(live(table), ownOf(resource, table), ...boundsOf(caller, resource).map((one) => one.where()))
}

/** Of a table that holds others' rows too, its own. */
const ownOf = ({ keptElsewhere = {} }: Resource, table: ResourceTable): SQL | undefined =>
  and(...Object.entries(keptElsewhere).map(([name, value]) => eq(columnOf(table, name), value)))

/** Data rules of the menu, joined by "and". A rule that cannot be read shows nothing. */
function rulesOf(caller: Caller, resource: Resource): Bound[] {
  const rules = caller.isAdmin ? [] : (caller.dataRules.get(resource.permission) ?? [])
  return rules.map((rule) => ({
    where: () => ruleCondition(caller, resource, rule),
    // What it compares with may be somebody else's: only its name and its column are said.
    words: () => {
      const column = columnNamed(resource, rule.ruleColumn)
      const name = rule.ruleName ? `“${rule.ruleName}”` : ''
      return column ? `数据规则${name}限制了${column.field.label}` : `数据规则${name}无法识别，因此不显示任何记录`
    },
  }))
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
