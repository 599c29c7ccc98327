/** What a person may do, read from the database: the slow half of a Caller. Remembered by `session.ts`. */
import { and, eq, getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { validStates } from '#resources/system/permission.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { isOpenTenant } from '../db/open-tenants.ts'
import {
  EVERYWHERE,
  departPermission,
  departRole,
  departRolePermission,
  departRoleUser,
  packPermission,
  permissionDataRule,
  rolePermission,
  userDepart,
  userRole,
} from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Caller, DataRule } from '../kernel/caller.ts'

const users = tableOf(resources.sysUser)
const tenants = tableOf(resources.sysTenant)
const departs = tableOf(resources.sysDepart)
const roles = tableOf(resources.sysRole)
const permissions = tableOf(resources.sysPermission)

export interface Person {
  id: string
  username: string
  realname: string
  /** 1 normal, 2 frozen. */
  status: number
  orgCode: string | null
  relTenantIds: string | null
}

export interface Tenant {
  id: number
  name: string
}

export interface Depart {
  id: string
  departName: string
  orgCode: string
  /** 2 is a department; the newer client offers only those when one changes places. */
  orgCategory: string
  parentId: string | null
}

export const csv = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export async function personById(db: Database, id: string): Promise<Person | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      realname: users.realname,
      status: users.status,
      orgCode: users.orgCode,
      relTenantIds: users.relTenantIds,
    })
    .from(users)
    .where(and(eq(users.id, id), live(users), eq(users.delFlag, 0)))
  return row as Person | undefined
}

/** Tenants that are there, not frozen, and whose time it is. */
export const openTenants: SQL = sql.raw(isOpenTenant(getTableName(tenants)))

/** The person's tenants that are open today, in the order of their list. */
export async function openTenantsOf(db: Database, person: Pick<Person, 'relTenantIds'>): Promise<Tenant[]> {
  const ids = csv(person.relTenantIds)
  if (!ids.length) return []
  const rows = (await db
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(and(inArray(tenants.id, ids), openTenants))) as { id: string; name: string }[]
  return rows
    .map((row) => ({ id: Number(row.id), name: row.name }))
    .sort((a, b) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id)))
}

/** The person's departments in this tenant, by code. */
export async function departsOf(db: Database, userId: string, tenantId: number): Promise<Depart[]> {
  const rows = await db
    .select({
      id: departs.id,
      departName: departs.departName,
      orgCode: departs.orgCode,
      orgCategory: departs.orgCategory,
      parentId: departs.parentId,
    })
    .from(userDepart)
    .innerJoin(departs, eq(departs.id, userDepart.depId))
    .where(and(eq(userDepart.userId, userId), eq(departs.tenantId, tenantId), live(departs)))
    .orderBy(departs.orgCode)
  return rows as Depart[]
}

/** Rows of the link between people and roles that count in this tenant. */
export const heldIn = (tenantId: number): SQL => inArray(userRole.tenantId, [...new Set([EVERYWHERE, tenantId])])

/** What was given in this tenant; roles of the person's other tenants count there only. */
export async function rolesOf(
  db: Database,
  userId: string,
  tenantId: number,
): Promise<{ id: string; roleCode: string }[]> {
  const rows = await db
    .select({ id: roles.id, roleCode: roles.roleCode })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.roleId))
    .where(and(eq(userRole.userId, userId), heldIn(tenantId), live(roles)))
    .orderBy(roles.roleCode)
  return rows
}

/** A menu row granted by a role or to a department, with the data rules that bind whoever has it from there. */
interface Grant {
  permissionId: string
  dataRuleIds: string | null
}

async function grantsOf(db: Database, userId: string, roleIds: string[], departIds: string[]): Promise<Grant[]> {
  const ofRoles = roleIds.length
    ? await db
        .select({ permissionId: rolePermission.permissionId, dataRuleIds: rolePermission.dataRuleIds })
        .from(rolePermission)
        .where(inArray(rolePermission.roleId, roleIds))
    : []
  const ofDepartRoles = departIds.length
    ? await db
        .select({ permissionId: departRolePermission.permissionId, dataRuleIds: departRolePermission.dataRuleIds })
        .from(departRoleUser)
        .innerJoin(departRole, eq(departRole.id, departRoleUser.droleId))
        .innerJoin(departRolePermission, eq(departRolePermission.roleId, departRole.id))
        .where(and(eq(departRoleUser.userId, userId), inArray(departRole.departId, departIds)))
    : []
  return [...ofRoles, ...ofDepartRoles]
}

const packs = tableOf(resources.sysTenantPack)
/** Of the packages those that give something. */
export const packInForce = and(eq(packs.status, enableStates.on), live(packs))

/** Menu rows that the packages of this tenant hold; undefined where it has none and nothing is limited. */
export async function packedIn(db: Database | Tx, tenantId: number): Promise<ReadonlySet<string> | undefined> {
  const [tenant] = await db
    .select({ packIds: tenants.packIds })
    .from(tenants)
    .where(eq(tenants.id, String(tenantId)))
  const ids = csv(tenant?.packIds)
  if (!ids.length) return undefined
  const rows = await db
    .selectDistinct({ id: packPermission.permissionId })
    .from(packPermission)
    .innerJoin(packs, eq(packs.id, packPermission.packId))
    .where(and(inArray(packs.id, ids), packInForce))
  return new Set(rows.map(({ id }) => id))
}

/** What the department worked in was granted. It gives nobody a menu, but its data rules bind everybody who works there. */
const boundsOf = (db: Database, departId: string): Promise<Grant[]> =>
  db
    .select({ permissionId: departPermission.permissionId, dataRuleIds: departPermission.dataRuleIds })
    .from(departPermission)
    .where(eq(departPermission.departId, departId))

export interface Access extends Pick<
  Caller,
  'departId' | 'orgCode' | 'departIds' | 'orgCodes' | 'roles' | 'isAdmin' | 'permissions' | 'beyondPacks' | 'dataRules'
> {
  /** Menu rows granted, for the menu. */
  permissionIds: ReadonlySet<string>
}

/** `wantedOrgCode`: the department chosen for this session, if the person is still in it. */
export async function accessOf(
  db: Database,
  person: Person,
  tenantId: number,
  wantedOrgCode: string | null,
): Promise<Access> {
  const mine = await departsOf(db, person.id, tenantId)
  const current =
    mine.find(({ orgCode }) => orgCode === wantedOrgCode) ??
    mine.find(({ orgCode }) => orgCode === person.orgCode) ??
    mine[0]
  const myRoles = await rolesOf(db, person.id, tenantId)
  const departIds = mine.map(({ id }) => id)
  const grants = await grantsOf(
    db,
    person.id,
    myRoles.map(({ id }) => id),
    departIds,
  )
  const given = await rowsOf(db, grants)
  const packed = given.length ? await packedIn(db, tenantId) : undefined
  // A group of the menu is no permission; administrators are the platform's, and no tenant's package binds them.
  const granted = given.filter(({ id, perms }) => !perms || !packed || packed.has(id))
  const permitted = new Set(granted.flatMap(({ perms }) => csv(perms)))
  return {
    departId: current?.id ?? null,
    orgCode: current?.orgCode ?? null,
    departIds,
    orgCodes: mine.map(({ orgCode }) => orgCode),
    roles: myRoles.map(({ roleCode }) => roleCode),
    isAdmin: myRoles.some(({ roleCode }) => roleCode === 'admin'),
    permissions: permitted,
    beyondPacks: new Set(given.flatMap(({ perms }) => csv(perms)).filter((code) => !permitted.has(code))),
    permissionIds: new Set(granted.map(({ id }) => id)),
    // Of all that was given: a page that the package leaves out still bounds what is left of it.
    dataRules: await rulesOf(db, given, grants, current ? await boundsOf(db, current.id) : []),
  }
}

/** Of the menu those rows that give something. */
export const menuInForce = and(
  live(permissions),
  sql`coalesce(${permissions.delFlag}, 0) = 0`,
  sql`coalesce(${permissions.status}, '1') = '1'`,
)

/** The menu rows granted that are in force. */
async function rowsOf(db: Database, grants: readonly Grant[]): Promise<{ id: string; perms: string | null }[]> {
  const ids = [...new Set(grants.map(({ permissionId }) => permissionId))]
  if (!ids.length) return []
  return db
    .select({ id: permissions.id, perms: permissions.perms })
    .from(permissions)
    .where(and(inArray(permissions.id, ids), menuInForce))
}

/** What these roles alone let somebody see. */
export async function accessByRoles(
  db: Database,
  roleIds: readonly string[],
): Promise<Pick<Access, 'permissions' | 'dataRules'>> {
  const grants = await grantsOf(db, '', [...roleIds], [])
  const given = await rowsOf(db, grants)
  return {
    permissions: new Set(given.flatMap(({ perms }) => csv(perms))),
    dataRules: await rulesOf(db, given, grants),
  }
}

/** `rental:userWithdrawal:list` → `rental:userWithdrawal` */
export const prefixOf = (code: string) => code.split(':').slice(0, -1).join(':')

/**
 * Per resource: those of the grants, one per column (the last wins, as in the contract's server), and those of the
 * department on top, so that a role never sees past what its department may.
 */
async function rulesOf(db: Database, granted: { id: string; perms: string | null }[], ...holders: Grant[][]) {
  const found = new Map<string, DataRule[]>()
  const idsOf = (grants: Grant[]) => new Set(grants.flatMap(({ dataRuleIds }) => csv(dataRuleIds)))
  const ids = idsOf(holders.flat())
  if (!ids.size) return found
  const rules = await db
    .select()
    .from(permissionDataRule)
    .where(and(inArray(permissionDataRule.id, [...ids]), eq(permissionDataRule.status, validStates.valid)))
    .orderBy(permissionDataRule.createTime)
  const prefixes = new Map(granted.map(({ id, perms }) => [id, prefixOf(csv(perms)[0] ?? '')]))
  for (const held of holders.map(idsOf)) {
    const byColumn = new Map<string, [prefix: string, rule: DataRule]>()
    for (const rule of rules) {
      const prefix = prefixes.get(rule.permissionId)
      if (prefix && held.has(rule.id)) byColumn.set(`${prefix} ${rule.ruleColumn}`, [prefix, rule])
    }
    for (const [prefix, rule] of byColumn.values()) found.set(prefix, [...(found.get(prefix) ?? []), rule])
  }
  return found
}
