/** Every table of the database: the generated ones and the hand-written ones. Migrations are made from this. */
import { generatedTables } from './table.ts'
import * as backups from './backup-table.ts'
import * as notifying from './notify-tables.ts'
import * as tasks from './task-tables.ts'
import * as written from './tables.ts'

export const schema: Record<string, unknown> = { ...generatedTables(), ...written, ...notifying, ...tasks, ...backups }
