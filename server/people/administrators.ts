import { and, eq, inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { userRole } from '../db/tables.ts'
import { csv, openTenantsOf } from './access.ts'
import { tableOf } from '../db/table.ts'

/** Those of the role admin, by the tenant they find their messages in. */
export async function administrators(db: Database | Tx): Promise<Map<number, string[]>> {
  const users = tableOf(resources.sysUser)
  const roles = tableOf(resources.sysRole)
  const admin = db
    .select({ id: userRole.userId })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.roleId))
    .where(and(eq(roles.roleCode, 'admin'), live(roles)))
  const found = await db
    .select({ id: users.id, tenants: users.relTenantIds })
    .from(users)
    .where(and(inArray(users.id, admin), eq(users.status, 1), live(users)))
  const all = found.flatMap(({ tenants }) => csv(tenants))
  const open = new Set((await openTenantsOf(db, { relTenantIds: [...new Set(all)].join(',') })).map(({ id }) => id))
  const byTenant = new Map<number, string[]>()
  for (const { id, tenants } of found) {
    const own = csv(tenants).map(Number)
    // One that is over lets nobody in who could read it.
    const tenantId = own.find((one) => open.has(one)) ?? own[0] ?? 0
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), id])
  }
  return byTenant
}
