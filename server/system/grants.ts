/** Nobody gives away more than they have: the one rule behind every change of roles and grants. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { live } from '../db/live.ts'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { EVERYWHERE, permissionDataRule, rolePermission, userRole } from '../db/tables.ts'
import { accessByRoles, csv, packedIn } from '../people/access.ts'
import { callerFor } from '../people/caller-for.ts'
import { boundOn, moreRows } from '../people/within.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { tableOf } from '../db/table.ts'

const permissions = tableOf(resources.sysPermission)
const roles = tableOf(resources.sysRole)

export async function refuseBeyond(
  db: Database | Tx,
  caller: Caller,
  permissionIds: readonly string[],
  words = '不能授予自己没有的权限',
): Promise<void> {
  if (!permissionIds.length) return
  const rows = await db
    .select({ id: permissions.id, perms: permissions.perms, name: permissions.name })
    .from(permissions)
    .where(and(inArray(permissions.id, [...permissionIds]), live(permissions)))
  if (rows.length !== new Set(permissionIds).size) throw notFound('菜单')
  const beyond = rows.find(({ perms }) => csv(perms).some((code) => !may(caller, code)))
  if (beyond) throw forbidden(`${words}：${beyond.name}`)
}

/**
 * Whoever sees only some of the rows takes that rule off nobody, and gives nobody the menu without it: they would have the
 * rest by themselves, or by a second account.
 */
export async function refuseBound(db: Database | Tx, caller: Caller, permissionIds: readonly string[]): Promise<void> {
  if (caller.isAdmin || !caller.dataRules.size || !permissionIds.length) return
  const rows = await db
    .select({ perms: permissions.perms, name: permissions.name })
    .from(permissions)
    .where(inArray(permissions.id, [...permissionIds]))
  const bound = rows.find(({ perms }) => boundOn(caller, csv(perms)).length)
  if (bound) throw forbidden(`“${bound.name}”的数据规则也限制您自己，不能由您授予或改动，请由管理员处理`)
}

/** A menu row that carries data rules, changed in what it means, unbinds whoever they bind. */
export async function refuseRuled(db: Database | Tx, caller: Caller, permissionIds: readonly string[]): Promise<void> {
  if (caller.isAdmin || !permissionIds.length) return
  const ruled = await db
    .selectDistinct({ id: permissionDataRule.permissionId })
    .from(permissionDataRule)
    .where(inArray(permissionDataRule.permissionId, [...permissionIds]))
  await refuseRules(
    db,
    caller,
    ruled.map(({ id }) => id),
  )
}

/** The data rules of these menu rows are for who may all that the rows open, and sees all of it. */
export async function refuseRules(db: Database | Tx, caller: Caller, permissionIds: readonly string[]): Promise<void> {
  await refuseBeyond(db, caller, permissionIds, '数据规则只能由有该权限的人改动')
  await refuseBound(db, caller, permissionIds)
}

/** From these roles to those: nobody gets rows that a data rule keeps from the caller. */
export async function refuseMoreRows(
  db: Database | Tx,
  caller: Caller,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  if (caller.isAdmin || !caller.dataRules.size) return
  const had = new Set(moreRows(caller, await accessByRoles(db, before)))
  const gets = moreRows(caller, await accessByRoles(db, wanted))
  if (gets.some((prefix) => !had.has(prefix)))
    throw forbidden('数据规则限制您看到的记录，不能让别人由此看到更多，请由管理员调整角色')
}

/** A department's rules bind whoever works in it: whom a rule binds chooses no other department for themselves. */
export function refuseOwnDeparts(caller: Caller, userIds: readonly string[]): void {
  if (!caller.isAdmin && caller.dataRules.size && userIds.includes(caller.userId))
    throw forbidden('数据规则限制您看到的记录，不能改变自己的部门，请由管理员处理')
}

/** What roles and departments of a tenant get is in its packages, whoever gives it. */
export async function refuseBeyondPacks(
  db: Database | Tx,
  caller: Caller,
  permissionIds: readonly string[],
): Promise<void> {
  const packed = permissionIds.length ? await packedIn(db, caller.tenantId) : undefined
  if (!packed) return
  const rows = await db
    .select({ id: permissions.id, perms: permissions.perms, name: permissions.name })
    .from(permissions)
    .where(inArray(permissions.id, [...permissionIds]))
  const beyond = rows.find(({ id, perms }) => perms && !packed.has(id))
  if (beyond) throw forbidden(`本租户的套餐不含“${beyond.name}”，不能授予`)
}

/** Giving or taking a role needs everything the role may; the role `admin` needs an administrator. */
export async function refuseRolesBeyond(db: Database | Tx, caller: Caller, roleIds: readonly string[]): Promise<void> {
  if (!roleIds.length) return
  const rows = await db
    .select({ id: roles.id, code: roles.roleCode })
    .from(roles)
    .where(and(inArray(roles.id, [...roleIds]), live(roles)))
  if (rows.length !== new Set(roleIds).size) throw notFound('角色')
  if (caller.isAdmin) return
  if (rows.some(({ code }) => code === 'admin')) throw forbidden('只有管理员可以授予或收回管理员角色')
  const granted = await db
    .selectDistinct({ id: rolePermission.permissionId })
    .from(rolePermission)
    .innerJoin(permissions, eq(permissions.id, rolePermission.permissionId))
    .where(and(inArray(rolePermission.roleId, [...roleIds]), live(permissions)))
  await refuseBeyond(
    db,
    caller,
    granted.map(({ id }) => id),
  )
}

/** Where a role that this caller gives counts: in the tenant they give it in; the administrators' own is the platform's. */
export async function tenantOfRole(db: Database | Tx, caller: Caller, roleId: string): Promise<number> {
  const [role] = await db.select({ code: roles.roleCode }).from(roles).where(eq(roles.id, roleId))
  return role?.code === 'admin' ? EVERYWHERE : caller.tenantId
}

/**
 * A role means the same in every tenant, so what it means is changed by who may do that wherever somebody holds it. Answers
 * with the caller as they are in each of those other tenants, for what else must be asked there.
 */
export async function whereHeld(
  db: Database | Tx,
  caller: Caller,
  roleId: string,
  permission: string,
): Promise<readonly Caller[]> {
  if (caller.isAdmin) return []
  const held = await db
    .selectDistinct({ tenantId: userRole.tenantId })
    .from(userRole)
    .where(and(eq(userRole.roleId, roleId), sql`${userRole.tenantId} <> ${caller.tenantId}`))
  const found: Caller[] = []
  for (const { tenantId } of held) {
    const there = tenantId === EVERYWHERE ? undefined : await callerFor(db, caller.userId, tenantId)
    if (!there || !may(there, permission)) throw forbidden('该角色在其他租户也有人使用，您在那里没有此权限')
    found.push(there)
  }
  return found
}

/** Only an administrator touches an administrator. */
export async function refuseAdmins(db: Database | Tx, caller: Caller, userIds: readonly string[]): Promise<void> {
  if (caller.isAdmin || !userIds.length) return
  const [found] = await db
    .select({ id: userRole.userId })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.roleId))
    .where(and(inArray(userRole.userId, [...userIds]), eq(roles.roleCode, 'admin'), live(roles)))
    .limit(1)
  if (found) throw forbidden('只有管理员可以修改管理员账号')
}
