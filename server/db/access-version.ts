/** The number that every change of rights raises (`access-triggers.ts`): what was read under it holds until it is another. */
import { sql } from 'drizzle-orm'
import type { Database } from '../kernel/database.ts'
import { onlyRow } from './only-row.ts'

/** A part of statements, so that it comes with what is read. */
export const ACCESS_VERSION = 'coalesce((select version from sys_access_version where id = 1), 0)'

export async function accessVersionNow(db: Database): Promise<number> {
  const { rows } = await db.execute<{ version: number }>(sql`select ${sql.raw(ACCESS_VERSION)} as version`)
  return onlyRow(rows).version
}
