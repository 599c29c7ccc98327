/** The departments among which a figure is divided: those right under the one that a reader sees all of. */
import { and, eq, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { tableOf } from '../db/table.ts'
import type { Reading } from '../resource/list.ts'
import type { Counted } from './count.ts'

const departs = tableOf(resources.sysDepart)

/** Of the code, for each level (A01, A01A01). */
const LEVEL = 3

/** How much of a code says which department right under this one a record is of. */
export const nextWidth = (root: string): number => root.length + LEVEL

/** The code of the department whose children are told apart; nothing for a tenant with several at the top. */
export async function rootOf({ services, caller }: Reading): Promise<string> {
  if (!caller.isAdmin) return caller.orgCode ?? ''
  const tops = await services.db
    .select({ code: departs.orgCode })
    .from(departs)
    .where(and(eq(departs.tenantId, caller.tenantId), sql`length(${departs.orgCode}) = ${LEVEL}`, live(departs)))
    .limit(2)
  const [only, ...others] = tops
  return (!others.length && only?.code) || ''
}

/** In the order of what was counted; of the root itself what is in none of its children. */
export async function departmentNames(
  { services, caller }: Reading,
  found: readonly Counted[],
  root: string,
): Promise<(string | undefined)[]> {
  const codes = found.map(({ key }) => key)
  const rows = codes.length
    ? await services.db
        .select({ code: departs.orgCode, name: departs.departName })
        .from(departs)
        .where(and(eq(departs.tenantId, caller.tenantId), oneOf(departs.orgCode, codes)))
    : []
  return codes.map((code) => {
    const name = rows.find((row) => row.code === code)?.name
    return code && code === root ? `${name ?? code}（本级）` : name
  })
}
