/** Since when something is wrong that shows only that it is so: since anybody saw it first, on whichever node, until it is over. */
import { and, eq, inArray, like, notLike, or, sql, type SQL } from 'drizzle-orm'
import { literally } from '../../db/held-text.ts'
import { seenProblem } from '../../db/tables.ts'
import type { Services } from '../../kernel/services.ts'

/** Of the machine, not of a tenant. */
export const MACHINE = 0

/** What is wrong, and whose it is. */
interface Thing {
  tenantId: number
  key: string
}

const is = (one: Thing) => (other: Thing) => other.tenantId === one.tenantId && other.key === one.key

/** While the database takes nothing, this node alone remembers. */
const remembered = new WeakMap<object, Seen[]>()
interface Seen extends Thing {
  since: Date
}

/** What of the machine or of this tenant was seen by everybody, or by this node. */
const ours = (tenantId: number, node: string): SQL | undefined =>
  and(
    inArray(seenProblem.tenantId, [MACHINE, tenantId]),
    or(notLike(seenProblem.key, '%@%'), like(seenProblem.key, `%@${literally(node)}`)),
  )

interface Looked {
  /** All that is wrong now for this tenant and the machine and shows not since when. */
  found: readonly Thing[]
  tenantId: number
  node: string
  now: Date
  /** Everything could be looked at: what was seen before and is not among them is over. */
  whole: boolean
}

/** The same things, each with its beginning. */
export async function sinceOf({ db, pool, log, readOnly }: Services, looked: Looked): Promise<readonly Seen[]> {
  const { found, tenantId, node, now, whole } = looked
  const own = remembered.get(pool) ?? []
  const known = await db
    .select({
      tenantId: seenProblem.tenantId,
      key: seenProblem.key,
      ms: sql<number>`extract(epoch from ${seenProblem.since})::float8 * 1000`,
    })
    .from(seenProblem)
    .where(ours(tenantId, node))
    .catch((error: unknown) => {
      log.warn({ err: error }, '运行状况的开始时间没有读出')
      return []
    })
  const seen = found.map((one): Seen => {
    const ms = known.find(is(one))?.ms
    return { ...one, since: ms === undefined ? (own.find(is(one))?.since ?? now) : new Date(ms) }
  })
  remembered.set(pool, [...own.filter((one) => one.tenantId !== MACHINE && one.tenantId !== tenantId), ...seen])
  if (readOnly()) return seen
  const fresh = seen.filter((one) => !known.some(is(one)))
  const over = whole ? known.filter((row) => !found.some(is(row))) : []
  try {
    if (fresh.length)
      await db
        .insert(seenProblem)
        .values(fresh.map((one) => ({ ...one, since: one.since.toISOString() })))
        .onConflictDoNothing()
    for (const { tenantId: of, key } of over)
      await db.delete(seenProblem).where(and(eq(seenProblem.tenantId, of), eq(seenProblem.key, key)))
  } catch (error) {
    // What is wrong is told all the same.
    log.warn({ err: error }, '运行状况的开始时间没有记下')
  }
  return seen
}
