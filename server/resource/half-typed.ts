/** The half-typed form that a save came from: it goes in the same transaction, so that it never fills the next form. */
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '../kernel/database.ts'
import { formDraft } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'

/** Which writing of a draft it is. */
export const draftStamp = sql<string>`extract(epoch from ${formDraft.updateTime})::text`

/** The header `X-Draft` holds the stamp of the draft; what another device has written since stays. */
export async function dropDraftOf(
  tx: Tx,
  caller: Caller,
  request: FastifyRequest,
  { name }: Resource,
  recordId = '',
): Promise<void> {
  const stamp = request.headers['x-draft']
  if (typeof stamp !== 'string') return
  await tx
    .delete(formDraft)
    .where(
      and(
        eq(formDraft.userId, caller.userId),
        eq(formDraft.tenantId, caller.tenantId),
        eq(formDraft.resource, name),
        eq(formDraft.recordId, recordId),
        sql`${draftStamp} = ${stamp}`,
      ),
    )
}
