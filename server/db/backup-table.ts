/** The nights: what was backed up, where it lies, and what came of it (`server/system/backups.ts`). */
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { mode: 'string', withTimezone: true, precision: 3 })
const count = (name: string) => bigint(name, { mode: 'number' })

export const backupNight = pgTable('sys_backup', {
  id: text('id').primaryKey(),
  /** running, good or failed. One that runs while nobody holds the lease was cut off with its node. */
  state: text('state').notNull(),
  /** The machine it runs on, in whose folder it lies. */
  node: text('node').notNull(),
  beginTime: time('begin_time').notNull(),
  endTime: time('end_time'),
  file: text('file'),
  tables: integer('tables'),
  rows: count('rows'),
  uploads: integer('uploads'),
  uploadBytes: count('upload_bytes'),
  message: text('message'),
})
