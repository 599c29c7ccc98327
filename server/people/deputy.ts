/** Who decides for whom: people named while somebody is away, each in the tenant they were named in. */
import { and, desc, eq, gt, lte, or, sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { allOf } from '../db/all-of.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { deputy } from '../db/notify-tables.ts'
import { tableOf } from '../db/table.ts'

const users = tableOf(resources.sysUser)

/** Members of the tenant who can sign in. */
export const members = (tenantId: number): SQL =>
  allOf(
    eq(users.status, 1),
    eq(users.delFlag, 0),
    live(users),
    sql`(',' || ${users.relTenantIds} || ',') like ${`%,${tenantId},%`}`,
  )

/** People whose every department is a provider's or below one: they decide for nobody at the platform. */
export const partners = (tenantId: number): SQL => sql`(
  select mine.user_id from sys_user_depart mine
    join sys_depart own on own.id = mine.dep_id and own.tenant_id = ${tenantId} and ${live('own')}
  group by mine.user_id
  having bool_and(exists (
    select from rental_service_provider provider
      join sys_depart theirs on theirs.id = provider.depart_id and theirs.tenant_id = ${tenantId}
    where ${live('provider')} and theirs.org_code <> '' and own.org_code like theirs.org_code || '%')))`

/** Members who may decide for somebody else. */
export const possibleDeputies = (tenantId: number): SQL =>
  allOf(members(tenantId), sql`${users.id} not in ${partners(tenantId)}`)

/**
 * Who decides for this person in this tenant at this moment; undefined when nobody was named for it, when the person was
 * frozen or has gone, or when who was named could not be named any more. The newest entry counts.
 */
export async function deputyOf(
  db: Database | Tx,
  userId: string,
  tenantId: number,
  now: Date,
): Promise<string | undefined> {
  const at = now.toISOString()
  const [row] = await db
    .select({ id: deputy.deputyId })
    .from(deputy)
    .where(
      and(eq(deputy.userId, userId), eq(deputy.tenantId, tenantId), lte(deputy.beginTime, at), gt(deputy.endTime, at)),
    )
    .orderBy(desc(deputy.createTime), desc(deputy.id))
    .limit(1)
  if (!row) return undefined
  // Both: nobody decides for who was frozen or has gone.
  const able = await db
    .select({ id: users.id })
    .from(users)
    .where(or(and(eq(users.id, userId), members(tenantId)), and(eq(users.id, row.id), possibleDeputies(tenantId))))
  return able.length === 2 ? row.id : undefined
}
