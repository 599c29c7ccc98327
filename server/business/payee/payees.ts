/** Who gains by a decision never takes it. */
import { inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import type { Row } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'

const provider = tableOf(resources.serviceProvider)

/** Provider → the login that belongs to it; providers without one are left out. */
export async function loginsOf(db: Database | Tx, providerIds: readonly string[]): Promise<Map<string, string>> {
  if (!providerIds.length) return new Map()
  const found = await db
    .select({ id: provider.id, userId: provider.userId })
    .from(provider)
    .where(inArray(provider.id, [...providerIds]))
  return new Map(found.flatMap(({ id, userId }) => (userId ? [[id, userId] as const] : [])))
}

/** The login of the provider that gets the money, so that he cannot decide on it. */
export async function addPayees(rows: Row[], db: Database | Tx): Promise<void> {
  const paid = rows.filter((row) => row.ownerType === ownerTypes.provider)
  const logins = await loginsOf(
    db,
    paid.map(({ ownerId }) => String(ownerId)),
  )
  for (const row of rows) row.payeeId = logins.get(String(row.ownerId)) ?? null
}
