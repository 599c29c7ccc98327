import { and, inArray } from 'drizzle-orm'
import type { Tx } from '../kernel/database.ts'
import { departRole, departRoleUser } from '../db/tables.ts'

/** Roles of a department go with who leaves it, so that nothing comes back by itself with whoever comes back. */
export async function takeDepartRoles(tx: Tx, userIds: readonly string[], departIds: readonly string[]): Promise<void> {
  if (!userIds.length || !departIds.length) return
  const roles = tx
    .select({ id: departRole.id })
    .from(departRole)
    .where(inArray(departRole.departId, [...departIds]))
  await tx
    .delete(departRoleUser)
    .where(and(inArray(departRoleUser.userId, [...userIds]), inArray(departRoleUser.droleId, roles)))
}
