/**
 * What somebody may open, as one short text that is another when it is more or less. For many people at once: nobody's menu is
 * built for it.
 */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import {
  EVERYWHERE,
  departRole,
  departRolePermission,
  departRoleUser,
  packPermission,
  rolePermission,
  userDepart,
  userRole,
} from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Database } from '../kernel/database.ts'

const tenants = tableOf(resources.sysTenant)
const departs = tableOf(resources.sysDepart)
const roles = tableOf(resources.sysRole)

interface Somebody {
  userId: string
  tenant: number
}

export const markKey = ({ userId, tenant }: Somebody): string => `${tenant} ${userId}`

/**
 * Of each, by `markKey`. Roles count with what they were granted, not with what staff write into a row of the menu: who renames
 * a page changes nobody's rights, and everybody's menu would be asked for at once.
 */
export async function rightMarks(db: Database, people: readonly Somebody[]): Promise<Map<string, string>> {
  const userIds = sql.param(people.map(({ userId }) => userId))
  const tenantIds = sql.param(people.map(({ tenant }) => tenant))
  const { rows } = await db.execute<{ key: string; mark: string }>(sql`
    with asked as (select distinct * from unnest(${userIds}::text[], ${tenantIds}::int[]) as a (user_id, tenant_id)),
    packed as materialized (
      select t.id, md5(string_agg(p.pack_id || ' ' || p.permission_id, ',' order by p.pack_id, p.permission_id)) as mark
      from ${tenants} t join ${packPermission} p on p.pack_id = any(string_to_array(replace(t.pack_ids, ' ', ''), ','))
      where t.id in (select tenant_id::text from asked) group by t.id),
    held as (
      select a.user_id, a.tenant_id, r.id as role_id from asked a
        join ${userRole} u on u.user_id = a.user_id and u.tenant_id in (${EVERYWHERE}, a.tenant_id)
        join ${roles} r on r.id = u.role_id and ${live('r')}
      union
      select a.user_id, a.tenant_id, r.id from asked a
        join ${departRoleUser} u on u.user_id = a.user_id
        join ${departRole} r on r.id = u.drole_id
        join ${departs} d on d.id = r.depart_id and d.tenant_id = a.tenant_id and ${live('d')}
        join ${userDepart} i on i.dep_id = d.id and i.user_id = a.user_id),
    granted as materialized (
      select g.role_id, md5(g.role_id || string_agg(g.permission_id, ',' order by g.permission_id)) as mark
      from (select role_id, permission_id from ${rolePermission} where role_id in (select role_id from held)
        union select role_id, permission_id from ${departRolePermission} where role_id in (select role_id from held)) g
      group by g.role_id)
    select a.tenant_id || ' ' || a.user_id as key,
      md5(coalesce((select string_agg(coalesce(g.mark, h.role_id), ',' order by h.role_id)
          from held h left join granted g on g.role_id = h.role_id
          where h.user_id = a.user_id and h.tenant_id = a.tenant_id), '')
        || coalesce((select p.mark from packed p where p.id = a.tenant_id::text), '')) as mark
    from asked a`)
  return new Map(rows.map(({ key, mark }) => [key, mark]))
}
