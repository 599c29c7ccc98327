/** Who belongs to a tenant's staff: whoever registered by themselves and was given nothing yet does not. */
import { sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { EVERYWHERE, userDepart, userRole } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'

const users = tableOf(resources.sysUser)
const departs = tableOf(resources.sysDepart)

/** `userId` names the person in the query around it. */
export const isStaff = (userId: SQL, tenantId: number): SQL => sql`(
  exists (select 1 from ${userRole} held where held.user_id = ${userId} and held.tenant_id in (${EVERYWHERE}, ${tenantId}))
  or exists (select 1 from ${userDepart} placed join ${departs} d on d.id = placed.dep_id
    where placed.user_id = ${userId} and d.tenant_id = ${tenantId} and ${live('d')}))`

export async function staffOf(db: Pick<Database, 'execute'>, tenantId: number): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select u.id from ${users} u where ${live('u')} and ${isStaff(sql`u.id`, tenantId)}`,
  )
  return new Set(rows.map(({ id }) => id))
}
