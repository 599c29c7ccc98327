/** Whether one person may and sees no more than another: whoever opens, binds or names somebody's account has what is theirs. */
import { inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import { may, type Caller, type DataRule } from '../kernel/caller.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { forbidden } from '../kernel/errors.ts'
import { accessOf, csv, prefixOf, type Access, type Person } from './access.ts'
import { callerFor } from './caller-for.ts'

const users = tableOf(resources.sysUser)

const isSame = (one: DataRule, other: DataRule) =>
  one.ruleColumn === other.ruleColumn &&
  one.ruleConditions === other.ruleConditions &&
  one.ruleValue === other.ruleValue

/** The resources, by permission prefix, of these codes whose rows a data rule keeps from the caller. */
export function boundOn(caller: Caller, codes: Iterable<string>): string[] {
  if (caller.isAdmin) return []
  return [...new Set([...codes].map(prefixOf))].filter((prefix) => caller.dataRules.get(prefix)?.length)
}

/** Those of which somebody with this access sees rows that a data rule keeps from the caller. */
export const moreRows = (caller: Caller, { permissions, dataRules }: Pick<Access, 'permissions' | 'dataRules'>) =>
  boundOn(caller, permissions).filter((prefix) => {
    const theirs = dataRules.get(prefix) ?? []
    return !caller.dataRules.get(prefix)!.every((rule) => theirs.some((one) => isSame(one, rule)))
  })

const isWithin = (caller: Caller, access: Access): boolean =>
  caller.isAdmin ||
  (!access.isAdmin && [...access.permissions].every((code) => may(caller, code)) && !moreRows(caller, access).length)

/** Those of these people who may or see, in some tenant of theirs, what the caller may or sees not there. Frozen ones count: they may come back. */
export async function beyondRights(
  db: Database | Tx,
  caller: Caller,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = userIds.filter((id) => id !== caller.userId)
  if (caller.isAdmin || !asked.length) return new Set()
  const people = (await db.select().from(users).where(inArray(users.id, asked))) as Person[]
  const found = new Set<string>()
  for (const person of people) {
    const tenants = csv(person.relTenantIds).map(Number)
    // Whoever belongs to no tenant is the platform's.
    if (!tenants.length) found.add(person.id)
    for (const tenantId of tenants) {
      const there = tenantId === caller.tenantId ? caller : await callerFor(db, caller.userId, tenantId)
      const access = await accessOf(db, person, tenantId, null)
      if (there ? !isWithin(there, access) : access.isAdmin || access.permissions.size) found.add(person.id)
    }
  }
  return found
}

export const BEYOND_RIGHTS = '该用户的权限超出您的权限，请由其本人或管理员修改'

/** Giving somebody's account a key (a password, a phone, a chat account) is for who may and sees all that they do. */
export async function refuseBeyondRights(
  db: Database | Tx,
  caller: Caller,
  userIds: readonly string[],
  words = BEYOND_RIGHTS,
): Promise<void> {
  if ((await beyondRights(db, caller, userIds)).size) throw forbidden(words)
}
