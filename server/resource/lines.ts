/** Lines of several records at once, which lists do not carry. */
import { asc } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { oneOf } from '../db/one-of.ts'
import { lineTableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Row } from './hooks.ts'

/** In their order, by the id of the record; every id has its list. */
export async function linesOf(
  db: Database | Tx,
  resource: Pick<Resource, 'name'>,
  name: string,
  ids: readonly string[],
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>(ids.map((id) => [id, []]))
  if (!ids.length) return found
  const table = lineTableOf(resource, name)
  const rows = await db
    .select()
    .from(table)
    .where(oneOf(table.mainId, [...ids]))
    .orderBy(asc(table.orderNum))
  for (const row of rows) found.get(String(row.mainId))?.push(row)
  return found
}
