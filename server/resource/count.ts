import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Resource } from '#model/resource.ts'
import type { Database } from '../db/connect.ts'
import { tableOf } from './table.ts'

/** Counting a million rows costs more than reading a page of them, so a large count is remembered for a moment. */
const LARGE = 50_000
const REMEMBER_MS = 10_000
const MOST = 500

const dialect = new PgDialect()
const remembered = new Map<string, { at: number; count: number }>()

export async function countRows(db: Database, resource: Resource, where: SQL): Promise<number> {
  const { sql: text, params } = dialect.sqlToQuery(where)
  const key = `${resource.table}|${text}|${JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`
  const known = remembered.get(key)
  if (known && Date.now() - known.at < REMEMBER_MS) return known.count
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(tableOf(resource))
    .where(where)
  const count = row!.count
  if (count >= LARGE) {
    if (remembered.size >= MOST) remembered.clear()
    remembered.set(key, { at: Date.now(), count })
  }
  return count
}

/** A write here makes the counts of that table stale at once; other nodes follow within ten seconds. */
export function forgetCounts(resource: Pick<Resource, 'table'>): void {
  for (const key of remembered.keys()) if (key.startsWith(`${resource.table}|`)) remembered.delete(key)
}
