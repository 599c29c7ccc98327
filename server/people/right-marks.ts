/**
 * What somebody may open, as one short text that is another when it is more or less. For many people at once: nobody's menu is
 * built for it.
 */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { ACCESS_VERSION } from '../db/access-version.ts'
import { partsOf } from '../db/comma-joined.ts'
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
import { menuInForce, packInForce } from './access.ts'

const tenants = tableOf(resources.sysTenant)
const packs = tableOf(resources.sysTenantPack)
const permissions = tableOf(resources.sysPermission)
const departs = tableOf(resources.sysDepart)
const roles = tableOf(resources.sysRole)

interface Somebody {
  userId: string
  tenant: number
}

interface Marks {
  marks: ReadonlyMap<string, string>
  /** They are of these rights (`access-version.ts`); undefined when nobody was asked for. */
  version: number | undefined
}

export const markKey = ({ userId, tenant }: Somebody): string => `${tenant} ${userId}`

const packIds = sql.raw(partsOf('t.pack_ids'))

/**
 * Of each, by `markKey`: what `access.ts` counts. Roles count with what they were granted and is in force, not with what staff
 * write into a row of the menu: who renames a page changes nobody's rights, and everybody's menu would be asked for at once.
 */
export async function rightMarks(db: Database, people: readonly Somebody[]): Promise<Marks> {
  const userIds = sql.param(people.map(({ userId }) => userId))
  const tenantIds = sql.param(people.map(({ tenant }) => tenant))
  const { rows } = await db.execute<{ key: string; mark: string; version: number }>(sql`
    with asked as (select distinct * from unnest(${userIds}::text[], ${tenantIds}::int[]) as a (user_id, tenant_id)),
    packed as materialized (
      select t.id, md5(coalesce(string_agg(distinct p.permission_id, ',' order by p.permission_id), '')) as mark
      from ${tenants} t left join (${packs} join ${packPermission} p on p.pack_id = ${packs.id} and ${packInForce})
        on ${packs.id} = any(${packIds})
      where t.id in (select tenant_id::text from asked) and cardinality(array_remove(${packIds}, '')) > 0 group by t.id),
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
    -- Whose menu is everything there is.
    whole as materialized (select md5(string_agg(${permissions.id}, ',' order by ${permissions.id})) as mark
      from ${permissions} where ${menuInForce}),
    granted as materialized (
      select g.role_id, md5(g.role_id || string_agg(g.permission_id, ',' order by g.permission_id)) as mark
      from (select role_id, permission_id from ${rolePermission} where role_id in (select role_id from held)
        union select role_id, permission_id from ${departRolePermission} where role_id in (select role_id from held)) g
        join ${permissions} on ${permissions.id} = g.permission_id and ${menuInForce}
      group by g.role_id)
    select a.tenant_id || ' ' || a.user_id as key,
      md5(coalesce((select string_agg(coalesce(g.mark, h.role_id), ',' order by h.role_id)
          from held h left join granted g on g.role_id = h.role_id
          where h.user_id = a.user_id and h.tenant_id = a.tenant_id), '')
        || coalesce((select w.mark from whole w where exists (select 1 from held h join ${roles} r on r.id = h.role_id
            where h.user_id = a.user_id and h.tenant_id = a.tenant_id and r.role_code = 'admin')), '')
        || coalesce((select p.mark from packed p where p.id = a.tenant_id::text), '')) as mark,
      ${sql.raw(ACCESS_VERSION)} as version
    from asked a`)
  return { marks: new Map(rows.map(({ key, mark }) => [key, mark])), version: rows[0]?.version }
}
