/** A part of a text, as people look for it: letters in either case are the same, and no character means another. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** For a pattern of `like`: each character stands for itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Chinese and digits have no case, and `ilike` takes several times as long over a million rows. */
const LETTER = /\p{Cased}/u

const matching = (column: SQLWrapper, text: string, pattern: string): SQL =>
  LETTER.test(text) ? sql`${column} ilike ${pattern}` : sql`${column} like ${pattern}`

export const hasPart = (column: SQLWrapper, part: string): SQL => matching(column, part, `%${literally(part)}%`)
export const beginsWith = (column: SQLWrapper, part: string): SQL => matching(column, part, `${literally(part)}%`)
export const endsWith = (column: SQLWrapper, part: string): SQL => matching(column, part, `%${literally(part)}`)

/** What stands before all that belongs below it, as the code of a tree does: exactly so, capitals included. */
export const isBelow = (column: SQLWrapper, code: string): SQL => sql`${column} like ${`${literally(code)}%`}`
