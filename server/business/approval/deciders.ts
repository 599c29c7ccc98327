/** Who may decide on one record, and who stands above them. */
import { sql, type SQL } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { live } from '../../db/live.ts'
import { departRolePermission, departRoleUser, EVERYWHERE, rolePermission, userRole } from '../../db/tables.ts'
import { callerFor } from '../../people/caller-for.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { forbiddenIn } from '../../resource/action.ts'
import type { Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { tableOf } from '../../db/table.ts'
import type { Services } from '../../kernel/services.ts'

const users = tableOf(resources.sysUser)
const roles = tableOf(resources.sysRole)
const departs = tableOf(resources.sysDepart)
const permissions = tableOf(resources.sysPermission)

/** Above everybody in the business; see `seed/roles.ts`. */
const CHIEF_ROLE = 'operations-manager'

async function peopleWhere(tx: Database | Tx, tenantId: number, condition: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from ${users} u
    where ${live('u')} and u.del_flag = 0 and u.status = 1
      and (',' || u.rel_tenant_ids || ',') like ${`%,${tenantId},%`} and ${condition}
    order by u.id`)
  return rows.map(({ id }) => id)
}

const heldHere = (tenantId: number): SQL => sql`ur.tenant_id in (${EVERYWHERE}, ${tenantId})`

const hasRole = (code: string, tenantId: number): SQL => sql`exists (
  select 1 from ${userRole} ur join ${roles} r on r.id = ur.role_id
  where ur.user_id = u.id and ${heldHere(tenantId)} and r.role_code = ${code} and ${live('r')})`

/** Granted by a role or a department role; may be too many (a disabled menu), never too few: each is judged afterwards. */
const isGranted = (code: string, tenantId: number): SQL => sql`(${hasRole('admin', tenantId)} or exists (
  select 1 from ${permissions} p where (',' || p.perms || ',') like ${`%,${code},%`} and ${live('p')} and (
    exists (select 1 from ${userRole} ur join ${rolePermission} rp on rp.role_id = ur.role_id
      where ur.user_id = u.id and ${heldHere(tenantId)} and rp.permission_id = p.id)
    or exists (select 1 from ${departRoleUser} du join ${departRolePermission} dp on dp.role_id = du.drole_id
      where du.user_id = u.id and dp.permission_id = p.id))))`

/** Everybody of the tenant who has this permission there. */
export async function peopleWith(db: Database | Tx, tenantId: number, code: string): Promise<Caller[]> {
  const found: Caller[] = []
  for (const id of await peopleWhere(db, tenantId, isGranted(code, tenantId))) {
    const caller = await callerFor(db, id, tenantId)
    if (caller && may(caller, code)) found.push(caller)
  }
  return found
}

type Judging = { tx: Tx; services: Services }

const sees = async (tx: Tx, caller: Caller, resource: Resource, row: Row): Promise<boolean> =>
  may(caller, `${resource.permission}:list`) && Boolean(await findRow(tx, caller, resource, String(row.id)))

/** Everybody of the tenant whose rights and scope reach this record with this action, and whom no rule keeps from it. */
export async function decidersOf(
  { tx, services }: Judging,
  resource: Resource,
  row: Row,
  action: string,
): Promise<Caller[]> {
  const code = permissionOf(resource, action)
  const tenantId = Number(row.tenantId)
  const found: Caller[] = []
  for (const caller of await peopleWith(tx, tenantId, code)) {
    if (!(await sees(tx, caller, resource, row))) continue
    if (!(await forbiddenIn(tx, { services, caller }, resource, row, action))) found.push(caller)
  }
  return found
}

/** When time is up: heads of the departments above the record and the chief of operations, as far as they may see it. */
export async function peopleAbove({ tx }: Judging, resource: Resource, row: Row): Promise<Caller[]> {
  const tenantId = Number(row.tenantId)
  const leads = sql`(u.user_identity = 2 and exists (
    select 1 from ${departs} d where d.tenant_id = ${tenantId} and ${live('d')}
      and (',' || u.depart_ids || ',') like '%,' || d.id || ',%' and ${String(row.sysOrgCode ?? '')} like d.org_code || '%'))`
  const chiefs = await peopleWhere(tx, tenantId, sql`(${hasRole(CHIEF_ROLE, tenantId)} or ${leads})`)
  const seeing = async (ids: readonly string[]) => {
    const found: Caller[] = []
    for (const id of ids) {
      const caller = await callerFor(tx, id, tenantId)
      if (caller && (await sees(tx, caller, resource, row))) found.push(caller)
    }
    return found
  }
  const found = await seeing(chiefs)
  // Somebody must know of it.
  return found.length ? found : seeing(await peopleWhere(tx, tenantId, hasRole('admin', tenantId)))
}
