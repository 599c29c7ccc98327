/** Every table of the database: the generated ones and the hand-written ones. Migrations are made from this. */
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { generatedTables } from './table.ts'
import * as backups from './backup-table.ts'
import * as notifying from './notify-tables.ts'
import * as tasks from './task-tables.ts'
import * as written from './tables.ts'

const byHand: Record<string, unknown> = { ...written, ...notifying, ...tasks, ...backups }
const kept = new Set(Object.values(byHand).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : [])))

export const schema: Record<string, unknown> = {
  // A definition may list what a table kept by hand holds; then that one says what the table is.
  ...Object.fromEntries(Object.entries(generatedTables()).filter(([name]) => !kept.has(name))),
  ...byHand,
}
