/** Leaving a tenant: what was given there goes with it, so that nothing comes back by itself with whoever comes back. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { deputy } from '../db/notify-tables.ts'
import { userDepart, userRole } from '../db/tables.ts'
import { csv } from '../people/access.ts'
import type { Caller } from '../kernel/caller.ts'
import { actionOf } from '../resource/action.ts'
import type { Row } from '../resource/hooks.ts'
import { tableOf } from '../db/table.ts'
import { takeDepartRoles } from './leave-department.ts'
import { traceLink } from './links.ts'

const departs = tableOf(resources.sysDepart)

const tenantsOf = (row: Row | undefined): string[] => csv(row?.relTenantIds as string | null | undefined)

export const tenantsLeft = (before: Row | undefined, after: Row): number[] =>
  tenantsOf(before)
    .filter((id) => !tenantsOf(after).includes(id))
    .map(Number)

const departsOf = (tx: Tx, tenantId: number) =>
  tx.select({ id: departs.id }).from(departs).where(eq(departs.tenantId, tenantId))

/** Of the departments somebody leads those that are not this tenant's, comma-joined as a person has them. */
export async function ledElsewhere(tx: Tx, departIds: readonly string[], tenantId: number): Promise<string | null> {
  const here = new Set((await departsOf(tx, tenantId)).map(({ id }) => id))
  return departIds.filter((id) => !here.has(id)).join(',') || null
}

/** Takes a person out of the caller's tenant; saving the rest of their list takes what was given here. */
export const leaveTenant = actionOf(resources.sysUser, 'leaveTenant', async ({ caller, row }) => {
  row.relTenantIds = tenantsOf(row)
    .filter((id) => id !== String(caller.tenantId))
    .join(',')
})

/** Roles, departments and deputies of this tenant. */
export async function takeWhatWasGiven(tx: Tx, caller: Caller, userId: string, tenantId: number): Promise<void> {
  const roles = await tx
    .delete(userRole)
    .where(and(eq(userRole.userId, userId), eq(userRole.tenantId, tenantId)))
    .returning({ id: userRole.roleId })
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const here = departsOf(tx, tenantId)
  const left = await tx
    .delete(userDepart)
    .where(and(eq(userDepart.userId, userId), inArray(userDepart.depId, here)))
    .returning({ id: userDepart.depId })
  await takeDepartRoles(tx, [userId], ids(await here))
  await tx
    .delete(deputy)
    .where(and(eq(deputy.tenantId, tenantId), or(eq(deputy.userId, userId), eq(deputy.deputyId, userId))))
  await traceLink(tx, caller, resources.sysUser, userId, '移出租户', { tenantId, roleIds: ids(roles), departIds: ids(left) }, {}) // prettier-ignore
}
