/** Codes of categories grow by level like those of departments: A01, A01A01, A01A02 (contract.md §6.8). */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import { tableOf } from '../db/table.ts'
import { nextPart } from '../people/org-code.ts'

const categories = tableOf(resources.sysCategory)

/**
 * One after the other gives codes in a tenant. Taken before the parent is: an import takes one parent after the other, and
 * would meet whoever has one of them and waits for this.
 */
export const lockCategoryCodes = (tx: Tx, tenantId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(7268204, ${tenantId})`)

/** The next code below a node or at the top. Codes of deleted nodes are not given again: conditions still name them. */
export async function nextCategoryCode(tx: Tx, tenantId: number, parent: { id: string; code: string } | undefined) {
  await lockCategoryCodes(tx, tenantId)
  const above = parent?.code ?? ''
  const at = parent ? eq(categories.pid, parent.id) : or(isNull(categories.pid), inArray(categories.pid, ['', '0']))
  const [last] = await tx
    .select({ code: sql<string | null>`max(${categories.code})` })
    .from(categories)
    .where(and(eq(categories.tenantId, tenantId), at, sql`length(${categories.code}) = ${above.length + 3}`))
  const part = nextPart(last?.code?.slice(-3))
  if (!part) throw refused('同级分类过多，无法再编码')
  return above + part
}
