import type { Database, Tx } from '../kernel/database.ts'
import { accessOf, csv, personById } from './access.ts'
import type { Caller } from '../kernel/caller.ts'

/**
 * A person without a session, as they would be in their own department of this tenant, or in the one given: for judging who may do something,
 * and for decisions that arrive through a card. Undefined for people who are frozen, deleted or not of this tenant.
 */
export async function callerFor(
  db: Database | Tx,
  userId: string,
  tenantId: number,
  from: Pick<Caller, 'ip' | 'host'> = { ip: '', host: '' },
  orgCode: string | null = null,
): Promise<Caller | undefined> {
  const person = await personById(db, userId)
  if (!person || person.status !== 1 || !csv(person.relTenantIds).includes(String(tenantId))) return undefined
  const { permissionIds: _, ...access } = await accessOf(db, person, tenantId, orgCode)
  const { id, username, realname } = person
  return { ...access, userId: id, username, realname, sessionId: '', tenantId, ...from }
}
