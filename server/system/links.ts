/** Traces of what hangs on a record but is no field of it: roles of a person, grants of a role. */
import { eq } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Row } from '../resource/hooks.ts'
import { tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'

/** A data-log row of the record the link hangs on, under the record's present version. */
export async function traceLink(
  tx: Tx,
  caller: Caller,
  resource: Resource,
  id: string,
  operation: string,
  before: Row,
  after: Row,
): Promise<void> {
  const table = tableOf(resource)
  const [row] = await tx.select({ version: table.version }).from(table).where(eq(table.id, id))
  await trace(tx, caller, resource, [{ operation, id, version: Number(row?.version ?? 1), before, after }])
}

/** What is new and what is gone, between what the client started from and what it wants. */
export const difference = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
})
