/** Codes of departments: one letter and two digits for each level, A01 … A99, B01 … Z99 (contract.md §6.3). */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import { tableOf } from '../db/table.ts'

const departs = tableOf(resources.sysDepart)

/** A01 → A02, A99 → B01; undefined after Z99. */
export function nextPart(part: string | undefined): string | undefined {
  if (!part) return 'A01'
  const [letter, digits] = [part.charCodeAt(0), Number(part.slice(1))]
  if (digits < 99) return part[0] + String(digits + 1).padStart(2, '0')
  return letter < 90 ? `${String.fromCharCode(letter + 1)}01` : undefined
}

/**
 * The next code below a department, or at the top of the tenant. Whoever makes another one at the same place waits until
 * this transaction ends. Codes of deleted departments are not given again: old records still carry them. One that moved
 * leaves a deleted one with its old code behind.
 */
export async function nextOrgCode(
  tx: Tx,
  tenantId: number,
  parent: { id: string; orgCode: string } | undefined,
): Promise<string> {
  if (parent) await tx.select({ id: departs.id }).from(departs).where(eq(departs.id, parent.id)).for('update')
  else await tx.execute(sql`select pg_advisory_xact_lock(7268203, ${tenantId})`)
  const above = parent?.orgCode ?? ''
  const siblings = parent
    ? eq(departs.parentId, parent.id)
    : or(isNull(departs.parentId), inArray(departs.parentId, ['', '0']))
  const [last] = await tx
    .select({ code: sql<string | null>`max(${departs.orgCode})` })
    .from(departs)
    .where(and(eq(departs.tenantId, tenantId), siblings, sql`length(${departs.orgCode}) = ${above.length + 3}`))
  const part = nextPart(last?.code?.slice(-3))
  if (!part) throw refused('同级部门过多，无法再编码')
  return above + part
}
