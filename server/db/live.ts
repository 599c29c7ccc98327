/** Deleting keeps the record and says when: whoever asks for those there are asks for what is live. */
import { isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Not deleted, as text: triggers are not sent by Drizzle. */
export const liveText = (alias: string): string => `${alias}.delete_time is null`

/** Not deleted: of a table, of what a statement written by hand calls so, or of the only table it names. */
export const live = (of?: { deleteTime: AnyPgColumn } | string): SQL =>
  of === undefined ? sql`delete_time is null` : typeof of === 'string' ? sql.raw(liveText(of)) : isNull(of.deleteTime)
