/**
 * People may belong to several tenants; rights and passwords may not. What is theirs in all of them (the account and whatever
 * opens, locks or ends it) is changed by themselves or by who may do that, and sees them, in every tenant they belong to.
 */
import { and, inArray, isNotNull, or } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { csv } from '../people/access.ts'
import { callerFor } from '../people/caller-for.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden } from '../kernel/errors.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'

const users = tableOf(resources.sysUser)

export const BEYOND = '该用户还属于其他租户，您在那里没有此权限'

/** Those of these people whom this caller must leave as they are, because the permission does not reach all their tenants. */
export async function beyondReach(
  db: Database | Tx,
  caller: Caller,
  userIds: readonly string[],
  permission: string,
): Promise<ReadonlySet<string>> {
  const asked = userIds.filter((id) => id !== caller.userId)
  if (caller.isAdmin || !asked.length) return new Set()
  const people = await db
    .select({ id: users.id, tenants: users.relTenantIds })
    .from(users)
    .where(inArray(users.id, asked))
  const tenantsOf = new Map(people.map(({ id, tenants }) => [id, csv(tenants)]))
  const reached = new Map<string, ReadonlySet<string>>()
  for (const tenant of new Set([...tenantsOf.values()].flat())) {
    const there = Number(tenant) === caller.tenantId ? caller : await callerFor(db, caller.userId, Number(tenant))
    reached.set(tenant, there && may(there, permission) ? await seenBy(db, there, asked) : new Set())
  }
  // Whoever belongs to no tenant is the platform's.
  const isReached = (id: string, tenants: readonly string[]) =>
    tenants.length > 0 && tenants.every((tenant) => reached.get(tenant)?.has(id))
  return new Set([...tenantsOf].filter(([id, tenants]) => !isReached(id, tenants)).map(([id]) => id))
}

async function seenBy(db: Database | Tx, caller: Caller, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), or(isNotNull(users.deleteTime), scopeOf(caller, resources.sysUser))))
  return new Set(rows.map(({ id }) => id))
}

export async function refuseBeyondReach(
  db: Database | Tx,
  caller: Caller,
  userIds: readonly string[],
  permission: string,
): Promise<void> {
  if ((await beyondReach(db, caller, userIds, permission)).size) throw forbidden(BEYOND)
}
